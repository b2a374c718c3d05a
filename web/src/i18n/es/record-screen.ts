/** Spanish texts of the recording screen of a contract that exists. */
export const recordScreenTexts: typeof import('../en/record-screen').recordScreenTexts = {
  title: 'Graba tu acuerdo',
  lead: (a: string, b: string) => `Entre ${new Intl.ListFormat('es').format([a, b])}`,
  plan: (name: string) => `Plan ${name}`,
  loading: 'Cargando el acuerdo...',
  controls: {
    stop: 'Detener la grabación',
    process: 'Procesar la grabación',
    processing: 'Procesando...',
    again: 'Grabar de nuevo',
  },
  limit: {
    label: 'Tiempo grabado',
    maximum: (time: string) => `Máximo ${time}`,
    remaining: (time: string) => `Quedan ${time}`,
    approaching: (time: string) => `Se acerca el límite de tiempo - quedan ${time}`,
  },
  tips: {
    title: 'Consejos para grabar',
    items: [
      'Habla claro y evita el ruido de fondo',
      'Di los nombres completos de todas las partes',
      'Incluye montos y condiciones precisos',
      'Termina con la confirmación en voz alta de las dos partes',
    ],
  },
  review: {
    lead: 'Escúchala una vez. Si está bien, procésala; si no, graba de nuevo.',
    replaces: 'Toma el lugar de la grabación que este contrato tiene ahora.',
    later: 'En nuestro servidor cuando la proceses',
    sending: 'Enviando tu grabación',
    sent: (percent: number) => `${percent}% enviado`,
    working: 'Haciendo la transcripción',
    canLeave:
      'Tu grabación está a salvo en nuestro servidor. Puedes salir de esta página; la transcripción se sigue haciendo.',
    noRecording: 'No hay grabación',
    noRecordingText: 'Primero graba el audio',
  },
  earlier: {
    done: 'La grabación de este contrato ya tiene una transcripción.',
    working: 'Se está haciendo la transcripción de la grabación que enviaste.',
    show: 'Mostrar transcripción',
    follow: 'Ver el avance',
  },
  failure: {
    fallback: 'El servicio de transcripción no está disponible',
    fallbackText: 'Tu grabación está guardada. Elige otra opción.',
    quota: 'Se alcanzó el límite de transcripciones',
    quotaText:
      'Se procesaron demasiadas grabaciones en poco tiempo. La tuya está a salvo; inténtalo más tarde.',
    authentication: 'Error de autenticación',
    authenticationText: 'Inicia sesión de nuevo. Tu grabación sigue en este dispositivo.',
    authenticationMemory:
      'Tu grabación está solo en esta página. Déjala abierta, inicia sesión en otra pestaña y después procesa aquí la grabación.',
    other: 'La transcripción falló',
    otherText: 'Tu grabación sigue en este dispositivo. Inténtalo de nuevo.',
    unreachable:
      'No podemos conectar con el servidor. Tu grabación sigue en este dispositivo; inténtalo de nuevo cuando tengas conexión.',
    unreachableMemory:
      'No podemos conectar con el servidor. Tu grabación se conserva mientras esta página esté abierta; inténtalo de nuevo cuando tengas conexión.',
  },
  tooLong: {
    title: 'La grabación es demasiado larga',
    text: (plan: string, limit: string, length: string | null) =>
      `El plan ${plan} permite hasta ${limit}${length ? `; esta grabación dura ${length}` : ''}. No se procesó. Graba una más corta, o paga el contrato con la grabación que tiene ahora.`,
  },
  payment: {
    title: 'Hace falta el pago',
    text: 'Este contrato debe estar pagado antes de procesar otra vez su grabación. Tu grabación sigue en este dispositivo.',
    go: 'Continuar al pago',
    back: 'Volver',
  },
  transcript: {
    title: 'Tu transcripción',
    lead: 'Léela una vez. Si dice lo que acordaron, continúa al pago.',
    ready: 'La transcripción está lista',
    agreement: 'Acuerdo',
    id: 'Número de acuerdo',
    plan: 'Plan',
    amount: 'Monto acordado',
    created: 'Creado',
    participants: 'Participantes',
    text: 'Transcripción',
    noWords: 'No se oyeron palabras. Escucha tu grabación, o graba de nuevo más cerca del micrófono.',
    segments: 'Con tiempos',
    receipt: 'Comprobante digital',
    receiptText: 'Prueba de que esta grabación nos llegó. No es una factura.',
    length: 'Duración',
    fingerprint: 'Huella (SHA-256)',
    amountTitle: 'Los montos no coinciden',
    amountText: (typed: string, spoken: string) =>
      `Escribiste ${typed}, pero en la grabación oímos ${spoken}. Escucha de nuevo; si la grabación está mal, grábala otra vez antes de pagar.`,
    or: 'o',
    pay: 'Continuar al pago',
  },
  closed: {
    none: 'No hay contrato elegido',
    noneText: 'Abre un contrato desde tu panel, o graba uno nuevo.',
    notFound: 'Acuerdo no encontrado',
    notFoundText: 'No encontramos el acuerdo solicitado.',
    sealed: 'Esta grabación está sellada',
    sealedText:
      'El contrato está pagado, así que su grabación ya no se puede reemplazar. La encuentras en tu panel.',
    cancelled: 'Este contrato se canceló',
    cancelledText: 'Ya no se puede grabar nada para él.',
    deleted: 'La grabación ya no se conserva',
    deletedText: 'El tiempo para pagar este contrato terminó. Puedes grabar uno nuevo.',
    failed: 'No se pudo cargar este contrato',
    failedText: 'Está a salvo en nuestro servidor. Revisa tu conexión e inténtalo de nuevo.',
    dashboard: 'Ir al panel',
    create: 'Grabar un contrato nuevo',
  },
};
