import { readFile } from 'node:fs/promises';
import type { Language } from '#contracts';
import { parseSrt, parseVtt } from '../human-transcripts/human-transcript.js';
import { cuesOf } from './export-cues.js';
import { type ExportedDeal, exportFormats, exportTranscript, writePacketFiles } from './export-transcript.js';
import { APART, NASTY, transcript } from './test/transcripts.js';

const write = (of: typeof APART, format: (typeof exportFormats)[number]) =>
  exportTranscript(of, format).content.toString('utf8');
/** As the reader of subtitles gives them back: in one line, in seconds. */
const said = (of: typeof APART) =>
  cuesOf(of).map(({ startMs, endMs, text }) => ({
    ...{ start: startMs / 1000, end: endMs / 1000, text: text.replace(/\s+/g, ' ') },
  }));
const withoutSpeaker = (cues: ReturnType<typeof parseSrt>) => cues.map(({ speaker: _, ...cue }) => cue);

const DEAL: ExportedDeal = {
  partyA: { name: 'Anna Miller', email: 'anna@example.test' },
  partyB: { name: 'Ben --> Carter', email: 'ben@example.test' },
  ...{ kind: 'car', title: 'Civic\n<2012> & more', amount: '2000.00', currency: 'USD' },
  ...{ durationSeconds: 3605, createdAt: '2026-11-21T10:00:00.000Z', recordedAt: '2026-11-22T10:00:00.000Z' },
};

describe('a transcript as a file', () => {
  it.each(exportFormats)('is the golden %s', async (format) => {
    const golden = await readFile(new URL(`./golden/transcript.${format}.golden`, import.meta.url), 'utf8');
    expect(write(APART, format)).toBe(golden);
  });

  it('says that the voices could not be told apart', () => {
    const unclear = { ...APART, areVoicesUnclear: true };
    expect(write(unclear, 'txt')).toContain(
      'We could not tell the voices apart. Please check who said what.\n',
    );
    expect(JSON.parse(write(unclear, 'json'))).toMatchObject({ areVoicesUnclear: true });
    const alone = { ...APART, isOneVoice: true };
    expect(write(alone, 'txt')).toContain('We found only one voice in this recording.');
    expect(JSON.parse(write(alone, 'json'))).toMatchObject({ isOneVoice: true });
  });

  it('speaks the language of whoever exports it, and leaves what was said as it is', () => {
    const labelled = APART.segments.map((segment) => ({ ...segment, speaker: segment.speaker && 'X' }));
    const english =
      /\b(transcript|agreement|by|machine|draft|quality|made|the|recording|where|words|length|party|speaker|nobody|written|person|beside|times|counted|please|check|who|could|not|voices)\b/i;
    for (const view of [
      APART,
      { ...APART, segments: labelled, areVoicesUnclear: true },
      { ...APART, speakers: [{ label: '1', party: null, name: 'Speaker 1', basis: null }] },
      { ...APART, segments: [] },
      { ...APART, segments: [], gaps: [] },
      { ...APART, segments: [], gaps: [], quality: 'unclear' as const },
    ]) {
      for (const format of ['txt', 'vtt', 'srt'] as const) {
        const content = exportTranscript(view, format, 'es').content.toString('utf8');
        const rest = view.segments.reduce((left, { text }) => left.replaceAll(text, ' '), content);
        expect(rest.replaceAll(view.human?.text ?? '\0', ' ')).not.toMatch(english);
        for (const { text } of view.segments) if (format === 'txt') expect(content).toContain(text);
      }
    }
    expect(exportTranscript(APART, 'txt', 'es').content.toString('utf8')).toMatch(
      /^Transcripción del acuerdo 4207731958026614\n/,
    );
  });

  it('says in a packet for two languages each thing in both, and once what was said', () => {
    const speakers = [{ label: '1', party: null, name: 'Speaker 1', basis: null }];
    const view = { ...APART, speakers };
    const { json, txt } = writePacketFiles(view, ['es', 'en']);
    const blocks = txt.split('\n\n');
    expect(blocks.map((block) => block.split('\n')[0])).toEqual([
      'Transcripción del acuerdo 4207731958026614',
      'Transcript of agreement 4207731958026614',
      'Grabación de la parte A',
      expect.stringMatching(/^\[0:00\] Voz 1 \/ Speaker 1: /),
      'Grabación de la parte B',
      expect.stringMatching(/^\[0:00\] /),
      'Escrita por una persona, además de lo anterior',
      'Anna: I sell my car.',
    ]);
    expect(blocks[2]).toBe("Grabación de la parte A\nParty A's recording");
    expect(json).toBe(write(view, 'json'));
    expect(writePacketFiles(view, ['en']).txt).toBe(write(view, 'txt'));
    const silent = transcript({ ...APART, segments: [], gaps: [], human: null });
    expect(writePacketFiles(silent, ['es', 'en']).txt).toMatch(
      /\n\nNo se oyó hablar a nadie\.\nNobody was heard to speak\.\n$/,
    );
  });

  it.each([
    [null, 'Voz 1: '],
    // What the owner calls a voice is no word of ours.
    ['owner' as const, 'Speaker 1: '],
  ])('calls a voice that nobody has named by its number, in words of the language: %s', (basis, said) => {
    const view = { ...APART, speakers: [{ label: '1', party: null, name: 'Speaker 1', basis }] };
    expect(exportTranscript(view, 'txt', 'es').content.toString('utf8')).toContain(said);
    expect(exportTranscript(view, 'txt').content.toString('utf8')).toContain('Speaker 1: ');
  });

  it('has its name and type', () => {
    const files = exportFormats.map((format) => exportTranscript(APART, format));
    expect(files.map(({ fileName, type }) => [fileName, type])).toEqual([
      ['transcript_4207731958026614.txt', 'text/plain; charset=utf-8'],
      ['transcript_4207731958026614.srt', 'application/x-subrip'],
      ['transcript_4207731958026614.vtt', 'text/vtt'],
      ['transcript_4207731958026614.json', 'application/json'],
    ]);
  });

  it.each([
    ['two recordings', APART],
    ['nasty words', NASTY],
  ])('is read back without loss by our own reader: %s', (_, of) => {
    expect(withoutSpeaker(parseSrt(write(of, 'srt')))).toEqual(said(of));
    expect(withoutSpeaker(parseVtt(write(of, 'vtt')))).toEqual(said(of));
  });

  it('names the voices in vtt', () => {
    expect(parseVtt(write(APART, 'vtt')).map(({ speaker }) => speaker)).toEqual([
      'Anna Miller',
      'Anna Miller',
      null,
      'Ben Carter',
    ]);
  });

  it('has only times that make sense, whatever the segments say', () => {
    const cues = cuesOf(NASTY);
    expect(cues).toHaveLength(NASTY.segments.length - 1);
    for (const { startMs, endMs } of cues) {
      expect(Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs)).toBe(true);
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(endMs).toBeGreaterThan(startMs);
    }
    for (const format of ['txt', 'srt', 'vtt'] as const) {
      expect(write(NASTY, format)).not.toMatch(/NaN|Infinity|undefined|null/);
    }
  });

  it('ends every line of srt with CR LF', () => {
    expect(write(NASTY, 'srt')).not.toMatch(/[^\r]\n|\r[^\n]/);
  });

  it('lets party B begin when all of party A is over', () => {
    const [b] = cuesOf(APART).filter(({ recording }) => recording === 'b');
    expect(b).toMatchObject({ startMs: 3_614_500, endMs: 3_616_004 });
    expect(write(APART, 'vtt')).toContain("Times of party B's recording are counted on from 1:00:14.");
    expect(write(NASTY, 'vtt')).not.toContain('party B');
  });

  it('holds everything in json, as the API gives it', () => {
    const {
      status: _,
      percent: __,
      peaks: ___,
      consentPeaks: _____,
      fallbackOptions: ____,
      humanOrder: _________,
      problem: ______,
      isRenewable: _______,
      isRenewing: ________,
      ...kept
    } = APART;
    expect(JSON.parse(write(APART, 'json'))).toEqual(kept);
  });

  it.each<[Language, string]>([
    ['en', 'Anna Miller ↔ Ben --> Carter · Civic <2012> & more · $2,000.00 · 1:00:05 · Nov 22, 2026'],
    ['es', 'Anna Miller ↔ Ben --> Carter · Civic <2012> & more · $2,000.00 · 1:00:05 · 22 nov 2026'],
  ])('tells in one line which deal it is, of the day of the recording that counts: %s', (language, line) => {
    const told = (format: (typeof exportFormats)[number], deal: ExportedDeal) =>
      exportTranscript(APART, format, language, deal).content.toString('utf8');
    expect(told('txt', DEAL).split('\n')[1]).toBe(line);
    const escaped = line.replace('&', '&amp;').replace('<', '&lt;').replaceAll('>', '&gt;');
    expect(told('vtt', DEAL).split('\n')[4]).toBe(escaped);
    expect(withoutSpeaker(parseVtt(told('vtt', DEAL)))).toEqual(said(APART));
    expect(told('srt', DEAL)).toBe(write(APART, 'srt'));
    expect(JSON.parse(told('json', DEAL))).toMatchObject({
      about: { title: 'Civic\n<2012> & more', amount: '2000.00', partyA: 'Anna Miller' },
    });
    expect(JSON.parse(told('json', DEAL))).toMatchObject({ about: { recordedAt: DEAL.recordedAt } });
    const { recordedAt: _, ...fromBefore } = DEAL;
    expect(JSON.parse(told('json', fromBefore))).toMatchObject({ about: { recordedAt: DEAL.createdAt } });
    const untitled = { ...DEAL, title: null, amount: null };
    const kind = language === 'en' ? 'Car sale' : 'Venta de un carro';
    expect(told('txt', untitled).split('\n')[1]).toContain(`Carter · ${kind} · 1:00:05`);
    expect(told('txt', { ...untitled, kind: 'other' }).split('\n')[1]).toContain('Carter · 1:00:05');
  });

  it("has a person's words once where they are the transcript", () => {
    const { text, sha256 } = APART;
    const human = { text, sha256: sha256 ?? '', deliveredAt: '2026-11-22T10:00:00Z' };
    const whole = transcript({ ...APART, engine: 'human', human });
    expect(write(whole, 'txt')).toBe(write({ ...whole, human: null }, 'txt'));
    expect(JSON.parse(write(whole, 'json'))).toMatchObject({ engine: 'human', sha256, human: null });
    const beside = { ...whole, engine: 'neural', human: { ...human, sha256: 'f'.repeat(64) } };
    expect(JSON.parse(write(beside, 'json'))).toMatchObject({ human: { text } });
  });

  it('keeps the lines that a person wrote, apart from those that begin a cue', () => {
    const [cue] = APART.segments;
    if (!cue) throw new Error('no cue');
    const text = 'Anna: I sell you my car.\nBen: For two thousand dollars?\n\n[0:05] Ben:  I agree.';
    const segments = [{ ...cue, start: 0, speaker: null, text }];
    const typed = transcript({ engine: 'human', draft: false, durationSeconds: 3, segments });
    expect(write(typed, 'txt').split('\n\n')[1]).toBe(
      '[0:00] Anna: I sell you my car.\n       Ben: For two thousand dollars?\n       [0:05] Ben: I agree.\n',
    );
  });

  it('says so when nobody spoke', () => {
    const silent = transcript({ engine: 'human', draft: false, durationSeconds: 3 });
    expect(write(silent, 'txt')).toBe(
      'Transcript of agreement 4207731958026614\nWritten by a person\nLength 0:03\n\nNobody was heard to speak.\n',
    );
    expect(write(silent, 'srt')).toBe('');
    expect(write(silent, 'vtt')).toMatch(/^WEBVTT\n\nNOTE\n/);
  });

  it.each<[string, Language, Partial<typeof APART>, string]>([
    [
      ...(['words that are left out because they are unclear', 'en', { quality: 'unclear' }] as const),
      'The words could not be made out well, so they are left out here. The recording is what counts.',
    ],
    [
      ...(['words that are left out because they are unclear', 'es', { quality: 'unclear' }] as const),
      'Las palabras no se entendieron bien, así que aquí no aparecen. Lo que cuenta es la grabación.',
    ],
    [
      ...(['speech without words', 'en', { gaps: APART.gaps }] as const),
      'No words could be made out. Please listen to the recording.',
    ],
    [
      ...(['speech without words', 'es', { gaps: APART.gaps }] as const),
      'No se entendió ninguna palabra. Escucha la grabación, por favor.',
    ],
  ])('does not say of %s that nobody spoke, in %s', (_, language, what, sentence) => {
    const text = exportTranscript(transcript(what), 'txt', language).content.toString('utf8');
    expect(text.split('\n\n').slice(1)).toEqual([`${sentence}\n`]);
  });
});
