/** Spanish texts of a recording that was made elsewhere. */
export const uploadTexts: typeof import('../en/upload').uploadTexts = {
  title: '¿Lo grabaste en otro lugar?',
  choose: 'Subir archivo de audio',
  instead: 'Mejor subir un archivo de audio',
  text: 'Usa una nota de voz u otra grabación que ya está en este dispositivo.',
  sentAtOnce: 'Se envía a procesar de inmediato.',
  consent: 'Al subirla confirmas que todas las personas que se oyen aceptaron que las grabaran.',
  invalid: 'Archivo no válido',
  invalidText: 'Elige un archivo de audio',
  tooLarge: (limit: string) => `Elige un archivo de audio de hasta ${limit}`,
  empty: 'No hay grabación',
  emptyText: 'Este archivo está vacío. Elige otro.',
  tooLong: 'La grabación es demasiado larga',
  tooLongText: (d: { plan: string; limit: string; length: string }) =>
    `El plan ${d.plan} admite hasta ${d.limit}; esta grabación dura ${d.length}. Elige una más corta.`,
};
