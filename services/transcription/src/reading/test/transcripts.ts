import type { SegmentView, TranscriptView } from '../transcript.view.js';

const segment = (start: number, end: number, text: string, more: Partial<SegmentView> = {}): SegmentView => ({
  ...{
    recording: 'a',
    start,
    end,
    text,
    speaker: '1',
    confidence: 0.9,
    words: null,
    isDoubtful: false,
    isOverlap: false,
  },
  ...more,
});

const EMPTY: TranscriptView = {
  agreementId: '4207731958026614',
  status: 'done',
  percent: 100,
  text: '',
  language: 'en',
  consentLanguage: null,
  durationSeconds: 20.34,
  engine: 'pocketsphinx',
  draft: true,
  quality: 'draft',
  problem: null,
  sha256: 'ab'.repeat(32),
  peaks: [0, 0.5],
  consentPeaks: [],
  segments: [],
  gaps: [],
  speakers: [],
  areVoicesUnclear: false,
  isOneVoice: false,
  isRenewable: false,
  isRenewing: false,
  terms: [],
  amountCheck: null,
  spokenConsents: [],
  voiceMatch: null,
  human: null,
  humanOrder: null,
  fallbackOptions: null,
};

export function transcript(more: Partial<TranscriptView>): TranscriptView {
  const text = (more.segments ?? []).map((one) => one.text).join('\n');
  return { ...EMPTY, text, ...more };
}

/** Two people who were apart. */
export const APART = transcript({
  consentLanguage: 'es',
  durationSeconds: 3671.5,
  speakers: [
    { label: '1', party: 'a', name: 'Anna Miller', basis: 'recording' },
    { label: '2', party: 'b', name: 'Ben Carter', basis: 'recording' },
  ],
  segments: [
    segment(0.7, 2.9, 'My name is Anna Miller.'),
    segment(3.2, 5.9, 'I agree to sell my car for two thousand dollars.', {
      words: [{ start: 5, end: 5.9, text: 'dollars.', confidence: null }],
    }),
    segment(3_605.04, 3_606.25, 'And nothing else.', { speaker: null }),
    segment(0.5, 2.004, 'Yes, I agree.', { recording: 'b', speaker: '2' }),
  ],
  gaps: [{ recording: 'a', start: 3_610.2, end: 3_613.6 }],
  terms: [
    {
      ...{ kind: 'amount', text: 'two thousand dollars', value: '2000.00 USD' },
      ...{ recording: 'a', start: 4.6, speaker: '1', isUnsure: false },
    },
  ],
  amountCheck: { typedCents: 200_000, spokenCents: [200_000], agrees: true },
  human: {
    text: 'Anna: I sell my car.\nBen: Yes.',
    sha256: 'cd'.repeat(32),
    deliveredAt: '2026-11-21T10:00:00.000Z',
  },
});

/** Names and words that mean something to the formats, and times that mean nothing. */
export const NASTY = transcript({
  draft: false,
  quality: 'good',
  engine: 'openai',
  speakers: [
    { label: '1', party: 'a', name: 'A & B <Ltd>', basis: 'owner' },
    { label: '2', party: 'b', name: 'Zoë\n "Q" O’Neil 🚗', basis: 'owner' },
  ],
  segments: [
    segment(0, 1, 'Five < six & seven > 4 &amp; &lt;b&gt;'),
    segment(1, 2, '<v Nobody>I said</v> <b>bold</b> <00:00:01.500>', { speaker: '2' }),
    segment(2, 3, '00:00:09.000 --> 00:00:10.000'),
    segment(3, 4, 'first line\r\n\r\n\r\nsecond\nthird\u2028fourth', { speaker: '2' }),
    segment(4, 5, '🚗 für 2.000 – ＄ 日本語 \u202Eעברית'),
    segment(5, 6, 'NOTE nothing\nWEBVTT\nSTYLE', { speaker: null }),
    segment(6, 6, 'no length'),
    segment(7, 6.5, 'ends early'),
    segment(Number.NaN, Number.POSITIVE_INFINITY, 'no time'),
    segment(8, 9, ' \u0000\n\t '),
    segment(9, 9.0004, 'zero\u0000byte', { speaker: 'Carla' }),
    segment(10, 11, '42', { speaker: '3' }),
  ],
});
