/** Spanish texts of the invitation to the second party. */
export const invitationTexts: typeof import('../en/invitation').invitationTexts = {
  title: 'Invitación a un contrato de voz',
  lead: (a: string) => `${a} te pide confirmar un acuerdo hablado.`,
  loading: 'Cargando el acuerdo...',
  details: {
    title: 'Datos del acuerdo',
    id: 'Número de acuerdo',
    plan: 'Plan',
    partyA: 'Parte A (quien lo creó)',
    partyB: 'Parte B (tú)',
    amount: 'Monto',
    created: 'Creado',
    length: 'Duración de la grabación',
    photo: 'Foto relacionada',
    photoAlt: (a: string) => `Foto que ${a} agregó a este acuerdo`,
  },
  important: {
    title: 'Información importante',
    items: (a: string) => [
      `${a} ya pagó este contrato.`,
      'Tú no tienes que pagar nada.',
      'Las dos partes reciben la transcripción final por correo.',
      'Tu grabación de voz crea un acuerdo con validez legal.',
    ],
  },
  listen: {
    title: 'Primero escucha',
    lead: (a: string) => `Esto es lo que grabó ${a}.`,
    region: (a: string) => `Grabación de ${a}`,
    failed: 'No se pudo reproducir la grabación',
    failedText: 'Revisa tu conexión e inténtalo de nuevo.',
  },
  access: {
    title: 'Muestra que eres tú',
    lead: 'Para escuchar y responder necesitas el enlace de tu correo, o un código que enviamos a la misma dirección.',
    send: 'Enviarme el enlace',
    getCode: 'Recibir un código',
    haveCode: 'Tengo un código',
    sending: 'Enviando...',
    linkSent:
      'Si este acuerdo espera tu respuesta, el enlace va en camino a la dirección que nombra. Puede tardar un minuto; se envía como mucho una vez por hora.',
    codeSent:
      'Si este acuerdo espera tu respuesta, un código va en camino a la dirección que nombra. Sirve durante 10 minutos.',
    code: 'Código del correo',
    codeHint: '6 cifras',
    codeProblem: 'Escribe las 6 cifras del código',
    confirm: 'Confirmar el código',
    confirming: 'Comprobando...',
    wrong: (left: number) =>
      left === 1
        ? 'Este no es el código. Puedes intentarlo una vez más.'
        : `Este no es el código. Quedan ${left} intentos.`,
    expired: 'Este código ya no sirve. Pide uno nuevo.',
    limited:
      'Demasiadas solicitudes desde aquí. Espera e inténtalo de nuevo, o usa el enlace que ya está en tu correo.',
    failed: 'No funcionó. Revisa tu conexión e inténtalo de nuevo.',
    confirmed: 'Gracias. Ya puedes escuchar y responder.',
    lost: {
      ranOut: {
        before: 'Tu código ya no sirve. Pide uno nuevo para seguir.',
        inReview: 'Tu código ya no sirve. Tu grabación sigue aquí: confirma un código nuevo y envíala.',
      },
      replaced: {
        before:
          'Este enlace se reemplazó por uno más nuevo. Usa el mensaje más nuevo de tu correo, o sigue desde aquí.',
        inReview:
          'Este enlace se reemplazó por uno más nuevo. Tu grabación sigue aquí: pide un código y envíala.',
      },
    },
  },
  statements: {
    notHeard: 'Todavía no has escuchado la grabación.',
    noText: 'Aquí solo está la grabación: es lo que cuenta.',
    version: '2026-11-es',
    title: 'Tus cuatro declaraciones',
    lead: 'Marca cada una que sea verdad. Antes de eso no se graba nada.',
    isNamedPerson: (b: string) => `Soy ${b}, la persona nombrada como parte B.`,
    agreesToRecording: 'Acepto que mi voz se grabe y se convierta en texto.',
    agreesToElectronicRecords: 'Acepto recibir y conservar este acuerdo en formato electrónico.',
    hasHeardTerms: 'Escuché o leí las condiciones de este acuerdo.',
    left: (count: number) =>
      count === 1
        ? 'Marca la última declaración para continuar.'
        : `Marca las cuatro declaraciones para continuar. Faltan ${count}.`,
    ready: 'El micrófono se pide en la siguiente pantalla, cuando empieces.',
    readyKept: 'Ahora escuchas de nuevo tu grabación y la envías.',
  },
  accept: 'Aceptar y grabar mi consentimiento',
  acceptKept: 'Aceptar y revisar mi consentimiento',
  keptUsed: 'Tu grabación guardada está lista. Marca las declaraciones; después revísala y envíala.',
  decline: {
    open: 'Rechazar',
    title: 'Rechazar este acuerdo',
    description: 'Puedes decir por qué; la otra persona lo lee. Esto no se puede deshacer.',
    text: (a: string) =>
      `Avisamos a ${a} de que rechazas, y leerá tu motivo si lo das. El acuerdo termina; esto no se puede deshacer.`,
    reason: 'Tu motivo',
    reasonHint: 'Si quieres dar uno, hasta 500 caracteres',
    tooLong: 'Escribe menos de 500 caracteres',
    confirm: 'Rechazar acuerdo',
    sending: 'Rechazando...',
    back: 'Volver',
    failed: 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
  },
  recording: {
    title: 'Graba tu consentimiento',
    lead: (a: string) => `Graba con tu voz que aceptas el acuerdo con ${a}.`,
    script: (d: { a: string; b: string; date: string; amount: string }) => [
      `“Me llamo ${d.b}.”`,
      `“Hoy es ${d.date}.”`,
      `Di con tus palabras lo principal de tu acuerdo con ${d.a}.`,
      d.amount ? `“El monto es ${d.amount}.”` : 'Di el monto, si hay dinero de por medio.',
      '“Estoy de acuerdo.”',
    ],
    back: 'Volver al acuerdo',
  },
  review: {
    title: 'Revisa tu consentimiento',
    lead: 'Escúchalo una vez. Si está bien, envíalo; si no, graba de nuevo.',
    later: 'En nuestro servidor cuando lo envíes',
    again: 'Grabar de nuevo',
    send: 'Enviar consentimiento',
    sending: 'Enviando...',
    progress: 'Enviando tu consentimiento',
    sent: (percent: number) => `${percent}% enviado`,
    outdatedTitle: 'Las declaraciones cambiaron',
    outdated: 'Abre la página de nuevo, lee las declaraciones y envía otra vez. Tu grabación se conserva.',
    outdatedMemory:
      'Abre la página de nuevo, lee las declaraciones y graba otra vez. Esta grabación está solo en esta página y no se puede enviar con las declaraciones nuevas.',
    reload: 'Abrir la página de nuevo',
    mismatch: 'El servidor recibió datos distintos de los que guardó este dispositivo. Envíalo de nuevo.',
    unreachableTitle: 'Todavía no se envió',
    unreachable: 'Tu grabación está a salvo en este dispositivo. Envíala de nuevo cuando tengas conexión.',
    unreachableMemory:
      'Tu grabación se conserva mientras esta página esté abierta. Envíala de nuevo cuando tengas conexión, y no cierres la página.',
    failedTitle: 'No se envió',
    failed: 'No se pudo enviar tu grabación. Sigue aquí; inténtalo de nuevo.',
  },
  done: {
    title: 'Tu consentimiento quedó grabado',
    lead: (a: string) => `Ahora avisamos a ${a}. No tienes que hacer nada más.`,
    nextTitle: 'Qué sigue',
    next: [
      'Las dos grabaciones se convierten en texto.',
      'Tú y la otra persona reciben la transcripción final por correo.',
      'Con la huella de abajo se puede comprobar más tarde si alguien cambió tu grabación. Guárdala si quieres.',
    ],
    when: 'Guardado',
    length: 'Duración',
    hash: 'Huella (SHA-256)',
    copy: 'Copiar huella',
    safe: 'A salvo en nuestro servidor',
    progress: 'Haciendo la transcripción',
    ready: 'La transcripción está lista. Va en camino a tu correo.',
    paused:
      'La transcripción está en pausa. Las dos grabaciones están a salvo, y la transcripción igual te llega por correo.',
  },
  declined: {
    title: 'Rechazaste este acuerdo',
    text: (a: string) => `Avisamos a ${a} y, si diste un motivo, también lo lee. No se envió nada de tu voz.`,
    close: 'Puedes cerrar esta página.',
  },
  closed: {
    agreement_not_found: {
      title: 'Acuerdo no encontrado',
      text: 'No encontramos el acuerdo solicitado.',
      hint: 'Los enlaces se reemplazan cuando se envía un recordatorio: usa el mensaje más nuevo de tu correo.',
    },
    invitation_not_paid: {
      title: 'Todavía no está listo',
      text: 'Este contrato todavía no está pagado. Puedes responder en cuanto la otra persona pague.',
      hint: 'Tú no pagas nada. Abre este enlace más tarde.',
    },
    invitation_cancelled: {
      title: 'Este acuerdo se canceló',
      text: 'Ya no se puede responder. No tienes que hacer nada.',
      hint: 'Si no lo esperabas, pregunta a quien te invitó.',
    },
    invitation_expired: {
      title: 'Esta invitación venció',
      text: 'Su enlace ya no abre el acuerdo.',
      hint: 'Pide a quien te invitó que envíe un recordatorio: trae un nuevo enlace.',
    },
    invitation_answered: {
      title: 'Ya tiene respuesta',
      text: 'Esta invitación ya tiene respuesta. No hace falta nada más.',
      hint: 'La transcripción final llega por correo.',
    },
  },
  given: {
    agreed: {
      text: (at) => `Aceptaste el acuerdo el ${at}. No hace falta nada más.`,
      hint: 'La transcripción final llega por correo. Si no fuiste tú, dilo con el enlace del correo sobre esta respuesta.',
    },
    declined: {
      text: (at) => `Rechazaste el acuerdo el ${at}. No hay contrato entre ustedes.`,
      hint: 'Pide una nueva grabación a quien te invitó si quieren acordar otra cosa.',
    },
  },
  unreachable: 'No podemos conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  returnHome: 'Volver al inicio',
};
