import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { recordingStored } from '#contracts';
import { Outbox } from '#outbox';
import { visitor } from '#platform';
import { AgreementsUnderTest } from './agreements-under-test.js';
import { consent, consentForm, invitedAgreement } from './invitations.fixture.js';
import { recordAnswer, recordTone, uploadForm } from './recordings.fixture.js';

describe('a commit whose answer is lost, and which comes about later', () => {
  let under: AgreementsUnderTest;
  let folder: string;
  let audio: Buffer;
  let answer: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ssc-in-doubt-'));
    audio = await recordTone(join(folder, 'tone.webm'), 1);
    answer = await recordAnswer(join(folder, 'answer.webm'));
    under = await AgreementsUnderTest.start();
  }, 120_000);

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await under?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /**
   * From now on a transaction that stores a recording commits only when the answer of this function is called; its caller
   * hears of an error before.
   */
  function loseCommit(): () => Promise<unknown> {
    const outbox = under.service.app.get(Outbox);
    const add = outbox.add.bind(outbox) as Outbox['add'];
    const transaction = outbox.transaction.bind(outbox) as Outbox['transaction'];
    const stores = new WeakSet<EntityManager>();
    const later = Promise.withResolvers<void>();
    let committed: Promise<unknown> = Promise.resolve();
    jest.spyOn(outbox, 'add').mockImplementation((manager, definition, data) => {
      if (definition.name === recordingStored.name) stores.add(manager);
      return add(manager, definition, data);
    });
    jest.spyOn(outbox, 'transaction').mockImplementation((work) => {
      const lost = Promise.withResolvers<never>();
      const result = transaction(async (manager) => {
        const done = await work(manager);
        if (stores.has(manager)) {
          committed = result;
          lost.reject(new Error('Connection terminated unexpectedly'));
          await later.promise;
        }
        return done;
      });
      return Promise.race([result, lost.promise]);
    });
    return () => {
      later.resolve();
      return committed;
    };
  }

  const ALL = 'select agreement_id as id from agreements';
  const save = () =>
    under.call('/api/agreements/temporary', visitor, { method: 'POST', body: uploadForm(audio, {}) });
  const isStored = async (agreementId: string, party: string): Promise<boolean> => {
    const [row] = await under.query<{ key: string }>(
      'select object_key as key from recordings where agreement_id = $1 and party = $2',
      [agreementId, party],
    );
    return row !== undefined && (await under.objects()).some((path) => path.endsWith(row.key));
  };

  it('leaves the recording of party B, whose repeated consent is answered with it', async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    const commit = loseCommit();
    expect((await consent(under, agreementId, consentForm(answer))).status).toBe(503);
    await commit();
    jest.restoreAllMocks();
    expect((await consent(under, agreementId, consentForm(answer))).status).toBe(201);
    expect(await isStored(agreementId, 'b')).toBe(true);
  });

  it('leaves the recording of an agreement that is saved', async () => {
    const known = new Set((await under.query<{ id: string }>(ALL)).map(({ id }) => id));
    const commit = loseCommit();
    const refused = await save();
    expect(refused.status).toBe(503);
    await commit();
    const saved = (await under.query<{ id: string }>(ALL)).filter(({ id }) => !known.has(id));
    expect(saved).toHaveLength(1);
    expect(await isStored(saved[0]?.id ?? '', 'a')).toBe(true);
  });

  it('is not waited for where the work itself was refused: nothing is left', async () => {
    const objects = await under.objects();
    const outbox = under.service.app.get(Outbox);
    jest.spyOn(outbox, 'add').mockRejectedValue(new Error('Connection terminated unexpectedly'));
    const refused = await save();
    expect(refused.status).toBe(503);
    expect(await under.objects()).toEqual(objects);
  });
});
