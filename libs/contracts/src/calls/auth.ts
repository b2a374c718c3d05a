import type { SessionState } from '../credentials.js';
import { defineCall, json } from '../define-call.js';
import type { AccountChange } from '../events/auth.js';
import type { Language } from '../languages.js';

/** What is known of a session. `isCall`: it is used just now, which is kept. */
export const getSession = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/sessions/:sid',
  query: json<{ isCall?: boolean }>(),
  answer: json<SessionState>(),
  errors: [],
});

export const getAccount = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/users/:id',
  answer: json<AccountFacts>(),
  errors: ['not_found'],
});

export interface AccountFacts {
  id: number;
  username: string;
  email: string;
  language: Language;
  hasSubscription: boolean;
  /** The address is known to be theirs. */
  isEmailVerified: boolean;
  /** An administrator has shut it. Missing in what the release before answers. */
  isDisabled?: boolean;
}

/** Something changed on an account: who it is, and when and from where it was done. */
export const getAccountChange = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/account-changes/:id',
  answer: json<AccountChangeFacts>(),
  errors: ['not_found'],
});

export interface AccountChangeFacts {
  userId: number;
  username: string;
  /** The address right after the change: what changed it later is told of in a mail of its own. */
  email: string;
  /** The address before the change; null when another thing changed. */
  oldEmail: string | null;
  /**
   * The address before the change was known to be theirs: to any other one nothing is told that its reader must not know.
   * Missing in what the release before answers.
   */
  isOldEmailConfirmed?: boolean;
  kind: AccountChange;
  language: Language;
  address: string | null;
  device: string | null;
  at: string;
}

/**
 * Where the account is reached now that had this address confirmed at that moment; null where no account had it, or has no
 * other one. In a body: addresses of calls are logged.
 */
export const getPresentAddress = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'POST',
  path: '/internal/present-addresses',
  /** `at`: ISO 8601. */
  body: json<{ email: string; at: string }>(),
  answer: json<{ email: string | null }>(),
  errors: [],
});

/**
 * Whose an address was: the account that had it confirmed at that moment, or else the first that confirmed it afterwards,
 * wherever that is reached now; null while none ever has. In a body, as above.
 */
export const getAddressHolder = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'POST',
  path: '/internal/address-holders',
  /** `at`: ISO 8601. */
  body: json<{ email: string; at: string }>(),
  answer: json<{ userId: number | null }>(),
  errors: [],
});

/** A new password for who reads the account's mail. */
export const getPasswordReset = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/password-resets/:id',
  answer: json<PasswordResetFacts>(),
  errors: ['not_found', 'link_invalid'],
});

export interface PasswordResetFacts {
  username: string;
  email: string;
  language: Language;
  /** Carries the token. */
  link: string;
  expiresAt: string;
}

export const getAddressVerification = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/address-verifications/:id',
  answer: json<AddressVerificationFacts>(),
  errors: ['not_found', 'link_invalid'],
});

/** The one that was asked for together with a new account. */
export const getAddressVerificationOfNew = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/users/:id/address-verification',
  answer: json<AddressVerificationFacts>(),
  errors: ['not_found'],
});

/** An address that somebody is asked to confirm: nothing in it was typed by anybody else. */
export interface AddressVerificationFacts {
  language: Language;
  email: string;
  /** The account has this address already, instead of asking for it. Missing in what the release before answers. */
  isOwn?: boolean;
  /** Carries the token; null when there is nothing to confirm any more. */
  link: string | null;
  expiresAt: string | null;
}

/** What an administrator is about to do in another service, told before it is done. */
export const recordAdminAct = defineCall({
  callee: 'auth',
  askedBy: 'admin',
  method: 'POST',
  path: '/internal/admin-acts',
  body: json<{ act: string; subject: string; reason: string }>(),
  answer: json<{ id: number }>(),
  errors: [],
});

/**
 * What an administrator has done in another service, told afterwards by a job of that service. It speaks for itself: the
 * token that vouches for a person lasts for a minute, and auth may be away for longer.
 */
export const reportAdminAct = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'POST',
  path: '/internal/reported-admin-acts',
  body: json<ReportedAdminAct>(),
  answer: json<{ id: number }>(),
  errors: ['not_found'],
});

export interface ReportedAdminAct {
  /** What is told again under the same one is on record once. */
  key: string;
  adminId: number;
  act: string;
  subject: string;
  reason: string;
  /** When it was done. */
  at: string;
}

export const getAccountStats = defineCall({
  callee: 'auth',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/stats',
  answer: json<AccountStats>(),
  errors: [],
});

export interface AccountStats {
  totalUsers: number;
  activeSubscriptions: number;
}
