/** Spanish texts of the public page that verifies files. */
export const verifyTexts: typeof import('../en/verify').verifyTexts = {
  title: 'Verificar un acuerdo',
  lead: 'Comprueba si un archivo está como cuando se selló el acuerdo. Tu archivo no sale de este dispositivo: solo se compara su huella.',
  number: {
    label: 'Número del acuerdo',
    hint: '16 cifras. Están en el certificado, en los correos y en el nombre de cada archivo.',
    wrong: 'Escribe las 16 cifras del número',
    open: 'Buscar',
  },
  file: {
    title: 'Comprobar un archivo',
    choose: 'Elegir un archivo',
    hint: 'El paquete de evidencia (zip), una grabación original, una transcripción o el certificado que contiene. O suéltalo aquí.',
    working: (name: string) => `Calculando la huella de ${name}…`,
    tooLarge: 'Este archivo pasa de 1 GB. Compruébalo con el programa del paquete.',
    unreadable: 'No se pudo leer este archivo en este dispositivo. Inténtalo de nuevo.',
    unreachable: 'No pudimos comparar la huella porque no hay conexión con nosotros. Inténtalo de nuevo.',
    tooMany: 'Demasiadas comprobaciones desde aquí. Espera un minuto e inténtalo de nuevo.',
  },
  agreement: (number: string) => `Acuerdo ${number}`,
  kept: {
    loading: 'Comprobando el sello…',
    valid: 'Sellado y sin cambios',
    validText: (date: string) =>
      `Su registro, su sello y la lista de sus archivos están como se sellaron el ${date}.`,
    filesRead: (date: string) => `Los archivos mismos se leyeron y compararon por última vez el ${date}.`,
    filesNotRead: 'Los archivos mismos no se han vuelto a leer desde entonces.',
    altered: 'No está como se selló',
    alteredText:
      'Lo que guardamos de este acuerdo cambió desde que se selló. Avisa a nuestro equipo de soporte, por favor.',
    unknown: 'No hay nada sellado con este número',
    unknownText: 'Puede estar mal escrito, o el acuerdo aún no está completado.',
    failed: 'No se pudo consultar el sello. Inténtalo de nuevo.',
    again: 'Reintentar',
  },
  result: {
    valid: 'Válido',
    validPacket: (number: string, date: string) =>
      `Cada archivo de este paquete está como se selló el ${date}, para el acuerdo ${number}.`,
    validFile: (number: string, date: string) =>
      `Este archivo es parte del acuerdo ${number} y está como se selló el ${date}.`,
    validCopy: (number: string, date: string) =>
      `Hicimos este archivo de una grabación del acuerdo ${number}, sellado el ${date}, para que se oiga en cualquier aparato. No ha cambiado. La grabación original está en el paquete de evidencia.`,
    validTranscriptCopy: ({ number, date, format, exported }) =>
      `Este archivo es una copia de la transcripción del acuerdo ${number}, sellado el ${date}: ${format}, que hicimos el ${exported}. No ha cambiado. Lo que se selló está en el paquete de evidencia.`,
    speakersNamed: 'Quién es quién en ella lo dijo la persona dueña del acuerdo.',
    formats: {
      txt: 'texto simple',
      srt: 'subtítulos en formato SRT',
      vtt: 'subtítulos en formato WebVTT',
      json: 'datos en formato JSON',
    },
    sealedAnew: (date: string, version: number) =>
      `El acuerdo se selló de nuevo el ${date} (versión ${version}). Esa versión es la que cuenta: revisa sus archivos.`,
    replacedWords:
      'Sus palabras se sustituyeron por otras antes de que se sellara el acuerdo. Las selladas son las que cuentan: revísalas.',
    otherAgreement: (number: string) => `No pertenece al acuerdo ${number}, que es el que buscaste.`,
    altered: 'Alterado',
    alteredPacket:
      'Este paquete no está como se selló. Estos archivos son distintos, faltan o no pertenecen al paquete:',
    ambiguousPacket:
      'Este archivo zip no es el paquete como lo entregamos: los programas que lo descomprimen pueden encontrar en él otros archivos que los que comparamos aquí. Comprueba el paquete tal como se descargó, o descomprime este y comprueba sus archivos uno por uno.',
    alteredFile: (number: string) =>
      `Este archivo no es parte del acuerdo ${number} tal como se selló. Una copia que alguien convirtió a otro formato tiene una huella distinta de la de la grabación y de las de nuestras copias. Un borrador de antes del sello no es parte de ningún sello.`,
    alteredKept: 'El archivo está como se selló, pero lo que guardamos del acuerdo ya no.',
    unknown: 'Desconocido',
    unknownFile:
      'Ningún acuerdo sellado tiene un archivo con esta huella, y el archivo no nombra ningún acuerdo nuestro.',
    unknownKept: (number: string) =>
      `Lo que guardamos del acuerdo ${number} cambió desde que se selló, así que no podemos decir si este archivo es parte de él. Bien puede serlo: consérvalo tal como está y avisa a nuestro equipo de soporte.`,
    signedNotKept: (number: string) =>
      `La lista de los archivos de este paquete está firmada con nuestra clave, y están como ella los tiene. Pero lo que guardamos del acuerdo ${number} no sabe nada de este paquete, lo que puede ser un error nuestro. Consérvalo tal como está y avisa a nuestro equipo de soporte.`,
    unsignedList:
      'Esta lista está junto a los archivos de un paquete y no va firmada: no se puede decir nada de ella. Comprueba el paquete mismo, o los archivos que la lista nombra.',
    ofSeveral:
      'Varios acuerdos sellados tienen un archivo con esta huella, y nada indica a cuál te refieres. Busca el número del tuyo y vuelve a comprobar el archivo.',
    inOthers:
      'Otros acuerdos sellados tienen el mismo archivo; este es el que se selló primero. Si te refieres a otro, busca su número y vuelve a comprobar el archivo.',
    noManifest: (number: string) =>
      `Este archivo zip no es el paquete del acuerdo ${number} como lo entregamos: manifest.json, la lista de sus archivos, no está en su lugar. Comprueba el paquete tal como se descargó, o descomprime este y comprueba sus archivos uno por uno.`,
    additional:
      'Estos archivos los añadió una computadora, como pasa al descomprimir un paquete y volver a comprimirlo. No forman parte del paquete y nada aquí responde por ellos:',
    fingerprint: 'Huella (SHA-256)',
  },
  heard: {
    terms: 'Escucha lo que se acordó',
    lines: 'Escucha lo que se dijo',
    hint: 'Cada botón reproduce exactamente esos segundos de la grabación de este paquete, aquí en tu dispositivo.',
    play: 'reproducir',
    stop: 'detener',
    failed:
      'Este navegador no puede reproducir la grabación. Descomprime el archivo y ábrelo con otro reproductor.',
    partyB: 'grabación propia de la parte B',
    kinds: { party: 'Quién', item: 'Qué', amount: 'Monto', date: 'Fecha', condition: 'Condición' },
  },
  keyLeaked: (date: string) =>
    `La clave con la que está firmado llegó a otras manos el ${date}, y ninguna autoridad independiente le puso antes un sello de tiempo. La firma no prueba nada por sí sola: que no ha cambiado lo dicen solo nuestros propios registros.`,
  facts: {
    completed: 'Completado',
    sealed: 'Sellado',
    stamped: 'Sello de tiempo de una autoridad independiente',
    notStamped: 'ninguno',
    key: 'Firmado con la clave',
    version: 'Versión',
  },
  parts: {
    title: 'Huellas de todos los archivos',
    deleted: 'borrado aquí al terminar su plazo; una copia que guardaste aún se puede verificar',
  },
  offline: {
    title: 'Comprobar un paquete sin esta página',
    lead: 'Cada paquete tiene una guía (GUIDE.txt) que dice cómo. Las guías de los paquetes más viejos no dicen todo esto:',
    list: 'SHA256SUMS no está firmada. Quien cambia un archivo puede cambiar también su línea ahí, así que esa lista sola no prueba nada. Cuando la firma de manifest.json es correcta, compara los archivos con la lista que contiene; un archivo que no nombra no se ha comparado:',
    program:
      'El programa de los paquetes más viejos (check.mjs) necesita Node.js 20.9 o más nuevo: “node --version” dice cuál tienes. Con algunas versiones anteriores no ve archivos que se añadieron en una carpeta, o termina con un error que no dice nada del paquete.',
    newer:
      'Ningún paquete puede saber qué vino después: si una parte objetó desde entonces, o si se sellaron otras palabras. Busca aquí el número del acuerdo, o comprueba el paquete en esta página, que dice si cuenta una versión más nueva.',
  },
  limits:
    'Esto muestra que los archivos no cambiaron. No muestra de quién es una voz ni que un acuerdo tenga validez legal.',
};
