import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { ENDS, race } from './consent-race.js';
import { keepEvents } from './invitations.fixture.js';
import { recordAnswer, recordTone } from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-consent-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  under = await AgreementsUnderTest.start({}, { decodesAnew: true });
  await keepEvents(under);
}, 120_000);

afterEach(async () => expect(await under.spool()).toEqual([]));

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('answers at the same moment', () => {
  it.each(Object.keys(ENDS))(
    'consent and %s: one of the two counts',
    async (what) => {
      for (let round = 0; round < 6; round += 1) await race(under, audio, answer, what, round * 60);
    },
    120_000,
  );
});
