import { randomUUID } from 'node:crypto';
import {
  accessEnding,
  accountChanged,
  accountCreated,
  adminActed,
  agreementCancelled,
  agreementCompleted,
  codeIssued,
  consentConfirmed,
  consentGiven,
  consentObjected,
  contentDeleted,
  humanTranscriptDelivered,
  invitationExpired,
  invitationIssued,
  invitationOpened,
  jobGivenUp,
  linkRequested,
  messageDeadLettered,
  paymentRequested,
  paymentSucceeded,
  recordingStored,
  resetRequested,
  type SubscriptionChange,
  subscriptionChanged,
  subscriptionRefunded,
  transcriptFailed,
  verificationRequested,
} from '#contracts';
import { agreementFacts, consentOfBob, remoteFacts, transcriptFacts } from './facts.fixture.js';
import { type KnownAgreement, userEmail } from './internal-api.js';
import { about, invited, type MailScenario } from './mail-scenario.js';
import { escrowScenarios, moneyScenarios } from './money-events.js';
import { happened, SUPPORT } from './notifications-under-test.js';

const ownerId = 17;
const far = '2099-01-01T00:00:00.000Z';
const farText = 'January 1, 2099 at 12:00 AM UTC';
const at = '2026-11-21T08:55:00.000Z';
const atText = 'November 21, 2026 at 8:55 AM UTC';
const sha256 = agreementFacts.sha256;
const unpaid: KnownAgreement = { status: 'pending', paidAt: null };
const waiting: KnownAgreement = { ...remoteFacts, invitation: null };

function linkExpired(): MailScenario {
  const invitationId = randomUUID();
  return about(
    'link expired',
    (id) => {
      const known = invited(id, invitationId);
      return { ...known, invitation: known.invitation && { ...known.invitation, expiresAt: at } };
    },
    (agreementId) => happened(invitationExpired, { agreementId, ownerId, invitationId }),
    (a) => [[a, 'Bob Miller has not answered', 'Remind Bob Miller']],
  );
}

function invitation(
  kind: 'invitation' | 'reminder' | 'automatic' | 'corrected',
  subject: string,
): MailScenario {
  const invitationId = randomUUID();
  return about(
    `invitation ${kind}`,
    (id) => invited(id, invitationId),
    (agreementId) => happened(invitationIssued, { agreementId, ownerId, invitationId, kind, expiresAt: far }),
    (_a, b, id) => [
      [
        b,
        subject,
        `${id}?key=${invitationId}.of-bob`,
        '$250.00 USD',
        'One photo',
        'no account',
        farText,
        'Decline',
      ],
    ],
  );
}

let lastUser = 1000;
function account(kind: 'password' | 'email' | 'disabled' | 'enabled', subject: string): MailScenario {
  const changeId = randomUUID();
  const to = `${kind === 'email' ? 'old' : 'new'}-${changeId}@people.test`;
  const says = kind === 'password' || kind === 'email' ? ['203.0.113.7'] : [];
  return {
    name: `account ${kind}`,
    event: happened(accountChanged, { userId: ownerId, changeId, kind }),
    mails: [[to, subject, 'November 21, 2026 at 8:15 AM UTC', ...says]],
  };
}

function subscription(change: SubscriptionChange, subject: string): MailScenario {
  const userId = ++lastUser;
  // One that has ended, or that a bank has refused to pay for, is not said to be paid until later.
  const isPaid = change !== 'ended' && change !== 'bank-refused';
  const data = {
    subscriptionId: randomUUID(),
    userId,
    change,
    plan: isPaid ? 'monthly' : null,
    amountCents: 2000,
    periodEnd: far,
    ...(change === 'ended' ? { endedAt: at } : {}),
  } as const;
  return {
    name: `subscription ${change}`,
    event: happened(subscriptionChanged, { ...data, currency: 'usd' }),
    mails: [[userEmail(userId), subject, '$20.00 USD', ...(isPaid ? [farText] : [])]],
  };
}

function subscriptionRefund(): MailScenario {
  const userId = ++lastUser;
  const data = {
    subscriptionId: randomUUID(),
    userId,
    invoiceId: `in_${userId}`,
    receiptNumber: 'SSC-2026-000051',
    amountCents: 2000,
    refundedAt: far,
  };
  return {
    name: 'subscription refund',
    event: happened(subscriptionRefunded, { ...data, currency: 'usd' }),
    mails: [[userEmail(userId), '$20.00 USD comes back to you', 'SSC-2026-000051', farText]],
  };
}

/** Whose address is confirmed: others hear of the end of what is not paid only after they were mailed that it is saved. */
const owners = { resend: 901, 'first-warning': 902, 'last-warning': 903, cancelled: 904, deleted: 905 };

/** Every event that makes a mail, in each of its kinds. */
export function mailScenarios(): MailScenario[] {
  const resetId = randomUUID();
  const verificationId = randomUUID();
  const userId = ++lastUser;
  return [
    about(
      'saved',
      unpaid,
      (agreementId) =>
        happened(recordingStored, {
          agreementId,
          recordingId: randomUUID(),
          objectKey: 'recordings/x',
          sha256,
          bytes: 1,
          mime: 'audio/webm',
          durationMs: 1000,
        }),
      (a) => [[a, 'Your recording is saved', 'Finish and pay', 'December 20, 2026 at 2:03 PM UTC', 'cancel']],
    ),
    ...(['resend', 'first-warning', 'last-warning'] as const).map((kind) =>
      about(
        `payment ${kind}`,
        { ...unpaid, ownerId: owners[kind], expiresAt: far },
        (agreementId) =>
          happened(paymentRequested, { agreementId, noticeId: randomUUID(), kind, deletesAt: far }),
        () => [
          [
            userEmail(owners[kind]),
            kind === 'resend' ? 'Finish and pay' : 'Your recording is deleted',
            farText,
          ],
        ],
      ),
    ),
    about(
      'receipt',
      { status: 'processing' },
      (agreementId) =>
        happened(paymentSucceeded, {
          paymentId: randomUUID(),
          agreementId,
          userId: ownerId,
          purpose: 'contract',
          amountCents: 500,
          currency: 'usd',
          receiptNumber: 'SSC-2026-000042',
          paidAt: at,
        }),
      (a) => [[a, 'Your receipt', 'SSC-2026-000042', '$5.00 USD', 'What happens next']],
    ),
    ...moneyScenarios(),
    ...escrowScenarios(),
    invitation('invitation', 'Anna Weber asks you'),
    invitation('corrected', 'Anna Weber asks you'),
    invitation('reminder', 'Reminder: Anna Weber'),
    invitation('automatic', 'Reminder: Anna Weber'),
    about(
      'link requested',
      (id) => invited(id, randomUUID()),
      (agreementId) => happened(linkRequested, { agreementId, ownerId, requestId: randomUUID() }),
      (_a, b, id) => [[b, 'Your link to the agreement with Anna Weber', `${id}?key=`, 'Decline', farText]],
    ),
    about(
      'code issued',
      (id) => invited(id, randomUUID()),
      (agreementId) => happened(codeIssued, { agreementId, ownerId, codeId: randomUUID(), expiresAt: far }),
      (_a, b) => [[b, 'Your code for the agreement page', '042917', farText]],
    ),
    ...(
      [
        [{ isKeyed: true }, 'Bob Miller has opened', 'the link that we sent to'],
        [{ isKeyed: true, via: 'code' }, 'Bob Miller has opened', 'a code that we sent to'],
        [{ isKeyed: false }, 'Your invitation was opened', 'without the personal link'],
      ] as const
    ).map(([opening, subject, how]) =>
      about(
        `opened ${JSON.stringify(opening)}`,
        waiting,
        (agreementId) =>
          happened(invitationOpened, {
            agreementId,
            ownerId,
            invitationId: randomUUID(),
            ...opening,
            openedAt: at,
          }),
        (a) => [[a, subject, how, atText]],
      ),
    ),
    about(
      'consented',
      { status: 'processing' },
      (agreementId) =>
        happened(consentGiven, {
          agreementId,
          ownerId,
          recordingId: randomUUID(),
          consentRecordingId: randomUUID(),
          consentedAt: at,
        }),
      (a, b) => [
        [a, 'Bob Miller has agreed', 'We are writing the transcript now', atText],
        [b, 'You agreed to what Anna Weber recorded', 'Was it not you?', 'key-to-confirm', atText],
      ],
    ),
    about(
      'completed',
      {},
      (agreementId) =>
        happened(agreementCompleted, {
          agreementId,
          ownerId,
          audioSha256: sha256,
          transcriptSha256: transcriptFacts.sha256,
        }),
      (a, b) => [
        [a, 'Your agreement with Bob Miller', sha256, 'Voice only'],
        [b, 'Your agreement with Anna Weber', sha256, 'Voice only', 'key-to-confirm'],
      ],
    ),
    about(
      'confirmed',
      { consents: consentOfBob('confirmed_by_link') },
      (agreementId) =>
        happened(consentConfirmed, {
          ...{ agreementId, ownerId, confirmationId: randomUUID(), via: 'link', confirmedAt: at },
        }),
      (_a, b) => [[b, 'You confirmed your agreement with Anna Weber', atText, 'key-to-confirm']],
    ),
    about(
      'objected',
      { consents: consentOfBob('objected', 'I was in Rome.') },
      (agreementId) =>
        happened(consentObjected, { agreementId, ownerId, confirmationId: randomUUID(), objectedAt: at }),
      (a, b) => [
        [a, 'Bob Miller says: that was not me', 'I was in Rome.', atText],
        [b, 'Your objection is on record', atText],
        [SUPPORT, 'Objection to contract', 'I was in Rome.', 'Bob Miller'],
      ],
    ),
    about(
      'declined',
      { ...waiting, status: 'cancelled', cancelNote: 'We said 200.' },
      (agreementId) =>
        happened(agreementCancelled, { agreementId, ownerId, from: 'awaiting_party', reason: 'declined' }),
      (a, b) => [
        [a, 'Bob Miller has declined', 'We said 200.'],
        [b, 'You declined the agreement', 'We said 200.'],
      ],
    ),
    about(
      'cancelled while awaited',
      { ...waiting, status: 'cancelled', cancelNote: 'Stolen.' },
      (agreementId) =>
        happened(agreementCancelled, { agreementId, ownerId, from: 'awaiting_party', reason: 'by_creator' }),
      (a, b) => [
        [a, 'Contract #', 'You cancelled', 'Stolen.', 'We keep your $5'],
        [b, 'Contract #', 'Anna Weber cancelled', 'nothing more to do'],
      ],
    ),
    about(
      'cancelled unpaid',
      { ...unpaid, status: 'cancelled', ownerId: owners.cancelled },
      (agreementId) =>
        happened(agreementCancelled, {
          agreementId,
          ownerId: null,
          from: 'pending',
          reason: 'unpaid_expired',
        }),
      () => [[userEmail(owners.cancelled), 'Contract #', 'was not paid within 30 days']],
    ),
    linkExpired(),
    about(
      'transcription failed',
      { status: 'processing' },
      (agreementId) => happened(transcriptFailed, { agreementId, ownerId, reason: 'engine' }),
      (a) => [[a, 'Your recording is safe', '$2.00 USD', 'free of charge']],
    ),
    about(
      'human transcript delivered',
      {},
      (agreementId) =>
        happened(humanTranscriptDelivered, {
          agreementId,
          ownerId,
          orderId: randomUUID(),
          sha256,
          adminId: 3,
        }),
      (a, b) => [
        [a, 'Your agreement with Bob Miller: transcript made by a person', sha256],
        [b, 'Your agreement with Anna Weber: transcript made by a person', sha256],
      ],
    ),
    about(
      'human transcript corrected',
      {},
      (agreementId) => {
        const order = { orderId: randomUUID(), correctsOrderId: randomUUID() };
        return happened(humanTranscriptDelivered, { agreementId, ownerId, ...order, sha256, adminId: 3 });
      },
      (a, b) => [
        [a, 'Your agreement with Bob Miller: corrected transcript', sha256],
        [b, 'Your agreement with Anna Weber: corrected transcript', sha256],
      ],
    ),
    ...(['seven-days', 'one-day'] as const).map((kind) =>
      about(
        `access ending ${kind}`,
        { expiresAt: far },
        (agreementId) => happened(accessEnding, { agreementId, ownerId, kind, endsAt: far }),
        (a, b) => [
          [
            a,
            'Your agreement with Bob Miller: access ends',
            farText,
            'Download the recording',
            'key-of-anna',
          ],
          [b, 'Your agreement with Anna Weber: access ends', farText, 'Download the recording', 'key-of-bob'],
        ],
      ),
    ),
    about(
      'deleted unpaid',
      { ...unpaid, ownerId: owners.deleted },
      (agreementId) =>
        happened(contentDeleted, { agreementId, ownerId: null, reason: 'unpaid', deletedAt: at }),
      () => [
        [
          userEmail(owners.deleted),
          ...(['The recording of contract', 'not paid within 30 days', atText, sha256] as const),
        ],
      ],
    ),
    about(
      'deleted at the end',
      {},
      (agreementId) =>
        happened(contentDeleted, { agreementId, ownerId, reason: 'access-ended', deletedAt: at }),
      (a, b) => [
        [a, 'The recording of contract', 'fingerprints', atText],
        [b, 'The recording of contract', 'fingerprints', atText],
      ],
    ),
    about(
      'admin acted',
      {},
      (agreementId) => happened(adminActed, { agreementId, ownerId, act: 'audio-downloaded', seq: 7 }),
      (a) => [[a, 'An administrator worked', 'Grace Admin', 'Downloaded', 'why the sound is quiet']],
    ),
    {
      name: 'account created',
      event: happened(accountCreated, { userId }),
      mails: [[userEmail(userId), 'Your account was created', 'token=token-of-anna', farText]],
    },
    {
      name: 'dead letter',
      event: happened(messageDeadLettered, {
        letterId: randomUUID(),
        handler: 'agreements.mark-paid',
        notice: 1,
      }),
      mails: [[SUPPORT, 'agreements.mark-paid gave up an event', 'TypeError: cannot read the date']],
    },
    {
      name: 'job given up',
      event: happened(jobGivenUp, { jobId: randomUUID(), job: 'payments.refund-order', notice: 1 }),
      mails: [[SUPPORT, 'payments gave up refund-order', 'No such payment_intent', 'in 10 attempts']],
    },
    account('password', 'Your password was changed'),
    account('email', 'The email address'),
    account('disabled', 'Your account was disabled'),
    account('enabled', 'Your account is open again'),
    {
      name: 'address verification',
      event: happened(verificationRequested, { userId: ownerId, verificationId }),
      mails: [
        [`new-${verificationId}@people.test`, 'Confirm your email address', 'token=token-of-anna', farText],
      ],
    },
    {
      name: 'reset',
      event: happened(resetRequested, { userId: ownerId, resetId }),
      mails: [[`reset-${resetId}@people.test`, 'Choose a new password', 'token=token-of-anna', farText]],
    },
    subscription('started', 'Your subscription has started'),
    subscription('renewed', 'Your subscription was renewed'),
    subscription('payment-failed', 'Your subscription could not be renewed'),
    subscription('bank-refused', 'Your bank did not pay for your subscription'),
    subscription('cancelled', 'Your subscription was cancelled'),
    subscription('resumed', 'Your subscription was resumed'),
    subscription('ended', 'Your subscription has ended'),
    subscriptionRefund(),
  ];
}
