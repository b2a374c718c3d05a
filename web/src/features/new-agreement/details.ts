import { t } from '#texts/common';
import { recordTexts } from '#texts/record';
import { ApiError } from '../../lib/api/api-error';
import type { AgreementDraft, HoldPeriod } from '../../lib/api/api-types';
import { readStored, writeStored } from '../../lib/browser/storage';
import { isEmail, nameTrouble } from '../../lib/name-and-email';
import { LAST_PARTY_KEY } from '../../lib/session/session';
import { amountDoubt, parseDollars, typedDollars } from '../payments/amount';
import { isPlan, type PlanName } from '../payments/plans';
import { basePlan } from '../payments/plans.gen';
import { type DealKind, dealKindFrom } from './deal-kind';

/** The most that the server notes, in cents. */
const MAX_CENTS = 99_999_999_999;

/** Whether party B is in the same room, or answers through a mailed link. */
export type Presence = 'together' | 'apart';

/** How long the buyer may check what was delivered, should a payment be protected; shortest first. */
export const HOLD_PERIODS = ['24hrs', '3days', '7days', '14days', '30days'] as const satisfies HoldPeriod[];

/** What the details form knows. */
export interface Details {
  partyAName: string;
  partyAEmail: string;
  partyBName: string;
  partyBEmail: string;
  /** What it is about; empty where nothing was said. */
  title: string;
  agreementAmount: string;
  presence: Presence;
  holdPeriod: HoldPeriod;
  /** What it is bought as: how long it may be, and what its row offers. */
  planType: PlanName;
  /** The kind of deal; empty where none was chosen. */
  kind: DealKind | '';
  /** What is said besides, a line each; empty where nothing was taken over. */
  alsoSay: string;
  /** When recording was started below the words about it, as ISO time; empty before. */
  noticeGivenAt: string;
  /** The photo of this draft among those that are kept on the device; empty without one. */
  keptPhoto: string;
}

export const REQUIRED_DETAILS = ['partyAName', 'partyAEmail', 'partyBName', 'partyBEmail'] as const;

export const EMPTY_DETAILS: Details = {
  partyAName: '',
  partyAEmail: '',
  partyBName: '',
  partyBEmail: '',
  title: '',
  agreementAmount: '',
  presence: 'together',
  holdPeriod: '24hrs',
  planType: basePlan,
  kind: '',
  alsoSay: '',
  noticeGivenAt: '',
  keptPhoto: '',
};

/** What is said besides what the kind of deal needs. */
export function linesToSay({ alsoSay }: Details): string[] {
  return alsoSay === '' ? [] : alsoSay.split('\n');
}

/** The details with these lines to say besides. */
export function withLinesToSay(details: Details, lines: readonly string[]): Details {
  return { ...details, alsoSay: lines.join('\n') };
}

/** The first field that still has to be filled; null when recording may start. */
export function firstEmpty(details: Details): keyof Details | null {
  return REQUIRED_DETAILS.find((field) => details[field].trim() === '') ?? null;
}

/** Whether the optional amount is empty or money. */
export function isAmountFine(amount: string): boolean {
  const cents = parseDollars(amount);
  return amount.trim() === '' || (cents !== null && cents <= MAX_CENTS);
}

/** A field that cannot stay as it is, and why. */
export interface DetailProblem {
  field: keyof Details;
  text: string;
}

const address = (text: string) => text.trim().toLowerCase();

/** The first filled field, in reading order, that the server would refuse; null when there is none. */
export function firstProblem(details: Details): DetailProblem | null {
  const { partyAName, partyAEmail, partyBName, partyBEmail, title, agreementAmount } = details;
  const nameA = nameTrouble(partyAName, t.names);
  if (nameA) return { field: 'partyAName', text: nameA };
  if (!isEmail(partyAEmail)) return { field: 'partyAEmail', text: t.auth.invalidEmail };
  const nameB = nameTrouble(partyBName, t.names);
  if (nameB) return { field: 'partyBName', text: nameB };
  if (!isEmail(partyBEmail)) return { field: 'partyBEmail', text: t.auth.invalidEmail };
  if (address(partyAEmail) === address(partyBEmail))
    return { field: 'partyBEmail', text: recordTexts.details.sameAddress };
  const titleProblem = title.trim() === '' ? null : nameTrouble(title, recordTexts.details.badTitle);
  if (titleProblem) return { field: 'title', text: titleProblem };
  if (!isAmountFine(agreementAmount))
    return { field: 'agreementAmount', text: amountDoubt(agreementAmount) ?? recordTexts.details.badAmount };
  return null;
}

/** Why a recording cannot begin, or be saved, with these details; null when it can. */
export function whatIsWrong(details: Details): DetailProblem | null {
  const empty = firstEmpty(details);
  return empty ? { field: empty, text: recordTexts.details.needed } : firstProblem(details);
}

/** The first detail that the server refused; null when it was something else. */
export function refusedDetail(error: unknown): DetailProblem | null {
  if (!(error instanceof ApiError)) return null;
  for (const { field, message } of error.problems)
    if (Object.hasOwn(EMPTY_DETAILS, field)) return { field: field as keyof Details, text: message };
  return null;
}

/** What goes to the server beside the sound. */
export function toDraft(details: Details, backupTranscript: string): AgreementDraft {
  const cents = parseDollars(details.agreementAmount);
  return {
    partyAName: details.partyAName.trim(),
    partyAEmail: details.partyAEmail.trim(),
    partyBName: details.partyBName.trim(),
    partyBEmail: details.partyBEmail.trim(),
    ...(cents === null ? {} : { agreementAmount: typedDollars(cents) }),
    ...(details.kind ? { kind: details.kind } : {}),
    ...(details.title.trim() ? { title: details.title.trim() } : {}),
    planType: details.planType,
    backupTranscript,
    temporary: true,
    isRemoteContract: details.presence === 'apart',
    escrowHoldPeriod: details.holdPeriod,
    ...(details.noticeGivenAt ? { noticeGivenAt: details.noticeGivenAt } : {}),
  };
}

/** The hold period of this name; the usual one when there is none. */
export function holdPeriodFrom(name: string | undefined): HoldPeriod {
  return HOLD_PERIODS.find((period) => period === name) ?? EMPTY_DETAILS.holdPeriod;
}

/** The plan of this name; what is sold when there is none. */
export function planFrom(name: string | undefined): PlanName {
  return name !== undefined && isPlan(name) ? name : basePlan;
}

/** Restores the form that was kept beside a draft recording. */
export function detailsFrom(form: Record<string, string>): Details {
  const kept = Object.keys(EMPTY_DETAILS).map((field) => [field, form[field] ?? '']);
  const presence: Presence = form.presence === 'apart' ? 'apart' : 'together';
  return {
    ...EMPTY_DETAILS,
    ...Object.fromEntries(kept),
    presence,
    holdPeriod: holdPeriodFrom(form.holdPeriod),
    planType: planFrom(form.planType),
    kind: dealKindFrom(form.kind),
  };
}

type PartyA = Pick<Details, 'partyAName' | 'partyAEmail'>;

export const NOBODY: PartyA = { partyAName: '', partyAEmail: '' };

/** Who recorded last on this device. */
export const rememberedParty = (): PartyA => parseParty(readStored(LAST_PARTY_KEY));

/** Reads what was kept of party A; nothing where it is damaged. */
export function parseParty(stored: string | null): PartyA {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOBODY;
    const { name, email } = kept as Record<string, unknown>;
    return typeof name === 'string' && typeof email === 'string'
      ? { partyAName: name.slice(0, 120), partyAEmail: email.slice(0, 254) }
      : NOBODY;
  } catch {
    return NOBODY;
  }
}

/** Keeps who recorded, for the next contract on this device. */
export function rememberParty({ partyAName, partyAEmail }: PartyA): void {
  writeStored(LAST_PARTY_KEY, JSON.stringify({ name: partyAName.trim(), email: partyAEmail.trim() }));
}

/** The form as it opens: party A from the account, else as on the last contract of this device. */
export function startingDetails(
  account: { username: string; email: string } | null,
  kind: DealKind | '',
): Details {
  const last = rememberedParty();
  const isTheirs = !account || last.partyAEmail.toLowerCase() === account.email.toLowerCase();
  return {
    ...EMPTY_DETAILS,
    kind,
    // People sign contracts with their full name, which the account need not know.
    partyAName: (isTheirs && last.partyAName) || (account?.username ?? ''),
    partyAEmail: account?.email ?? last.partyAEmail,
  };
}
