import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually, QueryPlans } from '#testing';
import { FindQuotes } from '../src/agreements/find-quotes.schedule.js';
import { AgreementCheck } from '../src/evidence/agreement-check.js';
import type { Verification } from '../src/evidence/verification.view.js';
import { readObject } from '../src/seals/spoken-consents.js';
import { mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET } from './agreements-under-test.js';
import { retentionEnds } from './deadlines.fixture.js';
import { send } from './invitations.fixture.js';
import { recordAnswer, recordTone } from './recordings.fixture.js';
import { FakeServices, packetOf, sealed, sealedRemoteAgreement, unpack } from './seals.fixture.js';

/** What somebody was heard saying, as the services of these tests tell it. */
const QUOTE = 'I agree to sell my car.';
const visitor = { kind: 'visitor', id: 0, sessionId: null } as const;
const heardWithoutWords = [
  { party: 'a', state: 'said', reason: null, recording: 'a', start: 1 },
  { party: 'b', state: 'not_said', reason: null, recording: null, start: null },
];

let under: AgreementsUnderTest;
let services: FakeServices;
let folder: string;
let audio: Buffer;
let consentAudio: Buffer;

const store = () => under.service.app.get<ObjectStore>(OBJECT_STORE);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-quotes-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  consentAudio = await recordAnswer(join(folder, 'consent.webm'));
  services = await FakeServices.start();
  under = await AgreementsUnderTest.start(services.environment);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await services?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Objects of an agreement's seals that quote what was said. */
async function quoting(agreementId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store().list(`seals/${agreementId}/`)) {
    if ((await readObject(store(), key))?.includes(QUOTE)) found.push(key);
  }
  return found;
}

interface Consents {
  spokenConsents: object[];
  voiceMatch: string | null;
}

async function consentsOf(agreementId: string): Promise<{ key: string; content: Consents }> {
  const [part] = await under.query<{ key: string }>(
    `select object_key as key from seal_parts where agreement_id = $1 and path = 'consents.json'
     order by version desc limit 1`,
    [agreementId],
  );
  const content = await readObject(store(), part?.key ?? '');
  return { key: part?.key ?? '', content: JSON.parse(String(content)) as Consents };
}

/** Makes the file what an earlier release sealed: with the words in it. */
async function sealedWithWords(agreementId: string): Promise<void> {
  const { key, content } = await consentsOf(agreementId);
  const [a, b] = content.spokenConsents;
  const spokenConsents = [
    { ...a, text: QUOTE },
    { ...b, text: null },
  ];
  const old = Buffer.from(
    `${JSON.stringify({ ...content, spokenConsents, voiceMatch: 'alike' }, null, 2)}\n`,
  );
  const oldKey = `seals/${agreementId}/${sha256(old)}.bin`;
  await store().putBuffer(oldKey, old, 'application/json');
  await store().delete(key);
  await under.query(
    `update seal_parts set kind = 'consents', sha256 = $2, bytes = $3, object_key = $4
     where agreement_id = $1 and path = 'consents.json'`,
    [agreementId, sha256(old), old.length, oldKey],
  );
}

async function objects(agreementId: string): Promise<void> {
  const key = mailedConfirmationKey(LINK_SECRET, agreementId);
  const answer = { key, answer: 'no', reason: 'I was in Rome.' };
  const { status } = await send(under, 'POST', `/api/agreements/remote/${agreementId}/confirmation`, answer);
  expect(status).toBe(200);
  await sealed(under, agreementId, 2);
}

describe('the words of a spoken consent', () => {
  it('are in the transcript, and go with it; whether it was said stays in the packet', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    const packet = await unpack((await packetOf(under, agreementId)).body, join(folder, 'packet'));
    const said = await readFile(join(packet, 'consents.json'), 'utf8');
    expect(JSON.parse(said)).toMatchObject({ spokenConsents: heardWithoutWords, voiceMatch: null });
    expect(said).not.toContain(QUOTE);
    expect(await readFile(join(packet, 'transcript.json'), 'utf8')).toContain(QUOTE);
    expect((await quoting(agreementId)).length).toBeGreaterThan(0);

    await retentionEnds(under, agreementId);
    expect(await quoting(agreementId)).toEqual([]);
    expect((await consentsOf(agreementId)).content.spokenConsents).toEqual(heardWithoutWords);
    expect(await under.service.app.get(AgreementCheck).check(agreementId)).toBeNull();
    const { body } = await under.call<Verification>(`/api/verify/${agreementId}`, visitor);
    expect(body).toMatchObject({ status: 'valid' });
    const part = body.parts.find(({ path }) => path === 'consents.json');
    expect(part).toMatchObject({ kind: 'consent-record', isDeleted: false });
    await objects(agreementId);
    expect((await consentsOf(agreementId)).content.spokenConsents).toEqual(heardWithoutWords);
  }, 90_000);

  it('go from seals of an earlier release, too; whether it was said goes into the log before', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    await sealedWithWords(agreementId);
    await retentionEnds(under, agreementId);
    expect(await quoting(agreementId)).toEqual([]);
    const log = await under.query<{ type: string; detail: object }>(
      `select type, detail from agreement_events where agreement_id = $1 order by seq desc limit 2`,
      [agreementId],
    );
    expect(log).toMatchObject([
      { type: 'content-deleted' },
      { type: 'spoken-consents-kept', detail: { stateA: 'said', startA: 1, stateB: 'not_said' } },
    ]);
    await objects(agreementId);
    const { content } = await consentsOf(agreementId);
    expect(content).toMatchObject({ spokenConsents: heardWithoutWords, voiceMatch: 'alike' });
    expect(await quoting(agreementId)).toEqual([]);
  }, 90_000);

  it('go from what an earlier release left behind when it deleted the rest', async () => {
    const { agreementId } = await sealedRemoteAgreement(under, audio, consentAudio);
    await retentionEnds(under, agreementId);
    await sealedWithWords(agreementId);
    const left = await quoting(agreementId);
    expect(left).toHaveLength(1);
    const findQuotes = () => under.service.app.get(FindQuotes).round(new AbortController().signal);
    const plans = await QueryPlans.of(under.service.app, 'seal_parts', findQuotes);
    expect(await plans.indexes()).toContain('seal_parts_quotes');
    await until(async () => {
      const rows = await under.query(
        `select 1 from seal_parts where agreement_id = $1 and kind = 'consents' and deleted_at is null`,
        [agreementId],
      );
      return rows.length === 0;
    });
    expect(await quoting(agreementId)).toEqual([]);
    await objects(agreementId);
    expect((await consentsOf(agreementId)).content.spokenConsents).toEqual(heardWithoutWords);
  }, 90_000);
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await eventually(async () => expect(await isSo()).toBe(true), 20_000, 'the deletion');
}
