/** Spanish texts of the page on which party B says whether it was them. */
export const confirmationTexts: typeof import('../en/confirmation').confirmationTexts = {
  title: '¿Fuiste tú?',
  lead: (a: string) => `${a} grabó un acuerdo y te nombró como la otra parte.`,
  loading: 'Cargando el acuerdo...',
  details: {
    title: 'Datos del acuerdo',
    partyA: 'Lo grabó',
    partyB: 'La otra parte',
    amount: 'Monto',
    created: 'Creado',
    id: 'Número de acuerdo',
  },
  listen: {
    title: 'Primero escucha',
    lead: (a: string) => `Esto es lo que grabó ${a}.`,
    region: (a: string) => `Grabación de ${a}`,
    gone: 'La grabación ya no se conserva. Todavía puedes decir si fuiste tú.',
    failed: 'No se pudo reproducir la grabación',
    failedText: 'Revisa tu conexión e inténtalo de nuevo.',
  },
  answer: {
    title: 'Tu respuesta',
    lead: 'Tu respuesta, la hora, tu dirección IP y tu navegador quedan con el contrato. Más tarde puedes decir que no fuiste tú; eso queda.',
    yes: 'Sí, fui yo',
    no: 'No fui yo',
    failed: 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
  },
  no: {
    title: 'No fui yo',
    description: 'Se avisa enseguida a las dos partes y a nuestro equipo de soporte. No se puede retirar.',
    text: (a: string) =>
      `Se avisa enseguida a ${a} y a nuestro equipo de soporte. El contrato lo muestra desde entonces.`,
    reason: 'Qué pasó',
    reasonHint: 'Hasta 500 caracteres; puedes dejarlo vacío',
    tooLong: 'Escribe menos de 500 caracteres',
    confirm: 'Decir que no fui yo',
    sending: 'Enviando...',
    back: 'Volver',
  },
  said: {
    yesTitle: 'Gracias: lo confirmaste',
    yes: (when: string) => `El ${when} dijiste que fuiste tú.`,
    noTitle: 'Tu objeción quedó registrada',
    no: (when: string, a: string) =>
      `El ${when} dijiste que no fuiste tú. Se avisó a ${a} y a nuestro equipo de soporte. Queda con el contrato.`,
    sameDeviceTitle: 'Confirmado en el dispositivo de la otra persona',
    sameDevice: (when: string, a: string) =>
      `El ${when} esto se confirmó en un dispositivo de ${a}, que pudo hacerlo a solas. ¿Estás ahora en tu propio dispositivo? Entonces confírmalo aquí una vez más.`,
    change: 'En realidad no fui yo',
  },
  closed: {
    agreement_not_found: {
      title: 'Acuerdo no encontrado',
      text: 'Este enlace no abre ningún acuerdo. Usa el enlace de tu correo tal como está.',
    },
    link_invalid: {
      title: 'Este código ya no sirve',
      text: 'Pide a la otra persona que muestre uno nuevo, o usa el enlace de tu correo.',
    },
    invitation_cancelled: {
      title: 'Este acuerdo se canceló',
      text: 'No hay nada que confirmar. No tienes que hacer nada.',
    },
    invitation_not_paid: {
      title: 'Todavía no está listo',
      text: 'Este contrato no está terminado. Abre este enlace más tarde.',
    },
    invalid_transition: {
      title: 'Todavía no está listo',
      text: 'Este contrato no está terminado. Abre este enlace más tarde.',
    },
  },
  unreachable: 'No podemos conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  returnHome: 'Volver al inicio',
};
