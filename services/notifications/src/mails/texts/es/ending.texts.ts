import type { endingTexts as english } from '../en/ending.texts.js';
import type { Translated } from '../en/texts.js';

/** La transcripción, el fin del acceso y lo que hacen los administradores. */
export const endingTexts: Translated<typeof english> = {
  transcriptionFailed: {
    subject: (number) => `Tu grabación está a salvo, falta la transcripción: contrato ${number}`,
    title: 'Tu grabación está a salvo',
    lead: (other) =>
      `La grabación de tu acuerdo con ${other} está a salvo con nosotros, pero la transcripción automática no se pudo hacer.`,
    optionsTitle: 'Dos maneras de seguir',
    options: (price) => [
      `Una persona transcribe tu grabación en 24 horas por ${price}.`,
      'Nuestro equipo de soporte revisa tu grabación contigo, sin costo.',
    ],
    button: 'Elegir cómo seguir',
  },

  humanTranscriptReady: {
    subject: (name) => `Tu acuerdo con ${name}: transcripción hecha por una persona`,
    title: 'La transcripción hecha por una persona está lista',
    lead: (name) => `Una persona transcribió tu acuerdo con ${name}.`,
    same: (name) => `${name} recibe la misma copia.`,
    alone: 'Solo la recibes tú, porque el contrato no está pagado.',
    aloneUnanswered: (name) => `Solo la recibes tú: ${name} aún no ha aceptado.`,
    attached: 'Va adjunta. Guárdala con tus papeles.',
    beside: 'Si hay una transcripción automática, se conserva junto a ella.',
    deliveredAt: 'Entregada',
    hash: 'Transcripción hecha por una persona',
    readButton: 'Leer la transcripción',
    fileTitle: 'TRANSCRIPCIÓN HECHA POR UNA PERSONA',
    corrected: {
      subject: (name) => `Tu acuerdo con ${name}: transcripción corregida`,
      title: 'Se corrigió la transcripción hecha por una persona',
      lead: (name) => `Una persona corrigió la transcripción de tu acuerdo con ${name}.`,
      replaces:
        'Ocupa el lugar de la que se entregó antes, cuya huella permanece en el registro del contrato.',
    },
  },

  accessEnding: {
    subject: (name, days) => `Tu acuerdo con ${name}: el acceso termina en ${days}`,
    title: (days) => `El acceso termina en ${days}`,
    lead: (name, date) =>
      `Guardamos la grabación de tu acuerdo con ${name} hasta el ${date}. Después borramos la grabación, la foto y la transcripción.`,
    download: 'Descarga antes lo que quieras conservar. Seguirá siendo tuyo.',
    endsAt: 'Fin del acceso',
    button: 'Descargar la grabación',
    transcript: 'La transcripción iba adjunta al correo con tu prueba.',
    kept: 'Después conservamos los nombres, las fechas, el registro y las huellas de los archivos.',
  },

  contentDeleted: {
    subject: (number) => `Se borró la grabación del contrato ${number}`,
    title: 'La grabación se borró',
    leads: {
      unpaid: (other, days) =>
        `Tu acuerdo grabado con ${other} no se pagó en ${days} días, así que lo borramos.`,
      cancelled: (other) => `El contrato con ${other} se canceló, así que borramos su grabación.`,
      requested: (other) =>
        `Nos pidieron borrar antes de tiempo la grabación de tu acuerdo con ${other}, y la borramos.`,
      'access-ended': (other) =>
        `Terminó el tiempo durante el que guardamos la grabación de tu acuerdo con ${other}.`,
    },
    deletedAt: 'Borrado',
    gone: 'Ya no está',
    goneValue: 'Grabaciones, foto y transcripción',
    kept: 'Se conserva',
    keptValue: 'Nombres, fechas, el registro y las huellas de los archivos',
    prints: 'Las huellas (SHA-256) de las grabaciones originales, como constan en el registro:',
  },

  adminActed: {
    subject: (number) => `Un administrador trabajó en tu contrato ${number}`,
    title: 'Un administrador trabajó en tu contrato',
    lead: (other) =>
      `Te avisamos siempre que alguien de nuestro equipo hace algo con tu contrato; esta vez, con el que tienes con ${other}.`,
    acts: {
      'audio-downloaded': 'Descargó la grabación',
      cancelled: 'Canceló el contrato',
      'retention-extended': 'Alargó el tiempo durante el que se guarda la grabación',
      'content-deleted': 'Hizo borrar la grabación antes de tiempo',
      'job-retried': 'Hizo repetir un paso que había fallado',
      'transcript-fulfilled': 'Entregó la transcripción hecha por una persona',
    },
    otherAct: 'Trabajó en el contrato',
    someone: 'Un administrador',
    administrator: (name) => `${name} (administrador)`,
    logged: 'Consta en el registro del contrato, de donde no se puede quitar.',
    question: 'Si tienes alguna pregunta, responde a este correo.',
  },
};
