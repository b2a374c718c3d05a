import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transcriptCompleted } from '#contracts';
import type { HealthCheck } from '#platform';
import { eventually } from '#testing';
import type { ModelState } from '../src/speech/models/model-entry.js';
import { ModelServer } from '../src/speech/models/test/model-server.js';
import { toneWave } from '../src/speech/neural/test/tone-models.js';
import type { RecordingFacts } from './agreement-events.js';
import { Transcription } from './transcription.harness.js';

const TALK = [0.6, 'one', 0.4, 'two', 0.9, 'three', 0.4, 'four', 0.6] as const;

describe('speech models that come while the service runs', () => {
  let server: ModelServer;
  let folder: string;
  let subject: Transcription;

  const detail = async (check: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${subject.service.url}/health`);
    const { checks } = (await answer.json()) as { checks: HealthCheck[] };
    expect(answer.status).toBe(200);
    return checks.find(({ name }) => name === check)?.detail ?? {};
  };
  let draft: RecordingFacts;
  /** A draft that is still one when models are damaged. */
  let lasting: RecordingFacts;
  const renew = (facts: RecordingFacts) => subject.renew(facts.agreementId);
  const models = async () => (await detail('models')).models as ModelState[];
  const areAll = (status: ModelState['status']) =>
    eventually(
      async () => expect((await models()).map((model) => model.status)).toEqual(Array(4).fill(status)),
      // A download that was silent for too long is tried again after a minute and a quarter at most.
      150_000,
      `all models ${status}`,
    );

  beforeAll(async () => {
    server = await ModelServer.start();
    folder = await mkdtemp(join(tmpdir(), 'neural-models-'));
    const manifest = join(folder, 'manifest.json');
    await writeFile(manifest, JSON.stringify({ ...server.manifest, baseUrl: 'http://nobody.invalid/' }));
    server.hold();
    subject = await Transcription.start({
      MODELS: 'auto',
      MODELS_DIR: join(folder, 'models'),
      MODELS_URL: server.url,
      MODELS_MANIFEST: manifest,
    });
  }, 180_000);

  afterAll(async () => {
    server.go();
    await subject?.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it('are missing at first: it is ready at once, and another engine does it', async () => {
    expect((await models()).map(({ status }) => status)).not.toContain('ready');
    const view = await subject.reaches(await subject.paid(), 'done');
    expect(view).toMatchObject({ engine: 'pocketsphinx', draft: true, quality: expect.any(String) });
    const { engines, uses } = await detail('engines');
    expect(uses).toEqual({ en: 'pocketsphinx', es: null });
    expect(engines).toEqual([
      { name: 'tones-en', languages: ['en'], isDraft: false, isReady: false },
      { name: 'pocketsphinx', languages: ['en'], isDraft: true, isReady: true },
    ]);
    expect(view.text).toContain('agree');
  }, 120_000);

  it('leave a draft as it is while no better engine is here', async () => {
    draft = await subject.paid(toneWave(TALK));
    lasting = await subject.paid(toneWave(TALK));
    await subject.reaches(lasting, 'done');
    const view = await subject.reaches(draft, 'done');
    expect(view).toMatchObject({ engine: 'pocketsphinx', isRenewable: false });
    expect(await renew(draft)).toMatchObject({ status: 409, body: { code: 'nothing_to_retry' } });
  }, 120_000);

  it('are fetched, also when a download is cut off, and take over without a restart', async () => {
    server.faults.push({ path: 'tones.tar.bz2', fault: { kind: 'cut', afterBytes: 300 } });
    server.go();
    await areAll('ready');
    expect((await detail('engines')).uses).toEqual({ en: 'tones-en', es: null });
    expect(server.requests).toContain('/asr-models/tones.tar.bz2 300');
    const facts = await subject.paid(toneWave(TALK));
    const view = await subject.reaches(facts, 'done');
    expect(view).toMatchObject({
      engine: 'tones-en',
      draft: false,
      quality: 'good',
      text: 'one two\nthree four',
    });
    const starts = view.segments.flatMap(({ words }) => words?.map(({ start }) => start) ?? []);
    for (const [index, second] of [0.6, 1.5, 2.9, 3.8].entries()) {
      expect(Math.abs((starts[index] ?? 0) - second)).toBeLessThanOrEqual(0.15);
    }
    const parts = await subject.rows.query<{ engine: string }[]>(
      'select engine from speech_parts where recording_id = $1',
      [facts.recordingId],
    );
    expect(parts).toEqual([{ engine: 'tones-en' }]);
  }, 300_000);

  it('make a draft anew on request, once, and what it was before is kept', async () => {
    const before = (await subject.read(draft.agreementId)).body;
    expect(before).toMatchObject({ engine: 'pocketsphinx', isRenewable: true });
    const [one, other] = await Promise.all([renew(draft), renew(draft)]);
    expect([one.status, other.status]).toEqual([202, 202]);
    expect([one.body, other.body]).toContainEqual(
      expect.objectContaining({
        status: 'done',
        sha256: before.sha256,
        isRenewing: true,
        isRenewable: false,
      }),
    );
    const renewed = () => subject.read(draft.agreementId).then(({ body }) => body);
    await eventually(
      async () => expect(await renewed()).toMatchObject({ engine: 'tones-en', isRenewing: false }),
      60_000,
      'the renewed transcript',
    );
    expect(await renewed()).toMatchObject({ text: 'one two\nthree four', draft: false, isRenewable: false });
    const versions = await subject.rows.query<object[]>(
      `select v.engine, v.is_draft as "isDraft", v.sha256 from transcript_versions v
       join transcripts t on t.id = v.transcript_id where t.agreement_id = $1`,
      [draft.agreementId],
    );
    expect(versions).toEqual([{ engine: 'pocketsphinx', isDraft: true, sha256: before.sha256 }]);
    const told = subject.tap.about(draft.agreementId).filter(({ type }) => type === transcriptCompleted.name);
    expect(told.map(({ data }) => (data as { sha256: string }).sha256)).toEqual([
      before.sha256,
      (await renewed()).sha256,
    ]);
    expect(await renew(draft)).toMatchObject({ status: 409 });
  }, 120_000);

  it('that are damaged are replaced, and the transcript is made meanwhile by the next engine', async () => {
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.previewed(facts);
    server.hold();
    await writeFile(join(folder, 'models/tones-activity/voice-activity.onnx'), '<html>');
    const { sha256 } = (await subject.read(lasting.agreementId)).body;
    expect((await renew(lasting)).status).toBe(202);
    await eventually(
      async () => {
        const { body } = await subject.read(lasting.agreementId);
        expect(body).toMatchObject({ status: 'done', engine: 'pocketsphinx', isRenewing: false, sha256 });
      },
      60_000,
      'the draft that stays as it is',
    );
    await subject.tellPaid(facts);
    // Whoever lets the download go on earlier may see the model replaced before it is asked for.
    const view = await subject.reaches(facts, 'done');
    server.go();
    expect(view).toMatchObject({ engine: 'pocketsphinx', draft: true });
    await areAll('ready');
    expect((await subject.reaches(await subject.paid(toneWave(TALK)), 'done')).engine).toBe('tones-en');
  }, 300_000);

  it('keep a Spanish recording waiting, which is never taken for English', async () => {
    const facts = { ...(await subject.recorded()), language: 'es' };
    await subject.tellStored(facts);
    await subject.tellPaid(facts);
    const view = await subject.reaches(facts, 'failed');
    expect(view).toMatchObject({ text: '', segments: [], problem: 'language' });
    expect(view.fallbackOptions?.manualService.available).toBe(true);
  }, 120_000);
});
