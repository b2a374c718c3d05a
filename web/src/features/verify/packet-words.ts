/** A stretch of a packet's recording, and what was said there. Seconds count from the start of its own recording. */
export interface Passage {
  kind: PassageKind;
  words: string;
  speaker: string | null;
  recording: 'a' | 'b';
  /** What is spoken, as BCP-47; left out where nobody knows. */
  language: string | undefined;
  start: number;
  end: number;
}

const termKinds = ['party', 'item', 'amount', 'date', 'condition'] as const;
type PassageKind = (typeof termKinds)[number] | 'line';

export interface PacketWords {
  /** The terms; of a transcript without any, its lines. */
  passages: Passage[];
  audio: Partial<Record<'a' | 'b', Blob>>;
}

/** What is read of `transcript.json`; packets of before name no languages. */
interface Transcript {
  segments: Segment[];
  speakers?: { label: string; name: string }[];
  language?: string | null;
  consentLanguage?: string | null;
}

interface Segment {
  recording?: 'a' | 'b';
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

interface Term {
  kind: string;
  text: string;
  recording: 'a' | 'b';
  start: number;
  speaker: string | null;
}

const types: Readonly<Record<string, string>> = {
  webm: 'audio/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
};
/** How long a term is played whose sentence the transcript does not have. */
const TERM_SECONDS = 5;

/** What a whole packet's recordings say, and where; null of one without words or without a recording. */
export function wordsOf(files: Readonly<Record<string, Uint8Array>>): PacketWords | null {
  const audio: PacketWords['audio'] = {};
  for (const [path, content] of Object.entries(files)) {
    const [, party, ending = ''] = /^audio\/party-([ab])\.(\w+)$/.exec(path) ?? [];
    if (party) audio[party as 'a' | 'b'] = new Blob([content as BlobPart], { type: types[ending] ?? '' });
  }
  try {
    const transcript = read<Transcript>(files['transcript.json']);
    const languages = { a: transcript.language ?? undefined, b: transcript.consentLanguage ?? undefined };
    const { terms } = read<{ terms: Term[] }>(files['terms.json']);
    const names = new Map(transcript.speakers?.map(({ label, name }) => [label, name]));
    const nameOf = (label: string | null) => (label === null ? null : (names.get(label) ?? label));
    const passages: Passage[] =
      terms.length > 0
        ? terms.map(({ kind, text: words, recording, start, speaker }) => ({
            kind: termKinds.find((one) => one === kind) ?? 'line',
            ...{ words, recording, language: languages[recording], start, speaker: nameOf(speaker) },
            end: endOf(transcript.segments, recording, start),
          }))
        : transcript.segments.map(({ text, recording = 'a', start, end, speaker }) => ({
            ...{ kind: 'line', words: text.trim(), language: languages[recording] },
            ...{ speaker: nameOf(speaker), recording, start, end },
          }));
    const heard = passages.filter(({ recording, end, start }) => audio[recording] && end > start);
    return heard.length > 0 ? { passages: heard, audio } : null;
  } catch {
    // A packet of another time, whose words this page does not know how to read, is valid all the same.
    return null;
  }
}

/** The end of the sentence in which something was said at a second. */
function endOf(segments: readonly Segment[], side: 'a' | 'b', second: number): number {
  const around = segments.find(
    ({ recording = 'a', start, end }) => recording === side && start <= second && second < end,
  );
  return around?.end ?? second + TERM_SECONDS;
}

const read = <Content>(file: Uint8Array | undefined): Content =>
  JSON.parse(new TextDecoder().decode(file)) as Content;
