/** Spanish texts of what happens with the clipboard. */
export const copyingTexts: typeof import('../en/copying').copyingTexts = {
  copied: 'Copiado al portapapeles',
  failed: 'No se copió',
  failedText: 'Este navegador no lo permitió. Selecciona el texto y cópialo a mano.',
};
