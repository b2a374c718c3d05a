import { transcriptCompleted } from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import { EIGHT_MINUTES, PartsUnderTest, tellLengths } from './parts-under-test.js';
import { Transcription } from './transcription.harness.js';

describe('a long recording that meets trouble', () => {
  let openai: OpenAiStandIn;
  let subject: Transcription;
  let parts: PartsUnderTest;

  beforeAll(async () => {
    openai = await startOpenAi({ port: 0 });
    subject = await Transcription.start({
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
    });
    parts = new PartsUnderTest(subject, openai);
  }, 180_000);

  afterAll(async () => {
    await subject?.close();
    await openai?.close();
  }, 60_000);

  beforeEach(() => {
    openai.reset();
    tellLengths(openai);
  });

  it('waits for an engine that says when to come back, in the same try', async () => {
    openai.meet({ status: 429, retryAfter: 1 });
    const facts = await subject.paidLong(EIGHT_MINUTES);
    expect((await subject.reaches(facts, 'done')).segments).toHaveLength(4);
    expect(parts.timesAsked()).toEqual([1, 1, 1, 2]);
    expect((await parts.job(facts)).attempts).toBe(1);
  }, 120_000);

  it('gets nothing from a run that another one has taken over', async () => {
    openai.delay(4000);
    const facts = await subject.paidLong(EIGHT_MINUTES);
    await parts.areAsked(4);
    const { id } = await parts.job(facts);
    // Somebody else holds the job now, and will not do anything for a while.
    await subject.rows.query(
      `update jobs set fence = fence + 1, lease_until = now() + interval '1 minute' where id = $1`,
      [id],
    );
    await expect(parts.areHeard(facts, 1, 8000)).rejects.toThrow('1 heard parts did not happen');
    expect(await parts.of(facts)).toEqual([]);
    expect((await subject.read(facts.agreementId)).body).toMatchObject({
      status: 'transcribing',
      percent: 0,
      segments: [],
    });
    openai.delay(0);
    await subject.rows.query('update jobs set lease_until = now() where id = $1', [id]);
    expect((await subject.reaches(facts, 'done')).segments).toHaveLength(4);
    expect(parts.timesAsked()).toEqual([2, 2, 2, 2]);
    await subject.news(facts.agreementId, transcriptCompleted, 1);
  }, 180_000);

  it('is not paid for again when its agreement cannot be asked about', async () => {
    openai.delay(500);
    const facts = await subject.paidLong(EIGHT_MINUTES);
    await parts.areAsked(4);
    subject.agreements.isDown = true;
    await eventually(
      async () => {
        if ((await parts.job(facts)).attempts < 2) throw new Error('still the first try');
      },
      30_000,
      'a second try',
    );
    subject.agreements.isDown = false;
    expect((await subject.reaches(facts, 'done')).segments).toHaveLength(4);
    expect(parts.timesAsked()).toEqual([1, 1, 1, 1]);
  }, 120_000);

  it('loses its parts with the rest of its content', async () => {
    const facts = await subject.paidLong(EIGHT_MINUTES);
    await subject.reaches(facts, 'done');
    await parts.areHeard(facts, 4);
    await subject.tellDeleted(facts);
    await parts.areHeard(facts, 0);
    const [row] = await subject.rows.query<object[]>(
      `select gaps, speakers, speaker_names, party_names, terms, amount_check from transcripts
       where agreement_id = $1`,
      [facts.agreementId],
    );
    expect(row).toEqual({
      ...{ gaps: null, speakers: null, speaker_names: {}, party_names: null },
      ...{ terms: null, amount_check: null },
    });
  }, 120_000);
});
