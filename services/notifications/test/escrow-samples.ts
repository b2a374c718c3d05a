import type { MailedEscrowChange } from '#contracts';
import type { EscrowFacts } from '../src/facts/facts.js';
import { escrowFacts } from './facts.fixture.js';
import type { MailSample } from './mail-samples.js';

const { buyer, seller } = escrowFacts.links;
const links = { buyer, seller, support: 'https://contract.test/admin' };
const number = '#4207 7319 5802 6614';
const [amount, fee, rest] = ['$2,000.00 USD', '$100.00 USD', '$1,900.00 USD'];
const shares = [amount, fee, rest, 'Fee (5%)'];
const arrival = 'Your money arrives in 5 to 10 days';
const releaseAt = '2026-11-22T09:00:00.000Z';
const releaseText = 'November 22, 2026 at 9:00 AM UTC';
const settledAt = '2026-11-21T08:55:00.000Z';
const settledText = 'November 21, 2026 at 8:55 AM UTC';

const running = { state: 'release_due', releaseAt } as const;
/** Delivered so late that it may not be held until the time to look at it is over. */
const late = { ...running, releaseAt: '2026-12-01T09:00:00.000Z', backAt: releaseAt } as const;
const lastHour = { ...running, releaseAt: '2026-11-21T09:55:30.000Z' };
const onboarding = {
  state: 'requires_onboarding',
  heldAt: null,
  receiptNumber: null,
  sellerReady: false,
} as const;
/** Nobody has decided yet, and until then it may be held. */
const stopped = { state: 'disputed', backAt: '2027-02-12T15:00:00.000Z' } as const;
const goesBack = (buyer: string) =>
  `If nobody decides before February 12, 2027 at 3:00 PM UTC, the money goes back to ${buyer}.`;
const disputed = { ...stopped, problem: 'The frame is broken.\nI have photos.' } as const;
const cancelled = { ...stopped, isContractCancelled: true } as const;
const shutOut = { ...stopped, isAccountDisabled: true } as const;
const unreached = { ...stopped, isBuyerUnreached: true } as const;
const sentBack = { ...stopped, buyerRefundCents: 50_000 } as const;
const sentBackOfPromise = { ...stopped, buyerRefundCents: 4_000, sentBackCents: 3_000 } as const;
const sentBackLate = {
  ...{ ...disputed, ...sentBack },
  decision: 'Both keep a part.',
} as const;
const keptInPart = { chargebackCents: 50_000, chargedBackCents: 50_000 } as const;
/** Where a bank keeps a part, what is left of the amount. */
const left = '$1,500.00 USD';
const released = { state: 'released', settledAt, feeCents: 10_000, sellerCents: 190_000 } as const;
const split = {
  state: 'resolved',
  settledAt,
  feeCents: 6_000,
  sellerCents: 114_000,
  buyerRefundCents: 80_000,
  decision: 'The frame was broken before.\nBoth keep a part.',
} as const;
const refunded = { state: 'refunded', settledAt, buyerRefundCents: 200_000 } as const;

function step(
  change: MailedEscrowChange,
  recipient: 'buyer' | 'seller' | 'support',
  facts: Partial<EscrowFacts>,
  subject: string,
  says: string[],
  suffix = '',
): MailSample {
  return {
    name: `held-payment-${change}-${recipient}${suffix}`,
    template: `held-payment-${change}`,
    recipient,
    details: { kind: change, version: 3, at: settledAt },
    facts: { escrow: { ...escrowFacts, ...facts } },
    subject,
    button: links[recipient],
    says: [number, amount, ...says],
  };
}

/** The seller's link once more. */
function linkAgain(facts: Partial<EscrowFacts>, says: string[], suffix = ''): MailSample {
  return {
    name: `seller-link-again${suffix}`,
    template: 'seller-link-again',
    recipient: 'seller',
    details: { kind: 'link-again', at: settledAt },
    facts: { escrow: { ...escrowFacts, ...facts } },
    subject: 'Your link to the payment from Anna Weber',
    button: seller,
    says: [number, amount, 'If that was not you', 'The link is yours alone.', ...says],
  };
}

/** Every step of a held payment, to each of its readers. */
export const escrowSamples: MailSample[] = [
  step('seller-needed', 'seller', onboarding, 'Anna Weber wants to pay you: set up your payouts', [
    ...shares,
    'wants to pay you $2,000.00 USD',
    'Payouts need your name and your bank account.',
    'agreed nothing?',
  ]),
  step(
    'seller-needed',
    'seller',
    { sellerReady: false, sellerEmail: 'garage@people.test', isTest: true },
    'Anna Weber wants to pay you: set up your payouts',
    [...shares, 'Hello,', '$1,900.00 USD waits for you', 'TEST: no money moves'],
    '-paid',
  ),
  step(
    'seller-needed',
    'seller',
    { ...split, state: 'resolving', settledAt: null, sellerReady: false },
    'Anna Weber wants to pay you: set up your payouts',
    ['$1,140.00 USD waits for you', 'has paid $2,000.00 USD, of which you get $1,140.00 USD'],
    '-resolving',
  ),
  step(
    'payable',
    'buyer',
    { state: 'requires_payment', heldAt: null, receiptNumber: null, payBy: releaseAt },
    'Bob Miller is ready: you can pay now',
    [...shares, `Pay until ${releaseText}.`, 'you have 24 hours to look at it'],
  ),
  step(
    'bank-refused',
    'buyer',
    { state: 'requires_payment', heldAt: null, receiptNumber: null, payBy: releaseAt },
    `Your payment to Bob Miller did not arrive: contract ${number}`,
    [
      amount,
      'Your bank did not send the $2,000.00 USD for Bob Miller.',
      'Bob Miller was not asked to deliver.',
      `pay again until ${releaseText}.`,
    ],
  ),
  linkAgain({}, [...shares, 'how the payment stands']),
  linkAgain(onboarding, ['has not paid yet. Do not deliver', 'Set up your payouts'], '-unpaid'),
  step('held', 'buyer', {}, `Your receipt for payment protection: contract ${number}`, [
    ...shares,
    'SSC-2026-000044',
    'November 20, 2026 at 3:00 PM UTC',
    'you have 24 hours to look at it',
    'Bob Miller (bob@people.test)',
  ]),
  step(
    'held',
    'buyer',
    { ...released, isTest: true },
    `Your receipt for payment protection: contract ${number}`,
    ['SSC-2026-000044', 'how the payment stands', settledText, 'TEST: no money moves'],
    '-late',
  ),
  step(
    'held',
    'seller',
    { holdHours: 72, sellerReady: false, takeBackAt: '2026-12-20T15:00:00.000Z' },
    'Anna Weber has paid: please deliver',
    [
      ...shares,
      'Deliver what you agreed, then mark it as delivered before December 20, 2026 at 3:00 PM UTC.',
      'From then on Anna Weber can take the money back.',
      '3 days to look at it',
      'Set up your payouts',
    ],
  ),
  step(
    'held',
    'seller',
    { payoutsByBuyer: true },
    'Anna Weber has paid: please deliver',
    [...shares, 'Anna Weber has set up at Stripe where this money is paid to.'],
    '-payouts-by-buyer',
  ),
  step(
    'released',
    'seller',
    { ...released, payoutsByBuyer: true },
    `You get ${rest}: contract ${number}`,
    [...shares, 'Anna Weber had set up that account. If it is not yours, tell our support at once.'],
    '-payouts-by-buyer',
  ),
  step('clock-started', 'buyer', running, 'Your payment to Bob Miller is released in 24 hours', [
    ...shares,
    releaseText,
    'Report a problem before then.',
  ]),
  step('clock-started', 'seller', running, 'Your payment from Anna Weber is released in 24 hours', [
    ...shares,
    releaseText,
    'release it earlier or report a problem',
  ]),
  step(
    'clock-started',
    'buyer',
    { ...running, clockStartedBy: 'seller' },
    'Your payment to Bob Miller is released in 24 hours',
    [...shares, 'Bob Miller says that what you agreed was delivered.', 'Report a problem before then.'],
    '-delivered',
  ),
  step(
    'clock-started',
    'seller',
    { ...running, clockStartedBy: 'buyer' },
    'Your payment from Anna Weber is released in 24 hours',
    [...shares, 'Anna Weber says that everything was received.'],
    '-received',
  ),
  step(
    'half-time',
    'buyer',
    { ...running, releaseAt: '2026-11-21T20:59:00.000Z' },
    '11 hours left: your payment to Bob Miller',
    [...shares, 'November 21, 2026 at 8:59 PM UTC', 'Report a problem before then.'],
  ),
  ...(
    [
      [
        'clock-started',
        'buyer',
        'Your payment to Bob Miller goes back to you in 24 hours',
        'goes back to you',
      ],
      [
        'clock-started',
        'seller',
        'The payment from Anna Weber can go back in 24 hours',
        'back to Anna Weber',
      ],
      ['half-time', 'buyer', '24 hours left: your payment to Bob Miller', 'goes back to you'],
      ['last-hour', 'buyer', 'Last notice, 24 hours left: your payment to Bob Miller', 'goes back to you'],
      ['last-hour', 'seller', '24 hours left: your payment from Anna Weber', 'goes back to Anna Weber'],
    ] as const
  ).map(
    ([change, recipient, subject, says]): MailSample => ({
      ...step(
        ...([change, recipient, { ...late, clockStartedBy: 'seller' }, subject] as const),
        [...shares, releaseText, says, 'everything was received', 'Goes back on'].filter(
          (words) => recipient === 'seller' || words !== 'everything was received',
        ),
        '-too-late',
      ),
      saysNot: ['December', 'is released', 'Released on'],
    }),
  ),
  step('last-hour', 'buyer', lastHour, 'Last notice, 55 minutes left: your payment to Bob Miller', [
    ...shares,
    'November 21, 2026 at 9:55 AM UTC',
    'Report a problem before then.',
  ]),
  step('last-hour', 'seller', lastHour, '55 minutes left: your payment from Anna Weber', [
    ...shares,
    'November 21, 2026 at 9:55 AM UTC',
    'You do not have to do anything.',
  ]),
  step('problem', 'buyer', disputed, `Your payment is stopped: problem with contract ${number}`, [
    'The frame is broken.',
    'I have photos.',
    'our support decides',
    goesBack('you'),
  ]),
  step('problem', 'seller', disputed, 'Anna Weber reported a problem: your payment is stopped', [
    'The frame is broken.',
    'you can give back all of the money or a part of it. After a part our support still decides',
    goesBack('Anna Weber'),
  ]),
  step('problem', 'support', disputed, `Contract ${number}: problem with payment protection of ${amount}`, [
    'The frame is broken.',
    'Anna Weber (anna@people.test)',
    'decide with a written reason',
  ]),
  step(
    'problem',
    'buyer',
    cancelled,
    `Your payment is stopped: contract ${number} was cancelled`,
    ['marked as delivered or received', 'our support decides'],
    '-cancelled',
  ),
  step(
    'problem',
    'seller',
    cancelled,
    `Contract ${number} was cancelled: your payment is stopped`,
    ['marked as delivered or received', 'you can give back all of the money or a part of it'],
    '-cancelled',
  ),
  step(
    'problem',
    'support',
    cancelled,
    `Contract ${number}: cancelled, and payment protection of ${amount} waits`,
    ['The contract was cancelled', 'decide with a written reason'],
    '-cancelled',
  ),
  ...(['buyer', 'seller'] as const).map((recipient) =>
    step(
      'problem',
      recipient,
      shutOut,
      `Your payment is stopped: an account of contract ${number} was disabled`,
      [
        'An account was disabled, so an administrator decides',
        ...(recipient === 'seller' ? ['you can give back', goesBack('Anna Weber')] : [goesBack('you')]),
      ],
      '-account',
    ),
  ),
  step(
    'problem',
    'support',
    shutOut,
    `Contract ${number}: account disabled, and payment protection of ${amount} waits`,
    ['An account was disabled before the payment', 'decide with a written reason'],
    '-account',
  ),
  step(
    'problem',
    'buyer',
    unreached,
    `Your payment is stopped: we could not reach you about contract ${number}`,
    ['Our emails did not reach you', 'you can still release it yourself'],
    '-unreached',
  ),
  step(
    'problem',
    'seller',
    unreached,
    'Anna Weber could not be reached: your payment is stopped',
    ['Our emails do not reach Anna Weber', 'you can give back'],
    '-unreached',
  ),
  {
    ...step(
      'problem',
      'support',
      unreached,
      `Contract ${number}: buyer not reached, and payment protection of ${amount} waits`,
      [
        ...['their silence does not pay Bob Miller', 'decide with a written reason'],
        'The account of Anna Weber is user 17',
      ],
      '-unreached',
    ),
    saysNot: ['If you answer this email'],
  },
  step(
    'problem',
    'buyer',
    sentBack,
    `$500.00 USD came back to you, and the rest is stopped: contract ${number}`,
    ['$500.00 USD of your payment of $2,000.00 USD', 'our support decides', goesBack('you')],
    '-refund',
  ),
  step(
    'problem',
    'seller',
    sentBack,
    '$500.00 USD went back to Anna Weber: your payment is stopped',
    ['We hold the rest', 'our support decides', goesBack('Anna Weber')],
    '-refund',
  ),
  step(
    'problem',
    'support',
    sentBack,
    `Contract ${number}: $500.00 USD of payment protection of ${amount} was sent back by hand`,
    ['by hand before it was settled', 'decide with a written reason'],
    '-refund',
  ),
  step(
    'problem',
    'buyer',
    sentBackOfPromise,
    `$30.00 USD came back to you, and the rest is stopped: contract ${number}`,
    ['$30.00 USD of your payment of $2,000.00 USD'],
    '-refund-of-promise',
  ),
  step(
    'problem',
    'seller',
    sentBackOfPromise,
    '$30.00 USD went back to Anna Weber: your payment is stopped',
    ['$30.00 USD of the payment of $2,000.00 USD'],
    '-refund-of-promise',
  ),
  step(
    'problem',
    'support',
    sentBackOfPromise,
    `Contract ${number}: $30.00 USD of payment protection of ${amount} was sent back by hand`,
    ['$30.00 USD of the payment of Anna Weber'],
    '-refund-of-promise',
  ),
  step(
    'refund-promised',
    'buyer',
    { buyerRefundCents: 50_000 },
    `Bob Miller gives $500.00 USD back to you: contract ${number}`,
    ['$1,425.00 USD', 'You get it when the rest is paid out.', 'you can release the rest now'],
  ),
  step(
    'refund-promised',
    'buyer',
    { ...disputed, buyerRefundCents: 50_000 },
    `Bob Miller gives $500.00 USD back to you: contract ${number}`,
    ['once our support has decided about the rest', 'Answer this email and say so'],
    '-stopped',
  ),
  step(
    'refund-promised',
    'support',
    { ...disputed, buyerRefundCents: 50_000 },
    `Contract ${number}: the seller gives $500.00 USD back`,
    ['The rest still waits for a decision.', 'the buyer gets your answer'],
  ),
  ...(
    [
      ['buyer', `$500.00 USD came back to you, and the rest is stopped: contract ${number}`],
      ['seller', '$500.00 USD went back to Anna Weber: your payment is stopped'],
      ['support', `Contract ${number}: $500.00 USD of payment protection of ${amount} was sent back by hand`],
    ] as const
  ).map(
    ([recipient, subject]): MailSample => ({
      ...step('problem', recipient, sentBackLate, subject, ['$1,425.00 USD'], '-again'),
      // What stopped it the first time is decided.
      saysNot: ['reported a problem', 'The frame is broken.', 'before anything was decided'],
    }),
  ),
  step('released', 'buyer', released, 'Your payment to Bob Miller was released', [...shares, settledText]),
  step('released', 'seller', released, `You get ${rest}: contract ${number}`, [...shares, settledText]),
  step(
    'released',
    'buyer',
    split,
    'Your payment to Bob Miller was released',
    ['$800.00 USD goes back to you', '$1,140.00 USD', '$60.00 USD', arrival],
    '-part',
  ),
  step(
    'released',
    'seller',
    split,
    `You get $1,140.00 USD: contract ${number}`,
    ['$800.00 USD went back to Anna Weber', '$60.00 USD', settledText],
    '-part',
  ),
  step('refunded', 'buyer', refunded, `${amount} goes back to you: contract ${number}`, [
    'all of it and without a fee',
    arrival,
    settledText,
  ]),
  step('refunded', 'seller', refunded, `The payment went back: contract ${number}`, [
    'You get nothing from it and owe no fee.',
    settledText,
  ]),
  ...(['buyer', 'seller'] as const).map((recipient) =>
    step(
      'decided',
      recipient,
      { ...split, state: 'resolving', settledAt: null },
      `The decision about your payment: contract ${number}`,
      [
        'The frame was broken before.',
        'Both keep a part.',
        '$800.00 USD',
        '$1,140.00 USD',
        '$60.00 USD',
        'Your right to go to court',
      ],
    ),
  ),
  {
    ...step(
      'decided',
      'seller',
      {
        ...{ ...refunded, state: 'refunding', settledAt: null },
        ...{ decision: 'The frame is broken.', sellerReady: false },
      },
      `The decision about your payment: contract ${number}`,
      ['The frame is broken.', 'Back to the buyer'],
      '-nothing',
    ),
    saysNot: ['Set up your payouts'],
  },
  ...(
    [
      ['buyer', `Your payment is stopped: problem with contract ${number}`, `we hold ${left}`],
      ['seller', 'Anna Weber reported a problem: your payment is stopped', `We hold the ${left}`],
    ] as const
  ).map(([recipient, subject, says]) =>
    step('problem', recipient, { ...disputed, ...keptInPart }, subject, [says, 'Kept by the bank'], '-kept'),
  ),
  step(
    'released',
    'buyer',
    { ...released, feeCents: 7_500, sellerCents: 142_500, ...keptInPart },
    'Your payment to Bob Miller was released',
    [`${left} of your payment of ${amount} was released to Bob Miller.`, '$1,425.00 USD'],
    '-kept',
  ),
  step(
    'released',
    'buyer',
    { ...split, feeCents: 5_000, sellerCents: 95_000, buyerRefundCents: 50_000, ...keptInPart },
    'Your payment to Bob Miller was released',
    [`${left} of your payment of ${amount} was divided`, '$500.00 USD goes back to you', '$950.00 USD'],
    '-part-kept',
  ),
  ...(
    [
      [
        'buyer',
        `${left} goes back to you: contract ${number}`,
        `${left} of your payment of ${amount} for Bob`,
      ],
      [
        'seller',
        `The payment went back: contract ${number}`,
        `${left} of the payment of ${amount} went back`,
      ],
    ] as const
  ).map(
    ([recipient, subject, says]): MailSample => ({
      ...step(
        'refunded',
        recipient,
        { ...refunded, buyerRefundCents: 150_000, ...keptInPart },
        subject,
        [says, 'Kept by the bank', 'fee'],
        '-kept',
      ),
      saysNot: ['all of it'],
    }),
  ),
  ...(
    [
      ['buyer', `${left} of your payment of ${amount} for Bob Miller is divided`],
      ['seller', `${left} of the payment of ${amount} from Anna Weber is divided`],
    ] as const
  ).map(([recipient, says]) =>
    step(
      'decided',
      recipient,
      {
        ...{ ...split, state: 'resolving', settledAt: null },
        ...{ feeCents: 5_000, sellerCents: 95_000, buyerRefundCents: 50_000, ...keptInPart },
      },
      `The decision about your payment: contract ${number}`,
      [says, '$950.00 USD'],
      '-kept',
    ),
  ),
  step('chargeback', 'seller', disputed, `A bank asks for the money back: contract ${number}`, [
    'Until the bank has decided nobody gets the money.',
    'Answer this email',
  ]),
  step(
    'chargeback',
    'seller',
    released,
    `A bank asks for the money back: contract ${number}`,
    ['What was paid out to you stays yours.'],
    '-released',
  ),
  step('chargeback', 'support', disputed, `Contract ${number}: chargeback of ${amount}`, [
    'It is frozen.',
    'before its deadline',
  ]),
  step('chargeback-won', 'seller', running, `The bank decided for you: contract ${number}`, [
    rest,
    releaseText,
    'The clock runs anew',
  ]),
  step(
    'chargeback-won',
    'seller',
    disputed,
    `The bank decided for you: contract ${number}`,
    ['The payment goes on where it was stopped.'],
    '-disputed',
  ),
  step('chargeback-won', 'buyer', running, 'The clock runs anew: your payment to Bob Miller', [
    'Your bank has given back the disputed $2,000.00 USD',
    `Your payment is released on ${releaseText}.`,
    'Report a problem before then.',
  ]),
  step(
    'charged-back',
    'buyer',
    { ...running, ...keptInPart },
    'The clock runs anew: your payment to Bob Miller',
    [
      'Your bank keeps $500.00 USD of your payment of $2,000.00 USD.',
      `Your payment is released on ${releaseText}.`,
      'Report a problem before then.',
    ],
  ),
  step('chargeback-won', 'support', running, `Contract ${number}: chargeback won, ${amount}`, [releaseText]),
  step(
    'charged-back',
    'seller',
    { state: 'charged_back' },
    `The bank took the money back: contract ${number}`,
    ['you owe no fee', 'You can still ask Anna Weber'],
  ),
  step('charged-back', 'support', released, `Contract ${number}: chargeback lost, ${amount}`, [
    'the loss is ours',
  ]),
  step(
    'chargeback',
    'seller',
    { ...disputed, chargebackCents: 50_000 },
    `A bank asks for the money back: contract ${number}`,
    ['disputes $500.00 USD of the payment of $2,000.00 USD.'],
    '-part',
  ),
  ...(['seller', 'support'] as const).map((recipient) =>
    step(
      'charged-back',
      recipient,
      { ...running, ...keptInPart },
      recipient === 'seller'
        ? `The bank took a part of the money back: contract ${number}`
        : `Contract ${number}: chargeback lost, $500.00 USD`,
      [
        'keeps $500.00 USD of the $2,000.00 USD. The rest goes on',
        'Kept by the bank',
        recipient === 'seller' ? `you get $1,425.00 USD on ${releaseText}` : releaseText,
      ],
      '-part',
    ),
  ),
  step(
    'held-too-long',
    'support',
    { heldAt: '2026-09-22T09:00:00.000Z' },
    `Contract ${number}: ${amount} is held for too long`,
    ['September 22, 2026 at 9:00 AM UTC', 'Before day 85 it goes back to the buyer by itself.'],
  ),
  step(
    'held-too-long',
    'support',
    { ...running, heldAt: '2026-09-22T09:00:00.000Z' },
    `Contract ${number}: ${amount} is held for too long`,
    [`Bob Miller is paid by itself on ${releaseText}`],
    '-delivered',
  ),
  step(
    'held-too-long',
    'support',
    { ...late, heldAt: '2026-08-30T09:00:00.000Z' },
    `Contract ${number}: ${amount} is held for too long`,
    [`Decide before ${releaseText}`, 'it goes back to Anna Weber by itself'],
    '-too-late',
  ),
  step(
    'held-too-long',
    'support',
    { heldAt: '2026-09-22T09:00:00.000Z', ...keptInPart },
    `Contract ${number}: ${left} is held for too long`,
    ['Kept by the bank'],
    '-kept',
  ),
  step(
    'failed',
    'buyer',
    { ...onboarding, state: 'failed' },
    `Payment protection was closed: contract ${number}`,
    ['Nothing was charged.'],
  ),
  step(
    'failed',
    'seller',
    { ...onboarding, sellerReady: true, state: 'failed' },
    `Payment protection was closed: contract ${number}`,
    ['did not pay', 'Do not deliver because of it.'],
  ),
  step(
    'failed',
    'seller',
    { ...onboarding, state: 'failed' },
    `Payment protection was closed: contract ${number}`,
    ['Payouts were not set up in time, so that Anna Weber could not pay'],
    '-no-payouts',
  ),
  {
    ...step(
      'failed',
      'buyer',
      { ...onboarding, state: 'failed', isContractCancelled: true, isChargePossible: true },
      `Payment protection was closed: contract ${number}`,
      ['If your bank is taking the money already, all of it comes back to you.'],
      '-charge-possible',
    ),
    saysNot: ['Nothing was charged.'],
  },
  {
    ...step(
      'late-refunded',
      'buyer',
      { ...onboarding, state: 'failed', isContractCancelled: true },
      `$250.00 USD goes back to you: contract ${number}`,
      ['We received $250.00 USD from you for Bob Miller', 'all of it and without a fee', arrival],
    ),
    details: { kind: 'late-refunded', version: 3, at: settledAt, amountCents: 25_000 },
  },
  ...(['buyer', 'seller'] as const).map((recipient) =>
    step(
      'failed',
      recipient,
      { ...onboarding, sellerReady: true, state: 'failed', isContractCancelled: true },
      `Payment protection was closed: contract ${number}`,
      [recipient === 'buyer' ? 'there is nothing more to do' : 'Your contract with Anna Weber was cancelled'],
      '-cancelled',
    ),
  ),
  ...(['buyer', 'seller'] as const).map(
    (recipient): MailSample => ({
      ...step(
        'failed',
        recipient,
        { ...onboarding, sellerReady: true, state: 'failed', isContentDeleted: true },
        `Payment protection was closed: contract ${number}`,
        [
          recipient === 'buyer'
            ? 'The recording of your contract is no longer kept'
            : 'The recording of your contract with Anna Weber is no longer kept, so we closed',
        ],
        '-deleted',
      ),
      saysNot: ['did not pay', 'start payment protection again', 'Start again'],
    }),
  ),
];
