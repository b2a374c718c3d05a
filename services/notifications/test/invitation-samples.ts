import { agreementFacts, consentOfBob, remoteFacts } from './facts.fixture.js';
import type { MailSample } from './mail-samples.js';

const { pay, dashboard, contract: contractPage = '', contact } = agreementFacts.links;
const number = '#4207 7319 5802 6614';
const unpaid = { agreement: { ...agreementFacts, status: 'pending' as const, paidAt: null } };
/** Recorded by somebody who is not logged in. */
const unclaimed = { agreement: { ...unpaid.agreement, ownerId: null } };
const processing = { agreement: { ...agreementFacts, status: 'processing' as const } };
const remote = { agreement: remoteFacts };
const declined = {
  agreement: { ...remoteFacts, status: 'cancelled' as const, cancelNote: 'We said 200, not 250.' },
};
const cancelled = {
  agreement: { ...remoteFacts, status: 'cancelled' as const, cancelNote: 'The bike was stolen.' },
};
const consentedByBob = {
  agreement: {
    ...remoteFacts,
    status: 'processing' as const,
    invitation: null,
    consents: consentOfBob('confirmed_by_code'),
  },
};
const amount = '$250.00 USD';
const onlyThere = 'in the browser in which it was recorded';
const reminded = 'https://contract.test/remote-contract/4207731958026614?key=reminder.secret-of-bob';
const toOther = 'If you answer this email, Bob Miller gets your answer.';

/** From the saved recording to the answer or its absence. */
export const invitationSamples: MailSample[] = [
  {
    name: 'saved',
    template: 'saved',
    recipient: 'partyA',
    facts: unpaid,
    subject: `Your recording is saved: contract ${number}`,
    button: pay,
    says: [
      'Bob Miller',
      '$5.00 USD',
      'December 20, 2026 at 2:03 PM UTC',
      'cancel it in your contracts',
      amount,
    ],
  },
  {
    name: 'saved-unclaimed',
    template: 'saved',
    recipient: 'partyA',
    facts: unclaimed,
    subject: `Your recording is saved: contract ${number}`,
    button: pay,
    says: [onlyThere, 'December 20, 2026 at 2:03 PM UTC'],
    saysNot: ['in your contracts'],
  },
  ...(
    [
      ['subscription', null, 'Your subscription covers it: there is nothing to pay.'],
      [
        'credit',
        '2026-11-25T10:00:00.000Z',
        'there is nothing to pay. Finish it by November 25, 2026 at 10:00 AM UTC: after that it is to be paid.',
      ],
    ] as const
  ).flatMap(([by, until, sentence]): MailSample[] => {
    const covered = {
      recipient: 'partyA' as const,
      facts: { ...unpaid, coverage: { by, until } },
      button: pay,
      says: [sentence, '$0.00 USD', 'If you do not finish it', 'Finish your contract'],
      saysNot: [
        '$5.00',
        'not paid',
        'Finish and pay',
        'please pay',
        ...(until === null ? ['Finish it by'] : []),
      ],
    };
    const endsAt = '2026-11-28T08:59:00.000Z';
    const ending = { ...covered.facts, agreement: { ...unpaid.agreement, expiresAt: endsAt } };
    return [
      {
        ...covered,
        name: `saved-covered-${by}`,
        template: 'saved',
        subject: `Your recording is saved: contract ${number}`,
      },
      {
        ...covered,
        name: `payment-requested-covered-${by}`,
        template: 'payment-requested',
        details: { kind: 'resend', endsAt },
        facts: ending,
        subject: `Finish contract ${number}`,
      },
      {
        ...covered,
        name: `payment-requested-failed-covered-${by}`,
        template: 'payment-requested',
        details: { kind: 'first-warning', endsAt, reason: 'payment-failed' },
        facts: ending,
        subject: `Your payment did not arrive: contract ${number}`,
      },
    ];
  }),
  ...(['resend', 'first-warning', 'last-warning'] as const).map((kind): MailSample => {
    const subjects = {
      resend: `Finish and pay for contract ${number}`,
      'first-warning': `Your recording is deleted in 7 days: contract ${number}`,
      'last-warning': `Your recording is deleted in 24 hours: contract ${number}`,
    };
    const endsAt = kind === 'last-warning' ? '2026-11-22T09:00:00.000Z' : '2026-11-28T08:59:00.000Z';
    return {
      name: `payment-requested-${kind}`,
      template: 'payment-requested',
      recipient: 'partyA',
      details: { kind, endsAt },
      facts: { agreement: { ...unpaid.agreement, expiresAt: endsAt } },
      subject: subjects[kind],
      button: pay,
      says: [kind === 'last-warning' ? '24 hours more' : '7 days more', '$5.00 USD', 'at', 'UTC'],
    };
  }),
  {
    name: 'payment-requested-failed',
    template: 'payment-requested',
    recipient: 'partyA',
    details: { kind: 'last-warning', endsAt: '2026-11-24T09:00:00.000Z', reason: 'payment-failed' },
    facts: { agreement: { ...unpaid.agreement, expiresAt: '2026-11-24T09:00:00.000Z' } },
    subject: `Your payment did not arrive: contract ${number}`,
    button: pay,
    says: ['Your bank did not send the payment', 'safe with us for', 'November 24, 2026 at 9:00 AM UTC'],
    saysNot: ['but it is not paid'],
  },
  {
    name: 'payment-requested-moved',
    template: 'payment-requested',
    recipient: 'partyA',
    details: { kind: 'last-warning', endsAt: '2026-11-21T08:30:00.000Z' },
    facts: { agreement: { ...unpaid.agreement, expiresAt: '2026-11-21T13:30:00.000Z' } },
    subject: `Your recording is deleted in 4 hours: contract ${number}`,
    button: pay,
    says: ['November 21, 2026 at 1:30 PM UTC', '4 hours more'],
    saysNot: ['8:30 AM'],
  },
  {
    name: 'payment-requested-unclaimed',
    template: 'payment-requested',
    recipient: 'partyA',
    details: { kind: 'first-warning', endsAt: '2026-11-28T08:59:00.000Z' },
    facts: { agreement: { ...unclaimed.agreement, expiresAt: '2026-11-28T08:59:00.000Z' } },
    subject: `Your recording is deleted in 7 days: contract ${number}`,
    button: pay,
    says: [onlyThere],
    saysNot: ['in your contracts'],
  },
  {
    name: 'receipt',
    template: 'receipt',
    recipient: 'partyA',
    facts: processing,
    subject: `Your receipt for contract ${number}`,
    button: contractPage,
    says: ['$5.00 USD', 'SSC-2026-000042', 'November 20, 2026 at 2:03 PM UTC', 'What happens next'],
  },
  {
    name: 'receipt-again',
    template: 'receipt',
    recipient: 'partyA',
    details: { isAgain: true },
    subject: `Your receipt for contract ${number}`,
    button: contractPage,
    says: ['You get this email once more', 'SSC-2026-000042'],
    saysNot: ['What happens next', 'We are writing the transcript', 'in the meantime'],
  },
  {
    name: 'invitation',
    template: 'invitation',
    recipient: 'partyB',
    details: { kind: 'invitation' },
    facts: remote,
    subject: 'Anna Weber asks you to confirm an agreement',
    button: remoteFacts.invitation?.link ?? '',
    says: [
      'Anna Weber (anna@people.test)',
      amount,
      'One photo is shown with it',
      'It is free for you, and you need no account.',
      'you record a short answer. That recording is kept',
      'December 4, 2026 at 2:03 PM UTC (14 days left)',
      'Decline it',
      'our support gets your answer. To write to Anna Weber, use anna@people.test.',
    ],
  },
  {
    name: 'reminder',
    template: 'reminder',
    recipient: 'partyB',
    details: { kind: 'automatic' },
    facts: {
      agreement: {
        ...remoteFacts,
        hasPhoto: false,
        amount: null,
        invitation: {
          link: reminded,
          declineLink: `${reminded}&decline=1`,
          expiresAt: '2026-11-23T09:00:00.000Z',
        },
      },
    },
    subject: 'Reminder: Anna Weber asks you to confirm an agreement',
    button: reminded,
    says: ['You have 2 days left.', 'None named', 'It is free for you', 'Decline it', '(2 days left)'],
  },
  {
    name: 'link-again',
    template: 'link-again',
    recipient: 'partyB',
    facts: remote,
    subject: 'Your link to the agreement with Anna Weber',
    button: remoteFacts.invitation?.link ?? '',
    says: [
      'Somebody who knows the number',
      'you can ignore this email',
      'Decline it',
      '14 days left',
      amount,
    ],
  },
  {
    name: 'code',
    template: 'code',
    recipient: 'partyB',
    facts: remote,
    subject: 'Your code for the agreement page',
    button: 'https://contract.test/remote-contract/4207731958026614',
    says: [
      '042917',
      'November 21, 2026 at 9:10 AM UTC',
      'works once',
      'choose "I have a code"',
      'Tell it to nobody',
      'Anna Weber',
    ],
  },
  {
    name: 'opened-keyed',
    template: 'opened',
    recipient: 'partyA',
    details: { kind: 'keyed', at: '2026-11-21T08:55:00.000Z' },
    facts: remote,
    subject: 'Bob Miller has opened your invitation',
    button: contractPage,
    says: ['the link that we sent to bob@people.test', 'November 21, 2026 at 8:55 AM UTC', toOther],
  },
  {
    name: 'opened-code',
    template: 'opened',
    recipient: 'partyA',
    details: { kind: 'keyed', via: 'code', at: '2026-11-21T08:55:00.000Z' },
    facts: remote,
    subject: 'Bob Miller has opened your invitation',
    button: contractPage,
    says: ['with a code that we sent to bob@people.test', 'November 21, 2026 at 8:55 AM UTC', toOther],
    saysNot: ['with the link that we sent'],
  },
  {
    name: 'opened-plain',
    template: 'opened',
    recipient: 'partyA',
    details: { kind: 'plain', at: '2026-11-21T08:55:00.000Z' },
    facts: remote,
    subject: 'Your invitation was opened',
    button: contractPage,
    says: ['without the personal link', 'November 21, 2026 at 8:55 AM UTC'],
  },
  {
    name: 'consented',
    template: 'consented',
    recipient: 'partyA',
    details: { at: '2026-11-21T08:55:00.000Z' },
    facts: consentedByBob,
    subject: 'Bob Miller has agreed',
    button: contractPage,
    // Nobody knows whether they listened: they have ticked it. And only party B says that it was somebody else.
    saysNot: ['listened', '/confirm/'],
    says: [
      'Bob Miller states that they heard or read the terms, and recorded an answer.',
      'We are writing the transcript now.',
      'Confirmed with a code sent to b***@people.test',
      'November 21, 2026 at 8:55 AM UTC',
      amount,
      toOther,
    ],
  },
  {
    name: 'consented-b',
    template: 'consented',
    recipient: 'partyB',
    details: { at: '2026-11-21T08:55:00.000Z' },
    facts: consentedByBob,
    subject: 'You agreed to what Anna Weber recorded',
    button: agreementFacts.confirmationLink,
    says: [
      'We are writing the transcript now.',
      'Confirmed with a code sent to b***@people.test',
      'November 21, 2026 at 8:55 AM UTC',
      amount,
      'Was it not you?',
      'our support gets your answer',
    ],
  },
  {
    name: 'confirmed',
    template: 'confirmed',
    recipient: 'partyB',
    details: { at: '2026-11-21T08:55:00.000Z' },
    facts: { agreement: { ...agreementFacts, consents: consentOfBob('confirmed_by_link') } },
    subject: 'You confirmed your agreement with Anna Weber',
    button: agreementFacts.confirmationLink,
    says: ['November 21, 2026 at 8:55 AM UTC', amount, 'Was it not you?', 'our support gets your answer'],
  },
  ...(
    [
      ['a', 'partyA', 'Bob Miller says: that was not me', contractPage, 'it stays'],
      ['b', 'partyB', 'Your objection is on record', contact, 'Anna Weber and our support were told.'],
      ['support', 'support', `Objection to contract ${number}`, 'https://contract.test/admin', 'Bob Miller'],
    ] as const
  ).map(
    ([name, recipient, subject, button, says]): MailSample => ({
      name: `objected-${name}`,
      template: 'objected',
      recipient,
      details: { at: '2026-11-21T08:55:00.000Z' },
      facts: {
        agreement: { ...agreementFacts, consents: consentOfBob('objected', 'I was in Rome that day.') },
      },
      subject,
      button,
      says: [
        ...(recipient === 'partyB' ? [] : ['I was in Rome that day.']),
        ...['November 21, 2026 at 8:55 AM UTC', amount, says],
      ],
    }),
  ),
  ...(
    [
      ['a', 'partyA', 'Bob Miller says: that was not me', contractPage, 'own email counts more'],
      ['b', 'partyB', 'Your objection is on record', contact, 'over the screen of Anna Weber'],
      [
        'support',
        'support',
        `Objection to contract ${number}`,
        'https://contract.test/admin',
        'own email counts more',
      ],
    ] as const
  ).map(
    ([name, recipient, subject, button, says]): MailSample => ({
      name: `objected-on-screen-${name}`,
      template: 'objected',
      recipient,
      details: { at: '2026-11-21T08:55:00.000Z' },
      facts: { agreement: { ...agreementFacts, consents: consentOfBob('objected', null, 'screen') } },
      subject,
      button,
      says: [says],
      saysNot: ['it stays'],
    }),
  ),
  {
    name: 'declined-a',
    template: 'declined',
    recipient: 'partyA',
    facts: declined,
    subject: 'Bob Miller has declined your agreement',
    button: dashboard,
    says: [
      'We said 200, not 250.',
      'We keep your $5: it pays for your next contract, if you use it by December 23, 2026 at 8:55 AM UTC.',
      amount,
      toOther,
    ],
  },
  {
    name: 'declined-b',
    template: 'declined',
    recipient: 'partyB',
    facts: declined,
    subject: 'You declined the agreement with Anna Weber',
    button: contact,
    says: ['We said 200, not 250.', 'There is nothing more to do.', 'Anna Weber was told'],
  },
  {
    name: 'cancelled-a',
    template: 'cancelled',
    recipient: 'partyA',
    details: { from: 'awaiting_party', reason: 'by_creator' },
    facts: cancelled,
    subject: `Contract ${number} was cancelled`,
    button: dashboard,
    says: [
      'You cancelled your contract with Bob Miller.',
      'The bike was stolen.',
      'We keep your $5',
      toOther,
    ],
  },
  {
    name: 'cancelled-b',
    template: 'cancelled',
    recipient: 'partyB',
    details: { from: 'awaiting_party', reason: 'by_creator' },
    facts: cancelled,
    subject: `Contract ${number} was cancelled`,
    button: contact,
    says: ['Anna Weber cancelled the contract with you.', 'nothing more to do'],
  },
  ...(
    [
      ['by_admin', 'Our support cancelled your contract with Bob Miller.'],
      ['no_answer', 'Bob Miller did not answer in time.'],
      ['unpaid_expired', 'Your contract with Bob Miller was not paid within 30 days.'],
    ] as const
  ).map(
    ([reason, sentence]): MailSample => ({
      name: `cancelled-${reason}`,
      template: 'cancelled',
      recipient: 'partyA',
      details: { from: reason === 'unpaid_expired' ? 'pending' : 'awaiting_party', reason },
      facts: { agreement: { ...agreementFacts, status: 'cancelled' as const }, credit: null },
      subject: `Contract ${number} was cancelled`,
      button: dashboard,
      says: [sentence, 'There is nothing more to do.'],
    }),
  ),
  ...(['partyA', 'partyB'] as const).map(
    (recipient): MailSample => ({
      name: `cancelled-by-admin-${recipient}`,
      template: 'cancelled',
      recipient,
      details: { from: 'awaiting_party', reason: 'by_admin' },
      facts: cancelled,
      subject: `Contract ${number} was cancelled`,
      button: recipient === 'partyA' ? dashboard : contact,
      says: [
        'Our support cancelled your contract with',
        'If you answer this email, our support gets your answer.',
        ...(recipient === 'partyA' ? ['The bike was stolen.'] : []),
      ],
      ...(recipient === 'partyB' ? { saysNot: ['The bike was stolen.'] } : {}),
    }),
  ),
  {
    name: 'link-expired',
    template: 'link-expired',
    recipient: 'partyA',
    facts: {
      agreement: {
        ...remoteFacts,
        invitation: remoteFacts.invitation && {
          ...remoteFacts.invitation,
          expiresAt: '2026-11-21T08:59:00.000Z',
        },
      },
    },
    subject: 'Bob Miller has not answered: the link has ended',
    button: dashboard,
    says: [
      ...['Remind Bob Miller', 'bob@people.test', amount, toOther],
      'a new link that is open for 14 days.',
      'Without an answer by December 20, 2026 at 2:03 PM UTC the contract is cancelled.',
    ],
  },
  {
    name: 'link-expired-late',
    template: 'link-expired',
    recipient: 'partyA',
    facts: { agreement: { ...remoteFacts, expiresAt: '2026-11-24T14:03:11.000Z' } },
    subject: 'Bob Miller has not answered: the link has ended',
    button: dashboard,
    says: [
      'a new link that is open until November 24, 2026 at 2:03 PM UTC.',
      'Without an answer by then the contract is cancelled.',
    ],
    saysNot: ['14 days'],
  },
];
