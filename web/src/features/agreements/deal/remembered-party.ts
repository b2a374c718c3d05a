import { readStored, writeStored } from '../../../lib/browser/storage';
import { LAST_PARTY_KEY } from '../../../lib/session/session';
import type { DealKind } from '../templates/deal-kind';
import { type Details, EMPTY_DETAILS } from './details';

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
