import { type Dependency, PermanentError } from '#platform';

/** The mail server will never take this message for this recipient. */
export class MailRefusedError extends PermanentError {
  override readonly name = 'MailRefusedError';
}

/** The mail server was away, busy or unsure; the same message may pass later. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';

  /** @param outage `smtp` when the server serves nobody now; null when it may be about this mail. */
  constructor(
    message: string,
    readonly outage: Dependency | null,
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

/** Steps at which a 5xx is about this recipient or this message; at the others it is about us and may be mended. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
/** Failures of reaching the server and of being let in, which are the same for every mail. */
const ABOUT_THE_SERVER = new Set([
  ...['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL'],
  'EAUTH',
]);
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Sorts a failure of the mail library into refused and delayed. The server's own words and the original error are
 * dropped: they repeat the recipient's address.
 */
export function toMailError(error: unknown): MailRefusedError | MailDelayedError {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpFailure;
  const status = ENHANCED_STATUS.exec(response ?? '')?.[1];
  const reason = [code ?? 'ESMTP', command, responseCode, status].filter(Boolean).join(' ');
  const isRefused =
    responseCode === undefined
      ? code === 'EENVELOPE'
      : responseCode >= 500 && ABOUT_THE_MAIL.has(command ?? '');
  if (isRefused) return new MailRefusedError(reason);
  // A connection that ends while a message is handed over may be the message's fault, and the server may have it: that
  // costs attempts, whose pauses grow. 421 says that the server closes.
  const isAway = ABOUT_THE_SERVER.has(code ?? '') && !ABOUT_THE_MAIL.has(command ?? '');
  return new MailDelayedError(reason, isAway || responseCode === 421 ? 'smtp' : null);
}
