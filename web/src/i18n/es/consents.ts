/** Spanish words for how sure it is who agreed. */
export const consentTexts: typeof import('../en/consents').consentTexts = {
  title: 'Quién aceptó',
  grades: {
    unconfirmed: () => 'Sin confirmar: respondió solo con el número del contrato',
    voice_only: () => 'Solo la voz',
    confirmed_on_screen: () => 'Confirmado en un teléfono que escaneó la pantalla de la parte A',
    confirmed_by_code: (email: string) => `Confirmado con un código enviado a ${email}`,
    confirmed_by_link: (email: string) => `Confirmado por el enlace enviado a ${email}`,
    objected: () => 'Lo niega: dice que no fue esa persona',
  },
  means: {
    unconfirmed: 'Cualquiera que supiera el número pudo responder. Nada muestra que fuera esta persona.',
    voice_only: 'Se oye en la grabación. Nadie ha confirmado de quién es la voz.',
    confirmed_on_screen:
      'Vale menos que el correo: quien tenía el teléfono pudo confirmar, también quien mostró la pantalla.',
    confirmed_by_code: 'Lo confirmó quien lee el correo de esta dirección.',
    confirmed_by_link: 'Lo confirmó quien lee el correo de esta dirección.',
    objected: 'Esta objeción queda con el contrato.',
  },
  kinds: { recording: 'Que se grabe', agreement: 'Las condiciones' },
  address: (address: string) => `Dirección IP ${address}`,
  objectionTitle: (name: string) => `${name} dice: no fui yo`,
  objectionShort: 'Objeción: no fue esa persona',
  objected: (when: string) => `Lo dijo el ${when}. Se avisó a las dos partes y a nuestro soporte.`,
  reason: (words: string) => `«${words}»`,
  before: (words: string) => `Antes de la objeción: ${words}`,
  ask: (name: string) => `Pedir que ${name} confirme`,
  dialog: {
    title: (name: string) => `Pedir que ${name} confirme`,
    description: 'Muestra un código para escanear con el otro teléfono',
    lead: (name: string) => `${name} lo escanea con su propio teléfono y dice si fue su voz.`,
    weaker: (name: string) =>
      `Vale menos que el enlace que ${name} recibe por correo con el contrato terminado, porque tú también podrías escanear el código. Tu registro muestra que lo abriste.`,
    code: 'Código con la dirección de la página para confirmar',
    until: (when: string) => `Se puede escanear hasta ${when}`,
    loading: 'Preparando el código...',
    failed: 'No se pudo preparar el código. Inténtalo de nuevo.',
    copy: 'Copiar la dirección',
    copied: 'Copiado al portapapeles',
    done: (words: string) => `Listo: ${words}`,
  },
};
