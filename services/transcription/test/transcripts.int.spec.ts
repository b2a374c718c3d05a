import { jest } from '@jest/globals';
import {
  type EventEnvelope,
  type RecordingPrepared,
  type RecordingPreviewed,
  recordingPrepared,
  recordingPreviewed,
  transcriptCompleted,
  transcriptProgressed,
} from '#contracts';
import { Jobs } from '#jobs';
import { DiskStore } from '#storage';
import { eventually } from '#testing';
import type { RecordingFacts } from './agreement-events.js';
import { Transcription } from './transcription.harness.js';

/** How stages may follow each other. */
const ORDER = ['preparing', 'queued', 'transcribing', 'sealing'];

describe('a recording and its payment', () => {
  let subject: Transcription;

  beforeAll(async () => {
    subject = await Transcription.start({ SPEECH_ENGINE: 'pocketsphinx' });
  }, 180_000);

  afterAll(() => subject?.close(), 60_000);

  const expectAllDone = async (facts: RecordingFacts) => {
    const view = await subject.reaches(facts, 'done');
    expect(view).toMatchObject({
      agreementId: facts.agreementId,
      percent: 100,
      draft: true,
      engine: 'pocketsphinx',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(view.text).toContain('agree');
    expect(view.segments.length).toBeGreaterThan(0);
    expect(view.peaks.some((peak) => peak > 0)).toBe(true);
    expect(view.consentPeaks).toEqual([]);
    expect(view.durationSeconds).toBeGreaterThan(3);

    await eventually(
      async () => {
        if (!subject.told(facts.agreementId).includes(transcriptCompleted.name)) throw new Error('not told');
      },
      10_000,
      'the news of the transcript',
    );
    await subject.completed(facts);
    const events = subject.tap.about(facts.agreementId);
    const named = (name: string) => events.filter((event) => event.type === name);
    expect(named(recordingPrepared.name)).toHaveLength(1);
    expect(named(transcriptCompleted.name).map((event) => event.data)).toEqual([
      expect.objectContaining({ sha256: view.sha256, segmentCount: view.segments.length, isDraft: true }),
    ]);
    const stages = named(transcriptProgressed.name).map((event) =>
      ORDER.indexOf((event.data as { stage: string }).stage),
    );
    expect(stages).not.toContain(-1);
    expect(stages).toEqual([...stages].sort((a, b) => a - b));
    expect(stages.at(-1)).toBe(ORDER.indexOf('sealing'));
    const aboutTranscript = events.filter(({ type }) => type.startsWith('transcription.transcript.'));
    expect(aboutTranscript.at(-1)?.type).toBe(transcriptCompleted.name);

    const [{ data }] = named(recordingPrepared.name) as [EventEnvelope<RecordingPrepared>];
    const { mp3, webm, preview, outline = [] } = data;
    expect(Math.max(...outline)).toBeCloseTo(Math.max(...view.peaks), 1);
    for (const object of [mp3, webm, preview]) {
      expect(await subject.store.head(object.key)).toEqual({ bytes: object.bytes });
      expect(await subject.sha256(object.key)).toBe(object.sha256);
    }
    const rows = await subject.rows.query<object[]>('select run from transcripts where recording_id = $1', [
      facts.recordingId,
    ]);
    expect(rows).toEqual([{ run: 1 }]);
    // Copies are made with the lowest priority, and wait for nobody.
    await subject.quiet();
    const jobs = await subject.rows.query<object[]>(
      `select name, status, attempts from jobs where payload->>'recordingId' = $1
         or payload->>'transcriptId' in (select id::text from transcripts where recording_id = $1::uuid)
       order by name`,
      [facts.recordingId],
    );
    expect(jobs).toEqual([
      { name: 'complete-recording', status: 'done', attempts: 1 },
      { name: 'prepare-recording', status: 'done', attempts: 1 },
      { name: 'transcribe-recording', status: 'done', attempts: 1 },
    ]);
  };

  it('become one transcript when the recording is told first, each twice', async () => {
    const facts = await subject.recorded();
    await subject.tellStored(facts, 2);
    await subject.previewed(facts);
    await subject.tellPaid(facts, 2);
    await expectAllDone(facts);
  }, 120_000);

  it('keep whose lines were pressed and when they were begun, told twice', async () => {
    const turns = [{ party: 'b' as const, start: 0.5, end: 3.25 }];
    const startedAt = '2026-11-17T09:30:00.000Z';
    const facts = { ...(await subject.recorded()), turns, startedAt };
    await subject.tellStored(facts, 2);
    await subject.previewed(facts);
    const rows = await subject.rows.query<object[]>(
      'select turns, started_at as "startedAt" from recordings where id = $1',
      [facts.recordingId],
    );
    expect(rows).toEqual([{ turns, startedAt: new Date(startedAt) }]);
  });

  it('keep when the recording was stored, however late that is told', async () => {
    const storedAt = new Date('2026-11-20T15:00:00.000Z');
    const facts = { ...(await subject.recorded()), storedAt };
    await subject.tellStored(facts, 2);
    await subject.previewed(facts);
    const rows = await subject.rows.query<object[]>('select created_at from recordings where id = $1', [
      facts.recordingId,
    ]);
    expect(rows).toEqual([{ created_at: storedAt }]);
  });

  it('become one transcript when the payment is told first, each twice', async () => {
    const facts = await subject.recorded();
    await subject.tellPaid(facts, 2);
    await subject.tellStored(facts, 2);
    await expectAllDone(facts);
  }, 120_000);

  it('become a transcript before the copies of the recording are stored', async () => {
    // Each job starts at the commit that adds it, not when somebody looks for what the queue has forgotten.
    const reconciling = jest.spyOn(Jobs.prototype, 'reconcile').mockResolvedValue();
    const { putFile } = DiskStore.prototype;
    const stored = Promise.withResolvers<void>();
    const putting = jest.spyOn(DiskStore.prototype, 'putFile');
    putting.mockImplementation(async function (this: DiskStore, ...file) {
      await stored.promise;
      return putFile.apply(this, file);
    });
    try {
      const facts = await subject.recorded();
      await subject.tellPaid(facts);
      await subject.tellStored(facts);
      await subject.reaches(facts, 'done');
      stored.resolve();
      await expectAllDone(facts);
    } finally {
      stored.resolve();
      putting.mockRestore();
      reconciling.mockRestore();
    }
  }, 120_000);

  it('become one transcript of both recordings of people who were apart, each told twice', async () => {
    const a = await subject.recorded();
    await subject.tellStored(a, 2);
    const b = await subject.another(a, { party: 'b', content: await subject.record('Yes, I agree.') });
    await subject.tellConsent(a, b, 2);
    await subject.previewed(a);
    expect((await subject.read(a.agreementId)).body).not.toMatchObject({ status: 'done' });
    await subject.tellStored(b, 2);

    const view = await subject.reaches(a, 'done');
    const of = (recording: string) => view.segments.filter((segment) => segment.recording === recording);
    expect(view.consentPeaks.some((peak) => peak > 0)).toBe(true);
    expect(view.segments).toEqual([...of('a'), ...of('b')]);
    const words = (recording: string) =>
      of(recording)
        .map((segment) => segment.text)
        .join('\n');
    expect(view.text).toBe(`${words('a')}\n${words('b')}`);
    expect(words('a')).toContain('do you agree');
    expect(words('b')).toContain('yes i agree');
    const rows = await subject.rows.query<{ party: string; duration_ms: number }[]>(
      'select party, duration_ms from recordings where agreement_id = $1 order by party',
      [a.agreementId],
    );
    expect(rows.map((row) => row.party)).toEqual(['a', 'b']);
    expect(view.durationSeconds * 1000).toBeCloseTo(
      rows.reduce((sum, row) => sum + row.duration_ms, 0),
      3,
    );
    for (const { end } of of('b')) expect(end * 1000).toBeLessThanOrEqual(rows[1]?.duration_ms ?? 0);
    expect(await subject.news(a.agreementId, transcriptCompleted, 1)).toEqual([
      expect.objectContaining({ sha256: view.sha256, segmentCount: view.segments.length }),
    ]);
    await subject.tellConsent(a, b);
    const [first, second] = await subject.news(a.agreementId, transcriptCompleted, 2);
    expect(second).toEqual(first);
  }, 120_000);

  it('make no more than a preview and a waveform while nobody has paid', async () => {
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.previewed(facts);
    await subject.quiet();
    const stored = async () => {
      const keys: string[] = [];
      for await (const key of subject.store.list(`recordings/${facts.recordingId}/`)) keys.push(key);
      return keys.map((key) => key.split('/').at(-1)).sort();
    };
    expect(await stored()).toEqual(['original', 'preview.mp3']);
    expect(subject.told(facts.agreementId)).toEqual([recordingPreviewed.name]);
    const [{ data }] = subject.tap.about(facts.agreementId) as [EventEnvelope<RecordingPreviewed>];
    expect(await subject.store.head(data.preview.key)).toEqual({ bytes: data.preview.bytes });
    expect(Math.max(...(data.outline ?? []))).toBeGreaterThan(0.05);

    await subject.tellPaid(facts);
    await subject.reaches(facts, 'done');
    await subject.quiet();
    // The copy for recognition is not kept.
    expect(await stored()).toEqual(['audio.mp3', 'audio.webm', 'original', 'preview.mp3']);
  }, 60_000);

  it('make everything at once of what is paid and waits for party B, each told twice', async () => {
    const facts = await subject.recorded();
    await subject.tellPaid(facts, 2, 'awaiting_party');
    await subject.tellStored(facts, 2);
    await subject.completed(facts);
    await subject.quiet();
    const transcripts = await subject.rows.query<object[]>(
      'select 1 from transcripts where agreement_id = $1',
      [facts.agreementId],
    );
    expect(transcripts).toEqual([]);
    const told = subject.told(facts.agreementId).filter((name) => name === recordingPrepared.name);
    expect(told).toHaveLength(1);
  }, 60_000);

  it('are not transcribed while nobody has paid', async () => {
    const facts = await subject.recorded();
    await subject.tellStored(facts);
    await subject.previewed(facts);
    expect(await subject.read(facts.agreementId)).toMatchObject({
      status: 402,
      body: { code: 'payment_required' },
    });
    const rows = await subject.rows.query<object[]>('select 1 from transcripts where recording_id = $1', [
      facts.recordingId,
    ]);
    expect(rows).toEqual([]);
  }, 60_000);
});
