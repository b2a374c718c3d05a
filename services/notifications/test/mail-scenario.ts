import { type EventEnvelope, newAgreementId } from '#contracts';
import type { EscrowFacts, PaymentFacts } from '../src/facts/facts.js';
import { remoteFacts } from './facts.fixture.js';
import { addresses, type KnownAgreement } from './internal-api.js';

/** Something that happened, and the mails that people must have got of it. */
export interface MailScenario {
  name: string;
  event: EventEnvelope;
  agreement?: [string, KnownAgreement];
  escrow?: [string, Partial<EscrowFacts>];
  payment?: [string, Partial<PaymentFacts>];
  /** Address, beginning of the subject, and what the mail says. */
  mails: [to: string, subject: string, ...says: string[]][];
}

/** An agreement that waits for party B, whose invitation opens now. */
export function invited(agreementId: string, invitationId: string): KnownAgreement {
  const link = `https://contract.test/remote-contract/${agreementId}?key=${invitationId}.of-bob`;
  return {
    ...remoteFacts,
    agreementId,
    ...addresses(agreementId),
    invitation: { link, declineLink: `${link}&decline=1`, expiresAt: '2099-01-01T00:00:00.000Z' },
  };
}

/** A scenario about an agreement of its own. */
export function about(
  name: string,
  known: KnownAgreement | ((id: string) => KnownAgreement),
  make: (id: string) => EventEnvelope,
  mails: (partyA: string, partyB: string, id: string) => MailScenario['mails'],
): MailScenario {
  const id = newAgreementId();
  const { partyA, partyB } = addresses(id);
  const facts = typeof known === 'function' ? known(id) : { ...known, ...addresses(id), agreementId: id };
  return { name, event: make(id), agreement: [id, facts], mails: mails(partyA.email, partyB.email, id) };
}
