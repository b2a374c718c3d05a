import type { MailFailed } from '#contracts';

type Recipient = MailFailed['recipient'];
type Outcome = MailFailed['outcome'];

/**
 * Who could not be reached by mail, and why: one reason for each party, such as `partyA:undelivered,partyB:bounced`.
 * Null when everybody was reached.
 */
type MailProblem = string | null;

const ORDER: readonly Recipient[] = ['partyA', 'partyB'];

/** Adds a mail that did not arrive. An address that does not exist stays the reason, whatever else happens to its mails. */
export function withMailProblem(known: MailProblem, recipient: Recipient, outcome: Outcome): MailProblem {
  if (hasBounced(known, recipient)) return known;
  return joined([...entries(known).filter((one) => partyOf(one) !== recipient), `${recipient}:${outcome}`]);
}

/** What is left when a party has another address. */
export function withoutMailProblem(known: MailProblem, recipient: Recipient): MailProblem {
  return joined(entries(known).filter((one) => partyOf(one) !== recipient));
}

export function hasBounced(known: MailProblem, recipient: Recipient): boolean {
  return entries(known).includes(`${recipient}:bounced`);
}

const entries = (known: MailProblem): string[] => known?.split(',') ?? [];
const partyOf = (entry: string): string => entry.slice(0, entry.indexOf(':'));

function joined(all: readonly string[]): MailProblem {
  const ordered = ORDER.flatMap((party) => all.filter((one) => partyOf(one) === party));
  return ordered.length === 0 ? null : ordered.join(',');
}
