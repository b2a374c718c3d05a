/** Spanish texts of the contract creation screen. */
export const createTexts: typeof import('../en/create').createTexts = {
  back: 'Volver al inicio',
  title: 'Crea tu Split Second Contract',
  subtitle: (price: string) => `Graba tu acuerdo en esta página. Desbloquearlo cuesta solo ${price}.`,
  recorder: 'Graba tu acuerdo',
  previewLead: 'Se guarda toda tu grabación. Aquí puedes escuchar sus primeros 5 segundos.',
  transcription: 'Muestra de la transcripción',
  transcriptionNote:
    'Una nota de quién, qué y cuándo. La transcripción completa se hace a partir del audio después del pago.',
  again: 'Grabar de nuevo',
  save: 'Guardar y continuar',
  saving: 'Guardando...',
  beingSaved: 'Estos datos se están guardando con la grabación, así que no se pueden cambiar ahora.',
  assistant: 'Asistente de IA',
};
