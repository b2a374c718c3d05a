import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import {
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  newAgreementId,
  type TranscriptFiles,
  transcriptCompleted,
} from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { RetryFailedTranscripts } from '../src/transcripts/retry-failed-transcripts.schedule.js';
import { anna } from './agreement-events.js';
import { admin, ben, service, Transcription } from './transcription.harness.js';

const REASON = 'Transcribed as ordered.\nHeard twice.';
const SRT = '1\n00:00:00,200 --> 00:00:01,000\nDo you agree?\n\n2\n00:00:01,400 --> 00:00:02,000\nYes.\n';

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type = 'text/plain') =>
  new File([content], name, { type });

describe('a transcript made by a person', () => {
  let openai: OpenAiStandIn;
  let subject: Transcription;

  beforeAll(async () => {
    // It makes anew what failed, also what a test is still to find failed.
    jest.spyOn(RetryFailedTranscripts.prototype, 'round').mockResolvedValue();
    openai = await startOpenAi({ port: 0 });
    subject = await Transcription.start({
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
    });
  }, 180_000);

  afterAll(async () => {
    await subject?.close();
    await openai?.close();
    jest.restoreAllMocks();
  }, 60_000);

  beforeEach(() => {
    openai.reset();
    openai.respondWith({ duration: 3, segments: [{ start: 0, end: 1, text: 'Do you a tree?' }] });
    subject.agreements.refusesActs = false;
  });

  const transcribed = async () => {
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    return facts;
  };
  const failed = async () => {
    openai.failWith(401);
    const facts = await subject.paid();
    await subject.reaches(facts, 'failed');
    return facts;
  };
  const ordered = async (agreementId: string) => String((await subject.order(agreementId)).body.orderId);
  const acts = (agreementId: string) =>
    subject.agreements.acts.filter((act) => act.agreementId === agreementId);

  it('is ordered once', async () => {
    const { agreementId } = await subject.recorded();
    const [one, two] = await Promise.all([subject.order(agreementId), subject.order(agreementId)]);
    expect([one.status, two.status].sort()).toEqual([200, 201]);
    expect(one.body).toEqual({
      orderId: expect.any(String),
      agreementId,
      status: 'requested',
      amount: 2,
      currency: 'USD',
      dueAt: null,
    });
    expect(two.body).toEqual(one.body);
    expect(await subject.news(agreementId, humanTranscriptOrdered, 1)).toEqual([
      { agreementId, ownerId: anna.id, orderId: one.body.orderId },
    ]);
  }, 60_000);

  it('is ordered for one of your own agreements', async () => {
    const known = await transcribed();
    const { agreementId } = await subject.recorded();
    for (const answer of [
      await subject.order(known.agreementId, ben),
      await subject.order(agreementId, ben),
      await subject.order(newAgreementId()),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'agreement_not_found']);
    }
    expect((await subject.order('12')).status).toBe(400);
    expect((await subject.order(agreementId, admin)).status).toBe(403);
    subject.agreements.agreements.set(agreementId, { ownerId: anna.id, status: 'cancelled' });
    expect(await subject.order(agreementId)).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  }, 60_000);

  it('completes an agreement whose transcript failed', async () => {
    const { agreementId } = await failed();
    const orderId = await ordered(agreementId);
    const answer = await subject.fulfil(
      orderId,
      form({ reason: REASON, transcript: file(SRT, 'sale.srt', 'application/x-subrip') }),
    );
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        orderId,
        agreementId,
        status: 'delivered',
        requestedAt: expect.any(String),
        paidAt: null,
        dueAt: null,
        deliveredAt: expect.any(String),
        deliveredBy: admin.id,
        ...{ replacedAt: null, correctsOrderId: null },
        recordings: [{ party: 'a', durationSeconds: expect.any(Number) }],
      },
    ]);
    expect(acts(agreementId)).toEqual([
      { agreementId, adminId: admin.id, act: 'transcript-fulfilled', reason: REASON },
    ]);
    const origins = (id: string, who = service) => subject.get(`/internal/human-orders/${id}/origins`, who);
    const here = { address: '127.0.0.1', device: 'node' };
    expect((await origins(orderId)).body).toEqual({ ordered: here, delivered: here });
    expect((await origins(randomUUID())).status).toBe(404);
    expect((await origins(orderId, anna)).status).toBe(403);
    const { body: view } = await subject.read(agreementId);
    expect(view).toMatchObject({
      status: 'done',
      engine: 'human',
      draft: false,
      text: 'Do you agree?\nYes.',
      segments: [
        { start: 0.2, end: 1, text: 'Do you agree?', speaker: null, recording: 'a' },
        { start: 1.4, end: 2, text: 'Yes.', speaker: null, recording: 'a' },
      ],
      human: {
        text: 'Do you agree?\nYes.',
        sha256: view.sha256,
        deliveredAt: answer.body.deliveredAt,
      },
      fallbackOptions: null,
    });
    const { body: files } = await subject.get(`/internal/transcripts/${agreementId}/files`, service);
    const { json, txt } = files as object as TranscriptFiles;
    expect(JSON.parse(json)).toMatchObject({ sha256: view.sha256, engine: 'human', human: null });
    expect(txt.split('Do you agree?')).toHaveLength(2);
    expect(await subject.news(agreementId, transcriptCompleted, 1)).toEqual([
      expect.objectContaining({ sha256: view.sha256, engine: 'human', isDraft: false, segmentCount: 2 }),
    ]);
    expect(await subject.news(agreementId, humanTranscriptDelivered, 1)).toEqual([
      { agreementId, ownerId: anna.id, orderId, sha256: view.sha256, adminId: admin.id },
    ]);
    const again = await subject.fulfil(orderId, form({ reason: 'Once more', text: 'Other words.' }));
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition']);
    expect(acts(agreementId)).toHaveLength(1);
  }, 60_000);

  it('tells what was settled, also of a contract made in one room', async () => {
    const { agreementId } = await failed();
    const listed = subject.agreements.agreements.get(agreementId);
    if (listed) Object.assign(listed, { amount: '2000.00' });
    const text = 'I sell you my car for two thousand five hundred dollars.\nYes, I agree.';
    expect((await subject.fulfil(await ordered(agreementId), form({ reason: REASON, text }))).status).toBe(
      200,
    );
    expect((await subject.read(agreementId)).body).toMatchObject({
      ...{ engine: 'human', speakers: [], human: { text } },
      terms: expect.arrayContaining([
        expect.objectContaining({ kind: 'amount', value: '2500.00 USD', recording: 'a', speaker: null }),
      ]),
      amountCheck: { typedCents: 200_000, spokenCents: [250_000], agrees: false },
    });
    expect(await subject.news(agreementId, transcriptCompleted, 1)).toEqual([
      expect.objectContaining({ engine: 'human', warnings: ['amount_differs'] }),
    ]);
  }, 60_000);

  /** Both parties' recordings, made apart, of which the machine made nothing or what it hears of everything. */
  const apart = async (stage: 'done' | 'failed') => {
    if (stage === 'failed') openai.failWith(401);
    const a = await subject.recorded();
    const b = await subject.another(a, { party: 'b' });
    await subject.tellStored(a);
    await subject.tellStored(b);
    await subject.tellConsent(a, b);
    await subject.reaches(a, stage);
    return a;
  };

  it("gives the words of each of two recordings to its party, with all that a machine's has", async () => {
    const { agreementId } = await apart('failed');
    const listed = subject.agreements.agreements.get(agreementId);
    if (listed) Object.assign(listed, { amount: '2000.00' });
    const orderId = await ordered(agreementId);
    const textA = 'I sell my car for two thousand dollars.';
    const answer = await subject.fulfil(orderId, form({ reason: REASON, textA, textB: 'Yes, I agree.' }));
    expect([answer.status, answer.body.recordings]).toEqual([
      200,
      [
        { party: 'a', durationSeconds: expect.any(Number) },
        { party: 'b', durationSeconds: expect.any(Number) },
      ],
    ]);
    const { body: view } = await subject.read(agreementId);
    expect(view).toMatchObject({
      status: 'done',
      engine: 'human',
      segments: [
        { start: 0, text: textA, speaker: '1', recording: 'a' },
        { start: 0, text: 'Yes, I agree.', speaker: '2', recording: 'b' },
      ],
      speakers: [
        { label: '1', party: 'a', name: 'Anna Miller', basis: 'recording' },
        { label: '2', party: 'b', name: 'Ben Carter', basis: 'recording' },
      ],
      terms: expect.arrayContaining([
        expect.objectContaining({ kind: 'amount', value: '2000.00 USD', recording: 'a', speaker: '1' }),
      ]),
      amountCheck: { typedCents: 200_000, spokenCents: [200_000], agrees: true },
      spokenConsents: expect.arrayContaining([
        expect.objectContaining({ party: 'b', state: 'said', recording: 'b', text: 'Yes, I agree.' }),
      ]),
      human: { text: `Anna Miller: ${textA}\n\nBen Carter: Yes, I agree.`, sha256: view.sha256 },
    });
    const { body: files } = await subject.get(`/internal/transcripts/${agreementId}/files`, service);
    const { txt } = files as object as TranscriptFiles;
    expect(txt).toMatch(/Party A's recording\n\n\[0:00\] Anna Miller: I sell my car/);
    expect(txt).toMatch(/Party B's recording\n\n\[0:00\] Ben Carter: Yes, I agree\./);
    const orders = await subject.get(`/api/admin/manual-transcriptions?q=${agreementId}`, admin);
    expect(orders.body).toMatchObject([{ recordings: [{ party: 'a' }, { party: 'b' }] }]);
  }, 60_000);

  it("names who speaks beside a machine's transcript of two recordings", async () => {
    const { agreementId } = await apart('done');
    const orderId = await ordered(agreementId);
    const answer = await subject.fulfil(
      orderId,
      form({ reason: REASON, textA: 'Do you agree?', textB: '', silentB: 'true' }),
    );
    expect(answer.status).toBe(200);
    const { body } = await subject.read(agreementId);
    expect(body).toMatchObject({
      engine: expect.stringMatching(/^openai:/),
      human: { text: 'Anna Miller: Do you agree?\n\nBen Carter: —' },
    });
    const { body: files } = await subject.get(`/internal/transcripts/${agreementId}/files`, service);
    expect((files as object as TranscriptFiles).txt).toContain('Ben Carter: —');
  }, 60_000);

  it("of party A's recording alone stays to be read once party B has spoken, and can be ordered of both", async () => {
    const a = await subject.recorded();
    await subject.tellStored(a);
    await subject.tellRequested(a);
    await subject.reachesStage(a, 'done');
    const { agreementId } = a;
    const first = await ordered(agreementId);
    expect((await subject.fulfil(first, form({ reason: REASON, text: 'Do you agree?' }))).status).toBe(200);
    expect(await subject.order(agreementId)).toMatchObject({ status: 200, body: { orderId: first } });
    const b = await subject.another(a, { party: 'b' });
    await subject.tellStored(b);
    await subject.tellConsent(a, b);
    await subject.reaches(a, 'done');
    expect((await subject.read(agreementId)).body).toMatchObject({
      ...{ human: null, humanOfPartyA: { text: 'Do you agree?', deliveredAt: expect.any(String) } },
    });
    const { body: given } = await subject.get(`/internal/transcripts/${agreementId}`, service);
    expect(given).toMatchObject({ human: null });
    expect(given).not.toHaveProperty('humanOfPartyA');
    const again = await subject.order(agreementId);
    expect(again).toMatchObject({ status: 201, body: { status: 'requested' } });
    const [, told] = await subject.news(agreementId, humanTranscriptOrdered, 2);
    const [row] = await subject.rows.query<{ delivered_at: Date }[]>(
      'select delivered_at from human_orders where id = $1',
      [first],
    );
    expect(told).toEqual({
      ...{ agreementId, ownerId: anna.id, orderId: again.body.orderId },
      replacesDeliveredAt: row?.delivered_at.toISOString(),
    });
    const both = form({ reason: REASON, textA: 'Do you agree?', textB: 'Yes, I agree.' });
    expect((await subject.fulfil(again.body.orderId, both)).status).toBe(200);
    expect((await subject.read(agreementId)).body).toMatchObject({
      human: { text: 'Anna Miller: Do you agree?\n\nBen Carter: Yes, I agree.' },
    });
    expect(await subject.order(agreementId)).toMatchObject({ status: 200, body: { status: 'delivered' } });
    expect(await subject.correct(first, form({ reason: REASON, text: 'Yes.' }))).toMatchObject({
      status: 409,
    });
  }, 60_000);

  it("of party A's recording alone is not corrected any more once party B has spoken", async () => {
    const a = await subject.recorded();
    await subject.tellStored(a);
    await subject.tellRequested(a);
    await subject.reachesStage(a, 'done');
    const orderId = await ordered(a.agreementId);
    expect((await subject.fulfil(orderId, form({ reason: REASON, text: 'Do you agree?' }))).status).toBe(200);
    const b = await subject.another(a, { party: 'b' });
    await subject.tellStored(b);
    await subject.tellConsent(a, b);
    await subject.reaches(a, 'done');
    expect(await subject.correct(orderId, form({ reason: REASON, text: 'Yes.' }))).toMatchObject({
      ...{ status: 409, body: { code: 'invalid_transition' } },
    });
  }, 60_000);

  /** The first as told by the delivered order, the second as told by its correction. */
  const deliveries = (agreementId: string) => subject.news(agreementId, humanTranscriptDelivered, 2);

  it('is corrected as an order of its own, beside a transcript by the machine', async () => {
    const { agreementId } = await transcribed();
    const first = await ordered(agreementId);
    const wrong = form({ reason: REASON, text: 'I do not agree.' });
    expect(await subject.correct(first, wrong)).toMatchObject({
      ...{ status: 409, body: { code: 'invalid_transition' } },
    });
    expect((await subject.fulfil(first, wrong)).status).toBe(200);
    const { body: before } = await subject.read(agreementId);
    expect(await subject.correct(first, form({ reason: REASON, text: 'I do not agree.' }))).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_input' } },
    });
    expect(await subject.correct(first, form({ reason: REASON, text: 'I agree.' }), anna)).toMatchObject({
      status: 403,
    });
    expect(acts(agreementId)).toHaveLength(1);
    const [one, two] = await Promise.all([
      subject.correct(first, form({ reason: 'A word was missing', text: 'I agree.' })),
      subject.correct(first, form({ reason: 'A word was missing', text: 'I agree.' })),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const { body: corrected } = one.status === 200 ? one : two;
    expect(corrected).toMatchObject({ status: 'delivered', correctsOrderId: first, replacedAt: null });
    expect(corrected.orderId).not.toBe(first);
    expect(acts(agreementId).map(({ reason }) => reason)).toEqual([REASON, 'A word was missing']);
    const { body: after } = await subject.read(agreementId);
    expect(after).toMatchObject({
      ...{ sha256: before.sha256, engine: before.engine, humanOrder: { status: 'delivered' } },
      human: { text: 'I agree.' },
    });
    const hashOf = ({ human }: Record<string, unknown>) => (human as { sha256: string }).sha256;
    expect(hashOf(after)).not.toBe(hashOf(before));
    const told = { agreementId, ownerId: anna.id, adminId: admin.id };
    expect(await deliveries(agreementId)).toEqual([
      { ...told, orderId: first, sha256: hashOf(before) },
      { ...told, orderId: corrected.orderId, sha256: hashOf(after), correctsOrderId: first },
    ]);
    const list = await subject.get(`/api/admin/manual-transcriptions?q=${agreementId}`, admin);
    expect(list.body).toMatchObject([
      { orderId: corrected.orderId, replacedAt: null },
      { orderId: first, status: 'delivered', replacedAt: expect.any(String), correctsOrderId: null },
    ]);
    // What was replaced is no more to be corrected; nothing is to be paid, or delivered, anew.
    expect(await subject.correct(first, form({ reason: REASON, text: 'Yes.' }))).toMatchObject({
      status: 409,
    });
    expect(await subject.order(agreementId)).toMatchObject({
      ...{ status: 200, body: { orderId: corrected.orderId, status: 'delivered' } },
    });
  }, 60_000);

  it('is the transcript where the machine failed, and changes it when it is corrected', async () => {
    const { agreementId } = await failed();
    const first = await ordered(agreementId);
    expect((await subject.fulfil(first, form({ reason: REASON, text: 'I do not agree.' }))).status).toBe(200);
    const { body: before } = await subject.read(agreementId);
    const answer = await subject.correct(
      first,
      form({ reason: 'Times were wanted', transcript: file(SRT, 'sale.srt', 'application/x-subrip') }),
    );
    expect(answer).toMatchObject({ status: 200, body: { correctsOrderId: first } });
    const { body: view } = await subject.read(agreementId);
    expect(view).toMatchObject({
      ...{ status: 'done', engine: 'human', draft: false, text: 'Do you agree?\nYes.' },
      human: { text: 'Do you agree?\nYes.', sha256: view.sha256 },
    });
    expect(await subject.news(agreementId, transcriptCompleted, 2)).toEqual([
      expect.objectContaining({ sha256: before.sha256, engine: 'human' }),
      expect.objectContaining({ sha256: view.sha256, engine: 'human', segmentCount: 2 }),
    ]);
    expect(
      await subject.rows.query('select sha256 from transcript_versions where sha256 = $1', [before.sha256]),
    ).toEqual([{ sha256: before.sha256 }]);
  }, 60_000);

  it('takes no words of two recordings of which nobody knows whose they are', async () => {
    const { agreementId } = await apart('failed');
    const orderId = await ordered(agreementId);
    const [reason, textA, textB] = [REASON, 'Do you agree?', 'Yes.'];
    const bad: [string, Record<string, string | File>][] = [
      ['one text', { reason, text: 'Do you agree?\nYes.' }],
      ['a file without times', { reason, transcript: file('Do you agree?\nYes.', 'sale.txt') }],
      [
        'times of one alone',
        { reason, transcript: file(SRT.replaceAll('00:00:01', '00:00:00'), 'sale.srt') },
      ],
      ['no words of B', { reason, textA }],
      ['no words of A', { reason, textA: '  ', textB }],
      ['words and silence', { reason, textA, textB, silentB: 'true' }],
      ['silence alone', { reason, silentA: 'true', silentB: 'true' }],
      ['half a yes', { reason, textA, silentB: 'yes' }],
      ['one text besides', { reason, textA, textB, text: 'Both.' }],
      ['a file besides', { reason, textA, textB, transcript: file('Both.', 'a.txt') }],
      ['no reason', { textA, textB }],
      ['what cannot be typed', { reason, textA, textB: 'Yes\0' }],
    ];
    for (const [what, fields] of bad) {
      const { status, body } = await subject.fulfil(orderId, form(fields));
      expect([what, status, body.code]).toEqual([what, 400, 'invalid_input']);
    }
    subject.agreements.isDown = true;
    const away = await subject.fulfil(orderId, form({ reason, textA, textB }));
    subject.agreements.isDown = false;
    expect([away.status, away.body.code]).toEqual([503, 'unavailable']);
    expect(acts(agreementId)).toEqual([]);
    expect((await subject.read(agreementId)).body).toMatchObject({ status: 'failed', human: null });
    const list = await subject.get(`/api/admin/manual-transcriptions?q=${agreementId}`, admin);
    const [{ recordings }] = list.body as unknown as [{ recordings: { durationSeconds: number }[] }];
    const begun = (recordings[0]?.durationSeconds ?? 0) + 0.1;
    const at = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0').replace('.', ',')}`;
    const both = SRT.replace('00:00:01,400', at(begun)).replace('00:00:02,000', at(begun + 1));
    const answer = await subject.fulfil(orderId, form({ reason, transcript: file(both, 'sale.srt') }));
    expect(answer.status).toBe(200);
    expect((await subject.read(agreementId)).body).toMatchObject({
      segments: [
        { text: 'Do you agree?', recording: 'a', speaker: '1' },
        { text: 'Yes.', recording: 'b', speaker: '2' },
      ],
    });
  }, 60_000);

  it('takes no words of two recordings where there is one', async () => {
    const { agreementId } = await failed();
    const orderId = await ordered(agreementId);
    const data = { reason: REASON, textA: 'Do you agree?', textB: 'Yes.' };
    const answer = await subject.fulfil(orderId, form(data));
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(acts(agreementId)).toEqual([]);
  }, 60_000);

  it("stands beside the machine's, which stays as it is", async () => {
    const { agreementId } = await transcribed();
    const before = (await subject.read(agreementId)).body;
    const orderId = await ordered(agreementId);
    const answer = await subject.fulfil(orderId, form({ reason: 'As ordered', text: 'Do you agree?\nYes.' }));
    expect(answer.status).toBe(200);
    const { body } = await subject.read(agreementId);
    expect(body).toEqual({
      ...before,
      human: {
        text: 'Do you agree?\nYes.',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        deliveredAt: expect.any(String),
      },
      humanOrder: { status: 'delivered', dueAt: null },
    });
    expect(await subject.news(agreementId, transcriptCompleted, 1)).toHaveLength(1);
  }, 60_000);

  it('changes nothing when the act cannot be logged', async () => {
    const { agreementId } = await failed();
    const orderId = await ordered(agreementId);
    subject.agreements.refusesActs = true;
    const spoken = SRT.replaceAll(',', '.').replace('Do', '<v Anna Miller>Do').replace('Yes', '<v Ben>Yes');
    const data = { reason: 'As ordered', transcript: file(`WEBVTT\n\n${spoken}`, 'a.vtt') };
    const refused = await subject.fulfil(orderId, form(data));
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect((await subject.read(agreementId)).body).toMatchObject({ status: 'failed', human: null });
    subject.agreements.refusesActs = false;
    expect((await subject.fulfil(orderId, form(data))).status).toBe(200);
    expect((await subject.read(agreementId)).body).toMatchObject({
      segments: [{ speaker: 'Anna Miller' }, { speaker: 'Ben' }],
      human: { text: 'Anna Miller: Do you agree?\nBen: Yes.' },
    });
    expect(await subject.news(agreementId, humanTranscriptDelivered, 1)).toHaveLength(1);
  }, 60_000);

  it('waits until the machine has ended', async () => {
    const { agreementId } = await subject.recorded();
    const answer = await subject.fulfil(
      await ordered(agreementId),
      form({ reason: 'Too early', text: 'Words.' }),
    );
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_transition']);
  }, 60_000);

  it('is delivered with a form that is right', async () => {
    const { agreementId } = await failed();
    const orderId = await ordered(agreementId);
    const reason = 'As ordered';
    const bad: [number, string, FormData][] = [
      [400, 'invalid_input', form({ text: 'Words.' })],
      [400, 'invalid_input', form({ reason: 'no', text: 'Words.' })],
      [400, 'invalid_input', form({ reason: 'As\u0007ordered', text: 'Words.' })],
      [400, 'invalid_input', form({ reason: 'x'.repeat(501), text: 'Words.' })],
      [400, 'invalid_input', form({ reason })],
      [400, 'invalid_input', form({ reason, text: ' \n ' })],
      [400, 'invalid_input', form({ reason, text: 'Bad \0 words.' })],
      [400, 'invalid_input', form({ reason, text: 'Words.', other: 'x' })],
      [400, 'invalid_input', form({ reason, text: 'Words.', transcript: file('Words.', 'a.txt') })],
      [400, 'invalid_input', form({ reason, transcript: file('Words.', 'a.docx') })],
      [400, 'invalid_input', form({ reason, transcript: file('No times.', 'a.srt') })],
      [400, 'invalid_input', form({ reason, transcript: file('No header.', 'a.vtt') })],
      [400, 'invalid_input', form({ reason, transcript: file(new Uint8Array([0xff, 0xfe, 0x41]), 'a.txt') })],
      [413, 'file_too_large', form({ reason, transcript: file('x'.repeat(1024 * 1024 + 1), 'a.txt') })],
      [413, 'body_too_large', form({ reason, transcript: file('x'.repeat(1200 * 1024), 'a.txt') })],
    ];
    for (const [status, code, data] of bad) {
      const answer = await subject.fulfil(orderId, data);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect((await subject.fulfil(orderId, form({ reason, text: 'Words.' }), anna)).status).toBe(403);
    expect((await subject.fulfil('12', form({ reason, text: 'Words.' }))).status).toBe(400);
    const unknown = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10';
    expect((await subject.fulfil(unknown, form({ reason, text: 'Words.' }))).status).toBe(404);
    expect(acts(agreementId)).toEqual([]);
  }, 60_000);

  it('is listed for administrators, page by page', async () => {
    const done = await ordered((await transcribed()).agreementId);
    expect((await subject.fulfil(done, form({ reason: REASON, text: 'Do you agree?' }))).status).toBe(200);
    const first = await ordered((await subject.recorded()).agreementId);
    const second = await ordered((await subject.recorded()).agreementId);
    const path = '/api/admin/manual-transcriptions?limit=1';
    const one = await subject.get(path, admin);
    expect(one.body).toMatchObject([{ orderId: second, status: 'requested', deliveredBy: null }]);
    const two = await subject.get(`${path}&cursor=${one.headers.get('x-next-cursor')}`, admin);
    expect(two.body).toMatchObject([{ orderId: first }]);
    const delivered = await subject.get('/api/admin/manual-transcriptions?status=delivered', admin);
    const found = delivered.body as unknown as { orderId: string; status: string }[];
    expect(found.map(({ orderId }) => orderId)).toContain(done);
    expect([...new Set(found.map(({ status }) => status))]).toEqual(['delivered']);
    expect((await subject.get(`${path}&status=lost`, admin)).status).toBe(400);
    expect((await subject.get(path, anna)).status).toBe(403);
  }, 60_000);

  it('is found by the number of its contract', async () => {
    const { agreementId } = await subject.recorded();
    const mine = await ordered(agreementId);
    await ordered((await subject.recorded()).agreementId);
    const list = (query: Record<string, string>) =>
      subject.get(`/api/admin/manual-transcriptions?${new URLSearchParams(query)}`, admin);
    const found = async (query: Record<string, string>) =>
      ((await list(query)).body as unknown as { orderId: string }[]).map(({ orderId }) => orderId);
    expect(await found({ q: `#${agreementId.slice(0, 4)} ${agreementId.slice(4)}` })).toEqual([mine]);
    expect(await found({ q: agreementId.slice(0, 12), status: 'requested', limit: '1' })).toEqual([mine]);
    expect(await found({ q: agreementId, cursor: mine })).toEqual([]);
    for (const q of ['%', '_'.repeat(16), agreementId.slice(1)]) expect(await found({ q })).toEqual([]);
    for (const q of ['1'.repeat(41), '\u0000']) expect((await list({ q })).status).toBe(400);
  }, 60_000);
});
