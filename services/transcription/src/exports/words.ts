import type { Language } from '#contracts';

/** What stands in an exported transcript beside what was said. */
const english = {
  title: (agreementId: string) => `Transcript of agreement ${agreementId}`,
  byPerson: 'Written by a person',
  byEngine: (engine: string) => `Transcribed by ${engine || 'a machine'}`,
  draft: 'Draft quality: made by the built-in speech engine. Listen to the recording where words matter.',
  voicesUnclear: 'We could not tell the voices apart. Please check who said what.',
  oneVoice: 'We found only one voice in this recording. If two people speak, please check who said what.',
  voicesAlike:
    'The two recordings sound like one person. A machine says so: a hint, no proof. Please listen to both.',
  length: (clock: string) => `Length ${clock}`,
  recordingA: "Party A's recording",
  recordingB: "Party B's recording",
  silence: 'Nobody was heard to speak.',
  besides: 'Written by a person, beside the above',
  timesOfB: (clock: string) => `Times of party B's recording are counted on from ${clock}.`,
  speaker: (label: string) => `Speaker ${label}`,
};

export type ExportWords = typeof english;

const spanish: ExportWords = {
  title: (agreementId) => `Transcripción del acuerdo ${agreementId}`,
  byPerson: 'Escrita por una persona',
  byEngine: (engine) => `Transcrita por ${engine || 'una máquina'}`,
  draft:
    'Calidad de borrador: hecha por el motor de voz propio. Escucha la grabación donde importen las palabras.',
  voicesUnclear: 'No pudimos distinguir las voces. Revisa quién dijo qué, por favor.',
  oneVoice:
    'En esta grabación solo encontramos una voz. Si hablan dos personas, revisa quién dijo qué, por favor.',
  voicesAlike:
    'Las dos grabaciones suenan como de una sola persona. Lo dice una máquina: un indicio, no una prueba. Escucha las dos, por favor.',
  length: (clock) => `Duración ${clock}`,
  recordingA: 'Grabación de la parte A',
  recordingB: 'Grabación de la parte B',
  silence: 'No se oyó hablar a nadie.',
  besides: 'Escrita por una persona, además de lo anterior',
  timesOfB: (clock) => `Los tiempos de la grabación de la parte B siguen contando desde ${clock}.`,
  speaker: (label) => `Voz ${label}`,
};

export const exportWords: Readonly<Record<Language, ExportWords>> = { en: english, es: spanish };
