import { addressVerificationFacts, changeFacts, resetFacts, ticketFacts } from './facts.fixture.js';
import type { MailSample } from './mail-samples.js';

const site = 'https://contract.test';
const origin = ['November 21, 2026 at 8:15 AM UTC', '203.0.113.7', 'Android'];
const endsAt = '2026-12-21T00:00:00.000Z';
const subscription = { amountCents: 2000, currency: 'usd', endsAt };

/** Mails about accounts, subscriptions and tickets. */
export const accountSamples: MailSample[] = [
  {
    name: 'account-created',
    template: 'account-created',
    recipient: 'user',
    subject: 'Your account was created',
    button: addressVerificationFacts.link ?? '',
    says: [
      'Please confirm that this address is yours.',
      'November 24, 2026 at 9:00 AM UTC',
      'Was it not you?',
      'emails about your contracts go to the address written in each',
    ],
    saysNot: ['open agreements'],
  },
  {
    name: 'address-verification',
    template: 'address-verification',
    recipient: 'user',
    subject: 'Confirm your email address',
    button: addressVerificationFacts.link ?? '',
    says: ['emails about your contracts go to it', 'you do not have to do anything'],
    saysNot: ['open agreements'],
  },
  {
    name: 'password-changed',
    template: 'password-changed',
    recipient: 'user',
    subject: 'Your password was changed',
    button: `${site}/login`,
    says: [...origin, 'If it was not you, choose a new password now.'],
  },
  {
    name: 'email-changed',
    template: 'email-changed',
    recipient: 'user',
    subject: 'The email address of your account was changed',
    button: `${site}/contact`,
    says: [...origin, 'anna@people.test', 'anna.new@people.test', 'we restore the old address with you'],
  },
  {
    name: 'email-changed-unconfirmed',
    template: 'email-changed',
    recipient: 'user',
    facts: { change: { ...changeFacts, isOldEmailConfirmed: false } },
    subject: 'The email address of your account was changed',
    button: `${site}/contact`,
    says: ['November 21, 2026 at 8:15 AM UTC', 'anna@people.test'],
    saysNot: ['anna.new@people.test', '203.0.113.7', 'Android'],
  },
  {
    name: 'account-disabled',
    template: 'account-disabled',
    recipient: 'user',
    subject: 'Your account was disabled',
    button: `${site}/contact`,
    says: ['November 21, 2026 at 8:15 AM UTC', 'Your contracts and recordings are safe.'],
  },
  {
    name: 'account-enabled',
    template: 'account-enabled',
    recipient: 'user',
    subject: 'Your account is open again',
    button: `${site}/login`,
    says: ['November 21, 2026 at 8:15 AM UTC', 'You can log in as before.'],
  },
  {
    name: 'password-reset',
    template: 'password-reset',
    recipient: 'user',
    subject: 'Choose a new password',
    button: resetFacts.link,
    says: ['November 21, 2026 at 10:00 AM UTC', 'your password stays as it is'],
  },
  ...(
    [
      ['started', 'Your subscription has started', 'We received $20.00 USD.', '/dashboard'],
      ['renewed', 'Your subscription was renewed', 'We received $20.00 USD.', '/dashboard'],
      [
        'payment-failed',
        'Your subscription could not be renewed',
        'You can pay or confirm it at once',
        '/subscribe',
      ],
      [
        'cancelled',
        'Your subscription was cancelled',
        'until then it can be resumed on its page',
        '/subscribe',
      ],
      ['resumed', 'Your subscription was resumed', 'it is renewed for $20.00 USD a month', '/subscribe'],
      ['ended', 'Your subscription has ended', 'nothing more is charged', '/dashboard'],
    ] as const
  ).map(
    ([kind, subject, sentence, leadsTo]): MailSample => ({
      name: `subscription-${kind}`,
      template: 'subscription',
      recipient: 'user',
      details: { ...subscription, kind, at: '2026-12-21T00:00:01.000Z' },
      subject,
      button: `${site}${leadsTo}`,
      says: [sentence, '$20.00 USD a month', 'December 21, 2026 at 12:00 AM UTC'],
    }),
  ),
  {
    name: 'subscription-bank-refused',
    template: 'subscription',
    recipient: 'user',
    details: { ...subscription, kind: 'bank-refused' },
    subject: 'Your bank did not pay for your subscription',
    button: `${site}/subscribe`,
    says: ['Your bank did not send the payment of $20.00 USD', 'nothing was charged'],
    saysNot: ['Paid until', 'December 21, 2026'],
  },
  {
    name: 'subscription-ended-early',
    template: 'subscription',
    recipient: 'user',
    details: { ...subscription, kind: 'ended', endedAt: '2026-11-27T09:00:00.000Z' },
    subject: 'Your subscription has ended',
    button: `${site}/dashboard`,
    says: ['nothing more is charged'],
    saysNot: ['Paid until', 'December 21, 2026'],
  },
  {
    name: 'subscription-test',
    template: 'subscription',
    recipient: 'user',
    details: { ...subscription, kind: 'started', isTest: true },
    subject: 'Your subscription has started',
    button: `${site}/dashboard`,
    says: ['TEST: no money moves.', '$20.00 USD a month'],
  },
  {
    name: 'subscription-refund',
    template: 'subscription-refund',
    recipient: 'user',
    details: {
      amountCents: 2000,
      currency: 'usd',
      at: endsAt,
      receiptNumber: 'SSC-2026-000051',
      isTest: true,
    },
    subject: '$20.00 USD comes back to you',
    button: `${site}/dashboard`,
    says: [
      'TEST: no money moves.',
      'SSC-2026-000051',
      'when your subscription had ended already',
      'December 21, 2026 at 12:00 AM UTC',
    ],
  },
  {
    name: 'ticket-received',
    template: 'ticket-received',
    recipient: 'ticketSender',
    subject: 'We received your message: ticket T-100001',
    button: site,
    says: ['T-100001', 'Payment and billing', 'Usually within a few hours'],
  },
  {
    name: 'ticket-opened',
    template: 'ticket-opened',
    recipient: 'support',
    subject: 'T-100001: Payment and billing',
    button: `${site}/admin`,
    says: ['Anna Weber (anna@people.test)', 'I paid twice.', 'Can you look at it?'],
  },
  {
    name: 'ticket-answered',
    template: 'ticket-answered',
    recipient: 'ticketSender',
    facts: {
      ticket: {
        ...ticketFacts,
        agreementId: '4207731958026614',
        answer: {
          message: 'One payment is on its way back.\n\nIt takes five days.',
          at: '2026-11-21T08:58:00.000Z',
        },
      },
    },
    subject: 'Our answer to your message: ticket T-100001',
    button: `${site}/contact`,
    says: ['One payment is on its way back.', 'It takes five days.', '#4207 7319 5802 6614'],
  },
];
