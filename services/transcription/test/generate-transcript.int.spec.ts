import { newAgreementId, transcriptCompleted, transcriptFailed } from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import { anna, type RecordingFacts } from './agreement-events.js';
import { ben, holdNextRecognition, service, Transcription } from './transcription.harness.js';

const SALE = {
  duration: 3,
  segments: [
    { start: 0.2, end: 1, text: 'Do you agree?', speaker: 'A' },
    { start: 1.4, end: 2, text: 'Yes, I agree.', speaker: 'B' },
  ],
};
const TEXT = 'Do you agree?\nYes, I agree.';

describe('a transcript made by OpenAI', () => {
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
    openai.respondWith(SALE);
  });

  const failures = async ({ agreementId }: RecordingFacts, count: number) =>
    eventually(
      async () => {
        const told = subject.tap.about(agreementId).filter(({ type }) => type === transcriptFailed.name);
        if (told.length !== count) throw new Error(`${told.length} failures told`);
        return told.map((event) => (event.data as { reason: string }).reason);
      },
      10_000,
      `${count} failures`,
    );

  it('is told apart by speakers, and kept for the next who asks', async () => {
    const facts = await subject.paid();
    const view = await subject.reaches(facts, 'done');
    expect(view).toMatchObject({ text: TEXT, draft: false, engine: 'openai:gpt-4o-transcribe-diarize' });
    expect(view.segments.map((segment) => segment.speaker)).toEqual(['1', '2']);
    for (let time = 0; time < 2; time += 1) {
      expect(await subject.generate(facts.agreementId)).toMatchObject({
        status: 200,
        body: { transcript: TEXT, cached: true },
      });
    }
    expect(openai.requests).toHaveLength(1);
  }, 60_000);

  it('is tried again when the service stumbles, and paid for once', async () => {
    openai.failWith(500);
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    expect(openai.requests).toHaveLength(2);
    expect(await subject.generate(facts.agreementId)).toMatchObject({ body: { cached: true } });
    expect(openai.requests).toHaveLength(2);
  }, 60_000);

  it.each([
    [401, null, 'authentication'],
    [429, 'insufficient_quota', 'quota'],
  ])(
    'fails at once on %d %s, and can be started again',
    async (status, code, reason) => {
      openai.failWith(status, code, 2);
      const facts = await subject.paid();
      const failed = await subject.reaches(facts, 'failed');
      expect(failed.fallbackOptions).toMatchObject({ manualService: { available: true } });
      expect(openai.requests).toHaveLength(1);
      expect(await failures(facts, 1)).toEqual([reason]);

      const second = await subject.generate(facts.agreementId);
      expect(second).toMatchObject({
        status: 503,
        body: {
          code: 'transcription_failed',
          error: 'transcription_failed',
          message: 'Transcription Service Unavailable',
          fallbackOptions: {
            manualService: {
              available: true,
              description: 'A person transcribes your recording within 24 hours for $2.00.',
            },
            customerService: {
              available: true,
              description: 'Our support looks at your recording with you, free of charge.',
            },
          },
        },
      });
      expect(openai.requests).toHaveLength(2);
      expect(await failures(facts, 2)).toEqual([reason, reason]);

      const third = await Promise.all([
        subject.generate(facts.agreementId),
        subject.generate(facts.agreementId),
      ]);
      for (const { status: answered, body } of third) {
        expect([answered, body.transcript]).toEqual([200, TEXT]);
      }
      expect(openai.requests).toHaveLength(3);
    },
    60_000,
  );

  /** Stored, and given up by its preparation, before it is paid. */
  const givenUp = async () => {
    const facts = await subject.recorded(Buffer.alloc(4096, 'not a recording '));
    await subject.tellStored(facts);
    await eventually(
      async () => {
        const [row] = await subject.rows.query<{ unusable_at: Date | null }[]>(
          'select unusable_at from recordings where id = $1',
          [facts.recordingId],
        );
        if (!row?.unusable_at) throw new Error('not known yet');
      },
      30_000,
      'a useless recording',
    );
    return facts;
  };

  /** The recording itself in the place of what could not be decoded. */
  const replaced = async ({ objectKey, recordingId }: RecordingFacts) => {
    await subject.store.putBuffer(objectKey, subject.speech, 'audio/webm');
    await subject.rows.query('update recordings set sha256 = $2 where id = $1', [
      recordingId,
      await subject.sha256(objectKey),
    ]);
  };

  it('fails when the original cannot be decoded, also if that is known before it is paid', async () => {
    const early = await subject.recorded(Buffer.alloc(4096, 'not a recording '));
    const late = await givenUp();
    await subject.tellPaid(early);
    await subject.tellStored(early);
    await subject.tellPaid(late);
    for (const facts of [early, late]) {
      await subject.reaches(facts, 'failed');
      expect(await failures(facts, 1)).toEqual(['recording_unusable']);
    }
    expect((await subject.generate(late.agreementId)).status).toBe(503);
    expect(openai.requests).toEqual([]);
  }, 60_000);

  it('is made of what was given up before the payment for a reason that has passed', async () => {
    const facts = await givenUp();
    await replaced(facts);
    await subject.tellPaid(facts);
    expect(await subject.reaches(facts, 'done')).toMatchObject({ text: TEXT });
    await subject.news(facts.agreementId, transcriptCompleted, 1);
    expect(await failures(facts, 0)).toEqual([]);
  }, 90_000);

  it('is prepared anew when the preparation was what failed', async () => {
    const facts = await subject.recorded(Buffer.alloc(4096, 'not a recording '));
    await subject.tellPaid(facts);
    await subject.tellStored(facts);
    await subject.reaches(facts, 'failed');
    await replaced(facts);
    expect(await subject.generate(facts.agreementId)).toMatchObject({
      status: 200,
      body: { transcript: TEXT, cached: false },
    });
  }, 60_000);

  describe('whose job was given up, and is begun anew by an administrator,', () => {
    /** The failed job of that name about an agreement, once there is one. */
    const failedJob = async ({ agreementId }: RecordingFacts, name: string) =>
      eventually(
        async () => {
          const [job] = await subject.rows.query<{ id: string }[]>(
            `select j.id from jobs j
             left join transcripts t on j.key = t.id || ':' || t.run
             left join recordings r on j.key = r.id::text
             where j.name = $2 and j.status = 'failed' and coalesce(t.agreement_id, r.agreement_id) = $1`,
            [agreementId, name],
          );
          if (!job) throw new Error('none has failed');
          return job.id;
        },
        30_000,
        `a failed ${name}`,
      );

    it('is made, once', async () => {
      openai.failWith(400);
      const facts = await subject.paid();
      await subject.reaches(facts, 'failed');
      const id = await failedJob(facts, 'transcribe-recording');
      const { agreementId } = facts;
      const failed = await subject.get(`/internal/jobs?q=${agreementId}&status=failed`, service);
      expect(failed.body).toMatchObject([{ id, name: 'transcribe-recording', agreementId }]);
      await eventually(
        async () => {
          const made = await subject.get(`/internal/jobs?q=${agreementId}&status=done`, service);
          const names = (made.body as unknown as { name: string }[]).map(({ name }) => name);
          expect(names.sort()).toEqual(['complete-recording', 'prepare-recording']);
        },
        10_000,
        'the jobs that are done',
      );
      const answers = await Promise.all([subject.retryJob(id), subject.retryJob(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await subject.news(facts.agreementId, transcriptCompleted, 1);
      expect(await subject.reaches(facts, 'done')).toMatchObject({ text: TEXT });
      expect(openai.requests).toHaveLength(2);
      expect(await subject.retryJob(id)).toMatchObject({ status: 409, body: { code: 'nothing_to_retry' } });
    }, 60_000);

    it('takes the place of the draft that was to be replaced', async () => {
      const facts = await subject.paid();
      await subject.reaches(facts, 'done');
      const { agreementId, recordingId } = facts;
      await subject.rows.query('update transcripts set is_draft = true where agreement_id = $1', [
        agreementId,
      ]);
      // What another engine has heard: this one has kept nothing.
      await subject.rows.query('delete from speech_parts where recording_id = $1', [recordingId]);
      openai.failWith(400);
      expect((await subject.renew(agreementId)).status).toBe(202);
      const id = await failedJob(facts, 'transcribe-recording');
      expect((await subject.retryJob(id)).status).toBe(200);
      await eventually(
        async () => expect(await subject.read(agreementId)).toMatchObject({ body: { draft: false } }),
        10_000,
        'a transcript that is no draft',
      );
      expect(openai.requests).toHaveLength(3);
    }, 60_000);

    it('is made when it was the preparation of its recording that is begun anew', async () => {
      const facts = await subject.recorded(Buffer.alloc(4096, 'not a recording '));
      await subject.tellPaid(facts);
      await subject.tellStored(facts);
      await subject.reaches(facts, 'failed');
      const id = await failedJob(facts, 'complete-recording');
      await failedJob(facts, 'prepare-recording');
      await replaced(facts);
      expect((await subject.retryJob(id)).status).toBe(200);
      await subject.news(facts.agreementId, transcriptCompleted, 1);
      expect(await subject.reaches(facts, 'done')).toMatchObject({ text: TEXT });
    }, 60_000);
  });

  it('answers at once to those who do not want to wait', async () => {
    const goOn = holdNextRecognition();
    const facts = await subject.paid();
    await subject.reaches(facts, 'transcribing');
    const answer = await subject.generate(facts.agreementId, { headers: { prefer: 'respond-async' } });
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'transcribing', percent: expect.any(Number) },
    });
    const waiting = subject.generate(facts.agreementId);
    goOn();
    expect(await waiting).toMatchObject({ status: 200, body: { transcript: TEXT } });
  }, 60_000);

  it('is for the owner alone', async () => {
    const facts = await subject.paid();
    await subject.reaches(facts, 'done');
    for (const answer of [
      await subject.read(facts.agreementId, ben),
      await subject.generate(facts.agreementId, { caller: ben }),
      await subject.read(newAgreementId()),
      await subject.read('12'),
      await subject.generate(newAgreementId()),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'agreement_not_found']);
    }
  }, 60_000);

  it('asks for the payment first', async () => {
    const { agreementId } = await subject.recorded();
    for (const answer of [await subject.read(agreementId), await subject.generate(agreementId)]) {
      expect([answer.status, answer.body.code]).toEqual([402, 'payment_required']);
    }
    subject.agreements.agreements.set(agreementId, { ownerId: anna.id, status: 'processing' });
    expect(await subject.read(agreementId)).toMatchObject({ status: 200, body: { status: 'none' } });
    expect(await subject.generate(agreementId)).toMatchObject({ status: 404, body: { code: 'not_ready' } });
  });
});
