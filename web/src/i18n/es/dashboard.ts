/** Names in a sentence: "Ana y Ben", "Ana e Isabel". */
const listed = (...names: string[]): string => new Intl.ListFormat('es').format(names);

/** Spanish texts of what one does with a contract: row actions, sharing, the fallback, the log. */
export const dashboardTexts: typeof import('../en/dashboard').dashboardTexts = {
  profile: 'Configuración del perfil',
  list: {
    search: 'Buscar en tus contratos',
    order: 'Orden',
    orders: { newest: 'Más nuevos', oldest: 'Más antiguos', amount: 'Monto', name: 'La otra persona' },
    found: (count: number) => (count === 1 ? '1 contrato encontrado' : `${count} contratos encontrados`),
    noneFound: (search: string) => `No se encontró nada para “${search}”.`,
    clear: 'Borrar la búsqueda',
    notOpened: 'No se pudo abrir este contrato',
    notOpenedSafe: 'Está a salvo en nuestro servidor. Revisa tu conexión e inténtalo de nuevo.',
    gone: 'No existe, o pertenece a otra cuenta.',
  },
  print: {
    title: 'Registro de un acuerdo hablado',
    printed: (when: string) => `impreso el ${when}`,
    check: 'Cómo comprobar este registro',
    recording: 'SHA-256 de la grabación:',
    how: (address: string) =>
      `Abre ${address} y elige la grabación o el certificado: la página lo compara, en tu navegador, con lo que se selló. O calcula el SHA-256 del archivo y compáralo con el de arriba.`,
  },
  awaiting: {
    sent: (email: string, until: string) =>
      `Enviado a ${email}, sin abrir. Solo va por correo, y solo esta dirección puede abrirlo. Funciona hasta el ${until}.`,
    opened: (email: string, until: string) => `Abierto por ${email}. Funciona hasta el ${until}.`,
  },
  credit: (amount: string, until: string) =>
    `Conservamos tus ${amount}: con ellos se paga tu próximo contrato, si los usas a más tardar el ${until}.`,
  safe: {
    title: 'Pagado. Está a salvo.',
    coming: (a: string, b: string) =>
      `Cuando esté sellado, las dos partes reciben la prueba por correo: ${listed(a, b)}.`,
    sent: (a: string, b: string) =>
      `Está sellado. Las dos partes reciben la prueba por correo: ${listed(a, b)}.`,
    asked: (name: string, b: string, a: string) =>
      `Ahora le preguntamos a ${name} por correo: ${b}. Cuando acepte, las dos partes reciben la prueba: ${listed(a, b)}.`,
    open: 'Abrir el contrato',
    receipt: 'Recibo',
    close: 'Ocultar',
  },
  actions: {
    share: 'Compartir',
    shareNamed: (id: string) => `Compartir el contrato ${id}`,
    resend: 'Reenviar',
    resendHint: 'Te envía por correo el enlace para pagar',
    remindHint: (b: string) => `Envía a ${b} un enlace nuevo por correo`,
    remind: 'Enviar recordatorio',
    remindNamed: (b: string) => `Enviar recordatorio a ${b}`,
    cancel: 'Cancelar',
    correct: 'Corregir dirección',
    correctNamed: (b: string) => `Corregir dirección de ${b}`,
    moreNamed: (b: string) => `Más opciones del contrato con ${b}`,
    againAt: (when: string) => `Podrás enviar otro a partir del ${when}`,
  },
  resent: {
    title: 'Enlace enviado',
    text: (email: string) => `El enlace para terminar y pagar se envió a ${email}.`,
  },
  reminded: {
    title: 'Recordatorio enviado',
    text: (email: string, until: string | null) =>
      until
        ? `${email} tiene un nuevo enlace que funciona hasta el ${until}. El enlace anterior ya no abre.`
        : `${email} tiene un nuevo enlace. El enlace anterior ya no abre.`,
  },
  reminderFailed: {
    title: 'No se envió',
    tooMany: (when: string) => `Hace poco se envió un mensaje. Podrás enviar otro a partir del ${when}.`,
    tooManyPlain: 'Hace poco se envió un mensaje. Inténtalo más tarde.',
    fallback: 'No se pudo enviar el mensaje. Inténtalo de nuevo.',
  },
  correctDialog: {
    title: 'Corregir la dirección',
    description: 'Envía la invitación a otra dirección de correo',
    text: (b: string) =>
      `${b} todavía no abrió la invitación. Un nuevo enlace va a la nueva dirección; el enlace anterior deja de funcionar.`,
    email: (b: string) => `Correo de ${b}`,
    same: 'A esta dirección ya se envió',
    own: 'Esta es tu propia dirección en este contrato',
    confirm: 'Enviar a esta dirección',
    sending: 'Enviando...',
    back: 'Volver',
    done: 'Invitación enviada',
    doneText: (email: string) => `Se envió un nuevo enlace a ${email}.`,
    opened:
      'Mientras tanto se abrió la invitación o se protegió un pago, así que su dirección ya no se puede cambiar.',
    failed: 'No se pudo cambiar la dirección. Inténtalo de nuevo.',
    present: {
      description: 'Cambia dónde recibe la prueba la otra persona',
      text: (b: string) =>
        `La prueba para ${b}, y la pregunta de si fue esa persona, van a la nueva dirección. El registro del contrato guarda que la cambiaste.`,
      same: 'Esta dirección ya está en el contrato',
      confirm: 'Usar esta dirección',
      sending: 'Guardando...',
      done: 'Dirección corregida',
      doneText: (email: string) => `La prueba irá a ${email}.`,
      opened:
        'Mientras tanto la otra persona respondió o recibió algo, así que la dirección ya no se puede cambiar.',
    },
  },
  mailProblem: {
    title: 'Un correo no llegó',
    partyB: {
      invited: (email: string) =>
        `No se pudo entregar el correo a ${email}. Tiene que ser una dirección propia de la otra persona, no la de tu cuenta. Revísala con ella y corrígela aquí mientras la invitación no se haya abierto. El enlace solo va por correo, y solo esa dirección puede abrirlo.`,
      present: (email: string) =>
        `El correo a ${email} fue devuelto. Revisa la dirección con la otra persona y corrígela aquí. La prueba se envía allí.`,
      fixed: (email: string) =>
        `El correo a ${email} fue devuelto, y la dirección ya no se puede cambiar. Avisa a la otra persona para que revise su buzón.`,
    },
    partyA: 'Un correo para ti fue devuelto. Revisa en tu perfil la dirección de tu cuenta.',
    other: 'No se pudo entregar un mensaje sobre este contrato.',
  },
  cancelled: {
    declined: (b: string) => `${b} rechazó el acuerdo`,
    by_creator: 'Cancelado por la parte A',
    by_admin: 'Cancelado por nuestro equipo de soporte',
    no_answer: (b: string) => `${b} no respondió a tiempo`,
    unpaid_expired: 'Sin pagar en 30 días',
    note: (text: string) => `“${text}”`,
  },
  share: {
    title: 'Transcripción generada',
    later: 'Compartir la transcripción',
    description: 'La transcripción como texto, para copiarla o guardarla en un archivo',
    cached: 'Esta transcripción ya existía; no cambió nada.',
    working: 'Tu transcripción se está haciendo. Puedes cerrar esto; el trabajo sigue.',
    copy: 'Copiar transcripción',
    download: 'Descargar transcripción',
    send: 'Enviar a una aplicación',
    locked: 'La transcripción se hace después del pago.',
    waiting: (b: string) => `La transcripción se hace cuando ${b} haya respondido.`,
    ended: 'Este contrato se canceló, así que no hay transcripción para compartir.',
    deleted: 'La transcripción ya no se conserva. El registro y sus huellas quedan.',
  },
  viewer: {
    pdf: 'Descargar resumen en PDF',
    evidence: 'Descargar paquete de evidencia',
    pdfHint:
      'El resumen es un certificado cuando el contrato está sellado; antes es un borrador. El paquete trae las grabaciones, la transcripción, el registro y un programa que los comprueba sin nosotros.',
    notSealed: 'Se está sellando en este momento. Inténtalo de nuevo en unos segundos.',
    fileFallback: 'No se pudo descargar el archivo',
    recordingOf: (name: string) => `Grabación de ${name}`,
    consentOf: (name: string) => `Consentimiento de ${name}`,
    consentedAt: 'Consentimiento grabado',
    invitation: 'Invitación',
    invitationSent: (when: string, until: string) =>
      `Enviada el ${when}; el enlace funciona hasta el ${until}. Sin abrir todavía.`,
    invitationOpened: (when: string) => `Abierta el ${when}`,
    photo: 'Foto',
    photoAlt: 'Foto que pertenece a este contrato',
    accessEnded: 'El acceso terminó',
    keptForPayment: 'Se conserva más tiempo, mientras el pago esté protegido.',
    deletedTitle: 'La grabación y la transcripción ya no se conservan',
    deleted: (when: string) => `Se borraron el ${when}. El registro y sus huellas quedan como prueba.`,
    deletedAtEnd: (when: string) =>
      `Se borraron el ${when}, cuando terminó el acceso. El registro y sus huellas quedan como prueba.`,
    cancelledAt: 'Cancelado',
    percent: (percent: number) => `${percent}%`,
    human: 'Escrita por una persona',
    humanOfPartyA: (a: string, b: string) =>
      `Son las palabras de la grabación de ${a} únicamente, escritas antes de que ${b} respondiera.`,
    humanDelivered: (when: string) => `Entregada el ${when}`,
    machine: 'Escrita por computadora',
    fingerprint: 'Huella',
  },
  fallback: {
    title: 'El servicio de transcripción no está disponible por ahora',
    lead: 'Tu grabación está guardada de forma segura. Elige cómo seguir.',
    option1: 'Opción 1',
    option2: 'Opción 2',
    humanTranscript: 'Servicio de transcripción profesional',
    humanTranscriptPrice: '$2.00',
    humanTranscriptText: 'Una persona transcribe tu grabación en 24 horas por $2.00.',
    humanTranscriptButton: 'Pedir transcripción profesional',
    service: 'Contacto con atención al cliente',
    servicePrice: 'Gratis',
    serviceText: 'Nuestro equipo de soporte revisa tu grabación contigo, sin costo.',
    serviceButton: 'Pedir ayuda de atención al cliente',
    note: 'Tu grabación original queda guardada en cualquier caso.',
    orderedText: 'Una persona escribe tu transcripción. Te avisamos por correo cuando esté.',
    orderedUntil: (when: string) =>
      `Una persona escribe tu transcripción. Te avisamos por correo cuando esté, a más tardar el ${when}.`,
    paidBack: 'Los $2.00 de tu pedido anterior se devolvieron. Puedes pedirla otra vez.',
    delivered: 'Una persona ya la escribió: la lees en el contrato.',
    orderRefunded:
      'El dinero de un pedido anterior se devolvió, y no se hizo ninguno nuevo. Inténtalo de nuevo.',
    orderedUnpaid: 'Anotamos tu pedido. Te llevamos al pago de $2.00.',
    payHumanTranscript: 'Pagar $2.00',
    ticket: (number: string) => `Soporte va a revisar tu grabación: caso ${number}.`,
    failed: 'No se pudo pedir',
    failedText: 'No se pudo enviar tu solicitud. Tu grabación está a salvo; inténtalo de nuevo.',
  },
};
