import { jest } from '@jest/globals';
import { pino } from 'pino';
import { AppError, type ServiceClient } from '#platform';
import type { LanguageModel } from '../language-model.module.js';
import type { RecordingEntity } from '../recordings/recordings.module.js';
import { selectTermsReader } from '../terms/model-terms.js';
import { RuleTerms } from '../terms/rule-terms.js';
import type { TermsReader } from '../terms/term.js';
import { type CheckedRecording, TranscriptComposer } from './transcript-composer.js';

const logger = pino({ level: 'silent' });
const signal = new AbortController().signal;
const deal = {
  ...{ partyA: { name: 'Anna Miller' }, partyB: { name: 'Ben Carter' } },
  ...{ amount: '2000.50', createdAt: '2026-11-21T10:00:00.000Z', isRemoteContract: false },
};
const agreements = (answer: () => Promise<object>) =>
  ({ call: answer }) as unknown as ServiceClient<'agreements'>;
const noTerms: TermsReader = { read: async () => [] };
const said = (start: number, text: string) => ({
  ...{ start, end: start + 2, text, speaker: null, confidence: null, words: null },
});
/** A recording whose sound is gone, so that no voice can be told from another. */
const heard = (recording: 'a' | 'b', ...texts: string[]): CheckedRecording => ({
  ...{ recording, wavPath: '/nowhere/working.wav', durationSeconds: 30, isSpeechKnown: true },
  speech: [{ start: 0, end: 20 }],
  turns: [],
  language: null,
  recordedAt: new Date('2026-11-23T15:00:00Z'),
  parts: [{ start: 0, end: 30, segments: texts.map((text, index) => said(index * 3, text)), language: 'en' }],
});

describe('the transcript of what was heard', () => {
  it('has every word and what is missing although terms cannot be found', async () => {
    const broken: TermsReader = {
      read: () => Promise.reject(new Error('a bug')),
    };
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      broken,
      logger,
    );
    const content = await composer.compose(
      [heard('a', 'I sell my car.', 'Do you agree?'), heard('b', 'I agree.')],
      '4207731958026614',
      { signal, isLastAttempt: false },
    );
    expect(content).toMatchObject({
      text: 'I sell my car.\nDo you agree?\nI agree.',
      durationSeconds: 60,
      language: 'en',
      gaps: [
        { recording: 'a', start: 5.5, end: 20 },
        { recording: 'b', start: 2.5, end: 20 },
      ],
      speakers: [
        { label: '1', party: 'a', basis: 'recording' },
        { label: '2', party: 'b', basis: 'recording' },
      ],
      areVoicesUnclear: false,
      partyNames: { a: 'Anna Miller', b: 'Ben Carter' },
      // What was said of money is not known.
      ...{ terms: [], amountCheck: null },
    });
    expect(content.segments.map(({ speaker, recording }) => [speaker, recording])).toEqual([
      ['1', 'a'],
      ['1', 'a'],
      ['2', 'b'],
    ]);
  });

  it('has names and an amount check only in languages in which they can be found', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      new RuleTerms(),
      logger,
    );
    const [a, b] = [heard('a', 'Tak, i Anna Miller się zgadza.'), heard('b', 'My name is Ben Carter.')];
    const polish = a.parts.map((part) => ({ ...part, language: 'pl' }));
    const compose = async (...recordings: CheckedRecording[]) => {
      const { speakers, amountCheck } = await composer.compose(recordings, '4207731958026614', {
        signal,
        isLastAttempt: false,
      });
      return [speakers.map(({ basis }) => basis), amountCheck?.agrees];
    };
    expect(await compose(a, b)).toEqual([['said', 'said'], true]);
    expect(await compose({ ...a, parts: polish }, b)).toEqual([['recording', 'said'], undefined]);
  });

  it('tells nothing of an amount whose words the engine is not sure of', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => ({ ...deal, amount: '15.00' })),
      new RuleTerms(),
      logger,
    );
    const checkOf = async (confidence: number) => {
      const [recording] = [heard('a', 'I will pay fifty dollars.')];
      const parts = recording.parts.map((part) => ({
        ...part,
        segments: part.segments.map((segment) => ({
          ...segment,
          words: segment.text.split(' ').map((text, index) => ({
            ...{ start: index * 0.4, end: index * 0.4 + 0.3, text },
            confidence: text === 'fifty' ? confidence : 0.95,
          })),
        })),
      }));
      const { terms, amountCheck } = await composer.compose([{ ...recording, parts }], '4207731958026614', {
        signal,
        isLastAttempt: false,
      });
      // What is stored is what was said: whether it is sure is judged when it is read.
      expect(terms).toEqual([expect.objectContaining({ text: 'fifty dollars', value: '50.00 USD' })]);
      expect(terms[0]).not.toHaveProperty('isUnsure');
      return amountCheck;
    };
    expect(await checkOf(0.95)).toEqual({ typedCents: 1500, spokenCents: [5000], agrees: false });
    expect(await checkOf(0.7)).toEqual({ typedCents: 1500, spokenCents: [5000], agrees: false });
    expect(await checkOf(0.2)).toBeNull();
  });

  it('knows that party A speaks alone when party B answers from afar', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => ({ ...deal, isRemoteContract: true })),
      noTerms,
      logger,
    );
    const { segments, speakers, areVoicesUnclear } = await composer.compose(
      [heard('a', 'I sell my car.', 'Do you agree?')],
      '4207731958026614',
      { signal, isLastAttempt: false },
    );
    expect(segments.map(({ speaker }) => speaker)).toEqual(['1', '1']);
    expect([speakers[0]?.party, areVoicesUnclear]).toEqual(['a', false]);
  });

  it.each([
    ['that nobody labelled', [null, null]],
    ['of an engine that was told of two', ['A', 'B']],
  ])('names nobody where two people speak and the voices %s cannot be told apart', async (_, labels) => {
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      noTerms,
      logger,
    );
    const one = heard('a', 'My name is Anna Miller.', 'I agree.');
    const parts = one.parts.map((part) => ({
      ...part,
      segments: part.segments.map((segment, index) => ({ ...segment, speaker: labels[index] ?? null })),
    }));
    const { segments, speakers, areVoicesUnclear } = await composer.compose(
      [{ ...one, parts, areVoicesTold: true }],
      '4207731958026614',
      { signal, isLastAttempt: false },
    );
    expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      [null, 'My name is Anna Miller.'],
      [null, 'I agree.'],
    ]);
    expect([speakers, areVoicesUnclear]).toEqual([[], true]);
  });

  it('says nothing about gaps and doubts where speech was never looked for', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      noTerms,
      logger,
    );
    const unknown = {
      ...heard('a', 'I sell my car.'),
      isSpeechKnown: false,
      speech: [{ start: 9, end: 30 }],
    };
    const { gaps, segments } = await composer.compose([unknown], '4207731958026614', {
      signal,
      isLastAttempt: false,
    });
    expect([gaps, segments.map(({ isDoubtful }) => isDoubtful)]).toEqual([[], [false]]);
  });

  it('counts "tomorrow" from the day on which each party said it', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      new RuleTerms(),
      logger,
    );
    const { terms } = await composer.compose(
      [
        heard('a', 'I bring it tomorrow.'),
        // A Friday.
        { ...heard('b', 'I pay tomorrow.'), recordedAt: new Date('2026-11-27T15:00:00Z') },
      ],
      '4207731958026614',
      { signal, isLastAttempt: false },
    );
    expect(terms.map(({ recording, text, value }) => [recording, text, value])).toEqual([
      ['a', 'tomorrow', '2026-11-24'],
      ['b', 'tomorrow', '2026-11-28'],
    ]);
  });

  it('gives no day to "tomorrow" in a recording that came days after it was begun', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      new RuleTerms(),
      logger,
    );
    const late = { ...heard('a', 'I bring it tomorrow.'), startedAt: new Date('2026-11-20T15:00:00Z') };
    const { terms } = await composer.compose([late], '4207731958026614', { signal, isLastAttempt: false });
    expect(terms.map(({ text, value }) => [text, value])).toEqual([['tomorrow', null]]);
  });

  it('waits for the facts of the deal, and in the end does without them', async () => {
    const down = agreements(() => Promise.reject(new AppError('unavailable')));
    const composer = new TranscriptComposer(down, noTerms, logger);
    const compose = (isLastAttempt: boolean) =>
      composer.compose([heard('a', 'I agree.')], '4207731958026614', { signal, isLastAttempt });
    await expect(compose(false)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await compose(true)).toMatchObject({ text: 'I agree.', partyNames: null, amountCheck: null });
  });

  it('is not made when nobody waits for it any more', async () => {
    const composer = new TranscriptComposer(
      agreements(async () => deal),
      noTerms,
      logger,
    );
    const options = { signal: AbortSignal.abort(new Error('stopped')), isLastAttempt: false };
    await expect(composer.compose([heard('a', 'I agree.')], '4207731958026614', options)).rejects.toThrow(
      'stopped',
    );
  });
});

describe('the transcript of what a person wrote', () => {
  const written = {
    ...{ text: 'I will pay nine dollars.', durationSeconds: 3, language: 'en' },
    segments: [
      {
        ...said(0, 'I will pay nine dollars.'),
        ...{ recording: 'a' as const, isDoubtful: false, isOverlap: false },
      },
    ],
    speakers: [],
  };
  const recordings = [
    { language: 'en', startedAt: null, createdAt: new Date('2026-11-23T15:00:00Z') } as RecordingEntity,
  ];
  const compose = (terms: TermsReader) =>
    new TranscriptComposer(
      agreements(async () => deal),
      terms,
      logger,
    ).composeWritten(written, recordings, '4207731958026614');

  it('keeps the terms that rules find, and its check, when the model does not answer in time', async () => {
    const asked = Promise.withResolvers<void>();
    const hanging: LanguageModel = {
      name: 'hanging',
      answer: ({ signal: limit }) =>
        new Promise((_resolve, reject) => {
          limit?.addEventListener('abort', () => reject(limit.reason));
          asked.resolve();
        }),
    };
    const limit = new AbortController();
    const timeLimit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    try {
      const composed = compose(selectTermsReader(hanging, { warn: () => undefined }));
      await asked.promise;
      limit.abort(new DOMException('it took too long', 'TimeoutError'));
      const { terms, amountCheck } = await composed;
      expect(terms.map(({ value }) => value)).toEqual(['9.00 USD']);
      expect(amountCheck).toEqual({ typedCents: 200_050, spokenCents: [900], agrees: false });
    } finally {
      timeLimit.mockRestore();
    }
  });

  it('tells nothing of the amount where its terms cannot be found', async () => {
    const broken: TermsReader = { read: () => Promise.reject(new Error('a bug')) };
    expect(await compose(broken)).toMatchObject({ terms: [], amountCheck: null, voiceMatch: null });
  });
});
