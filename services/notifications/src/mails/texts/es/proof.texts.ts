import type { proofTexts as english } from '../en/proof.texts.js';
import type { Translated } from '../en/texts.js';

/** El correo con el resultado, y su archivo adjunto. */
export const proofTexts: Translated<typeof english> = {
  proof: {
    subject: (name) => `Tu acuerdo con ${name}: grabación y transcripción`,
    title: (name) => `Tu acuerdo con ${name}`,
    preview: 'El certificado y la transcripción van adjuntos. La grabación está a un clic.',
    previewUnsealed: 'La transcripción va adjunta. La grabación está a un clic.',
    lead: (name) =>
      `Tu acuerdo hablado está completo. Esto es lo que se dijo. ${name} recibe la misma copia.`,
    terms: 'Condiciones',
    termsAsSpoken: 'Como se dijeron, en la transcripción de abajo',
    accessUntil: (date) => `Puedes escuchar y descargar la grabación hasta el ${date}.`,
    keep: 'Guarda la transcripción adjunta: sigue siendo tuya cuando el enlace haya vencido.',
    keepAlways: 'Guarda la transcripción adjunta con tus papeles.',
    transcriptTitle: 'Lo que se dijo',
    draft: 'Borrador de transcripción automática. Lo que cuenta es la grabación.',
    person: 'Transcripción hecha por una persona. Si difiere de la grabación, cuenta la grabación.',
    machine: 'Transcripción automática. Si difiere de la grabación, cuenta la grabación.',
    unclear:
      'Las palabras no se entendieron bien, así que aquí no aparecen. La grabación está a salvo: escúchala con el botón de arriba, o pide desde tu panel que una persona la escriba.',
    unclearToB: (name) =>
      `Las palabras no se entendieron bien, así que aquí no aparecen. La grabación está a salvo: escúchala con el botón de arriba. ${name} puede pedir que una persona la escriba.`,
    noWords: 'No se entendió ninguna palabra. Escucha la grabación, por favor.',
    more: 'El resto está en la transcripción adjunta.',
    answerTimes: (name) =>
      `En la respuesta de ${name} los tiempos se cuentan desde el comienzo de esa grabación.`,
    voices: 'Las voces no se distinguen.',
    voicesUnclear: 'No pudimos distinguir las voces. Revisa quién dijo qué, por favor.',
    oneVoice:
      'En esta grabación solo encontramos una voz. Si hablan dos personas, revisa quién dijo qué, por favor.',
    namesByOrder:
      'Los nombres siguen el orden en que cada persona habla por primera vez. La grabación muestra quién dijo qué.',
    voicesAlike:
      'Las dos grabaciones suenan como de una sola persona. Lo dice una máquina, que se equivoca a menudo: es un indicio, no una prueba. Escucha las dos, por favor.',
    notSaid: (name) => `No se oye a ${name} decir “estoy de acuerdo”.`,
    silent: (name) => `No se oye a ${name} en la grabación.`,
    takenBack: (name) =>
      `Se oye a ${name} decir “estoy de acuerdo” y después algo que quizá lo retira. Escucha la grabación, por favor.`,
    amountDiffers: (typed, spoken) =>
      `El monto escrito es ${typed}, pero en la grabación parece decirse ${spoken}. Escucha esa parte y acláralo con la otra persona.`,
    otherSpeaker: (label) => `Voz ${label}`,
    evidenceTitle: 'Tu prueba',
    evidenceLead:
      'Cualquiera puede comprobar estos archivos, sin cuenta y sin nosotros. Guárdalos: el paquete se puede descargar mientras se conserve la grabación.',
    sealedAttached:
      'El certificado y la transcripción van adjuntos tal como se sellaron. En nuestra página “Verificar un acuerdo” cualquiera puede ver que no han cambiado.',
    notSealedYet:
      'El certificado no va adjunto: tu acuerdo todavía no está sellado. Los enlaces de abajo abren el certificado y el paquete en cuanto lo esté. La transcripción adjunta es una copia.',
    certificateLead: 'El acuerdo como documento, con los consentimientos y el registro.',
    certificate: 'Certificado (PDF)',
    packetLead: 'Grabaciones, transcripción, registro, firma y un programa que los comprueba.',
    packet: 'Paquete de evidencia (zip)',
    hashesTitle: 'Huellas (SHA-256)',
    hashesLead:
      'Cambian si cambia un solo bit. La última es de las palabras tal como las tiene nuestro servicio; las de los archivos adjuntos están en el paquete.',
    hashesOfCopy:
      'Cambian si cambia un solo bit. La última es de la transcripción que guardamos, no de la copia adjunta.',
    transcriptHash: 'Transcripción sellada',
    bindingTitle: '¿Tiene validez legal?',
    binding: 'Los acuerdos hablados pueden tener validez legal; depende de dónde vives y de qué acuerdas.',
    notAdvice: 'Esto no es asesoría legal.',
  },

  transcriptFile: {
    title: 'TRANSCRIPCIÓN',
    contract: 'Contrato',
    duration: 'Duración',
    engine: 'Transcrito por',
    byPerson: 'una persona',
    end: 'Fin de la transcripción',
  },
};
