import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { type Dialogue, diarizationError, speakDialogue, VOICE_PAIRS } from '#testing';
import type { SpokenWord } from '../recordings/segments.js';
import { cutSegment, findSpeakers } from './find-speakers.js';
import { SAMPLED_EVERY } from './merge-labels.js';
import { nameSpeakers } from './name-speakers.js';
import type { HeardRecording } from './speaker.js';
import { heard, said, speakersOf, unlabelled } from './test/heard-dialogue.js';
import { diarizeAside } from './two-speakers/diarize-process.js';
import { HIGH, LOW, makeDialogue, waveFile } from './two-speakers/test/made-voices.js';
import { listenToVoices } from './voice-features.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(180_000);

const kennedy = fileURLToPath(new URL('../../../../libs/testing/fixtures/jfk.wav', import.meta.url));
const { signal } = new AbortController();

const findAll = (...recordings: HeardRecording[]) => findSpeakers(recordings, { signal });
const find = async (...recordings: HeardRecording[]) => (await findAll(...recordings)).segments;

describe('findSpeakers', () => {
  let directory: string;
  let first: Dialogue;
  const path = (name: string) => join(directory, `${name}.wav`);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'speakers-spec-'));
    first = await speakDialogue(path('first'), VOICE_PAIRS[0] ?? [], 1);
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('tells two voices apart', async () => {
    const { rate, right } = diarizationError(first.turns, await find(heard(first, unlabelled(first))));
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(rate).toBeLessThanOrEqual(0.2);
  });

  it.each([
    ['whose engine labels nobody', [null, null, null, null]],
    ['whose engine was told of two and labels two', ['A', 'B', 'A', 'B']],
  ])('finds one voice where one person alone speaks in a recording of two %s', async (_, labels) => {
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const [one, two, three, four] = labels;
    const spoken = [said(0.3, 2.3, one), said(3.2, 4.4, two), said(5.3, 7.7, three), said(8.1, 10.6, four)];
    const { segments, areVoicesUnclear, isOneVoice } = await findAll(
      heard(real, spoken, { areVoicesTold: true }),
    );
    expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '1', '1', '1']);
    expect([areVoicesUnclear, isOneVoice]).toEqual([false, true]);
  });

  it('keeps the labels of an engine that was told of two where two speak', async () => {
    const voices = ['A', 'B'];
    // Wrong once, so that what the engine said can be seen in what is found.
    const spoken = first.turns.map(({ start, end, voice }, index) =>
      said(start, end, voices[index === 0 ? 1 - voice : voice]),
    );
    const found = await findAll(heard(first, spoken, { areVoicesTold: true }));
    expect([found.areVoicesUnclear, found.isOneVoice]).toEqual([false, false]);
    expect(found.segments.map(({ speaker }) => speaker === found.segments[0]?.speaker)).toEqual(
      spoken.map(({ speaker }) => speaker === spoken[0]?.speaker),
    );
  });

  it.each([
    ['in turn', 'ABABABAB'],
    ['from the middle on', 'AABBABAB'],
  ])('takes one who speaks alone in a part, cut in two %s, for one', async (_, labels) => {
    const turns = [0, 0, 0, 0, 0, 1, 0, 1].map((voice) => ({ voice, seconds: 2.5 }));
    const { samples, spoken } = makeDialogue([LOW, HIGH], turns);
    const wavPath = path('alone-at-first');
    await writeFile(wavPath, waveFile(samples));
    const segments = spoken.map(({ start, end }, index) => said(start, end, labels[index]));
    const parts = [segments.slice(0, 4), segments.slice(4)].map((own) => ({
      ...{ start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, language: 'en', segments: own },
    }));
    const whole = { wavPath, durationSeconds: samples.length / 16_000, turns: [] };
    const found = await find(heard(whole, [], { parts, areVoicesTold: true }));
    expect(found.map(({ speaker }) => speaker)).toEqual(['1', '1', '1', '1', '1', '2', '1', '2']);
  });

  it.each([
    ['as they were said', 'ab', ['a', 'b'], 'script'],
    // Nobody can tell who has not heard a name.
    ['the wrong way round', 'ba', ['b', 'a'], 'script'],
    ['for both without looking', 'aab', [null, null], null],
  ] as const)('names the voices by lines that were pressed %s', async (_, pressed, parties, basis) => {
    const turns = first.turns.map(({ start, end, voice }, index) => ({
      party: pressed[pressed.length === 2 ? voice : index % 3] as 'a' | 'b',
      ...{ start: start + 0.3, end: end + 0.3 },
    }));
    const wordless = first.turns.map(({ start, end }) => said(start, end, null, 'Hm.'));
    const found = await find(heard(first, wordless, { turns }));
    expect(diarizationError(first.turns, found).rate).toBeLessThanOrEqual(0.2);
    const deal = { amountCents: null, isRemote: false, recordedAt: { a: new Date(0), b: new Date(0) } };
    const named = nameSpeakers(found, { ...deal, partyA: 'Anna', partyB: 'Ben' }, turns);
    expect(named).toEqual(parties.map((party, index) => ({ label: String(index + 1), party, basis })));
  });

  it('cuts a segment where the voice changes, with its casing', async () => {
    const change = first.turns.findIndex(({ voice }, index) => first.turns[index + 1]?.voice !== voice);
    const [one, two] = first.turns.slice(change);
    if (!one || !two) throw new Error('two voices were spoken');
    const segment = { ...said(one.start, two.end, null, 'Shall we begin? “Yes”, I agree.'), confidence: 0.5 };
    const middle = (one.start + one.end) / 2;
    const words: SpokenWord[] = [
      { start: one.start, end: middle, text: 'shall', confidence: 0.9 },
      { start: middle, end: one.end, text: 'we begin', confidence: 0.4 },
      { start: two.start, end: two.start + 0.5, text: 'yes', confidence: 0.8 },
      { start: two.start + 0.5, end: two.end, text: 'I agree', confidence: 0.8 },
    ];
    const found = await find(heard(first, [{ ...segment, words }]));
    const [a, b] = found;
    expect(found).toHaveLength(2);
    expect([a?.text, b?.text]).toEqual(['Shall we begin?', '“Yes”, I agree.']);
    expect([a?.confidence, b?.confidence]).toEqual([0.6, 0.8]);
    expect([a?.end, b?.start]).toEqual([one.end, two.start]);
    expect([a?.speaker, b?.speaker]).toEqual(['1', '2']);
  });

  it.each([
    ['Sold for $500. ¿Y tú? Sí.', ['sold', 'for', '500'], 'Sold for $500.', '¿Y tú? Sí.'],
    ['Pay me (now) “No”', ['pay', 'me', 'now'], 'Pay me (now)', '“No”'],
    ['Two hundred—deal', ['two', 'hundred'], 'Two hundred—', 'deal'],
    ['I pay $500 then', ['I', 'pay'], 'I pay', '$500 then'],
  ])('cuts a text before what opens: %s', (text, before, ...texts) => {
    const all = [
      ...before,
      ...text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
        .slice(before.length),
    ];
    const words = all.map((word, at) => ({ text: word, start: at, end: at + 1, confidence: null }));
    const segment = { start: 0, end: words.length, text, speaker: null, confidence: null, words };
    expect(cutSegment(segment, [before.length])?.map((piece) => piece.text)).toEqual(texts);
  });

  it.each<[string, string[], number[], string[] | null]>([
    // A forced aligner has no times for numbers.
    [
      'You get $500 today. Yes, I agree.',
      ['you', 'get', 'today', 'yes', 'i', 'agree'],
      [3],
      ['You get $500 today.', 'Yes, I agree.'],
    ],
    ['I pay $500. Yes.', ['i', 'pay', 'yes'], [2], ['I pay $500.', 'Yes.']],
    ['$500? No, $400. Fine.', ['no', 'fine'], [1], ['$500? No, $400.', 'Fine.']],
    ['Is it yours? It is.', ['is', 'it', 'yours', 'it', 'is'], [3], ['Is it yours?', 'It is.']],
    // Written in another way than it is timed, within a piece.
    [
      'You don’t want it? I do.',
      ['you', "don't", 'want', 'it', 'i', 'do'],
      [4],
      ['You don’t want it?', 'I do.'],
    ],
    // Only whole words are found.
    [
      'It costs $500 today. I agree.',
      ['costs', 'today', 'i', 'agree'],
      [2],
      ['It costs $500 today.', 'I agree.'],
    ],
    // The word belongs to the next segment by its text and to this one by its times.
    ['Do you agree?', ['do', 'you', 'agree', 'yes'], [3], null],
    ['Yes, I agree.', ['yeah', 'yes', 'i', 'agree'], [1], null],
    ['I pay $500. $400 is fine.', ['i', 'pay', '400', 'is', 'fine'], [2], ['I pay $500.', '$400 is fine.']],
    ['İ pay. No.', ['İ', 'pay', 'no'], [2], null],
  ])('neither drops nor doubles what has no times: %s', (text, spoken, cuts, texts) => {
    const words = spoken.map((word, at) => ({ text: word, start: at, end: at + 1, confidence: null }));
    const segment = { start: 0, end: words.length, text, speaker: null, confidence: null, words };
    expect(cutSegment(segment, cuts)?.map((piece) => piece.text) ?? null).toEqual(texts);
  });

  it('leaves a segment whole where a word of another stands among its own', async () => {
    const change = first.turns.findIndex(({ voice }, index) => first.turns[index + 1]?.voice !== voice);
    const [one, two] = first.turns.slice(change);
    if (!one || !two) throw new Error('two voices were spoken');
    const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: null });
    const words = [word('agree', one.start, one.end), word('yes', two.start, two.start + 0.5)];
    const early = { ...said(one.start, one.end, null, 'Do you agree?'), words };
    const late = {
      ...said(two.start, two.end, null, 'Yes, I agree.'),
      words: [word('agree', two.start + 0.5, two.end)],
    };
    const found = await find(heard(first, [early, late]));
    expect(found.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['Do you agree?', '1'],
      ['Yes, I agree.', '2'],
    ]);
  });

  it('gives a segment without words in which both speak to nobody', async () => {
    const half = Math.floor(first.turns.length / 2);
    const [from, to] = [first.turns[0]?.start ?? 0, first.turns[half - 1]?.end ?? 0];
    const long = said(from, to, null, 'Shall we? Yes, I agree.');
    const whole = await findAll(heard(first, [long]));
    expect(whole).toMatchObject({ segments: [{ speaker: null }], areVoicesUnclear: true, isOneVoice: false });

    const rest = unlabelled(first).slice(half);
    const { segments, areVoicesUnclear } = await findAll(heard(first, [long, ...rest]));
    expect(segments[0]).toMatchObject({ text: long.text, speaker: null });
    expect(diarizationError(first.turns.slice(half), segments.slice(1)).right).toBeGreaterThanOrEqual(0.9);
    expect(areVoicesUnclear).toBe(false);
  });

  it('gives a long segment without a label to none of those that an engine labelled', async () => {
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const labelled = [said(0.3, 2.3, 'B'), said(3.2, 4.4, 'A'), said(5.3, 7.7)];
    const found = await find(heard(real, [...labelled, said(7.7, 40)]));
    expect(found.map(({ speaker }) => speaker === null)).toEqual([false, false, false, true]);
  });

  it('joins the labels of several parts, whatever they are called', async () => {
    const half = Math.floor(first.turns.length / 2);
    const names = [
      ['A', 'B'],
      ['B', 'A'],
    ];
    const parts = [first.turns.slice(0, half), first.turns.slice(half)].map((turns, part) => ({
      ...{ start: turns[0]?.start ?? 0, end: turns.at(-1)?.end ?? 0, language: null },
      segments: turns.map((turn) => said(turn.start, turn.end, names[part]?.[turn.voice] ?? null)),
    }));
    const segments = await find(heard(first, [], { parts }));
    expect(speakersOf(segments)).toBe(2);
    expect(diarizationError(first.turns, segments).right).toBe(1);

    // Voices that were listened to before are not read again.
    const speech = [{ start: 0, end: first.durationSeconds }];
    const voices = listenToVoices(first.wavPath, speech, { signal, every: SAMPLED_EVERY });
    const again = await find(heard(first, [], { parts, voices, wavPath: path('gone') }));
    expect(again).toEqual(segments);
  });

  it('believes the engine within one part, however alike the voices are', async () => {
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const segments = await find(heard(real, [said(0.3, 2.3, 'B'), said(3.2, 4.4, 'A'), said(5.3, 7.7, 'B')]));
    expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '2', '1']);
  });

  it('marks where two people speak at once', async () => {
    const real = { wavPath: kennedy, durationSeconds: 11, turns: [] };
    const segments = await find(
      heard(real, [said(0.3, 2.3, 'B'), said(2.1, 4.4, 'A'), said(4, 7.7, 'B'), said(8.1, 9, 'B')]),
    );
    expect(segments.map(({ isOverlap }) => isOverlap)).toEqual([false, true, true, false]);
  });

  it('takes each of two recordings for one person, whatever it sounds like', async () => {
    const gone = { ...first, wavPath: path('gone') };
    const b = heard(gone, unlabelled(first), { recording: 'b' });
    const { segments, areVoicesUnclear } = await findAll(b, heard(gone, unlabelled(first)));
    expect(segments[0]).toMatchObject({ recording: 'a', speaker: '1', isDoubtful: false });
    expect(new Set(segments.map(({ recording, speaker }) => recording + speaker))).toEqual(
      new Set(['a1', 'b2']),
    );
    expect(areVoicesUnclear).toBe(false);
  });

  it('has nothing to say about nothing, and refuses what is no recording', async () => {
    expect(await find(heard(first, []))).toEqual([]);
    const text = { ...first, wavPath: fileURLToPath(import.meta.url) };
    await expect(find(heard(text, [said(0, 1)]))).rejects.toThrow('WAV');
  });
});

describe('the process for voices', () => {
  let directory: string;
  let wanted: { wavPath: string; speech: { start: number; end: number }[] };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'voices-process-'));
    const turns = [3, 2, 2.5, 2].map((seconds, n) => ({ voice: n % 2, seconds }));
    const { samples } = makeDialogue([LOW, HIGH], turns);
    wanted = { wavPath: join(directory, 'voices.wav'), speech: [{ start: 0, end: samples.length / 16_000 }] };
    await writeFile(wanted.wavPath, waveFile(samples));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('lets the service do other things, and ends with its answer', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 10);
    let exited: Promise<unknown> = Promise.resolve();
    const { turns, agreement } = await diarizeAside(wanted, {
      signal,
      onStart: (child) => {
        exited = once(child, 'exit');
      },
    });
    clearInterval(timer);
    await exited;
    expect(agreement).toBeGreaterThan(0.9);
    expect(turns.map(({ voice }) => voice)).toEqual(turns.map((_, n) => (turns[0]?.voice ?? 0) ^ (n % 2)));
    expect(ticks).toBeGreaterThan(3);
  });

  it('says so when the process is killed, and does the next recording', async () => {
    const killed = diarizeAside(wanted, { signal, onStart: (child) => child.kill('SIGKILL') });
    await expect(killed).rejects.toThrow('SIGKILL');
    expect((await diarizeAside(wanted, { signal })).turns).not.toHaveLength(0);
  });

  it('kills it when it takes too long, or nobody wants it any more', async () => {
    await expect(diarizeAside(wanted, { signal, timeoutMs: 1 })).rejects.toThrow('too long');
    const stop = new AbortController();
    let ended: Promise<unknown[]> = Promise.resolve([]);
    const stopped = diarizeAside(wanted, {
      signal: stop.signal,
      onStart: (child) => {
        ended = once(child, 'exit');
        stop.abort(new Error('enough'));
      },
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await expect(diarizeAside(wanted, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('passes on why it could not', async () => {
    await expect(diarizeAside({ ...wanted, wavPath: '/nowhere' }, { signal })).rejects.toThrow('ENOENT');
  });
});
