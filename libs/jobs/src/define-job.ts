/** A kind of long work. Its payload holds ids only: Redis keeps it in clear text. */
export interface JobDefinition<Payload extends object = object> {
  readonly name: string;
  /** How often it is tried in all. */
  readonly attempts: number;
  /** First wait between attempts in milliseconds; it doubles, with jitter, up to two minutes. */
  readonly backoffMs: number;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /** Only for the type. */
  readonly payload?: Payload;
}

const NAME = /^[a-z]+(-[a-z]+)+$/;

/** Declares a job; the name is imperative, such as `transcribe-recording`. */
export function defineJob<Payload extends object>(
  name: string,
  options: { attempts?: number; backoffMs?: number; concurrency?: number } = {},
): JobDefinition<Payload> {
  if (!NAME.test(name)) throw new Error(`Job name ${name} is not imperative kebab-case`);
  const { attempts = 5, backoffMs = 1000, concurrency = 2 } = options;
  return { name, attempts, backoffMs, concurrency };
}
