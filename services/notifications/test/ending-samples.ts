import { actFacts, agreementFacts, transcriptFacts } from './facts.fixture.js';
import type { MailSample } from './mail-samples.js';

const { contract: contractPage = '', contact } = agreementFacts.links;
const number = '#4207 7319 5802 6614';
const human = {
  text: 'Anna: I sell you my bicycle.\nBob: Agreed.',
  sha256: 'ab'.repeat(32),
  deliveredAt: '2026-11-21T08:50:00.000Z',
};
const endsAt = '2026-12-20T14:03:11.000Z';

/** The transcript, the end of the access, and administrators. */
export const endingSamples: MailSample[] = [
  {
    name: 'transcription-failed',
    template: 'transcription-failed',
    recipient: 'partyA',
    subject: `Your recording is safe, the transcript is not done: contract ${number}`,
    button: contractPage,
    says: ['is safe with us', 'within 24 hours for $2.00 USD', 'free of charge'],
  },
  {
    name: 'human-transcript-ready-a',
    template: 'manual-ready',
    recipient: 'partyA',
    details: { sha256: human.sha256 },
    facts: { transcript: { ...transcriptFacts, human } },
    subject: 'Your agreement with Bob Miller: transcript made by a person',
    button: contractPage,
    says: ['It is attached.', human.sha256, 'November 21, 2026 at 8:50 AM UTC', agreementFacts.sha256],
  },
  {
    name: 'human-transcript-ready-unpaid',
    template: 'manual-ready',
    recipient: 'partyA',
    details: { sha256: human.sha256 },
    facts: {
      agreement: { ...agreementFacts, status: 'pending', paidAt: null },
      transcript: { ...transcriptFacts, human },
    },
    subject: 'Your agreement with Bob Miller: transcript made by a person',
    button: contractPage,
    says: ['It is attached.', human.sha256, 'It goes to you alone', 'our support gets your answer'],
  },
  {
    name: 'human-transcript-ready-unanswered',
    template: 'manual-ready',
    recipient: 'partyA',
    details: { sha256: human.sha256 },
    facts: {
      agreement: { ...agreementFacts, status: 'awaiting_party' },
      transcript: { ...transcriptFacts, human },
    },
    subject: 'Your agreement with Bob Miller: transcript made by a person',
    button: contractPage,
    says: ['It is attached.', human.sha256, 'It goes to you alone: Bob Miller has not agreed yet.'],
  },
  {
    name: 'human-transcript-ready-b',
    template: 'manual-ready',
    recipient: 'partyB',
    details: { sha256: human.sha256 },
    facts: { transcript: { ...transcriptFacts, human } },
    subject: 'Your agreement with Anna Weber: transcript made by a person',
    button: agreementFacts.audioLinks.partyB,
    says: ['It is attached.', human.sha256, 'The link is yours alone.', 'use anna@people.test.'],
  },
  {
    name: 'access-ending-a',
    template: 'access-ending',
    recipient: 'partyA',
    details: { kind: 'seven-days', endsAt: '2026-11-28T09:00:00.000Z' },
    facts: { agreement: { ...agreementFacts, expiresAt: '2026-11-28T09:00:00.000Z' } },
    subject: 'Your agreement with Bob Miller: access ends in 7 days',
    button: `${agreementFacts.audioLinks.partyA}&download=1`,
    says: [
      'November 28, 2026 at 9:00 AM UTC',
      'Download the recording',
      'we keep the names, the dates, the log',
      'The transcript was attached to the email with your proof.',
      'Evidence packet (zip)',
    ],
  },
  {
    name: 'access-ending-unanswered',
    template: 'access-ending',
    recipient: 'partyA',
    details: { kind: 'seven-days', endsAt: '2026-11-28T09:00:00.000Z' },
    facts: {
      agreement: { ...agreementFacts, status: 'awaiting_party', expiresAt: '2026-11-28T09:00:00.000Z' },
    },
    subject: 'Your agreement with Bob Miller: access ends in 7 days',
    button: `${agreementFacts.audioLinks.partyA}&download=1`,
    says: ['Download the recording'],
    saysNot: ['The transcript was attached', 'Evidence packet'],
  },
  {
    name: 'access-ending-cancelled',
    template: 'access-ending',
    recipient: 'partyA',
    details: { kind: 'one-day', endsAt: '2026-11-22T09:00:00.000Z' },
    facts: { agreement: { ...agreementFacts, status: 'cancelled', expiresAt: '2026-11-22T09:00:00.000Z' } },
    subject: 'Your agreement with Bob Miller: access ends in 1 day',
    button: `${agreementFacts.audioLinks.partyA}&download=1`,
    says: ['We keep the recording of your agreement with Bob Miller until', 'Download the recording'],
    saysNot: ['The transcript was attached'],
  },
  {
    name: 'access-ending-moved',
    template: 'access-ending',
    recipient: 'partyA',
    details: { kind: 'one-day', endsAt: '2026-11-22T08:30:00.000Z' },
    facts: { agreement: { ...agreementFacts, expiresAt: '2026-11-22T08:50:00.000Z' } },
    subject: 'Your agreement with Bob Miller: access ends in 1 day',
    button: `${agreementFacts.audioLinks.partyA}&download=1`,
    says: ['November 22, 2026 at 8:50 AM UTC'],
    saysNot: ['8:30 AM'],
  },
  {
    name: 'access-ending-b',
    template: 'access-ending',
    recipient: 'partyB',
    details: { kind: 'one-day', endsAt: '2026-11-22T09:00:00.000Z' },
    facts: { agreement: { ...agreementFacts, expiresAt: '2026-11-22T09:00:00.000Z' } },
    subject: 'Your agreement with Anna Weber: access ends in 1 day',
    button: `${agreementFacts.audioLinks.partyB}&download=1`,
    says: ['November 22, 2026 at 9:00 AM UTC', 'Download the recording', 'Evidence packet (zip)'],
  },
  ...(
    [
      ['unpaid', 'partyA', 'was not paid within 30 days, so we deleted it.'],
      ['cancelled', 'partyA', 'was cancelled, so we deleted its recording.'],
      ['access-ended', 'partyB', 'The time for which we keep the recording'],
      ['requested', 'partyB', 'We were asked to delete the recording of your agreement with Anna Weber'],
    ] as const
  ).map(
    ([reason, recipient, sentence]): MailSample => ({
      name: `content-deleted-${reason}`,
      template: 'content-deleted',
      recipient,
      details: { reason, at: endsAt },
      facts: { agreement: { ...agreementFacts, consentRecordingSha256: 'cd'.repeat(32) } },
      subject: `The recording of contract ${number} was deleted`,
      button: recipient === 'partyA' ? contractPage : contact,
      says: [
        sentence,
        'December 20, 2026 at 2:03 PM UTC',
        'Names, dates, the log and the fingerprints',
        agreementFacts.sha256,
        'cd'.repeat(32),
      ],
    }),
  ),
  {
    name: 'admin-acted',
    template: 'admin-acted',
    recipient: 'partyA',
    details: { kind: 'audio-downloaded' },
    subject: `An administrator worked on your contract ${number}`,
    button: contractPage,
    says: [
      'Grace Admin (administrator)',
      'Downloaded the recording',
      'November 21, 2026 at 8:40 AM UTC',
      'Anna asked why the sound is quiet',
    ],
  },
  {
    name: 'admin-acted-lines',
    template: 'admin-acted',
    recipient: 'partyA',
    details: { kind: 'audio-downloaded' },
    facts: { act: { ...actFacts, reason: 'Anna asked why the sound is quiet\n\nGrace Admin' } },
    subject: `An administrator worked on your contract ${number}`,
    button: contractPage,
    says: ['The reason given:', 'Anna asked why the sound is quiet', 'Grace Admin'],
  },
];
