import { type Dependency, PermanentError } from '#platform';

/** The mail server will never take this message for this recipient. */
export class MailRefusedError extends PermanentError {
  override readonly name = 'MailRefusedError';
}

/** The mail server was away, busy or unsure; the same message may pass later. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';

  /**
   * @param outage what is away when the server serves nobody now; null when it may be about this mail
   * @param isRefusal whether the server has said that it does not take the mail; if not, it may have taken it
   */
  constructor(
    message: string,
    readonly outage: Dependency | null,
    readonly isRefusal = false,
  ) {
    super(message);
  }
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Steps at which a 5xx may be about this recipient or this message; at the others it is about us and may be mended. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
/**
 * Statuses (RFC 3463) that are about this mail alone: the recipient's address and mailbox, and the content. Those of the
 * sender's address (5.1.7, 5.1.8) are not among them, nor what a server may say to all mails of ours for a while:
 * quotas and routes (5.4), its system (5.3), block lists and policies (5.7).
 */
const OF_THE_MAIL = /^5\.(?:1\.(?![78]$)|2\.|6\.)/;
/** Answers to RCPT TO without a status that say that there is no such mailbox. */
const NO_MAILBOX = new Set([550, 551, 553]);
/** Failures of reaching the server and of being let in, which are the same for every mail. */
const ABOUT_THE_SERVER = new Set([
  ...['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL'],
  'EAUTH',
]);
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Sorts a failure of the mail library into refused and delayed. The server's own words and the original error are
 * dropped: they repeat the recipient's address.
 * @param hasBegun whether any of the message had been given to the server
 */
export function toMailError(error: unknown, hasBegun = false): MailRefusedError | MailDelayedError {
  const failure = (error ?? {}) as SmtpFailure;
  const { code, command, responseCode, response } = failure;
  const status = ENHANCED_STATUS.exec(response ?? '')?.[1];
  const reason = [code ?? 'ESMTP', command, responseCode, status].filter(Boolean).join(' ');
  if (isRefused(failure, status)) return new MailRefusedError(reason);
  // Once the message has begun, the server may have it, or the message may be what it stumbles over: that costs
  // attempts, whose pauses grow. 421 says that the server closes.
  const isOfServer = ABOUT_THE_SERVER.has(code ?? '') || responseCode === 421;
  return new MailDelayedError(
    reason,
    isOfServer && !hasBegun ? 'smtp' : null,
    !isOfServer && responseCode !== undefined,
  );
}

function isRefused({ code, command, responseCode }: SmtpFailure, status: string | undefined): boolean {
  // The library itself found no address that could be written to.
  if (responseCode === undefined) return code === 'EENVELOPE';
  if (responseCode < 500 || !ABOUT_THE_MAIL.has(command ?? '')) return false;
  if (status !== undefined) return OF_THE_MAIL.test(status);
  return command === 'RCPT TO' && NO_MAILBOX.has(responseCode);
}
