import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Dialogue,
  diarizationScore,
  Journey,
  meetingOfTwo,
  ROOMS,
  readersDialogue,
  realSpeechFolder,
  startProduct,
  type TestSystem,
  type Transcript,
  testSeed,
} from '#testing';

/** Who speaks when, from the upload to the transcript that people read, in recordings on which nothing was tuned. */

const source = realSpeechFolder();
const READERS = ['2414', '3331', '367'];
const PAIRS = READERS.flatMap((one, index) => READERS.slice(index + 1).map((other) => [one, other] as const));
const MEETINGS = ['trn05', 'trn06', 'trn07', 'trn08', 'trn09'];
const COLLAR_SECONDS = 0.25;
/** Of the speech, mean of all dialogues of readers. */
const MOST_WRONG = 0.15;
/** Recordings in work at a time. */
const AT_ONCE = 2;
const LONGEST_MS = 600_000;

let system: TestSystem;
let folder: string;

beforeAll(async () => {
  if (source === null) return;
  folder = await mkdtemp(join(tmpdir(), 'ssc-speakers-'));
  system = await startProduct(resolve(import.meta.dirname, '..'), { LOG_LEVEL: 'error' });
}, 180_000);

afterAll(async () => {
  await system?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}, 60_000);

/** What the product makes of recordings that people have paid for. */
async function transcripts(dialogues: readonly Dialogue[]): Promise<Transcript[]> {
  const found: Transcript[] = [];
  const waiting = [...dialogues.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { wavPath }] = next;
      const anna = new Journey(system.url, { patienceMs: 30_000 });
      await anna.signup();
      const saved = await anna.save(wavPath);
      expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
      found[index] = await anna.transcript(saved.agreementId, LONGEST_MS);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** Prints how wrong each is, in percent; answers the shares. */
function rates(
  names: readonly string[],
  dialogues: readonly Dialogue[],
  found: readonly Transcript[],
): number[] {
  return dialogues.map((dialogue, index) => {
    const { segments, areVoicesUnclear, engine } = found[index] as Transcript;
    const speakers = new Set(segments.map(({ speaker }) => speaker)).size;
    const score = diarizationScore(dialogue.turns, segments, COLLAR_SECONDS);
    const percent = (share: number) => (share * 100).toFixed(1);
    process.stdout.write(
      `${names[index]}: ${speakers} speakers${areVoicesUnclear ? ', unclear' : ''}, ${percent(score.rate)} % wrong ` +
        `(missed ${percent(score.missed)}, false alarm ${percent(score.falseAlarm)}, confusion ${percent(score.confusion)}; ${engine})\n`,
    );
    return score.rate;
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const whenThereIsSpeech = source === null ? it.skip : it;

whenThereIsSpeech(
  'two readers are two speakers, and what each said is theirs',
  async () => {
    const seed = testSeed();
    const kinds = ['quiet', 'everything'];
    const dialogues: Dialogue[] = [];
    const names: string[] = [];
    for (const [index, pair] of PAIRS.entries()) {
      for (const kind of kinds) {
        names.push(`${pair.join(' and ')}, ${kind}`);
        const path = join(folder, `${names.length}.wav`);
        dialogues.push(
          await readersDialogue(
            path,
            source ?? '',
            pair,
            seed + index * kinds.length + names.length,
            ROOMS[kind],
          ),
        );
      }
    }
    const found = await transcripts(dialogues);
    const wrong = rates(names, dialogues, found);
    for (const { segments } of found) {
      expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(2);
    }
    expect(mean(wrong)).toBeLessThanOrEqual(MOST_WRONG);
  },
  2 * LONGEST_MS,
);

whenThereIsSpeech(
  'two people of a meeting are two speakers, or it is said that the voices could not be told apart',
  async () => {
    const dialogues: Dialogue[] = [];
    const names: string[] = [];
    for (const name of MEETINGS) {
      const meeting = await meetingOfTwo(join(folder, `${name}.wav`), source ?? '', name);
      if (meeting === null) continue;
      dialogues.push(meeting);
      names.push(name);
    }
    const found = await transcripts(dialogues);
    rates(names, dialogues, found);
    for (const { segments, areVoicesUnclear, isOneVoice } of found) {
      const speakers = new Set(segments.map(({ speaker }) => speaker)).size;
      expect(speakers === 2 || areVoicesUnclear || isOneVoice).toBe(true);
    }
  },
  2 * LONGEST_MS,
);
