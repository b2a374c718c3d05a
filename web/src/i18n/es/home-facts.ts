/** Spanish texts of the facts on the home page: what both get, prices, limits, questions. */
export const homeFactsTexts: typeof import('../en/home-facts').homeFactsTexts = {
  receive: {
    title: 'Lo que reciben los dos',
    lead: 'La misma prueba les llega a los dos por correo.',
    items: [
      { name: 'La grabación', text: 'El audio tal como se habló, con su hora y su duración.' },
      {
        name: 'La transcripción',
        text: 'Quién dijo qué, línea por línea, cada una con su segundo en la grabación.',
      },
      {
        name: 'Una huella',
        text: 'Números que cambian si alguien cambia un solo byte de la grabación.',
      },
    ],
    a: { name: 'Parte A', text: 'Graba, paga una vez y ve el contrato en su cuenta.' },
    b: { name: 'Parte B', text: 'La recibe sin cuenta, y no paga nada por ella.' },
  },
  prices: {
    title: 'Lo que cuesta',
    lead: 'Ves el precio antes de grabar. Nada se renueva, salvo que te suscribas.',
    free: 'Gratis',
    contract: {
      name: 'Un contrato',
      text: 'Un solo pago. 30 días de acceso, transcripción, descarga, foto y recibo.',
    },
    preview: { name: 'Grabar y escuchar una muestra', text: 'Las veces que quieras, sin cuenta.' },
    partyB: { name: 'Parte B', text: 'La persona invitada a aceptar.' },
    humanTranscript: {
      name: 'Transcripción hecha por una persona',
      text: 'Solo si la quieres. Se entrega en 24 horas.',
    },
    support: { name: 'Atención al cliente', text: 'Una persona te ayuda cuando algo no funciona.' },
    subscription: {
      name: 'Mensual sin límite',
      text: 'Acuerdos Estándar sin límite, guardados durante 1 año. Cancela cuando quieras.',
      perMonth: (price: string) => `${price}/mes`,
    },
    escrow: {
      name: 'Protección del pago',
      text: 'Solo si la usas; se descuenta de lo que cobra quien vende.',
      percent: (percent: number) => `${percent}%`,
    },
  },
  limits: {
    title: 'Lo que no puede hacer',
    items: [
      'Algunos tratos necesitan más que palabras. Un terreno, un testamento o un alquiler largo suelen exigir un escrito.',
      'En muchos lugares todas las personas deben saber que se graba. Por eso preguntamos antes de cada grabación y lo registramos.',
      'La transcripción la hace una máquina y puede equivocarse. Lo que cuenta es la grabación.',
      'Guardamos prueba de lo que se dijo. No damos asesoría legal ni decidimos quién tiene razón.',
    ],
  },
  questions: {
    title: 'Preguntas',
    items: [
      {
        question: '¿La otra persona necesita una cuenta o tiene que pagar?',
        answer:
          'No. La parte A paga una vez por contrato. Solo para pagarle a la otra con la protección del pago la parte B necesita una cuenta.',
      },
      {
        question: '¿Y si no estamos en el mismo lugar?',
        answer:
          'Graba tu parte y paga. La otra persona recibe un enlace por correo, te escucha y graba su consentimiento, o dice que no.',
      },
      {
        question: '¿Qué necesito?',
        answer:
          'Un teléfono o computadora con micrófono y un navegador actual, dos nombres y dos correos. No se instala nada.',
      },
      {
        question: '¿Qué pasa si nunca pago?',
        answer:
          'Puedes escuchar una muestra. La grabación se guarda 30 días y luego se borra. Te avisamos antes.',
      },
      {
        question: '¿Cuánto tiempo se guarda después de pagar?',
        answer:
          '30 días después del pago; con la suscripción mensual, 1 año. Descárgala y será tuya para siempre.',
      },
      {
        question: '¿Quién puede escuchar nuestra grabación?',
        answer:
          'Ustedes dos, y quien reciba de uno de ustedes el enlace del correo. Un motor de voz la oye para la transcripción; si es de otra empresa, lo dice nuestra página de privacidad. Cuando nuestro equipo de soporte la abre, queda escrito en el registro.',
      },
      {
        question: '¿Y si mi teléfono se apaga mientras grabamos?',
        answer:
          'Cada segundo se guarda en el teléfono mientras hablan. Abre la página de nuevo y te ofrece lo que se grabó.',
      },
      {
        question: 'La transcripción tiene un error. ¿Qué hago?',
        answer:
          'Toca la línea y escucha: lo que cuenta es la grabación. También puede escribirla una persona.',
      },
    ],
    more: '¿Otra cosa? Pregunta a soporte',
  },
};
