import {
  type AgreementFacts,
  type ExportFormat,
  exportFormats,
  type Language,
  type TranscriptFiles,
} from '#contracts';
import {
  cuesOf,
  type ExportWords,
  exportWords,
  inOneLine,
  offsetOfB,
  type SpokenCue,
} from './export-cues.js';
import type { TranscriptView } from './transcript.view.js';

export { type ExportFormat, exportFormats };

export const exportTypes: Record<ExportFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
};

/** What tells a deal from others, as the agreements service knows it. */
export type ExportedDeal = Pick<
  AgreementFacts,
  | 'partyA'
  | 'partyB'
  | 'kind'
  | 'title'
  | 'amount'
  | 'currency'
  | 'durationSeconds'
  | 'createdAt'
  | 'recordedAt'
>;

const writers: Record<
  ExportFormat,
  (transcript: TranscriptView, words: ExportWords, deal?: ExportedDeal | null) => string
> = {
  txt: (transcript, words, deal) => writeText(transcript, [words], deal),
  srt: writeSrt,
  vtt: writeVtt,
  json: writeJson,
};

export interface TranscriptFile {
  fileName: string;
  type: string;
  content: Buffer;
}

/**
 * A finished transcript as a file in UTF-8; what was said stays as it is in every language.
 * @param deal is told in one line where the format has a place for it; SubRip has none
 */
export function exportTranscript(
  transcript: TranscriptView,
  format: ExportFormat,
  language: Language = 'en',
  deal: ExportedDeal | null = null,
): TranscriptFile {
  return {
    fileName: `transcript_${transcript.agreementId}.${format}`,
    type: exportTypes[format],
    content: Buffer.from(writers[format](humanOnce(transcript), exportWords[language], deal), 'utf8'),
  };
}

/**
 * The files of an evidence packet, which both parties are given: in the text, what stands beside what was said is in the
 * language of each, party A's first.
 */
export function writePacketFiles(
  transcript: TranscriptView,
  languages: readonly Language[],
): TranscriptFiles {
  const once = humanOnce(transcript);
  return {
    json: writeJson(once),
    txt: writeText(
      once,
      languages.map((language) => exportWords[language]),
    ),
  };
}

/** Where a person's words are the transcript itself, they do not stand beside it as well. */
export function humanOnce(transcript: TranscriptView): TranscriptView {
  return transcript.human?.sha256 === transcript.sha256 ? { ...transcript, human: null } : transcript;
}

/**
 * To be read and printed. Times count from the start of the recording under whose heading they stand.
 * @param words of one language or several
 */
function writeText(
  transcript: TranscriptView,
  words: readonly ExportWords[],
  deal: ExportedDeal | null = null,
): string {
  const each = (say: (one: ExportWords) => string): string[] => words.map(say);
  const cues = cuesOf(transcript, { speaker: (label) => each(({ speaker }) => speaker(label)).join(' / ') });
  const offset = offsetOfB(transcript) * 1000;
  const of = (side: SpokenCue['recording']) => cues.filter(({ recording }) => recording === side);
  const a = of('a').map((cue) => textLine(cue, 0));
  const b = of('b').map((cue) => textLine(cue, offset));
  const blocks = [
    ...words.map((one) => headingOf(transcript, one, deal)),
    ...(b.length > 0
      ? [each(({ recordingA }) => recordingA), a, each(({ recordingB }) => recordingB), b]
      : [a]),
    ...(cues.length === 0 ? [each((one) => whyNoWords(transcript, one))] : []),
    ...(transcript.human ? [each(({ besides }) => besides), [transcript.human.text.trim()]] : []),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Nobody is said to have been silent whose words are left out as unclear, or were spoken and not made out. */
function whyNoWords({ quality, gaps }: TranscriptView, words: ExportWords): string {
  if (quality === 'unclear') return words.unclear;
  return gaps.length > 0 ? words.noWords : words.silence;
}

/** What a person wrote in several lines stays so; the second and later ones are indented, as no cue begins with them. */
function textLine({ startMs, name, text }: SpokenCue, offset: number): string {
  const lines = text.split('\n').map(inOneLine).join('\n       ');
  return `[${clock((startMs - offset) / 1000)}] ${name === null ? '' : `${name}: `}${lines}`;
}

const END = '\r\n';

/** SubRip, with the line ends that old players want. Party B's recording follows party A's. */
function writeSrt(transcript: TranscriptView, words: ExportWords): string {
  return cuesOf(transcript, words)
    .map((cue, index) => [String(index + 1), srtTimes(cue), ...escapedForSrt(cue.text).split('\n')].join(END))
    .map((block) => `${block}${END}`)
    .join(END);
}

function srtTimes({ startMs, endMs }: SpokenCue): string {
  return `${timestamp(startMs, ',')} --> ${timestamp(endMs, ',')}`;
}

/** SubRip has no rule for this; players take tags and entities as HTML does, and show all else as it stands. */
function escapedForSrt(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=[^<>]*>)/g, '&lt;')
    .replace(/-->/g, '--&gt;');
}

/** WebVTT with voices. Party B's recording follows party A's, as the notes say. */
function writeVtt(transcript: TranscriptView, words: ExportWords, deal: ExportedDeal | null = null): string {
  const offset = offsetOfB(transcript);
  const notes = [
    headingOf(transcript, words, deal).join('\n'),
    ...(offset > 0 ? [words.timesOfB(clock(offset))] : []),
  ];
  const count = { a: 0, b: 0 };
  const cues = cuesOf(transcript, words).map((cue) => {
    count[cue.recording] += 1;
    return `${cue.recording}-${count[cue.recording]}\n${vttTimes(cue)}\n${spoken(cue)}`;
  });
  return `${['WEBVTT', ...notes.map((note) => `NOTE\n${escapedForVtt(note)}`), ...cues].join('\n\n')}\n`;
}

function vttTimes({ startMs, endMs }: SpokenCue): string {
  return `${timestamp(startMs, '.')} --> ${timestamp(endMs, '.')}`;
}

function spoken({ name, text }: SpokenCue): string {
  return name === null ? escapedForVtt(text) : `<v ${escapedForVtt(name)}>${escapedForVtt(text)}</v>`;
}

function escapedForVtt(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** All that is known of the words, for programs. Times count from the start of each one's own recording. */
function writeJson(
  transcript: TranscriptView,
  _words?: ExportWords,
  deal: ExportedDeal | null = null,
): string {
  const { agreementId, engine, draft, quality, durationSeconds, sha256, text } = transcript;
  const { segments, speakers, areVoicesUnclear, isOneVoice, gaps, terms, amountCheck, human } = transcript;
  const { spokenConsents, voiceMatch, language, consentLanguage } = transcript;
  return `${JSON.stringify(
    {
      ...{ agreementId, engine, draft, quality, language, consentLanguage, durationSeconds, sha256, text },
      ...{ segments, speakers, areVoicesUnclear, isOneVoice, gaps, terms, amountCheck },
      ...{ spokenConsents, voiceMatch, human },
      ...(deal ? { about: aboutOf(deal) } : {}),
    },
    null,
    2,
  )}\n`;
}

/** What stands above a transcript, one fact per line. */
function headingOf(
  transcript: TranscriptView,
  words: ExportWords,
  deal: ExportedDeal | null = null,
): string[] {
  const { agreementId, engine, draft, durationSeconds, areVoicesUnclear, isOneVoice, voiceMatch } =
    transcript;
  return [
    words.title(agreementId),
    ...(deal ? [dealLine(deal, words)] : []),
    engine === 'human' ? words.byPerson : words.byEngine(inOneLine(engine ?? '')),
    ...(draft ? [words.draft] : []),
    ...(areVoicesUnclear ? [words.voicesUnclear] : []),
    ...(isOneVoice ? [words.oneVoice] : []),
    ...(voiceMatch === 'alike' ? [words.voicesAlike] : []),
    words.length(clock(durationSeconds)),
  ];
}

/** `Anna Miller ↔ Ben Carter · Honda Civic · $2,000.00 · 0:20 · Nov 21, 2026`, as on the screens and in the mails. */
function dealLine(deal: ExportedDeal, words: ExportWords): string {
  const { partyA, partyB, kind, title, amount, currency, durationSeconds } = deal;
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const money = new Intl.NumberFormat(words.locale, { style: 'currency', currency });
  const parts = [
    `${inOneLine(partyA.name)} ↔ ${inOneLine(partyB.name)}`,
    (title && inOneLine(title)) || (kind && words.kinds[kind]),
    amount !== null && Number.isFinite(Number(amount)) && money.format(Number(amount)),
    durationSeconds > 0 && clock(durationSeconds),
    day.format(new Date(recordedAt(deal))),
  ];
  return parts
    .filter(Boolean)
    .join(' · ')
    .replace(/[\u00a0\u202f]/g, ' ');
}

/** The same for programs. */
function aboutOf(deal: ExportedDeal) {
  const { partyA, partyB, kind, title = null, amount, currency } = deal;
  return {
    ...{ partyA: partyA.name, partyB: partyB.name, kind, title, amount, currency },
    recordedAt: recordedAt(deal),
  };
}

/** Of the recording that counts; a copy of the release before tells only when the first was saved. */
const recordedAt = ({ recordedAt: at, createdAt }: ExportedDeal): string => at ?? createdAt;

/** `1:05`, or `1:00:05`; whole seconds that have passed. */
export function clock(seconds: number): string {
  const passed = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [h, m, s] = [
    Math.floor(passed / 3600),
    Math.floor(passed / 60) % 60,
    String(passed % 60).padStart(2, '0'),
  ];
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** `hh:mm:ss.mmm` with the given sign before the milliseconds. */
export function timestamp(milliseconds: number, sign: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${time}${sign}${String(milliseconds % 1000).padStart(3, '0')}`;
}
