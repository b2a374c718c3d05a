import { languageTag } from '../speech/speech.module.js';
import { TranscriptEntity } from '../transcripts/transcripts.module.js';
import { viewForOthers, viewStage, viewTranscript } from './view-transcript.js';

const entity = (more: Partial<TranscriptEntity>): TranscriptEntity =>
  Object.assign(new TranscriptEntity(), {
    ...{ agreementId: '4207731958026614', stage: 'done', percent: 100, engine: 'neural', isDraft: false },
    ...{
      text: 'Hola.',
      segments: [],
      speakers: [],
      speakerNames: {},
      consentRecordingId: null,
      language: null,
    },
    ...more,
  });
const recording = (language: string | null) => ({ language, peaks: null });

describe('the language of a transcript', () => {
  it.each<[string, string | null, (string | null)[], string | null, string | null]>([
    ['what the engine heard', 'en', ['es'], 'en', null],
    ['as Whisper names it', 'spanish', [null], 'es', null],
    ['what its sender said', null, ['es'], 'es', null],
    ['nothing where nobody knows', null, [null], null, null],
    ['what each sender said', 'es', ['es', 'en'], 'es', 'en'],
    ['what was heard of party A alone', 'es', [null, null], 'es', null],
  ])('is %s', (_, heard, said, language, consentLanguage) => {
    const consentRecordingId = said.length > 1 ? 'b' : null;
    const transcript = entity({ language: heard, consentRecordingId });
    const recordings = said.map(recording);
    const view = viewTranscript(transcript, { recordings, human: null, heard: [] });
    expect(view).toMatchObject({ language, consentLanguage });
    expect(viewStage(transcript, [], recordings)).toMatchObject({ language, consentLanguage });
  });

  it('is not known before the recording is', () => {
    const view = viewTranscript(entity({ stage: 'queued' }), {
      recordings: [undefined],
      human: null,
      heard: [],
    });
    expect(view).toMatchObject({ language: null, consentLanguage: null, peaks: [], consentPeaks: [] });
  });

  it.each([
    ['EN-us', 'en-US'],
    ['English', 'en'],
    ['es', 'es'],
    ['klingon', null],
    ['"><script>', null],
    ['', null],
    [null, null],
  ])('is a tag that browsers know: %j', (heard, tag) => {
    expect(languageTag(heard)).toBe(tag);
  });
});

describe('what the parties are heard saying', () => {
  const segment = { start: 0, end: 2, text: 'Zgadzam się.', speaker: '1', confidence: 0.9, words: null };
  const plain = { isDoubtful: false, isOverlap: false };
  const states = (heard: string | null, ...said: (string | null)[]) => {
    const transcript = entity({
      language: heard,
      speakers: [
        { label: '1', party: 'a', basis: 'said' },
        { label: '2', party: 'b', basis: 'other' },
      ],
      segments: [
        { ...segment, ...plain, recording: 'a' },
        { ...segment, ...plain, recording: said.length > 1 ? 'b' : 'a', speaker: '2' },
      ],
      consentRecordingId: said.length > 1 ? 'b' : null,
    });
    const view = viewTranscript(transcript, { recordings: said.map(recording), human: null, heard: [] });
    return view.spokenConsents.map(({ state }) => state);
  };

  it.each<[string, string | null, (string | null)[], string[]]>([
    ['as the engine heard it', 'polish', [null], ['unchecked', 'unchecked']],
    ['as its sender said', null, ['pl'], ['unchecked', 'unchecked']],
    ['as each sender said', null, ['en', 'pl'], ['not_said', 'unchecked']],
    ['as the engine heard it where a sender said nothing', 'pl', ['es', null], ['not_said', 'unchecked']],
    ['English where nobody knows', null, [null], ['not_said', 'not_said']],
  ])('is looked for in the language that is spoken: %s', (_, heard, said, expected) => {
    expect(states(heard, ...said)).toEqual(expected);
  });
});

describe('speech without words', () => {
  const speaks = (recording: 'a' | 'b', text: string, speaker: string) => ({
    ...{ start: 0, end: 2, text, speaker, confidence: 0.9, words: null, recording },
    ...{ isDoubtful: false, isOverlap: false },
  });
  const gap = (recording: 'a' | 'b') => ({ recording, start: 5, end: 12 });
  const apart = (gaps: TranscriptEntity['gaps'], ...segments: TranscriptEntity['segments'] & object) =>
    verdicts(entity({ segments, gaps, consentRecordingId: 'b', language: 'en' }));
  const verdicts = (transcript: TranscriptEntity) =>
    viewTranscript(transcript, {
      recordings:
        transcript.consentRecordingId === null ? [recording('en')] : [recording('en'), recording('en')],
      ...{ human: null, heard: [] },
    }).spokenConsents.map(({ state, reason }) => reason ?? state);
  const [sells, agrees] = [speaks('a', 'I sell my car.', '1'), speaks('a', 'I agree.', '1')];

  it('leaves open whether a party agrees in whose recording it is', () => {
    expect(apart([gap('b')], agrees)).toEqual(['said', 'words']);
    expect(apart([gap('b')], agrees, speaks('b', 'On Friday.', '2'))).toEqual(['said', 'words']);
    expect(apart([gap('b')], agrees, speaks('b', 'I agree.', '2'))).toEqual(['said', 'said']);
    expect(apart([gap('a')], sells)).toEqual(['words', 'silent']);
    expect(apart(null, sells)).toEqual(['not_said', 'silent']);
  });

  it('leaves it open for both in one room', () => {
    const speakers = [
      { label: '1', party: 'a' as const, basis: 'said' as const },
      { label: '2', party: 'b' as const, basis: 'other' as const },
    ];
    const room = (more: Partial<TranscriptEntity>) =>
      verdicts(entity({ language: 'en', speakers, segments: [agrees], ...more }));
    expect(room({ gaps: [] })).toEqual(['said', 'silent']);
    expect(room({ gaps: [gap('a')] })).toEqual(['said', 'words']);
    expect(room({ gaps: [gap('a')], segments: [sells], areVoicesUnclear: true })).toEqual(['words', 'words']);
  });
});

describe('the speakers of a transcript', () => {
  const transcript = entity({
    speakers: [
      { label: '1', party: 'a', basis: 'said' },
      { label: '2', party: null, basis: null },
    ],
    partyNames: { a: 'Anna Miller', b: 'Ben Carter' },
    speakerNames: { '1': { name: 'Uncle Joe', party: null }, '2': { name: 'Ben Carter', party: 'b' } },
  });
  const view = viewTranscript(transcript, { recordings: [], human: null, heard: [] });

  it('are called as the owner calls them, who is told that these names are given', () => {
    expect(view.speakers).toEqual([
      { label: '1', party: null, name: 'Uncle Joe', basis: 'owner' },
      { label: '2', party: 'b', name: 'Ben Carter', basis: 'owner' },
    ]);
  });

  it('are mailed and sealed as they were found: a name that a party gave proves nothing', () => {
    expect(viewForOthers(transcript, view).speakers).toEqual([
      { label: '1', party: 'a', name: 'Anna Miller', basis: 'said' },
      { label: '2', party: null, name: 'Speaker 2', basis: null },
    ]);
  });
});
