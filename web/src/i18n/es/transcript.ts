/** Spanish texts of the transcript: reading along, searching, who speaks, what was settled, taking it along. */
export const transcriptTexts: typeof import('../en/transcript').transcriptTexts = {
  tools: 'Herramientas de lectura',
  speed: 'Velocidad',
  speedOf: (speed: number) => `${speed}×`,
  follow: 'Seguir el audio',
  keysHint: 'Las teclas de flecha pasan de línea en línea.',
  search: {
    label: 'Buscar en la transcripción',
    clear: 'Borrar la búsqueda',
    next: 'Siguiente resultado',
    previous: 'Resultado anterior',
    count: (at: number, of: number) => `${at} de ${of}`,
    none: 'Sin resultados',
  },
  gap: 'Aquí no se reconocieron palabras',
  voicesUnclear: 'No pudimos distinguir las voces. Comprueba quién dijo qué.',
  overlap: 'Aquí hablan las dos personas',
  gapTime: (from: string, to: string) => `de ${from} a ${to}`,
  unsureKey:
    'Una línea de puntos marca palabras de las que el programa no estaba seguro. Escucha donde importen.',
  arriving: (count: number) =>
    count === 1 ? 'La primera línea está aquí; vienen más.' : `Ya hay ${count} líneas aquí; vienen más.`,
  speakers: {
    title: 'Voces',
    rename: (name: string) => `Cambiar el nombre de ${name}`,
    dialogTitle: 'Cambiar el nombre de una voz',
    description: 'Cambia el nombre que se muestra para una voz',
    name: 'Nombre',
    nameRequired: 'Escribe un nombre',
    nameTooLong: (most: number) => `Escribe menos de ${most + 1} caracteres`,
    party: '¿Quién es?',
    parties: {
      a: (name: string) => `${name} (parte A)`,
      b: (name: string) => `${name} (parte B)`,
      none: 'Otra persona',
    },
    note: 'Solo cambia el nombre. Las palabras, sus tiempos y la prueba quedan como están.',
    save: 'Guardar nombre',
    cancel: 'Cancelar',
    failed: 'No se guardó el nombre',
    failedText: 'La voz conserva su nombre anterior. Inténtalo de nuevo.',
  },
  quality: {
    draft: 'Borrador: muchas palabras están mal. Escucha la grabación antes de confiar en él.',
    unclear:
      'No se pudieron distinguir bien las palabras. La grabación está a salvo: escúchala, o pide que una persona la escriba.',
    showUnclear: 'Mostrar las palabras de todos modos',
    language:
      'Aquí todavía no hay ningún motor de voz que entienda el idioma de esta grabación, y no se adivina. Se hará en cuanto lo haya; mientras tanto puede escribirla una persona.',
    madeBy: {
      openai: 'Transcrito por OpenAI',
      parakeet: 'Transcrito en este servidor por Parakeet (NVIDIA, CC BY 4.0)',
      pocketsphinx: 'Transcrito en este servidor por PocketSphinx',
    },
  },
  terms: {
    title: 'Condiciones en la grabación',
    lead: 'Las encontró una computadora. Toca una para oírla; lo que cuenta es la grabación.',
    unconfirmed:
      'Sin confirmar: vienen de un borrador, así que cualquiera puede estar mal oído. Pulsa cada uno para escucharlo.',
    kinds: { party: 'Quién', item: 'Qué', amount: 'Monto', date: 'Fechas', condition: 'Condiciones' },
    said: (words: string) => `“${words}”`,
    listenAt: 'Escuchar en',
  },
  amount: {
    title: 'El monto dicho no es el monto escrito',
    text: (typed: string, spoken: string) => `Escrito: ${typed}. Dicho en la grabación: ${spoken}.`,
    or: 'o',
    listen: (time: string) => `Escuchar en ${time}`,
  },
  exports: {
    label: 'Exportar',
    txt: 'Texto (.txt)',
    srt: 'Subtítulos (SRT)',
    vtt: 'Subtítulos (WebVTT)',
    json: 'Datos (JSON)',
    failed: 'No se pudo exportar',
    failedText: 'No se pudo hacer el archivo. Inténtalo de nuevo.',
  },
};
