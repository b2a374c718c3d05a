/** Spanish texts of the Contract Assistant. Its answers come from the server, in the language of the question. */
export const assistantTexts: typeof import('../en/assistant').assistantTexts = {
  title: 'Asistente de contratos',
  open: (count: number) =>
    count === 0
      ? 'Abrir el asistente de contratos'
      : `Abrir el asistente de contratos, ${count} ${count === 1 ? 'mensaje' : 'mensajes'}`,
  close: 'Cerrar el asistente de contratos',
  plan: (name: string) => `Plan ${name}`,
  plans: {
    'split-second-contract': 'Split Second Contract',
    basic: 'Básico',
    standard: 'Estándar',
    pro: 'Pro',
  },
  agreement: 'contrato de voz',
  messages: 'Mensajes',
  you: 'Tú',
  assistant: 'Asistente',
  tip: 'Consejo',
  apply: 'Usar la sugerencia',
  applied: 'Añadida a lo que vas a decir',
  sayable: /^(Di|Digan):? /,
  question: 'Tu pregunta',
  placeholder: 'Pregunta sobre condiciones, cláusulas o buenas prácticas...',
  send: 'Enviar la pregunta',
  thinking: 'Buscando...',
  prompts: 'Preguntas frecuentes',
  quickPrompts: [
    'Condiciones de pago',
    'Cláusulas de responsabilidad',
    'Condiciones para terminar',
    'Resolución de disputas',
  ],
  note: 'Información general, no asesoría legal.',
  failed: 'Ahora mismo no puedo responder. Intenta hacer tu pregunta de nuevo.',
  greeting: (agreement: string, plan: string) =>
    `Hola. Te ayudo con tu ${agreement}, con el ${plan}. Pregunta por las condiciones, cómo decirlas o cómo funciona esto.`,
  planTips: {
    basic: [
      'Anota nombres, monto y fechas antes de empezar.',
      'Que sea un solo trato: quién, qué, cuánto y para cuándo.',
    ],
    standard: [
      'Hay tiempo: di también qué pasa si algo sale mal, como un pago atrasado.',
      'Que cada persona repita el monto y las fechas.',
    ],
    pro: [
      'Repasen las condiciones una por una y confírmenlas las dos partes.',
      'Si el monto es alto, la protección del pago retiene el dinero hasta la entrega.',
    ],
  },
  generalTips: {
    parties: 'Empieza con los dos nombres completos, y que cada persona diga “acepto que me graben”.',
    terms:
      'Cambia las palabras vagas por datos: no “pronto” sino una fecha, no “un precio justo” sino el monto.',
    legal:
      'Avisa a todas las personas de que estás grabando antes de empezar. Las leyes sobre grabaciones cambian según el lugar.',
    financial: 'Di el monto completo, cuándo se paga y cómo se paga.',
  },
};
