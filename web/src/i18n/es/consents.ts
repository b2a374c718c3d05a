/** Spanish words for how sure it is who agreed. */
export const consentTexts: typeof import('../en/consents').consentTexts = {
  title: 'Quién aceptó',
  grades: {
    unconfirmed: () => 'Sin confirmar: respondió solo con el número del contrato',
    voice_only: () => 'Solo la voz',
    same_device: () => 'Respondió en el dispositivo de la parte A',
    confirmed_on_screen: () => 'Confirmado en un teléfono que escaneó la pantalla de la parte A',
    confirmed_by_code: (email: string) => `Confirmado con un código enviado a ${email}`,
    confirmed_by_link: (email: string) => `Confirmado por el enlace enviado a ${email}`,
    objected: () => 'Lo niega: dice “no fui yo”',
  },
  means: {
    unconfirmed: 'Cualquiera que supiera el número pudo responder. Nada muestra que fuera esta persona.',
    voice_only: 'Se oye en la grabación. Nadie ha confirmado de quién es la voz.',
    same_device:
      'El navegador que respondió tenía la sesión de la parte A o grabó para ella. La parte A pudo responder sola.',
    confirmed_on_screen:
      'Vale menos que el correo: quien tenía el teléfono pudo confirmar, también quien mostró la pantalla.',
    confirmed_by_code: 'Lo confirmó quien lee el correo de esta dirección.',
    confirmed_by_link: 'Lo confirmó quien lee el correo de esta dirección.',
    objected: 'Esta objeción queda con el contrato.',
  },
  alikeDevice:
    'La parte A usó la misma dirección de internet y el mismo tipo de navegador: quizá el mismo dispositivo.',
  kinds: { recording: 'Que se grabe', agreement: 'Las condiciones' },
  address: (address: string) => `Dirección IP ${address}`,
  objectionTitle: (name: string) => `${name} dice: no fui yo`,
  objectionShort: 'Objeción: “no fui yo”',
  objected: (when: string) => `Lo dijo el ${when}. Se avisó a las dos partes y a nuestro equipo de soporte.`,
  reason: (words: string) => `“${words}”`,
  before: (words: string) => `Antes de la objeción: ${words}`,
  ask: (name: string) => `Pedir que ${name} confirme`,
  spoken: {
    title: 'Lo que se dijo',
    said: (name: string, words: string, at: string) => `${name} dice en el minuto ${at}: “${words}”`,
    notSaid: (name: string) => `No se oye a ${name} decir “estoy de acuerdo”.`,
    silent: (name: string) => `No se oye a ${name} en la grabación.`,
    unchecked: {
      words: (name: string) =>
        `No se pudo comprobar si ${name} dice “estoy de acuerdo”: las palabras de esta transcripción no son lo bastante confiables o claras, faltan en partes o están en un idioma en el que esto no se busca. Escucha la grabación.`,
      voices: (name: string) =>
        `No se pudo comprobar si ${name} dice “estoy de acuerdo”: no se pudieron distinguir las voces. Escucha la grabación.`,
      taken_back: (name: string) =>
        `${name} dice “estoy de acuerdo” y después algo que quizá lo retira. Escucha la grabación.`,
    },
    machine: 'Lo encontró una máquina en la transcripción. Lo que cuenta es la grabación.',
    alikeTitle: 'Las dos grabaciones suenan como de una sola persona',
    alike: 'Lo dice una máquina, que se equivoca a menudo: es un indicio, no una prueba. Escucha las dos.',
  },
  dialog: {
    title: (name: string) => `Pedir que ${name} confirme`,
    description: 'Muestra un código para escanear con el otro teléfono',
    lead: (name: string) => `${name} lo escanea con su propio teléfono y dice si fue su voz.`,
    weaker: (name: string) =>
      `Vale menos que el enlace que ${name} recibe por correo con el contrato terminado, porque tú también podrías escanear el código. Tu registro muestra que lo abriste.`,
    code: 'Código con la dirección de la página para confirmar',
    until: (when: string) => `Se puede escanear hasta el ${when}`,
    loading: 'Preparando el código...',
    failed: 'No se pudo preparar el código. Inténtalo de nuevo.',
    copy: 'Copiar la dirección',
    onYourDevice: (name: string) =>
      `Se respondió en un dispositivo tuyo, así que podrías haber respondido tú. ${name} puede confirmarlo otra vez en su propio teléfono.`,
    done: (words: string) => `Listo: ${words}`,
  },
};
