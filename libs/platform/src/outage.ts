import { isPermanent } from './app-error.js';

/**
 * What a service needs and does not own: `postgres`, `redis`, `rabbitmq`, `storage`, `stripe`, `smtp`, `speech`, `disk`,
 * or the name of a neighbouring service. Where health has a probe for it, the names are the same.
 */
export type Dependency = string;

/** A dependency does not answer, or says that it can serve nobody now. The work that met it is not to blame. */
export class OutageError extends Error {
  override readonly name = 'OutageError';

  constructor(
    readonly outage: Dependency,
    cause?: unknown,
  ) {
    super(`${outage} does not answer`, { cause });
  }
}

/** The network failed, and the error does not tell on the way to whom. */
export const NETWORK: Dependency = 'network';

/** Room on the disk of the spool, or of an object store that is a disk, or leave to write. Its probe says how much there is and stays up. */
export const DISK: Dependency = 'disk';

/** The certificate that PDF files are signed with: it has ended, so files that must be signed wait for another. */
export const PDF_CERTIFICATE: Dependency = 'pdf-certificate';

/** The same, while it is still good and ends soon: nothing waits, and somebody should get another. */
export const PDF_CERTIFICATE_ENDING: Dependency = 'pdf-certificate-ending';

/** The speech engine: its failures count as attempts of the work, so it is told of apart from that. */
export const SPEECH: Dependency = 'speech';

/** The authority for time stamps of seals: while it is away seals are made without, and nothing waits. */
export const TIMESTAMPS: Dependency = 'timestamps';

/** The mail server lets the service in and refuses what it sends, whoever it is for: a quota, a pause, a block list. */
export const SMTP_REFUSING: Dependency = 'smtp-refusing';

/** The machine's clock is ahead of its database's: nothing is done that is due by it. */
export const CLOCK: Dependency = 'clock';

/** The rows of what is in the object store: the database is empty or another one, so no object is removed. */
export const MISSING_ROWS: Dependency = 'missing-rows';

/** A backup that copies objects: what is to be deleted waits for its end. Nothing is wrong, however long it takes. */
export const BACKUP: Dependency = 'backup';

/** No room, a disk that the system has made read-only after a fault, or no more files that may be open. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE']);
const NETWORK_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'],
  'UND_ERR_BODY_TIMEOUT',
]);
/**
 * SQLSTATE: connection (08), resources such as disk, memory and connections (53), shutdown and start (57P), read-only
 * after a failover (25006), input and output (58030).
 */
const POSTGRES_CODE = /^(08...|53...|57P0[1-5]|25006|58030)$/;
const POSTGRES_TEXT =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error|^Query read timeout/;
/** ioredis names what it gave up; the server begins its answer with a word in capitals. */
const REDIS_TEXT =
  /^Connection is closed|^Stream isn't writeable|^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN|OOM|MISCONF|NOREPLICAS) /;
/** What is the same for all work: no connection, too many calls, a key that is refused. */
const STRIPE_TYPES = new Set(['StripeConnectionError', 'StripeRateLimitError', 'StripeAuthenticationError']);
/** A permission is one of the key's, and the same for all work, but for the one to act for the account of one seller. */
const STRIPE_ACCOUNT_GONE = 'account_invalid';
const STORAGE_CODES = new Set([
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'XMinioStorageFull',
]);
const MAX_DEPTH = 6;

interface Failure {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  /** Set by errors of ours that know: the dependency that is away, or null when it is not that. */
  outage?: unknown;
  /** The kind of an error of Stripe's SDK. */
  type?: unknown;
  statusCode?: unknown;
  cause?: unknown;
  driverError?: unknown;
  errors?: unknown;
}

/**
 * The dependency that an error says is away, seen through wrappers; `NETWORK` when only the network speaks; null when
 * the error tells of no outage, which does not mean that there is none.
 */
export function outageOf(error: unknown, depth = 0): Dependency | null {
  // By shape, not by class: errors of the system may come from another realm, those of an SDK from another copy of it.
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return null;
  const failure = error as Failure;
  if (typeof failure.outage === 'string' || failure.outage === null) return failure.outage;
  if (isPermanent(error)) return null;
  const inside = [
    failure.driverError,
    failure.cause,
    ...(Array.isArray(failure.errors) ? failure.errors : []),
  ];
  const causes = inside.map((cause) => outageOf(cause, depth + 1)).filter((name) => name !== null);
  return (
    ofDriver(failure) ?? causes.find((name) => name !== NETWORK) ?? ofNetwork(failure) ?? causes[0] ?? null
  );
}

function ofDriver({ name, code, message, type, statusCode }: Failure): Dependency | null {
  const text = typeof message === 'string' ? message : '';
  if (typeof code === 'string' && POSTGRES_CODE.test(code)) return 'postgres';
  if (POSTGRES_TEXT.test(text)) return 'postgres';
  if (name === 'MaxRetriesPerRequestError' || REDIS_TEXT.test(text)) return 'redis';
  if (typeof type === 'string' && STRIPE_TYPES.has(type)) return 'stripe';
  if (type === 'StripePermissionError' && code !== STRIPE_ACCOUNT_GONE) return 'stripe';
  if (typeof type === 'string' && type.startsWith('Stripe') && Number(statusCode) >= 500) return 'stripe';
  // The SDK keeps no status of what it cannot read: the page of a proxy, before Stripe or in its place.
  if (type === 'StripeAPIError' && statusCode === undefined) return 'stripe';
  if (typeof code === 'string' && DISK_CODES.has(code)) return DISK;
  if (name === 'S3Error' && typeof code === 'string' && STORAGE_CODES.has(code)) return 'storage';
  return null;
}

function ofNetwork({ code }: Failure): Dependency | null {
  return typeof code === 'string' && NETWORK_CODES.has(code) ? NETWORK : null;
}

/** A statement, or a lock that it waited for, took too long: the same request may succeed later. */
const TOO_SLOW = new Set(['57014', '55P03']);

/** Whether a request failed for want of something that may be there the next time: its caller gets 503 and not 500. */
export function isOutage(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as Failure;
  const sqlState = code ?? (driverError as Failure | undefined)?.code;
  return outageOf(error) !== null || (typeof sqlState === 'string' && TOO_SLOW.has(sqlState));
}
