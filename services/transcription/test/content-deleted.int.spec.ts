import { jest } from '@jest/globals';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import { derivedKey, derivedNames } from '../src/recordings/recording.entity.js';
import { Transcriber } from '../src/speech/transcriber.js';
import { TranscriptComposer } from '../src/transcripts/transcript-composer.js';
import type { RecordingFacts } from './agreement-events.js';
import { PartsUnderTest } from './parts-under-test.js';
import { holdNextRecognition, service, Transcription } from './transcription.harness.js';

describe('an agreement whose content is deleted', () => {
  let openai: OpenAiStandIn;
  let subject: Transcription;

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
    openai.respondWith({ duration: 3, segments: [{ start: 0, end: 1, text: 'A secret.' }] });
    subject = await Transcription.start({
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
    });
  }, 180_000);

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await subject?.close();
    await openai?.close();
  }, 60_000);

  const finds = (query: string, key: string, what: string) =>
    eventually(
      async () => {
        const rows = await subject.rows.query<object[]>(query, [key]);
        if (rows.length === 0) throw new Error('nothing yet');
      },
      10_000,
      what,
    );
  const isDeleted = ({ recordingId }: RecordingFacts) =>
    finds(
      'select 1 from recordings where id = $1 and deleted_at is not null',
      recordingId,
      'deleted content',
    );
  const isNoted = ({ agreementId }: RecordingFacts) =>
    finds('select 1 from deleted_contents where agreement_id = $1', agreementId, 'the deletion');
  const answers = async (agreementId: string) => [
    await subject.read(agreementId),
    await subject.generate(agreementId),
    await subject.order(agreementId),
  ];

  it('loses its words and keeps its hashes', async () => {
    const facts = await subject.paid();
    const { sha256 } = await subject.reaches(facts, 'done');
    const { agreementId, recordingId } = facts;
    const { body: order } = await subject.order(agreementId);
    const form = new FormData();
    form.set('reason', 'Transcribed as ordered');
    form.set('text', 'Another secret.');
    expect((await subject.fulfil(order.orderId, form)).status).toBe(200);

    await subject.tellDeleted(facts, 2);
    await isDeleted(facts);
    await subject.quiet();
    const [row] = await subject.rows.query<object[]>(
      `select t.text, t.segments, t.sha256, t.stage, t.deleted_at is not null as is_deleted, r.peaks,
         m.text as human, m.segments as human_segments, m.sha256 is not null as is_human_hashed
       from transcripts t join recordings r on r.id = t.recording_id
         join human_orders m on m.agreement_id = t.agreement_id where t.agreement_id = $1`,
      [agreementId],
    );
    expect(row).toEqual({
      text: null,
      segments: null,
      sha256,
      stage: 'done',
      is_deleted: true,
      peaks: null,
      human: null,
      human_segments: null,
      is_human_hashed: true,
    });
    for (const name of derivedNames) {
      await expect(subject.store.head(derivedKey(recordingId, name))).rejects.toThrow();
    }
    for (const answer of [
      ...(await answers(agreementId)),
      await subject.stage(facts),
      await subject.get(`/internal/transcripts/${agreementId}`, service),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([410, 'recording_expired']);
    }
  }, 60_000);

  it('gets no transcript any more', async () => {
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.previewed(facts);
    await subject.tellDeleted(facts, 2);
    await isDeleted(facts);
    const asked = openai.requests.length;
    await subject.tellRequested(facts);
    await subject.tellPaid(facts);
    await subject.quiet();
    expect(openai.requests).toHaveLength(asked);
    for (const answer of await answers(facts.agreementId)) {
      expect([answer.status, answer.body.code]).toEqual([410, 'recording_expired']);
    }
  }, 60_000);

  it('is not learnt of afterwards, when the recording is told of after its deletion', async () => {
    const facts = await subject.recorded();
    const asked = openai.requests.length;
    await subject.tellDeleted(facts, 2);
    await isNoted(facts);
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await isDeleted(facts);
    await subject.quiet();
    const made = await subject.rows.query<object[]>(
      `select peaks, speech, prepared_at, unusable_at from recordings where agreement_id = $1`,
      [facts.agreementId],
    );
    expect(made).toEqual([{ peaks: null, speech: null, prepared_at: null, unusable_at: null }]);
    expect(openai.requests).toHaveLength(asked);
    for (const name of derivedNames)
      await expect(subject.store.head(derivedKey(facts.recordingId, name))).rejects.toThrow();
    for (const answer of await answers(facts.agreementId))
      expect([answer.status, answer.body.code]).toEqual([410, 'recording_expired']);
  }, 60_000);

  it('keeps no file, whichever of its events is handled first', async () => {
    const together = await Promise.all(Array.from({ length: 5 }, () => subject.recorded()));
    await Promise.all(
      together.flatMap((facts) => [
        subject.tellStored(facts),
        subject.tellPaid(facts),
        subject.tellDeleted(facts, 2),
      ]),
    );
    for (const facts of together) await isDeleted(facts);
    await subject.quiet();
    for (const { recordingId } of together)
      for (const name of derivedNames)
        await expect(subject.store.head(derivedKey(recordingId, name))).rejects.toThrow();
  }, 60_000);

  it('loses every file that is still made of it, whichever job comes to it late', async () => {
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    await subject.completed(facts);
    await subject.tellDeleted(facts, 2);
    await isDeleted(facts);
    await subject.quiet();
    // Two jobs that had begun before the deletion each store a file after it, and then find the recording deleted.
    for (const run of ['first', 'second']) {
      const key = derivedKey(facts.recordingId, 'preview.mp3');
      await subject.store.putBuffer(key, Buffer.from('a voice'), 'audio/mpeg');
      await subject.prepareAgain(facts, run);
      await subject.quiet();
      await expect(subject.store.head(key)).rejects.toThrow();
    }
  }, 60_000);

  it('loses also what is being made of it', async () => {
    const goOn = holdNextRecognition();
    const facts = await subject.paid();
    await subject.reaches(facts, 'transcribing');
    await subject.tellDeleted(facts);
    await isDeleted(facts);
    goOn();
    await subject.quiet();
    const rows = await subject.rows.query<object[]>(
      'select text, segments, sha256 from transcripts where agreement_id = $1',
      [facts.agreementId],
    );
    expect(rows).toEqual([{ text: null, segments: null, sha256: null }]);
  }, 60_000);

  describe('while it is being heard', () => {
    const parts = () => new PartsUnderTest(subject, openai);
    /** Five parts, of which the last has to wait for another one. */
    const NINETEEN_MINUTES = 1140;

    it('has no other part of it sent away', async () => {
      const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>();
      const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
      const { transcribe } = Transcriber.prototype;
      const hears = jest.spyOn(Transcriber.prototype, 'transcribe');
      hears.mockImplementationOnce(function (this: Transcriber, recordings, { onPart, ...options }) {
        const keepLater: typeof onPart = async (...part) => {
          heard();
          await isOver;
          await onPart(...part);
        };
        return transcribe.call(this, recordings, { ...options, onPart: keepLater });
      });
      const composes = jest.spyOn(TranscriptComposer.prototype, 'compose');
      const asked = openai.requests.length;
      const facts = await subject.paidLong(NINETEEN_MINUTES);
      await isHeard;
      await parts().areAsked(asked + 4);
      await subject.tellDeleted(facts);
      await isDeleted(facts);
      goOn();
      await subject.quiet();
      expect(openai.requests).toHaveLength(asked + 4);
      expect(composes).not.toHaveBeenCalled();
      expect(await parts().of(facts)).toEqual([]);
      expect(await parts().job(facts)).toMatchObject({ attempts: 1 });
    }, 90_000);

    it('has nothing found out about words that were all heard', async () => {
      const { transcribe } = Transcriber.prototype;
      const { promise: isHeard, resolve: heard } = Promise.withResolvers<void>();
      const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
      const hears = jest.spyOn(Transcriber.prototype, 'transcribe');
      hears.mockImplementationOnce(async function (this: Transcriber, ...input) {
        const all = await transcribe.apply(this, input);
        heard();
        await isOver;
        return all;
      });
      const composes = jest.spyOn(TranscriptComposer.prototype, 'compose');
      const facts = await subject.paid();
      await isHeard;
      await subject.tellDeleted(facts);
      await isDeleted(facts);
      goOn();
      await subject.quiet();
      expect(composes).not.toHaveBeenCalled();
    }, 60_000);
  });
});
