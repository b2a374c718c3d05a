import { IsArray, IsDateString, IsInt, IsString, MaxLength, Min } from 'class-validator';
import { defineCall, json } from '../define-call.js';

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

/**
 * What became of the mails that tell the buyer of an escrow until when to object: of the clock that began with this version
 * of it.
 */
export const getClockNotice = defineCall({
  callee: 'notifications',
  askedBy: 'service',
  method: 'GET',
  path: '/internal/held-payments/:id/clock-notice',
  query: json<{ sinceVersion: number }>(),
  answer: json<ClockNotice>(),
  errors: [],
});

export interface ClockNotice {
  /** When a mail server took the first of them; null as long as none has. */
  takenAt: string | null;
  /** One of them was given up. */
  hasFailed: boolean;
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

/** How many violations of a run are kept with it, and how much of each. */
export const VERIFICATION_LINES = 20;
export const VERIFICATION_LINE_LENGTH = 500;

/** The sum of one run of `make verify`, as it is handed to notifications. */
export class Verification {
  /** When it ended, ISO 8601. */
  @IsDateString() checkedAt: string;
  @IsInt() @Min(0) tookMs: number;
  /** Invariants that hold, violations of the others, and invariants that could not be checked. */
  @IsInt() @Min(0) holding: number;
  @IsInt() @Min(0) violations: number;
  @IsInt() @Min(0) unchecked: number;
  /** The first violations, in words. */
  @IsArray() @IsString({ each: true }) @MaxLength(VERIFICATION_LINE_LENGTH, { each: true }) lines: string[];
}
