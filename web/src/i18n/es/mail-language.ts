/** Spanish words of the page on which a reader chooses the language of our e-mails. */
export const mailLanguageTexts: typeof import('../en/mail-language').mailLanguageTexts = {
  titles: { en: 'Correos en inglés', es: 'Correos en español' },
  lead: 'Vale para la dirección en la que recibiste nuestro correo, y para todos los correos que enviemos ahí desde ahora. Puedes volver a cambiarlo en cualquier momento.',
  submits: { en: 'Recibir correos en inglés', es: 'Recibir correos en español' },
  doneTitle: 'Guardado',
  done: {
    en: 'Desde ahora nuestros correos para ti están en inglés.',
    es: 'Desde ahora nuestros correos para ti están en español.',
  },
  missingTitle: 'Abre el enlace de tu correo',
  missing: 'Cada correo nuestro tiene al final un enlace que lleva aquí y dice qué idioma prefieres.',
  deadTitle: 'Este enlace no está completo',
  dead: 'Tus correos siguen como están. Abre otra vez el enlace de nuestro correo, entero.',
  fallback: 'No funcionó. Inténtalo de nuevo, por favor.',
  home: 'Ir a la página de inicio',
};
