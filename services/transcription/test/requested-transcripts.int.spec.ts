import { transcriptCompleted, transcriptFailed } from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import type { RecordingFacts } from './agreement-events.js';
import { holdNextRecognition, service, Transcription } from './transcription.harness.js';

const says = (text: string) => ({
  duration: 3,
  segments: [{ start: 0.2, end: 1, text, speaker: 'A' }],
});

describe('a transcript that is asked for', () => {
  let openai: OpenAiStandIn;
  let subject: Transcription;

  beforeAll(async () => {
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
  }, 60_000);

  beforeEach(() => {
    openai.reset();
    openai.respondWith(says('First recording.'));
  });

  const stored = async () => {
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.previewed(facts);
    return facts;
  };
  const nextRecording = async (facts: RecordingFacts) => {
    const recording = await subject.another(facts);
    await subject.tellStored(recording);
    await subject.previewed(recording);
    return recording;
  };
  const runOf = async ({ agreementId }: RecordingFacts) => {
    const [row] = await subject.rows.query<{ run: number }[]>(
      'select run from transcripts where agreement_id = $1',
      [agreementId],
    );
    return row?.run;
  };
  const aboutTranscript = ({ agreementId }: RecordingFacts) =>
    subject.told(agreementId).filter((name) => name.startsWith('transcription.transcript.'));

  it('before the payment is made once, told to nobody, and completes the agreement when it is paid', async () => {
    const facts = await stored();
    expect(await subject.stage(facts)).toMatchObject({ status: 404, body: { code: 'not_ready' } });
    await subject.tellRequested(facts, 2);
    const view = await subject.reachesStage(facts, 'done');
    expect(view).toEqual({
      stage: 'done',
      percent: 100,
      text: 'First recording.',
      language: null,
      consentLanguage: null,
      durationSeconds: expect.any(Number),
      segments: [expect.objectContaining({ text: 'First recording.', recording: 'a' })],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      gaps: [],
      areVoicesUnclear: false,
      isOneVoice: true,
      speakers: [{ label: '1', name: 'Speaker 1', party: null, basis: null }],
      terms: [],
      amountCheck: null,
      spokenConsents: [
        expect.objectContaining({ party: 'a', state: 'not_said' }),
        // One voice was found, and nobody knows whose it is.
        expect.objectContaining({ party: 'b', state: 'not_said' }),
      ],
      voiceMatch: null,
      recordingId: facts.recordingId,
      failure: null,
    });
    await subject.quiet();
    expect(aboutTranscript(facts)).toEqual([]);
    for (const answer of [await subject.read(facts.agreementId), await subject.generate(facts.agreementId)]) {
      expect([answer.status, answer.body.code]).toEqual([402, 'payment_required']);
    }

    await subject.tellPaid(facts, 2);
    expect(await subject.news(facts.agreementId, transcriptCompleted, 1)).toEqual([
      expect.objectContaining({ sha256: view.sha256, segmentCount: 1 }),
    ]);
    expect(await subject.read(facts.agreementId)).toMatchObject({
      status: 200,
      body: {
        status: 'done',
        text: 'First recording.',
        sha256: view.sha256,
        human: null,
        fallbackOptions: null,
      },
    });
    await subject.quiet();
    expect(aboutTranscript(facts)).toEqual([transcriptCompleted.name]);
    expect(openai.requests).toHaveLength(1);
  }, 60_000);

  it('and not paid waits in a queue of its own, and leaves it with the payment', async () => {
    const goOn = holdNextRecognition();
    const [one, other] = [await stored(), await stored()];
    await subject.tellRequested(one);
    await subject.reachesStage(one, 'transcribing');
    await subject.tellRequested(other);
    const jobsOf = async ({ agreementId }: RecordingFacts) => {
      const rows = await subject.rows.query<{ name: string; attempts: number }[]>(
        `select j.name, j.attempts from jobs j join transcripts t on j.payload ->> 'transcriptId' = t.id::text
         where t.agreement_id = $1 order by j.name`,
        [agreementId],
      );
      return rows.map(({ name, attempts }) => [name, attempts]);
    };
    await eventually(
      async () => expect(await jobsOf(other)).toEqual([['transcribe-take', 0]]),
      10_000,
      'a transcript that waits',
    );
    await subject.tellPaid(other, 2);
    expect(await subject.reaches(other, 'done')).toMatchObject({ text: 'First recording.' });
    expect(await jobsOf(other)).toEqual([
      ['transcribe-recording', 1],
      ['transcribe-take', 0],
    ]);
    goOn();
    await subject.reachesStage(one, 'done');
  }, 60_000);

  it('after it was made is told once more', async () => {
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    await subject.news(facts.agreementId, transcriptCompleted, 1);
    await subject.tellRequested(facts, 2);
    const [first, second] = await subject.news(facts.agreementId, transcriptCompleted, 2);
    expect(second).toEqual(first);
    expect(openai.requests).toHaveLength(1);
  }, 60_000);

  it.each(['queued', 'transcribing', 'preparing'])(
    'is started again when it stands still at %s',
    async (stage) => {
      const facts = await subject.paid();
      await subject.reaches(facts, 'done');
      await subject.quiet();
      await subject.rows.query(
        'update transcripts set stage = $2, sha256 = null, text = null, segments = null where agreement_id = $1',
        [facts.agreementId, stage],
      );
      if (stage === 'preparing') {
        await subject.rows.query('update recordings set prepared_at = null where id = $1', [
          facts.recordingId,
        ]);
      }
      await subject.tellRequested(facts, 2);
      await subject.reaches(facts, 'done');
      expect(await runOf(facts)).toBe(2);
      // What was heard before is not paid for again.
      expect(openai.requests).toHaveLength(1);
    },
    60_000,
  );

  it('is left alone while a job works on it', async () => {
    const goOn = holdNextRecognition();
    const facts = await subject.paid();
    await subject.reaches(facts, 'transcribing');
    await subject.handled('provide-transcript', await subject.tellRequested(facts, 2));
    goOn();
    await subject.reaches(facts, 'done');
    await subject.quiet();
    expect(await runOf(facts)).toBe(1);
    expect(openai.requests).toHaveLength(1);
  }, 60_000);

  it('gives way to one of a later recording, until it is paid', async () => {
    const first = await stored();
    await subject.tellRequested(first);
    await subject.reachesStage(first, 'done');
    const second = await nextRecording(first);
    openai.respondWith(says('Second recording.'));
    await subject.tellRequested(second, 2);
    expect(await subject.reachesStage(second, 'done')).toMatchObject({ text: 'Second recording.' });
    expect((await subject.stage(first)).status).toBe(404);

    // The older request comes once more, late.
    await subject.tellRequested(first);
    await subject.quiet();
    expect(await subject.stage(second)).toMatchObject({ body: { text: 'Second recording.' } });

    await subject.tellPaid(second);
    await subject.news(first.agreementId, transcriptCompleted, 1);
    const third = await nextRecording(first);
    await subject.tellRequested(third);
    await subject.quiet();
    expect((await subject.stage(third)).status).toBe(404);
    expect(openai.requests).toHaveLength(2);
  }, 60_000);

  it('of one party alone gives way to that of both', async () => {
    const a = await stored();
    await subject.tellRequested(a);
    await subject.reachesStage(a, 'done');
    const b = await subject.another(a, { party: 'b' });
    await subject.tellStored(b);
    await subject.completed(b);
    await subject.tellConsent(a, b, 2);
    const view = await subject.reaches(a, 'done');
    expect(view.segments.map(({ recording }) => recording)).toEqual(['a', 'b']);
    await subject.tellRequested(a);
    await subject.quiet();
    expect(await subject.read(a.agreementId)).toMatchObject({ body: { sha256: view.sha256 } });
    expect(await subject.news(a.agreementId, transcriptCompleted, 1)).toHaveLength(1);
    // Party A's words are known already.
    expect(openai.requests).toHaveLength(2);
  }, 60_000);

  it('of an earlier recording that is still at work changes nothing any more', async () => {
    const first = await stored();
    const second = await nextRecording(first);
    const areAsked = (count: number) =>
      eventually(
        async () => expect(openai.requests).toHaveLength(count),
        10_000,
        `request ${count} to the engine`,
      );
    const answerFirst = openai.holdNext();
    await subject.tellRequested(first);
    await areAsked(1);
    const answerSecond = openai.holdNext();
    openai.respondWith(says('Second recording.'));
    await subject.tellPaid(second);
    await areAsked(2);
    answerFirst();
    await eventually(
      async () => {
        const jobs = await subject.rows.query<object[]>(
          `select j.status from jobs j join transcripts t on j.payload ->> 'transcriptId' = t.id::text
           where t.agreement_id = $1 and j.name = 'transcribe-take'`,
          [first.agreementId],
        );
        expect(jobs).toEqual([{ status: 'done' }]);
      },
      20_000,
      'the end of the first work',
    );
    answerSecond();
    await subject.reaches(second, 'done');
    await subject.quiet();
    expect(await subject.read(first.agreementId)).toMatchObject({ body: { text: 'Second recording.' } });
    expect(await subject.news(first.agreementId, transcriptCompleted, 1)).toHaveLength(1);
  }, 60_000);

  it('that failed is left, and gets another try with the payment', async () => {
    openai.failWith(401, null, 2);
    const facts = await stored();
    await subject.tellRequested(facts, 2);
    expect(await subject.reachesStage(facts, 'failed')).toMatchObject({ failure: 'authentication' });
    await subject.tellRequested(facts);
    await subject.quiet();
    expect(openai.requests).toHaveLength(1);
    expect(aboutTranscript(facts)).toEqual([]);

    await subject.tellPaid(facts, 2);
    await subject.news(facts.agreementId, transcriptFailed, 1);
    await subject.tellRequested(facts);
    await subject.quiet();
    expect(openai.requests).toHaveLength(2);
    expect(await subject.generate(facts.agreementId)).toMatchObject({
      body: { transcript: 'First recording.' },
    });
  }, 60_000);

  it('is asked about by number and recording', async () => {
    const facts = await stored();
    const path = `/internal/transcripts/${facts.agreementId}`;
    expect((await subject.get(`${path}?recordingId=12`, service)).status).toBe(400);
    expect(await subject.get(path, service)).toMatchObject({ status: 404, body: { code: 'not_ready' } });
  }, 60_000);
});
