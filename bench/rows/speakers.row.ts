import { type ChildProcess, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import {
  type Dialogue,
  diarizationScore,
  type FoundTurn,
  meetingOfTwo,
  ROOMS,
  readersDialogue,
  realSpeechFolder,
  speakDialogue,
  VOICE_PAIRS,
} from '#testing';
import { measureAudio } from '../../libs/media/src/derive-audio.js';
import { LEAST_AGREEMENT } from '../../services/transcription/src/diarization/find-speakers.js';
import { diarizeAside } from '../../services/transcription/src/diarization/two-speakers/diarize-process.js';
import type { LabelledSpan } from '../../services/transcription/src/diarization/two-speakers/labelled-spans.js';
import { listenToVoices } from '../../services/transcription/src/diarization/voice-features.js';
import { clusterVoices, voiceWindows } from '../earlier-speakers/cluster-voices.js';
import { turnsOf } from '../earlier-speakers/follow-voices.js';
import { type Finding, valueFinding } from '../finding.js';
import type { Row, Stage } from '../stage.js';

/** Readers and meetings on which nothing was tuned: it was done on readers 1688 and 2033 and on meetings 1 to 4. */
const READERS = ['2414', '3331', '367'] as const;
const MEETINGS = ['trn05', 'trn06', 'trn07', 'trn08', 'trn09'];
/** Two kinds of rooms never have the same dialogue. */
const FIRST_SEED = 101;
/** Confusion that must be rare among recordings that count as told apart. */
const MUCH_CONFUSION = 0.15;
const TAPPED_SECONDS = 5;
const { signal } = new AbortController();

/** What one method made of one recording. */
interface Result {
  /** Diarization error in percent, with a collar of 0.25 s and with none. */
  rate: number;
  strict: number;
  confusion: number;
  missed: number;
  falseAlarm: number;
  /** The rate where moments at which both speak are not judged. */
  alone: number;
}

interface Tried {
  now: Result;
  earlier: Result;
  isToldApart: boolean;
  isOneVoice: boolean;
  /** With labels of five seconds for each party, pressed in time, half a second early and late. */
  tapped: Result[];
  /** Seconds of wall clock for a minute of sound; the process has one thread. */
  perMinute: number;
}

/** Who speaks when, without labels of an engine: how often that is wrong, beside the method before, and what it costs. */
export const speakersRow: Row = async (stage) => {
  const blocked = monitorEventLoopDelay({ resolution: 1 });
  const kinds: [string, Dialogue[], number | undefined][] = [
    ['espeak dialogues', await espeak(stage), 3],
    ['dialogues of readers', await readers(stage), 10],
    ['meetings of two', await meetings(stage), 22],
  ];
  const findings: Finding[] = [];
  const all: Tried[] = [];
  blocked.enable();
  for (const [kind, dialogues, atMost] of kinds) {
    if (dialogues.length === 0) {
      process.stdout.write(`P24: no ${kind}: their sound is not on this machine (REAL_SPEECH_DIR)\n`);
      continue;
    }
    const tried: Tried[] = [];
    for (const dialogue of dialogues) tried.push(await tryOne(dialogue));
    all.push(...tried);
    const finding = (what: string, values: number[], goal?: number) =>
      valueFinding(
        'P24',
        `${what}, ${dialogues.length} ${kind}`,
        '%',
        values,
        goal === undefined ? {} : { atMost: goal },
      );
    findings.push(
      finding('diarization error, mean', [mean(tried.map(({ now }) => now.rate))], atMost),
      finding('the same without a collar', [mean(tried.map(({ now }) => now.strict))]),
      finding(
        'worst',
        [Math.max(...tried.map(({ now }) => now.rate))],
        kind.includes('readers') ? 20 : undefined,
      ),
      finding('confusion, mean', [mean(tried.map(({ now }) => now.confusion))]),
      finding(
        'with taps of 5 s each, in time, early and late, mean',
        [mean(tried.flatMap(({ tapped }) => tapped.map(({ rate }) => rate)))],
        kind.includes('readers') ? 7 : undefined,
      ),
      finding('missed, mean', [mean(tried.map(({ now }) => now.missed))]),
      finding('false alarm, mean', [mean(tried.map(({ now }) => now.falseAlarm))]),
      finding('where one alone speaks, mean', [mean(tried.map(({ now }) => now.alone))]),
      finding(
        'taken for one voice',
        [(100 * tried.filter(({ isOneVoice }) => isOneVoice).length) / tried.length],
        kind.includes('readers') ? 0 : undefined,
      ),
      finding('the method before, mean', [mean(tried.map(({ earlier }) => earlier.rate))]),
      finding('the same without a collar', [mean(tried.map(({ earlier }) => earlier.strict))]),
    );
  }
  blocked.disable();
  const single = await oneReader(stage);
  if (single.length > 0) {
    const found = single.filter((isOne) => isOne).length;
    findings.push(
      valueFinding(
        'P24',
        `one voice found, of ${single.length} recordings of one reader`,
        '%',
        [(100 * found) / single.length],
        {},
      ),
    );
    findings.push(
      valueFinding(
        'P24',
        'most memory of the process for an hour of sound',
        'MB',
        [await memoryOfAnHour(stage)],
        {
          atMost: 256,
        },
      ),
    );
  }
  const sure = all.filter(({ isToldApart }) => isToldApart);
  const wrong = sure.filter(({ now }) => now.confusion > 100 * MUCH_CONFUSION);
  return [
    ...findings,
    valueFinding('P24', `told apart, of ${all.length}`, '%', [(100 * sure.length) / all.length], {}),
    valueFinding(
      'P24',
      'of these with confusion above 15 %',
      '%',
      [(100 * wrong.length) / Math.max(1, sure.length)],
      {
        atMost: 5,
      },
    ),
    valueFinding(
      'P24',
      'telling voices apart, per minute',
      's',
      all.map(({ perMinute }) => perMinute),
      { atMost: 4 },
    ),
    valueFinding('P24', 'longest stop of the event loop', 'ms', [blocked.max / 1e6], {}),
  ];
};

async function espeak({ folder }: Stage): Promise<Dialogue[]> {
  const spoken: Dialogue[] = [];
  for (const [index, pair] of VOICE_PAIRS.entries()) {
    spoken.push(await speakDialogue(join(folder, `dialogue-${index}.wav`), pair, index + 1));
  }
  return spoken;
}

/** Each pair in every kind of room. */
async function readers({ folder }: Stage): Promise<Dialogue[]> {
  const source = realSpeechFolder();
  if (source === null) return [];
  const dialogues: Dialogue[] = [];
  for (const [index, one] of READERS.entries()) {
    for (const other of READERS.slice(index + 1)) {
      for (const [name, room] of Object.entries(ROOMS)) {
        const path = join(folder, `${one}-${other}-${name}.wav`);
        dialogues.push(
          await readersDialogue(path, source, [one, other], FIRST_SEED + dialogues.length, room),
        );
      }
    }
  }
  return dialogues;
}

/** Each reader alone in every kind of room: whether one voice was found. */
async function oneReader({ folder }: Stage): Promise<boolean[]> {
  const source = realSpeechFolder();
  if (source === null) return [];
  const found: boolean[] = [];
  for (const reader of READERS) {
    for (const [name, room] of Object.entries(ROOMS)) {
      const path = join(folder, `${reader}-alone-${name}.wav`);
      await readersDialogue(path, source, [reader, reader], FIRST_SEED + found.length, {
        ...room,
        levelDb: 0,
      });
      const { speech } = await measureAudio(path);
      found.push((await diarizeAside({ wavPath: path, speech }, { signal })).isOneVoice);
    }
  }
  return found;
}

/** The highest that Linux saw of the process, in megabytes. */
async function memoryOfAnHour({ folder }: Stage): Promise<number> {
  const source = realSpeechFolder();
  if (source === null) return 0;
  const piece = join(folder, 'piece.wav');
  await readersDialogue(piece, source, [READERS[0], READERS[1]], FIRST_SEED);
  const wavPath = join(folder, 'hour.wav');
  const loop = [
    '-stream_loop',
    '-1',
    '-i',
    piece,
    '-t',
    '3600',
    '-c:a',
    'pcm_s16le',
    '-fflags',
    '+bitexact',
    wavPath,
  ];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...loop]);
  const { speech } = await measureAudio(wavPath);
  let most = 0;
  let watch: NodeJS.Timeout | undefined;
  const onStart = ({ pid }: ChildProcess) => {
    watch = setInterval(() => {
      readFile(`/proc/${pid}/status`, 'utf8')
        .then((status) => {
          most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000);
        })
        .catch(() => undefined);
    }, 100);
  };
  await diarizeAside({ wavPath, speech }, { signal, onStart }).finally(() => clearInterval(watch));
  return most;
}

async function meetings({ folder }: Stage): Promise<Dialogue[]> {
  const source = realSpeechFolder();
  if (source === null) return [];
  const cut: Dialogue[] = [];
  for (const name of MEETINGS) {
    const meeting = await meetingOfTwo(join(folder, `${name}.wav`), source, name);
    if (meeting) cut.push(meeting);
  }
  return cut;
}

async function tryOne(dialogue: Dialogue): Promise<Tried> {
  const { wavPath, durationSeconds } = dialogue;
  const { speech } = await measureAudio(wavPath);
  const began = performance.now();
  const { turns, agreement, isOneVoice } = await diarizeAside({ wavPath, speech }, { signal });
  const seconds = (performance.now() - began) / 1000;
  const tapped: Result[] = [];
  for (const late of [0, -0.5, 0.5]) {
    const labelled = taps(dialogue, late);
    const anchored = await diarizeAside({ wavPath, speech, labelled }, { signal });
    tapped.push(result(dialogue, anchored.turns));
  }
  const track = await listenToVoices(wavPath, speech, { signal });
  const stretches = track.stretches();
  const windows = voiceWindows(track, stretches);
  const before = turnsOf(stretches, windows, clusterVoices(windows));
  return {
    now: result(dialogue, turns),
    earlier: result(dialogue, before),
    tapped,
    isToldApart: agreement >= LEAST_AGREEMENT && !isOneVoice,
    isOneVoice,
    perMinute: (60 * seconds) / durationSeconds,
  };
}

/** The first turns of each party, until there are five seconds of each; all of them `late` by some seconds. */
function taps({ turns }: Dialogue, late: number): LabelledSpan[] {
  const seconds = [0, 0];
  return turns.flatMap(({ start, end, voice }) => {
    const left = TAPPED_SECONDS - (seconds[voice] ?? 0);
    if (left <= 0) return [];
    const length = Math.min(left, end - start);
    seconds[voice] = (seconds[voice] ?? 0) + length;
    return [{ start: Math.max(0, start + late), end: start + length + late, voice: voice === 0 ? 0 : 1 }];
  });
}

function result(
  { turns }: Dialogue,
  found: readonly { start: number; end: number; voice: number }[],
): Result {
  const labelled = found.map(({ start, end, voice }): FoundTurn => ({ start, end, speaker: String(voice) }));
  const { rate, confusion, missed, falseAlarm } = diarizationScore(turns, labelled, 0.25);
  return {
    rate: 100 * rate,
    confusion: 100 * confusion,
    missed: 100 * missed,
    falseAlarm: 100 * falseAlarm,
    alone: 100 * diarizationScore(turns, labelled, 0.25, true).rate,
    strict: 100 * diarizationScore(turns, labelled, 0).rate,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
