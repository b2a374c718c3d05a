/** What a Spanish document says about itself; dates and money as Spanish speakers in the United States write them. */
export const documentTexts: typeof import('../en/document').documentTexts = {
  language: 'es',
  locale: 'es-US',
  description:
    'Graba un acuerdo hablado, recibe la transcripción, y las dos partes tienen la prueba. $5 por contrato.',
  noscript: 'Split Second Contract necesita JavaScript para grabar y reproducir acuerdos.',
  planNames: {
    basic: 'Básico',
    standard: 'Estándar',
    pro: 'Pro',
  },
};
