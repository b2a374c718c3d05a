import { defineCall, json } from '../define-call.js';
import type { Verification } from '../verification.js';

/** Mails about an agreement, and what became of them. */
export const listMails = defineCall({
  callee: 'notifications',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/mails',
  query: json<{ agreementId: string }>(),
  answer: json<MailFacts[]>(),
  errors: [],
});

export interface MailFacts {
  key: string;
  template: string;
  recipient: string;
  status: string;
  /** Null until the mail server has taken it. */
  sentAt: string | null;
}

/** The sum of a run of `make verify`, for administrators. */
export const keepVerification = defineCall({
  callee: 'notifications',
  askedBy: 'service',
  method: 'POST',
  path: '/internal/verifications',
  body: json<Verification>(),
  answer: json<void>(),
  errors: [],
});

/** Null before the first run. */
export const getLastVerification = defineCall({
  callee: 'notifications',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/verifications/last',
  answer: json<Verification | null>(),
  errors: [],
});
