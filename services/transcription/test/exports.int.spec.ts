import { createHash, randomInt } from 'node:crypto';
import { newAgreementId, type TranscriptExported, transcriptExported } from '#contracts';
import { type Principal, ServiceTokens } from '#platform';
import { parseSrt, parseVtt } from '../src/human-transcripts/human-transcript.js';
import { APART } from '../src/reading/test/transcripts.js';
import { anna } from './agreement-events.js';
import { admin, ben, Transcription } from './transcription.harness.js';

describe('the export of a transcript', () => {
  let subject: Transcription;

  beforeAll(async () => {
    subject = await Transcription.start({ SPEECH_ENGINE: 'pocketsphinx' });
  }, 180_000);

  afterAll(() => subject?.close(), 60_000);

  /** A transcript as the jobs leave it. */
  const transcribed = async (stage: string, isPaid = true) => {
    const { agreementId, recordingId, objectKey } = await subject.recorded();
    subject.agreements.agreements.set(agreementId, {
      ...{ ownerId: anna.id, status: isPaid ? 'processing' : 'pending' },
      ...{ title: 'Honda Civic', amount: '2000.00' },
    });
    const speakers = APART.speakers.map(({ label, party, basis }) => ({ label, party, basis }));
    await subject.rows.query(
      `insert into recordings (id, agreement_id, object_key, mime, duration_ms) values ($1, $2, $3, 'audio/webm', 1)`,
      [recordingId, agreementId, objectKey],
    );
    await subject.rows.query(
      `insert into transcripts (id, agreement_id, recording_id, owner_id, is_paid, stage, percent, run, engine,
         is_draft, duration_ms, text, segments, gaps, speakers, party_names, terms, amount_check, sha256)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, 100, 1, 'pocketsphinx', true, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[agreementId, recordingId, anna.id, isPaid, stage, APART.durationSeconds * 1000, APART.text],
        ...[APART.segments, APART.gaps, speakers].map((value) => JSON.stringify(value)),
        JSON.stringify({ a: 'Anna Miller', b: 'Ben Carter' }),
        ...[APART.terms, APART.amountCheck].map((value) => JSON.stringify(value)),
        stage === 'done' ? APART.sha256 : null,
      ],
    );
    return agreementId;
  };

  const get = (agreementId: string, query: string, caller: Principal | null = anna) => {
    const tokens = subject.service.app.get(ServiceTokens, { strict: false });
    return fetch(`${subject.service.url}/api/agreements/${agreementId}/transcript/export${query}`, {
      headers: caller ? { 'x-service-token': tokens.issue(caller) } : {},
    });
  };

  it.each([
    ['txt', 'text/plain; charset=utf-8'],
    ['srt', 'application/x-subrip'],
    ['vtt', 'text/vtt'],
    ['json', 'application/json'],
  ])('is a file to keep: %s', async (format, type) => {
    const agreementId = await transcribed('done');
    const answer = await get(agreementId, `?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="transcript_${agreementId}.${format}"`,
    );
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    const content = await answer.text();
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(content));
    for (const { text } of APART.segments) expect(content).toContain(text);
    if (format === 'json') {
      const { segments, terms, gaps, speakers, amountCheck } = APART;
      expect(JSON.parse(content)).toMatchObject({
        agreementId,
        segments,
        // Of a draft every amount should be checked.
        terms: terms.map((term) => ({ ...term, isUnsure: true })),
        gaps,
        speakers,
        amountCheck,
      });
    }
    const deal = 'Anna Miller ↔ Ben Carter · Honda Civic · $2,000.00 · 0:20 · Nov 21, 2026';
    if (format === 'txt') expect(content).toContain(`${agreementId}\n${deal}\n`);
    if (format === 'vtt') expect(content).toContain(`${agreementId}\n${deal}\n`);
    if (format === 'json') expect(JSON.parse(content)).toMatchObject({ about: { title: 'Honda Civic' } });
    if (format === 'txt') expect(content).toContain('[0:03] Anna Miller: I agree to sell');
    if (format === 'srt') expect(parseSrt(content)).toHaveLength(APART.segments.length);
    if (format === 'vtt')
      expect(parseVtt(content).at(-1)).toMatchObject({ speaker: 'Ben Carter', start: 3614.5 });
  });

  it('does not wait for what the agreement is about', async () => {
    const agreementId = await transcribed('done');
    subject.agreements.isDown = true;
    try {
      const answer = await get(agreementId, '?format=txt');
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('Honda');
    } finally {
      subject.agreements.isDown = false;
    }
  });

  it.each(['', '?format=', '?format=pdf', '?format=TXT', '?format=txt&format=srt', '?format=txt&more=1'])(
    'is refused in no known format: %s',
    async (query) => {
      const answer = await get(await transcribed('done'), query);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid_input' }),
      ]);
    },
  );

  it.each<[string, () => Promise<Response>, number, string]>([
    ['not finished', async () => get(await transcribed('transcribing'), '?format=txt'), 404, 'not_ready'],
    ['failed', async () => get(await transcribed('failed'), '?format=txt'), 404, 'not_ready'],
    [
      "somebody else's",
      async () => get(await transcribed('done'), '?format=txt', ben),
      404,
      'agreement_not_found',
    ],
    ['unknown', async () => get(newAgreementId(), '?format=txt'), 404, 'agreement_not_found'],
    ['of no agreement', async () => get('..%2Fx', '?format=txt'), 404, 'agreement_not_found'],
    ['not paid', async () => get(await transcribed('done', false), '?format=txt'), 402, 'payment_required'],
    ['for nobody', async () => get(await transcribed('done'), '?format=txt', null), 401, 'unauthenticated'],
    [
      'for the administrator',
      async () => get(await transcribed('done'), '?format=txt', admin),
      403,
      'forbidden',
    ],
  ])('is refused: %s', async (_, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })]);
  });

  it('is told of by its hash, with what it was made from, and who named the speakers', async () => {
    const agreementId = await transcribed('done');
    const files = [await (await get(agreementId, '?format=srt')).text()];
    await subject.rows.query(
      `update transcripts set speaker_names = '{"1": {"name": "Uncle Joe", "party": null}}' where agreement_id = $1`,
      [agreementId],
    );
    for (const format of ['srt', 'json'])
      files.push(await (await get(agreementId, `?format=${format}`)).text());
    expect(files[1]).toContain('I agree to sell');
    const told = (await subject.news(agreementId, transcriptExported, 3)) as TranscriptExported[];
    expect(told).toEqual(
      files.map((content, index) => ({
        ...{ agreementId, format: index === 2 ? 'json' : 'srt', language: 'en' },
        sha256: createHash('sha256').update(content).digest('hex'),
        bytes: Buffer.byteLength(content),
        ...{ transcriptSha256: APART.sha256, areSpeakersNamed: index > 0 },
      })),
    );
    expect(JSON.stringify(told)).not.toMatch(/Uncle|agree to/);
  });

  it('is not told of where there is not a word in it: it would be like every other empty file', async () => {
    const agreementId = await transcribed('done');
    await subject.rows.query(`update transcripts set segments = '[]', text = '' where agreement_id = $1`, [
      agreementId,
    ]);
    expect(await (await get(agreementId, '?format=srt')).text()).toBe('');
    await get(agreementId, '?format=txt');
    const told = (await subject.news(agreementId, transcriptExported, 1)) as TranscriptExported[];
    expect(told.map(({ format }) => format)).toEqual(['txt']);
  });

  it('is refused when the words were deleted', async () => {
    const agreementId = await transcribed('done');
    await subject.rows.query('update transcripts set deleted_at = now() where agreement_id = $1', [
      agreementId,
    ]);
    const answer = await get(agreementId, '?format=json');
    expect(await answer.json()).toMatchObject({ code: 'recording_expired' });
  });

  it('is made sixty times in an hour for one person, and goes on for everybody else', async () => {
    const busy: Principal = { kind: 'user', id: randomInt(1_000_000, 1_000_000_000), sessionId: null };
    const agreementId = await transcribed('done');
    await subject.rows.query('update transcripts set owner_id = $2 where agreement_id = $1', [
      ...[agreementId, busy.id],
    ]);
    subject.agreements.agreements.set(agreementId, { ownerId: busy.id, status: 'processing' });
    for (let times = 1; times <= 60; times += 1) {
      expect((await get(agreementId, '?format=srt', busy)).status).toBe(200);
    }
    const refused = await get(agreementId, '?format=vtt', busy);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'too_many_requests' }),
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3600);
    await subject.news(agreementId, transcriptExported, 60);
    expect((await get(await transcribed('done'), '?format=vtt')).status).toBe(200);
  }, 60_000);
});
