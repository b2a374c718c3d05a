import { deadLetterFacts, jobFacts } from './facts.fixture.js';
import type { MailSample } from './mail-samples.js';

const button = 'https://contract.test/admin?section=jobs';
const deadLetter = {
  template: 'dead-letter',
  recipient: 'support',
  details: { kind: 'agreements.mark-paid', version: 1 },
  subject: 'agreements.mark-paid gave up an event',
  button,
} as const;
const givenUp = {
  template: 'job-given-up',
  recipient: 'support',
  details: { kind: 'payments.refund-order', version: 1 },
  subject: 'payments gave up refund-order',
  button,
} as const;
const says = ['Nothing is lost', 'TypeError: cannot read the date', 'November 21, 2026 at 8:40 AM UTC'];

/** About the system itself. */
export const operationsSamples: MailSample[] = [
  {
    ...deadLetter,
    name: 'dead-letter-retried',
    says: [...says, 'in 5 attempts', 'tried again by itself on November 21, 2026 at 9:40 AM UTC'],
  },
  {
    ...deadLetter,
    name: 'dead-letter-waits',
    facts: { deadLetter: { ...deadLetterFacts, attempts: 1, retryAt: null } },
    says: [...says, 'could not handle an event.', 'Not by itself', 'put the event back'],
  },
  {
    ...deadLetter,
    name: 'dead-letter-replayed',
    facts: { deadLetter: { ...deadLetterFacts, retryAt: null, replayedAt: '2026-11-21T08:50:00.000Z' } },
    says: [...says, 'It was put back on November 21, 2026 at 8:50 AM UTC'],
  },
  {
    ...deadLetter,
    name: 'dead-letter-last-of-many',
    facts: { alike: 9 },
    says: ['This is mail 10 about agreements.mark-paid within an hour, and the last one for now'],
  },
  {
    ...givenUp,
    name: 'job-given-up',
    says: ['Nothing is lost', 'in 10 attempts', 'No such payment_intent', 'retry the job'],
  },
  {
    ...givenUp,
    name: 'job-given-up-begun-anew',
    facts: { job: { ...jobFacts, status: 'running', attempts: 2, finishedAt: null, agreementId: null } },
    says: ['could not do refund-order.', 'Since then it was begun anew'],
  },
  {
    ...givenUp,
    name: 'job-given-up-last-of-many',
    facts: { alike: 9 },
    says: ['This is mail 10 about refund-order within an hour, and the last one for now'],
  },
  {
    name: 'violations-found',
    template: 'violations-found',
    recipient: 'support',
    subject: 'Something does not hold: 2 violations',
    button: 'https://contract.test/admin?section=system',
    says: ['November 21, 2026 at 8:40 AM UTC', '95', 'agreement 1 has no row 3', 'docs/verify.md'],
  },
  {
    name: 'violations-found-unchecked-only',
    template: 'violations-found',
    recipient: 'support',
    subject: 'Could not be checked: 1',
    button: 'https://contract.test/admin?section=system',
    facts: {
      verification: {
        ...{ checkedAt: '2026-11-21T02:00:00.000Z', tookMs: 4200, holding: 0, violations: 0, unchecked: 1 },
        lines: ['evidence: agreement 4207731958026614: could not be checked: storage did not answer'],
      },
    },
    says: ['November 21, 2026 at 2:00 AM UTC', 'found nothing wrong', 'storage did not answer'],
  },
];
