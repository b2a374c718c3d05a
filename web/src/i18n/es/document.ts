/** What a Spanish document says about itself; dates and money as Spanish speakers in the United States write them. */
export const documentTexts: typeof import('../en/document').documentTexts = {
  language: 'es',
  locale: 'es-US',
  dollars: (amount: string) => `$${amount}`,
  minutes: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
  seconds: (count) => (count === 1 ? '1 segundo' : `${count} segundos`),
  description:
    'Graba un acuerdo hablado, recibe la transcripción, y las dos partes tienen la prueba. $5 por contrato.',
  noscript: 'Split Second Contract necesita JavaScript para grabar y reproducir acuerdos.',
  manifest: { shortName: 'Contrato', record: 'Grabar un acuerdo', recordShort: 'Grabar' },
  planNames: {
    basic: 'Básico',
    standard: 'Estándar',
    pro: 'Pro',
  },
};
