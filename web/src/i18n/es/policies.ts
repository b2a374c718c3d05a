/** Spanish texts of the pages about terms, privacy, refunds and who runs this. */
export const policiesTexts: typeof import('../en/policies').policiesTexts = {
  incompleteTitle: 'Esta página todavía no está completa',
  incomplete:
    'Quien opera esta instalación no ha indicado su nombre, su dirección ni la ley aplicable. Hasta entonces, tómala como una prueba y no confíes en ella.',
  support: 'Escribe a nuestro equipo de soporte',
  others: 'También aquí',
  terms: {
    title: 'Términos',
    lead: 'Qué recibes, cuánto cuesta y qué promete cada parte.',
    sections: [
      {
        title: 'Qué es esto',
        text: 'Split Second Contract graba un acuerdo hablado, lo guarda, lo escribe por computadora y da a las dos personas la prueba de qué se dijo y cuándo. No es un bufete de abogados ni da asesoría legal. Que un acuerdo tenga validez legal depende de dónde vives y de lo que acuerdas.',
      },
      {
        title: 'Qué prometes',
        text: 'Todas las personas que se oyen saben que se les graba y lo aceptan. Usas tu propio nombre y un correo que es tuyo. No grabas nada que vaya contra la ley, ni a nadie contra su voluntad.',
      },
      {
        title: 'Cuánto cuesta',
        text: 'Un contrato cuesta lo que se muestra antes de pagar. Grabar no cuesta nada. Una grabación que no se paga en 30 días se borra. Una pagada se guarda el tiempo que dice la página del contrato.',
      },
      {
        title: 'La suscripción',
        text: 'Cubre los contratos nuevos de los planes que nombra su página, y cada uno se guarda un año. Se renueva cada mes, y el mes se cobra cuando empieza, hasta que se cancela en su página. Cancelada, sigue hasta el final del mes pagado, y hasta entonces se puede reanudar. Si se cancela mientras una renovación todavía no está pagada, termina enseguida. También termina cuando tu banco retira el pago de su mes más nuevo. Mientras una renovación está rechazada, los contratos nuevos no están cubiertos.',
      },
      {
        title: 'Protección del pago',
        text: 'El dinero retenido no es de ninguna de las dos partes hasta que se libera o se devuelve. La comisión solo se toma de lo que se libera al vendedor. Cuando se reporta un problema, nuestro equipo de soporte escucha a las dos partes y decide.',
      },
      {
        title: 'Qué prometemos',
        text: 'Guardamos tu grabación exactamente como se hizo y lo decimos cuando no podemos. Lo que escribe una computadora puede estar mal: lo que cuenta es la grabación. No cambiamos nada en un contrato después de que las dos partes aceptaron.',
      },
    ],
  },
  privacy: {
    title: 'Privacidad',
    lead: 'Qué se guarda de ti, por qué y por cuánto tiempo.',
    sections: [
      {
        title: 'Qué se guarda',
        text: 'Los nombres y correos de un contrato, las grabaciones, una foto si la agregas, la transcripción, y un registro de lo que pasó con hora, dirección IP y navegador. De los pagos: monto, hora y número del pago. Los números de tarjeta nunca nos llegan.',
      },
      {
        title: 'Por qué',
        text: 'Para probar a las dos partes qué se acordó, para enviarles lo que les corresponde y para cobrar el pago. No se vende nada, y nada se usa para publicidad.',
      },
      {
        title: 'Quién más lo ve',
        text: 'La otra persona del contrato. El proveedor de pagos, para los pagos. El servidor que entrega nuestros correos. Si quien opera esto eligió un servicio de voz o de lenguaje de otra empresa, esa empresa recibe el sonido, la transcripción, o lo que preguntas al asistente con los últimos mensajes del chat, el tipo de acuerdo y el plan; si no, se hace en nuestras propias máquinas.',
      },
      {
        title: 'Por cuánto tiempo',
        text: 'Las grabaciones sin pagar: 30 días. Las pagadas: hasta el día que dice el contrato. Después se borran la grabación, la foto y la transcripción; las huellas y el registro quedan como prueba. Las copias de seguridad hechas antes guardan lo borrado 30 días más, como máximo.',
      },
      {
        title: 'Tus derechos',
        text: 'Puedes preguntar qué guardamos de ti, pedir que se corrija, que se borre antes una grabación cuando la otra persona no la necesita como prueba, y que se cierre tu cuenta: entonces nadie puede entrar en ella, y su nombre y su dirección quedan con el registro de tus contratos. Escríbenos.',
      },
      {
        title: 'En tu navegador',
        text: 'Lo que mantiene tu sesión iniciada, lo que eliges, como el idioma y los colores, tu nombre y tu correo para el próximo contrato, y el número y los nombres de los contratos que esperan el pago; al cerrar sesión se quitan los nombres y el correo. También tus grabaciones, con los nombres y correos que escribiste para ellas: hasta que se envían o las descartas; la copia de lo enviado se borra cuando grabas de nuevo pasados 30 días. Cerrar sesión no las borra; borrar los datos de este sitio en tu navegador, sí. Sin rastreo.',
      },
    ],
  },
  refunds: {
    title: 'Reembolsos',
    lead: 'Cuándo se devuelve el dinero, y qué tan rápido.',
    sections: [
      {
        title: 'El contrato no llegó a nada',
        text: 'Cancelado antes de preguntar a la otra persona: se devuelve lo que pagaste. Terminado después, porque lo rechazó o no contestó, o porque tú o nuestro equipo de soporte lo cancelaron: lo que pagaste no se devuelve; te lo guardamos, y con ello se paga tu próximo contrato si lo completas en un plazo de 30 días.',
      },
      {
        title: 'Una transcripción hecha por una persona que llega tarde o tiene errores',
        text: 'Se entrega en 24 horas desde tu pago, o el dinero se devuelve solo. Si tiene errores, avisa a nuestro equipo de soporte: se corrige sin costo.',
      },
      {
        title: 'Algo no funcionó',
        text: 'Díselo a nuestro equipo de soporte. Si no pudimos hacer lo que pagaste, se devuelve el dinero.',
      },
      {
        title: 'Dinero retenido',
        text: 'Nadie lo marcó como entregado o recibido en 30 días: lo puedes recuperar sin ayuda. Si reportaste un problema: nuestro equipo de soporte decide y explica el motivo. El vendedor lo puede devolver en cualquier momento.',
      },
      {
        title: 'La suscripción',
        text: 'El mes que ya empezó y está pagado no se devuelve si cancelas: la suscripción sigue hasta que termine. Lo que se cobre por un mes cuando la suscripción ya terminó se devuelve solo.',
      },
      {
        title: 'Qué tan rápido',
        text: 'Lo enviamos de vuelta de inmediato. Tu banco puede tardar de 5 a 10 días en mostrarlo.',
      },
    ],
  },
  runBy: (who: string) => `Opera esto: ${who}`,
  underLaw: (law: string) => `Ley que se aplica: ${law}`,
  about: {
    title: 'Quién opera esto',
    lead: 'Las personas detrás de esta instalación de Split Second Contract.',
    name: 'Nombre',
    address: 'Dirección',
    email: 'Correo',
    law: 'Ley que se aplica',
    unknown: 'Todavía no se indicó',
  },
};
