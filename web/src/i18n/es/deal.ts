/** Spanish words of the line that tells between whom a deal is, and what it is about. */
export const dealTexts: typeof import('../en/deal').dealTexts = {
  kinds: {
    car: 'Venta de un carro',
    item: 'Consola u otro artículo',
    cleaning: 'Limpieza de una casa',
    lawn: 'Cuidado del jardín',
    babysitting: 'Cuidado de niños',
    loan: 'Préstamo pequeño',
    other: 'Otra cosa',
  },
  about: 'De qué se trata',
  parties: (a: string, b: string) => `${a} ↔ ${b}`,
  recordingWith: (b: string) => `Tu grabación con ${b}`,
};
