import { ArrayNotEmpty, IsDateString, IsIn, IsInt, IsPositive, IsUUID } from 'class-validator';
import { defineEvent } from '../define-event.js';

export class AccountCreated {
  @IsInt() @IsPositive() userId: number;
}

/** Somebody has made an account. Name and address are asked for when they are needed. */
export const accountCreated = defineEvent('auth.account.created', 1, AccountCreated, (d) => String(d.userId));

const accountChanges = ['password', 'email', 'disabled', 'enabled'] as const;
export type AccountChange = (typeof accountChanges)[number];

export class AccountChanged {
  @IsInt() @IsPositive() userId: number;
  /** Tells when, from where, and for an address the old one. */
  @IsUUID() changeId: string;
  @IsIn(accountChanges) kind: AccountChange;
}

/** A password or an address changed, or an administrator shut or opened the account. */
export const accountChanged = defineEvent('auth.account.changed', 1, AccountChanged, (d) => String(d.userId));

export class SessionsEnded {
  @IsInt() @IsPositive() userId: number;
  @ArrayNotEmpty() @IsUUID(undefined, { each: true }) sessionIds: string[];
}

/** Sessions ended before their time: by a logout, from a list, with a new password or address, or with the account. */
export const sessionsEnded = defineEvent('auth.sessions.ended', 1, SessionsEnded, (d) => String(d.userId));

export class VerificationRequested {
  @IsInt() @IsPositive() userId: number;
  /** The link is made of it when the mail is sent; the event does not carry it. */
  @IsUUID() verificationId: string;
}

/** An address of an account is to be verified: another one, or once more. */
export const verificationRequested = defineEvent(
  'auth.verification.requested',
  1,
  VerificationRequested,
  (d) => String(d.userId),
);

export class AddressConfirmed {
  @IsInt() @IsPositive() userId: number;
  @IsDateString() confirmedAt: string;
}

/** An account that had no address known to be its owner's has one: once for each account. */
export const addressConfirmed = defineEvent('auth.address.confirmed', 1, AddressConfirmed, (d) =>
  String(d.userId),
);

export class ResetRequested {
  @IsInt() @IsPositive() userId: number;
  /** The link is made of it when the mail is sent; the event does not carry it. */
  @IsUUID() resetId: string;
}

/** Somebody asked for a new password for an account that exists. */
export const resetRequested = defineEvent('auth.reset.requested', 1, ResetRequested, (d) => String(d.userId));
