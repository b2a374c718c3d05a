import { type TranscriptFiles, transcriptCompleted, transcriptProgressed } from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { eventually } from '#testing';
import { EIGHT_MINUTES, PartsUnderTest, tellLengths } from './parts-under-test.js';
import { ben, service, Transcription } from './transcription.harness.js';

/** Five parts, of which the last has to wait for another one. */
const NINETEEN_MINUTES = 1140;
const TYPED = '2000.00';

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

describe('a long recording', () => {
  beforeEach(() => {
    openai.reset();
    tellLengths(openai);
  });

  it('is heard in parts that are cut in silence, and told as one', async () => {
    const facts = await subject.paidLong(EIGHT_MINUTES);
    const view = await subject.reaches(facts, 'done');
    const rows = await parts.of(facts);
    expect(rows).toHaveLength(4);
    expect(parts.timesAsked()).toEqual([1, 1, 1, 1]);
    expect(openai.requests.map(({ file }) => file?.name)).toEqual(Array(4).fill('audio.mp3'));

    const [{ speech }] = (await subject.rows.query('select speech from recordings where id = $1', [
      facts.recordingId,
    ])) as [{ speech: { start: number; end: number }[] }];
    for (const { start_ms } of rows.slice(1)) {
      const cut = start_ms / 1000;
      expect(speech.some(({ start, end }) => start < cut && cut < end)).toBe(false);
    }
    expect(view.segments.map(({ text }) => text)).toEqual(
      rows.map(({ start_ms, end_ms }) => `These are ${Math.round((end_ms - start_ms) / 1000)} seconds.`),
    );
    expect(view.durationSeconds).toBeCloseTo(EIGHT_MINUTES, 0);
    for (const [index, { start_ms, end_ms }] of rows.entries()) {
      const own = view.segments[index];
      expect(own?.start).toBeCloseTo(start_ms / 1000 + 0.5, 2);
      expect(own?.end).toBeCloseTo(end_ms / 1000 - 0.5, 1);
      expect(own?.isDoubtful).toBe(false);
    }
    expect(view.gaps).toEqual([]);
  }, 120_000);

  it('has only the part asked for again that failed', async () => {
    openai.failWith(500);
    const facts = await subject.paidLong(EIGHT_MINUTES);
    expect((await subject.reaches(facts, 'done')).segments).toHaveLength(4);
    expect(parts.timesAsked()).toEqual([1, 1, 1, 2]);
    expect((await parts.job(facts)).attempts).toBe(2);
  }, 120_000);

  it('can be read as far as it is heard, and goes on from there after a restart', async () => {
    // The fifth answer never comes: the restart gives it up.
    openai.delay(() => (openai.requests.length > 4 ? 600_000 : 300));
    const facts = await subject.paidLong(NINETEEN_MINUTES);
    await parts.areAsked(5);
    await parts.areHeard(facts, 4);

    const view = (await subject.read(facts.agreementId)).body;
    expect(view).toMatchObject({ status: 'transcribing', speakers: [], terms: [], sha256: null });
    expect(view.segments).toHaveLength(4);
    expect(view.segments).toEqual(
      Array(4).fill(
        expect.objectContaining({ speaker: null, recording: 'a', isDoubtful: false, isOverlap: false }),
      ),
    );
    expect(view.percent).toBeGreaterThanOrEqual(75);
    expect((await subject.stage(facts)).body.segments).toEqual(view.segments);
    // What is stored is told a moment later.
    const told = await eventually(
      async () => {
        const counts = subject.tap
          .about(facts.agreementId)
          .filter(({ type }) => type === transcriptProgressed.name)
          .map(({ data }) => (data as { segmentCount?: number }).segmentCount ?? 0);
        if (counts.at(-1) !== 4) throw new Error(`told of ${counts.join(', ')}`);
        return counts;
      },
      15_000,
      'all four parts are told of',
    );
    expect(told).toEqual([...told].sort((a, b) => a - b));

    openai.delay(0);
    await subject.restart();
    expect((await subject.reaches(facts, 'done')).segments).toHaveLength(5);
    expect(parts.timesAsked()).toEqual([1, 1, 1, 1, 2]);
  }, 180_000);
});

describe('what is found out about a transcript', () => {
  beforeEach(() => openai.reset());

  const says = (text: string) =>
    openai.respondWith({ duration: 3, segments: [{ start: 0.2, end: 2.8, text, speaker: 'A' }] });
  const typed = async () => {
    const facts = await subject.recorded();
    const { agreements } = subject.agreements;
    const known = agreements.get(facts.agreementId);
    if (known) agreements.set(facts.agreementId, { ...known, amount: TYPED });
    await subject.tellStored(facts);
    await subject.previewed(facts);
    await subject.tellPaid(facts);
    return facts;
  };

  it.each([
    ['I will pay two thousand five hundred dollars.', 250_000, ['amount_differs']],
    ['I will pay two thousand dollars.', 200_000, undefined],
  ])(
    'includes whether the amount is the typed one: %s',
    async (text, spoken, warnings) => {
      says(text);
      const facts = await typed();
      const { amountCheck, terms } = await subject.reaches(facts, 'done');
      expect(amountCheck).toEqual({ typedCents: 200_000, spokenCents: [spoken], agrees: spoken === 200_000 });
      expect(terms).toContainEqual(expect.objectContaining({ kind: 'amount', speaker: '1', recording: 'a' }));
      const [completed] = await subject.news(facts.agreementId, transcriptCompleted, 1);
      expect((completed as { warnings?: string[] }).warnings).toEqual(warnings);
    },
    60_000,
  );

  it('is open to the names that the owner gives, and nothing else of it', async () => {
    says('My name is Anna Miller and I agree.');
    const facts = await typed();
    const before = await subject.reaches(facts, 'done');
    const { agreementId } = facts;
    const named = await subject.nameSpeaker(agreementId, '1', { name: '  Aunt Anna ', party: null });
    expect(named.status).toBe(200);
    const speaker = { label: '1', party: null, name: 'Aunt Anna', basis: 'owner' };
    expect(named.body).toEqual({
      ...before,
      speakers: [speaker, ...before.speakers.filter(({ label }) => label !== '1')],
    });
    const again = await subject.nameSpeaker(agreementId, '1', { name: 'Anna', party: 'a' });
    expect(again.body.speakers).toContainEqual({ ...speaker, party: 'a', name: 'Anna' });
    expect(again.body.sha256).toBe(before.sha256);

    // Made again, the same label may stand for another voice: a name given to one of before is nobody's.
    const given = { name: 'Ben', party: 'b', sha256: 'e'.repeat(64) };
    const late = await subject.nameSpeaker(agreementId, '1', given);
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition']);
    expect((await subject.read(agreementId)).body.speakers).toEqual(again.body.speakers);
    const same = { name: 'Anna', party: 'a', sha256: before.sha256 };
    expect((await subject.nameSpeaker(agreementId, '1', same)).body).toEqual(again.body);

    for (const [label, naming, caller, answer] of [
      ['9', { name: 'Anna', party: 'a' }, undefined, [404, 'not_found']],
      ['1', { name: 'Anna', party: 'c' }, undefined, [400, 'invalid_input']],
      ['1', { name: 'Anna' }, undefined, [400, 'invalid_input']],
      ['1', { name: ' ', party: 'a' }, undefined, [400, 'invalid_input']],
      ['1', { name: 'n'.repeat(81), party: 'a' }, undefined, [400, 'invalid_input']],
      ['1', { name: 'Anna', party: 'a' }, ben, [404, 'agreement_not_found']],
    ] as const) {
      const refused = await subject.nameSpeaker(agreementId, label, naming, caller);
      expect([refused.status, refused.body.code]).toEqual(answer);
    }
    expect((await subject.read(agreementId)).body).toEqual(again.body);

    const mailed = await subject.get(`/internal/transcripts/${agreementId}`, service);
    const sealed = await subject.get(`/internal/transcripts/${agreementId}/files`, service);
    expect(mailed.body).toMatchObject({ speakers: before.speakers });
    const { json, txt } = sealed.body as object as TranscriptFiles;
    expect(JSON.parse(json)).toMatchObject({ speakers: before.speakers });
    expect(txt).toContain('Speaker 1: My name is');
    const textIn = async (languages: string) => {
      const path = `/internal/transcripts/${agreementId}/files?languages=${languages}`;
      return ((await subject.get(path, service)).body as object as TranscriptFiles).txt;
    };
    expect(await textIn('es')).toMatch(new RegExp(`^Transcripción del acuerdo ${agreementId}\n`));
    expect(await textIn('es')).toContain('Voz 1: My name is');
    const both = await textIn('es,en');
    expect(both.indexOf('Transcripción del acuerdo')).toBe(0);
    expect(both).toContain(`\n\nTranscript of agreement ${agreementId}\n`);
    // One that is only known to a newer copy of the asking service is left out.
    expect(await textIn('fr')).toBe(txt);
  }, 60_000);
});
