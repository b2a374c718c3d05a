import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimAgreement, getAgreementFacts, recordAgreementAct } from '#contracts';
import { type Principal, runInContext, ServiceClient, visitor } from '#platform';
import { mailedConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import {
  consentForm,
  currentKey,
  forgetSounds,
  invitedAgreement,
  keepEvents,
  OWNER,
  pay,
  send,
} from './invitations.fixture.js';
import {
  claim,
  recordAnswer,
  recordTone,
  type SavedBody,
  savedAgreement,
  uploadForm,
} from './recordings.fixture.js';

let under: AgreementsUnderTest;
let folder: string;
let audio: Buffer;
let answer: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-languages-'));
  audio = await recordTone(join(folder, 'tone.webm'), 1);
  answer = await recordAnswer(join(folder, 'answer.webm'));
  under = await AgreementsUnderTest.start();
  await keepEvents(under);
}, 120_000);

afterAll(async () => {
  await under?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const service = { kind: 'service', id: 0, sessionId: null, name: 'notifications' } as const;

async function languagesOf(agreementId: string): Promise<unknown> {
  const { body } = await under.call<{ languages: unknown }>(`/internal/agreements/${agreementId}`, service);
  return body.languages;
}

describe('the languages of the parties', () => {
  it.each([
    ['es-MX,es;q=0.9', 'es'],
    ['en', 'en'],
    ['fr', 'en'],
  ])("party A's is that of the document in which it was saved: %s", async (asked, language) => {
    const { body } = await under.call<SavedBody>('/api/agreements/temporary', visitor, {
      ...{ method: 'POST', body: uploadForm(audio) },
      headers: { 'accept-language': asked },
    });
    expect(await languagesOf(body.agreementId)).toEqual({ partyA: language, partyB: null });
  });

  const remote = (agreementId: string, act: string) => `/api/agreements/remote/${agreementId}/${act}`;
  const ofPartyB = (language: string) => ({
    'accept-language': language,
    'user-agent': 'Browser of party B',
  });
  const sends = async (path: string, language: string, body: object, who: Principal = visitor) =>
    (await send(under, 'POST', path, body, who, ofPartyB(language))).status;
  const invited = async () => {
    const { agreementId } = await invitedAgreement(under, audio);
    return { agreementId, key: await currentKey(under, agreementId) };
  };

  it("party B's is that of the browser in which the mailed link was first opened, until they answer", async () => {
    const { agreementId, key } = await invited();
    const view = (language: string, body: object) => sends(remote(agreementId, 'view'), language, body);
    // Whoever has the number only may be anybody.
    expect(await view('en', {})).toBe(204);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: null });
    expect(await view('es', { key })).toBe(204);
    expect(await view('en', { key })).toBe(204);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: 'es' });
  });

  it.each<[string, Principal, string]>([
    ['visitor', visitor, 'es'],
    // On party A's device another language than party A's has been chosen as well.
    ['party A', user(OWNER), 'es'],
  ])("party B's becomes that in which they consent, whatever it was: %s", async (_, who, language) => {
    const { agreementId, key } = await invited();
    expect(await sends(remote(agreementId, 'view'), 'en', { key })).toBe(204);
    await forgetSounds(under, agreementId);
    const body = consentForm(answer, { key, wordingVersion: '2026-11-es' });
    const consented = { method: 'POST', body, headers: ofPartyB(language) };
    expect((await under.call(remote(agreementId, 'consent'), who, consented)).status).toBe(201);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: language });
  });

  it("party B's becomes that in which they decline, whatever it was", async () => {
    const { agreementId, key } = await invited();
    expect(await sends(remote(agreementId, 'view'), 'en', { key })).toBe(204);
    expect(await sends(remote(agreementId, 'decline'), 'es', { key, reason: 'No.' })).toBe(200);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: 'es' });
  });

  it('of people in one room, party B’s is that in which they say whether it was them', async () => {
    const { agreementId } = await savedAgreement(under, audio, OWNER);
    await pay(under, agreementId);
    const says = (how: 'yes' | 'no', key: string, language: string, who: Principal = visitor) =>
      sends(remote(agreementId, 'confirmation'), language, { key, answer: how }, who);
    const shown = await send<{ url: string }>(
      under,
      'POST',
      `/api/agreements/${agreementId}/confirmation-link`,
      undefined,
      user(OWNER),
    );
    const screenKey = new URL(shown.body.url).searchParams.get('key') ?? '';
    const mailKey = mailedConfirmationKey(LINK_SECRET, agreementId);

    // Party A's device in party A's language tells nothing.
    expect(await says('yes', screenKey, 'en', user(OWNER))).toBe(200);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: null });
    expect(await says('yes', mailKey, 'es')).toBe(200);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: 'es' });
    // Party A can scan the own screen with another phone.
    expect(await says('yes', screenKey, 'en')).toBe(200);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: 'es' });
    expect(await says('no', mailKey, 'en')).toBe(200);
    expect(await languagesOf(agreementId)).toEqual({ partyA: 'en', partyB: 'en' });
  });
});

describe('where a person is', () => {
  const originsOf = (agreementId: string) =>
    under.query(
      `select type, address, device from agreement_events where agreement_id = $1 and type <> 'recorded' order by seq`,
      [agreementId],
    );
  const person = { address: '203.0.113.44', device: 'Old Phone/7' };
  const asThey = <T>(work: () => T) =>
    runInContext({ correlationId: 'person-1', causationId: null, traceparent: null, origin: person }, work);

  it('is on record also when another service asks on their behalf', async () => {
    const { agreementId, claimToken } = await savedAgreement(under, audio);
    const payments = new ServiceClient(under.service.url, under.tokens, 'payments', 'agreements');
    const params = { agreementId };
    await asThey(() =>
      payments.call(claimAgreement, { params, principal: user(OWNER), body: { claimToken } }),
    );
    const admin = { kind: 'admin', id: 3, sessionId: null } as const;
    const body = { act: 'job-retried' as const, reason: 'It was stuck' };
    await asThey(() => payments.call(recordAgreementAct, { params, principal: admin, body }));
    await payments.close();
    expect(await originsOf(agreementId)).toEqual([
      { type: 'claimed', ...person },
      { type: 'admin-retried-job', ...person },
    ]);
    const { body: log } = await under.call<{ type: string; address: string | null }[]>(
      `/api/agreements/${agreementId}/events`,
      user(OWNER),
    );
    expect(log.find(({ type }) => type === 'claimed')).toMatchObject(person);
    expect(log.find(({ type }) => type === 'admin-retried-job')).toMatchObject({
      address: null,
      device: null,
    });
  });

  it('is not taken from a service that asks for itself', async () => {
    const { agreementId } = await savedAgreement(under, audio);
    const payments = new ServiceClient(under.service.url, under.tokens, 'payments', 'agreements');
    const facts = await asThey(() => payments.call(getAgreementFacts, { params: { agreementId } }));
    await payments.close();
    expect(facts.agreementId).toBe(agreementId);
  });

  it('is there when the claim comes by itself', async () => {
    const { agreementId, claimToken } = await savedAgreement(under, audio);
    await claim(under, agreementId, OWNER, claimToken);
    expect(await originsOf(agreementId)).toEqual([
      { type: 'claimed', address: expect.any(String), device: expect.any(String) },
    ]);
  });
});
