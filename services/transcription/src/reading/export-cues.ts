import { type DealKind, isNameOfVoice, type Language } from '#contracts';
import type { RecordingSide } from '../recordings/recordings.module.js';
import type { TranscriptView } from './transcript.view.js';

/** What is said in one stretch of time. */
export interface SpokenCue {
  recording: RecordingSide;
  /** Whole milliseconds from the start of party A's recording; party B's follows it. `end` is after `start`. */
  startMs: number;
  endMs: number;
  /** One or several lines, none of them empty. */
  text: string;
  /** In one line; null when nobody could tell. */
  name: string | null;
}

/** How long a cue is shown whose end is not known. */
const SHOWN_MS = 500;
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;
const UNPRINTABLE = /\p{Cc}/gu;

/** The segments in order, fit for any format: no empty texts, no impossible times. */
export function cuesOf(
  transcript: TranscriptView,
  words: Pick<ExportWords, 'speaker'> = exportWords.en,
): SpokenCue[] {
  // A voice that nobody has named has a number, which the view says in English.
  const names = new Map(
    transcript.speakers.map(({ label, name, basis }) => [
      label,
      basis === null ? words.speaker(label) : name,
    ]),
  );
  const offsets = { a: 0, b: offsetOfB(transcript) * 1000 };
  return transcript.segments.flatMap(({ recording, start, end, text, speaker }) => {
    const lines = cleanLines(text);
    if (lines === '') return [];
    const startMs = offsets[recording] + milliseconds(start);
    const endMs = offsets[recording] + milliseconds(end);
    const name =
      speaker === null ? null : inOneLine(names.get(speaker) ?? nameOfLabel(speaker, words)) || null;
    return [{ recording, startMs, endMs: endMs > startMs ? endMs : startMs + SHOWN_MS, text: lines, name }];
  });
}

/**
 * Where party B's recording begins when both are played in turn, in whole seconds: after the last that is known of
 * party A's, whose exact length is not told apart from the whole. 0 when there is only one recording.
 */
export function offsetOfB({ segments, gaps, terms }: TranscriptView): number {
  const all = [...segments, ...gaps];
  if (![...all, ...terms].some(({ recording }) => recording === 'b')) return 0;
  return Math.ceil(
    Math.max(0, ...all.filter(({ recording }) => recording === 'a').map(({ end }) => finite(end))),
  );
}

export function inOneLine(text: string): string {
  return cleanLines(text).replace(/\s+/g, ' ');
}

function nameOfLabel(label: string, words: Pick<ExportWords, 'speaker'>): string {
  return isNameOfVoice(label) ? label : words.speaker(label);
}

function cleanLines(text: string): string {
  return text
    .split(LINE_ENDS)
    .map((line) => line.replace(UNPRINTABLE, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function milliseconds(seconds: number): number {
  return Math.round(finite(seconds) * 1000);
}

function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** What stands in an exported transcript beside what was said. */
const english = {
  locale: 'en-US',
  kinds: {
    car: 'Car sale',
    item: 'Console or other item',
    cleaning: 'House cleaning',
    lawn: 'Lawn service',
    babysitting: 'Babysitting',
    loan: 'Small loan',
    // That it is none of the others says nothing.
    other: null as string | null,
  } satisfies Record<DealKind, string | null>,
  title: (agreementId: string) => `Transcript of agreement ${agreementId}`,
  byPerson: 'Written by a person',
  byEngine: (engine: string) => `Transcribed by ${engine || 'a machine'}`,
  draft: 'Draft quality: written by computer. Listen to the recording where words matter.',
  voicesUnclear: 'We could not tell the voices apart. Please check who said what.',
  oneVoice: 'We found only one voice in this recording. If two people speak, please check who said what.',
  voicesAlike:
    'The two recordings sound like one person. A machine says so: a hint, no proof. Please listen to both.',
  length: (clock: string) => `Length ${clock}`,
  recordingA: "Party A's recording",
  recordingB: "Party B's recording",
  silence: 'Nobody was heard to speak.',
  unclear: 'The words could not be made out well, so they are left out here. The recording is what counts.',
  noWords: 'No words could be made out. Please listen to the recording.',
  besides: 'Written by a person, beside the above',
  timesOfB: (clock: string) => `Times of party B's recording are counted on from ${clock}.`,
  speaker: (label: string) => `Speaker ${label}`,
};

export type ExportWords = typeof english;

const spanish: ExportWords = {
  locale: 'es-US',
  kinds: {
    car: 'Venta de un carro',
    item: 'Consola u otro artículo',
    cleaning: 'Limpieza de una casa',
    lawn: 'Cuidado del jardín',
    babysitting: 'Cuidado de niños',
    loan: 'Préstamo pequeño',
    other: null,
  },
  title: (agreementId) => `Transcripción del acuerdo ${agreementId}`,
  byPerson: 'Escrita por una persona',
  byEngine: (engine) => `Transcrita por ${engine || 'una máquina'}`,
  draft: 'Calidad de borrador: escrita por computadora. Escucha la grabación donde importen las palabras.',
  voicesUnclear: 'No pudimos distinguir las voces. Revisa quién dijo qué, por favor.',
  oneVoice:
    'En esta grabación solo encontramos una voz. Si hablan dos personas, revisa quién dijo qué, por favor.',
  voicesAlike:
    'Las dos grabaciones suenan como de una sola persona. Lo dice una máquina: un indicio, no una prueba. Escucha las dos, por favor.',
  length: (clock) => `Duración ${clock}`,
  recordingA: 'Grabación de la parte A',
  recordingB: 'Grabación de la parte B',
  silence: 'No se oyó hablar a nadie.',
  unclear: 'Las palabras no se entendieron bien, así que aquí no aparecen. Lo que cuenta es la grabación.',
  noWords: 'No se entendió ninguna palabra. Escucha la grabación, por favor.',
  besides: 'Escrita por una persona, además de lo anterior',
  timesOfB: (clock) => `Los tiempos de la grabación de la parte B siguen contando desde ${clock}.`,
  speaker: (label) => `Voz ${label}`,
};

export const exportWords: Readonly<Record<Language, ExportWords>> = { en: english, es: spanish };
