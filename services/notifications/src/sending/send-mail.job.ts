import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { type MailReached, mailFailed, mailReached } from '#contracts';
import { type Commit, type JobHandler, type JobRun, TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, LOGGER, MailLimits, PermanentError } from '#platform';
import { NotificationsConfig } from '../config.js';
import { LanguageChoices } from '../languages/languages.module.js';
import {
  awaitedTemplates,
  composeMail,
  type FactName,
  type Facts,
  type LanguageOffer,
  type MailContext,
  type MailEntity,
  type MailKind,
  MailsService,
  mailCatalogue,
  must,
  offeredLanguages,
  type Recipient,
  renderMail,
  type SendMail,
  sendMail,
  wordings,
} from '../mails/mails.module.js';
import { Mailer, MailRefusedError, SmtpRefusals } from '../smtp/smtp.module.js';
import { GatherFacts, LinkGoneError } from './gather-facts.js';
import { readerLanguage } from './reader-language.js';

const isAwaited = (mail: MailEntity | null): boolean =>
  awaitedTemplates.some((template) => template === mail?.template);

/** Mails whose subject is an invitation, and which go where that was issued to. */
const INVITATIONS: readonly MailEntity['template'][] = ['invitation', 'reminder'];

/** The reader has had enough of such mails today. It is in the log, and can be sent later. */
class HeldBackError extends PermanentError {
  override readonly name = 'HeldBackError';
}

/** As whom a mail may have gone to somebody. */
const ALSO: Record<MailReached['recipient'], readonly Recipient[]> = {
  partyA: ['partyA', 'buyer'],
  partyB: ['partyB', 'buyer'],
  seller: ['seller'],
};

const partyOf = ({ escrow }: MailContext<FactName>) => (escrow.buyerParty === 'a' ? 'partyA' : 'partyB');

@Injectable()
export class SendMailJob implements JobHandler<SendMail> {
  readonly job = sendMail;

  constructor(
    private readonly mails: MailsService,
    private readonly facts: GatherFacts,
    private readonly languages: LanguageChoices,
    private readonly mailer: Mailer,
    private readonly refusals: SmtpRefusals,
    private readonly limits: MailLimits,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: NotificationsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run({ payload, attempt, isRepeated, signal }: JobRun<SendMail>): Promise<Commit> {
    const mail = await this.mails.find(payload.mailKey);
    if (!mail) throw new PermanentError('The mail is not in the log');
    // A mail that failed is sent when somebody has its job run again.
    if (mail.status === 'sent' || mail.status === 'skipped') return async () => undefined;
    const kind: MailKind = mailCatalogue[mail.template];
    const read = await this.read(mail, kind);
    if (read === null || kind.isDue?.(read.context) === false) {
      this.logger.info({ template: mail.template, recipient: mail.recipient }, 'mail skipped');
      // A run that ended between the mail server's answer and the row has sent it.
      const doubt = isRepeated ? 'an earlier try may have sent it' : null;
      return (manager) => this.mails.markUnsent(manager, mail.key, 'skipped', doubt);
    }
    const { context, offers } = read;
    const waitMs = kind.wait?.(context) ?? 0;
    if (waitMs > 0) throw new TryLaterError('what it brings is not sealed', waitMs);
    // With its key party A could answer for both; party A is told, and can correct the address.
    if (kind.isRefused?.(context))
      throw new MailRefusedError('the address is that of the account of party A');
    const to = kind.to(context);
    const message = composeMail(
      { messageId: mail.messageId, to, replyTo: kind.replyTo?.(context) ?? null },
      await renderMail(kind.content(context), offers),
      this.config,
    );
    await this.count(mail, kind, context);
    // The last moment to stop: after this line the mail is out.
    signal.throwIfAborted();
    failpoint('notifications.mail.before-send');
    await this.refusals.whereTaken(to.address, () => this.mailer.send(message));
    failpoint('notifications.mail.after-send');
    this.logger.info({ template: mail.template, recipient: mail.recipient, attempt }, 'mail sent');
    return async (manager) => {
      await this.tellReached(manager, mail, context);
      await this.mails.markSent(manager, mail.key);
    };
  }

  /** Writes down how it failed; of a mail about an agreement the agreement is told, too. */
  async giveUp(payload: SendMail, error: unknown): Promise<Commit> {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    const outcome = error instanceof MailRefusedError ? 'bounced' : 'undelivered';
    const mail = await this.mails.find(payload.mailKey);
    return async (manager) => {
      await this.mails.markUnsent(manager, payload.mailKey, outcome, reason);
      // Nobody's mail server has refused it, so no address is wrong.
      if (error instanceof HeldBackError && !isAwaited(mail)) return;
      if (!mail?.agreementId) return;
      const { agreementId, template, recipient, subjectId, details } = mail;
      if (recipient === 'user' || recipient === 'ticketSender' || recipient === 'support') return;
      // Party B may have another address since.
      const invitation = INVITATIONS.includes(template) && subjectId ? { invitationId: subjectId } : {};
      const { buyerId } = details;
      const escrow =
        recipient === 'buyer' || recipient === 'seller'
          ? { ...(subjectId ? { escrowId: subjectId } : {}), ...(buyerId ? { buyerId } : {}) }
          : {};
      await this.outbox.add(manager, mailFailed, {
        ...{ agreementId, template, recipient, outcome },
        wasReached: await this.mails.wasTaken(manager, agreementId, recipient),
        ...invitation,
        ...escrow,
      });
    };
  }

  /** Of somebody whom a mail about the agreement did not reach before, the agreement is told that one does. */
  private async tellReached(
    manager: EntityManager,
    { agreementId, recipient }: MailEntity,
    context: MailContext<FactName>,
  ): Promise<void> {
    const reached = recipient === 'buyer' ? partyOf(context) : recipient;
    if (agreementId === null || !(reached === 'partyA' || reached === 'partyB' || reached === 'seller'))
      return;
    if (await this.mails.hasFailed(manager, agreementId, ALSO[reached]))
      await this.outbox.add(manager, mailReached, { agreementId, recipient: reached });
  }

  /**
   * @throws HeldBackError, or TryLaterError for a warning, which waits for another day as long as it is due: what it warns
   * of cannot be undone
   */
  private async count(mail: MailEntity, kind: MailKind, context: MailContext<FactName>): Promise<void> {
    const { unasked = null, isCountedBySubject = false } = kind;
    const reason = typeof unasked === 'function' ? unasked(context) : unasked;
    if (reason === null) return;
    try {
      const { address } = kind.to(context);
      if (isCountedBySubject) {
        const subjectId = must(mail.subjectId, 'subject');
        await this.limits.takeMailAbout(reason, address, { key: mail.key, subjectId });
      } else await this.limits.takeMail(reason, address, mail.key);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { retryAfterSeconds = 3600 } = error.options;
      if (reason === 'warning') throw new TryLaterError('too many warnings today', retryAfterSeconds * 1000);
      throw new HeldBackError('too many mails to this address today', { cause: error });
    }
  }

  /** Null when the mail is about a link that no longer opens anything. */
  private async read(
    mail: MailEntity,
    kind: MailKind,
  ): Promise<{ context: MailContext<FactName>; offers: LanguageOffer[] } | null> {
    try {
      const facts = await this.facts.gather(mail, kind.facts);
      const { publicUrl, supportEmail, longestRecordingSeconds } = this.config;
      const site = { publicUrl, supportEmail, longestRecordingSeconds };
      const context = { ...facts, mail, now: this.clock.now(), ...site };
      // The kind's functions only know of the facts that it names, and those are all here.
      return await this.inReadersLanguage(context as Omit<MailContext<FactName>, 'wording'>, kind);
    } catch (error) {
      if (error instanceof LinkGoneError) return null;
      throw error;
    }
  }

  /** The mail in the language of its reader, with what it offers of others. */
  private async inReadersLanguage(
    context: Omit<MailContext<FactName>, 'wording'>,
    kind: MailKind,
  ): Promise<{ context: MailContext<FactName>; offers: LanguageOffer[] }> {
    const { recipient } = context.mail;
    const guess = readerLanguage(recipient, context as Partial<Facts>);
    const guessed = { ...context, wording: wordings[guess.language] } as MailContext<FactName>;
    if (recipient === 'support') return { context: guessed, offers: [] };
    const { address } = kind.to(guessed);
    const chosen = await this.languages.chosenFor(address);
    const inLanguage = { ...guessed, wording: wordings[chosen ?? guess.language] };
    const isFirst = chosen === null && !guess.isKnown;
    const offered = offeredLanguages(kind, inLanguage);
    return {
      context: inLanguage,
      offers: offered.map((other) => this.languages.offer(address, other, isFirst)),
    };
  }
}
