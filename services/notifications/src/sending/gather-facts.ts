import { Injectable } from '@nestjs/common';
import { isPlanType } from '#contracts';
import { DeadLetters } from '#outbox';
import { AppError, type Dependency, outageOf, PermanentError } from '#platform';
import {
  type ActFacts,
  type AgreementFacts,
  type CreditFacts,
  type DeadLetterFacts,
  type ExpectedCoverage,
  FactsClient,
  type TicketFacts,
  type UserFacts,
} from '../facts/facts.module.js';
import {
  type FactName,
  type Facts,
  type MailEntity,
  MailsService,
  MOST_ALIKE,
  must,
} from '../mails/mails.module.js';
import { Verifications } from '../operations/operations.module.js';
import { TicketsRepository } from '../tickets/tickets.module.js';

/** A service did not answer with what a mail needs. Its reason holds a code only, because jobs log it. */
class FactsUnavailableError extends Error {
  override readonly name = 'FactsUnavailableError';

  /** @param outage the service that is away; null when it answered, and this question is what it could not answer. */
  constructor(
    message: string,
    readonly outage: Dependency | null,
  ) {
    super(message);
  }
}

/** The link in the mail would open nothing any more. */
export class LinkGoneError extends Error {
  override readonly name = 'LinkGoneError';
}

/** Collects what a mail is made of, from the services that own it. */
@Injectable()
export class GatherFacts {
  constructor(
    private readonly client: FactsClient,
    private readonly tickets: TicketsRepository,
    private readonly mails: MailsService,
    private readonly deadLetters: DeadLetters,
    private readonly verifications: Verifications,
  ) {}

  /**
   * The facts by their names, and no others.
   * Every failure may be tried again, a 404 as well: the other service may be in the middle of an update.
   * @throws FactsUnavailableError, LinkGoneError
   */
  async gather(mail: MailEntity, names: readonly FactName[]): Promise<Partial<Facts>> {
    const answers = names.map(async (name) => [name, await ask<unknown>(name, this.sources[name](mail))]);
    return Object.fromEntries(await Promise.all(answers)) as Partial<Facts>;
  }

  private readonly sources: { [Name in FactName]: (mail: MailEntity) => Promise<Facts[Name]> } = {
    agreement: (mail) => this.agreement(mail),
    owner: (mail) => this.owner(mail),
    transcript: async (mail) => this.client.transcript(must(mail.agreementId, 'agreement')),
    sealed: async (mail) => this.client.sealed(must(mail.agreementId, 'agreement')),
    payment: async (mail) => this.client.payment(must(mail.subjectId, 'payment')),
    credit: (mail) => this.credit(mail),
    coverage: (mail) => this.coverage(must(mail.agreementId, 'agreement')),
    escrow: async (mail) => this.client.escrow(must(mail.subjectId, 'escrow')),
    buyer: (mail) => this.buyer(mail),
    isTold: (mail) => this.isTold(must(mail.agreementId, 'agreement')),
    sellerTold: (mail) => this.sellerTold(must(mail.subjectId, 'escrow')),
    subscription: async (mail) => orNull(this.client.subscription(must(mail.subjectId, 'subscription'))),
    user: async (mail) => this.client.user(must(mail.userId, 'user')),
    change: async (mail) => this.client.change(must(mail.subjectId, 'change')),
    reset: async (mail) => this.client.reset(must(mail.subjectId, 'reset')),
    code: async (mail) => this.client.code(must(mail.agreementId, 'agreement'), must(mail.subjectId, 'code')),
    addressVerification: async (mail) =>
      mail.subjectId === null
        ? this.client.addressOfNew(must(mail.userId, 'user'))
        : this.client.addressVerification(mail.subjectId),
    act: (mail) => this.act(mail),
    ticket: (mail) => this.ticket(mail),
    deadLetter: (mail) => this.deadLetter(mail),
    job: async (mail) =>
      this.client.job(serviceOf(must(mail.details.kind, 'job')), must(mail.subjectId, 'job')),
    alike: (mail) => this.mails.countAlike(mail, MOST_ALIKE),
    verification: async (mail) => this.verifications.get(must(mail.subjectId, 'verification')),
  };

  private async owner(mail: MailEntity): Promise<UserFacts | null> {
    const { ownerId } = await this.client.agreement(must(mail.agreementId, 'agreement'));
    return this.account(ownerId);
  }

  /** What went to a seller before is nothing that the one of today was told. */
  private async sellerTold(escrowId: string): Promise<boolean> {
    const { sellerSince } = await this.client.escrow(escrowId);
    return this.mails.wasTold('seller', escrowId, sellerSince ? new Date(sellerSince) : null);
  }

  /** What is on its way is not known yet: the next try looks again. */
  private async isTold(agreementId: string): Promise<boolean> {
    const isTold = await this.mails.wasToldOfRecording(agreementId);
    if (isTold === null) throw new AppError('not_ready');
    return isTold;
  }

  private async buyer({ recipient, subjectId }: MailEntity): Promise<UserFacts | null> {
    if (recipient === 'seller') return null;
    const { buyerId } = await this.client.escrow(must(subjectId, 'escrow'));
    return this.account(buyerId);
  }

  private async account(id: number | null): Promise<UserFacts | null> {
    return id === null ? null : orNull(this.client.user(id));
  }

  /** With the address of the reader's account: what was typed may be mistyped, or not be theirs any more. */
  private async agreement(mail: MailEntity): Promise<AgreementFacts> {
    const agreement = await this.client.agreement(must(mail.agreementId, 'agreement'));
    const { recipient } = mail;
    const [partyA, partyB] = await Promise.all([
      recipient === 'partyA' || recipient === 'buyer' ? this.addressOfA(agreement) : null,
      recipient === 'partyB' || recipient === 'buyer' ? this.addressOfB(agreement) : null,
    ]);
    const presentAddresses = { ...(partyA ? { partyA } : {}), ...(partyB ? { partyB } : {}) };
    return { ...agreement, presentAddresses };
  }

  /** That of the owner, who is party A; an account that is shut may be somebody else's by now. */
  private async addressOfA({ ownerId }: AgreementFacts): Promise<string | null> {
    const owner = await this.account(ownerId);
    return owner?.isEmailVerified && !owner.isDisabled ? owner.email : null;
  }

  /**
   * That of the account which had the typed address confirmed when party B first answered through what was mailed there,
   * whatever they said then or later. Before that, and for whoever confirms the address later, it is the typed one: links,
   * codes and grades speak of that.
   */
  private async addressOfB(agreement: AgreementFacts): Promise<string | null> {
    const { partyB, partyBAnsweredAt: at = mailedConsentAt(agreement) } = agreement;
    return at === null ? null : orNull(this.client.presentAddress(partyB.email, at));
  }

  private async credit(mail: MailEntity): Promise<CreditFacts | null> {
    const { isOver, credit } = await this.client.creditOf(must(mail.agreementId, 'agreement'));
    // Payments hears of the cancellation on its own; until then it cannot say what is left.
    if (!isOver) throw new AppError('not_ready');
    return credit;
  }

  private async coverage(agreementId: string): Promise<ExpectedCoverage | null> {
    const { ownerId, planType } = await this.client.agreement(agreementId);
    if (ownerId === null || !isPlanType(planType)) return null;
    return orNull(this.client.expectedCoverage(ownerId, planType));
  }

  /** What an account asked is answered where it is reached now: the address of then may have been somebody else's. */
  private async ticket(mail: MailEntity): Promise<TicketFacts> {
    const ticket = await this.tickets.facts(must(mail.ticketNumber, 'ticket'), mail.subjectId);
    const account = await this.account(ticket.userId);
    return { ...ticket, email: account?.email ?? ticket.email };
  }

  private async deadLetter(mail: MailEntity): Promise<DeadLetterFacts> {
    const id = must(mail.subjectId, 'dead letter');
    const service = serviceOf(must(mail.details.kind, 'handler'));
    if (service !== 'notifications') return this.client.deadLetter(service, id);
    const { diedAt, retryAt, replayedAt, ...deadLetter } = await this.deadLetters.get(id);
    return {
      ...deadLetter,
      diedAt: diedAt.toISOString(),
      retryAt: retryAt?.toISOString() ?? null,
      replayedAt: replayedAt?.toISOString() ?? null,
    };
  }

  private async act(mail: MailEntity): Promise<ActFacts> {
    const { actor, detail, at } = await this.client.logEntry(
      must(mail.agreementId, 'agreement'),
      must(mail.subjectId, 'row of the log'),
    );
    const adminId = /^admin:(\d+)$/.exec(actor)?.[1];
    const administrator = adminId === undefined ? null : (await this.client.user(Number(adminId))).username;
    return { administrator, at, reason: typeof detail.reason === 'string' ? detail.reason : null };
  }
}

/** The first part of `<service>.<handler or job>`. */
const serviceOf = (kind: string): string => kind.split('.')[0] ?? '';

/** When party B answered, as far as a copy of agreements of the release before says it. */
function mailedConsentAt({ consents }: AgreementFacts): string | null {
  const answer = consents.find(
    ({ party, grade }) => party === 'b' && (grade === 'confirmed_by_link' || grade === 'confirmed_by_code'),
  );
  return answer?.at ?? null;
}

/** Null for what does not exist; and a copy of the release before does not know every question. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

async function ask<Answer>(what: FactName, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === 'link_invalid') throw new LinkGoneError(what);
      throw new FactsUnavailableError(`${what}: ${error.code}`, outageOf(error));
    }
    if (error instanceof PermanentError) throw error;
    throw new FactsUnavailableError(`${what}: unreadable`, outageOf(error));
  }
}
