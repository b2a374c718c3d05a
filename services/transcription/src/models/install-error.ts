/**
 * Why a model is not here.
 * `unreachable`: nobody answers at its address; `refused`: an answer, but not the file; `interrupted`: it ended too early;
 * `wrong_size`, `wrong_digest`: other bytes than those that were published; `disk_full`; `too_little_memory`;
 * `unpacking`: the archive does not hold what it should; `unusable`: it is all there, and cannot be loaded.
 */
export type InstallFailure =
  | 'unreachable'
  | 'refused'
  | 'interrupted'
  | 'wrong_size'
  | 'wrong_digest'
  | 'disk_full'
  | 'too_little_memory'
  | 'unpacking'
  | 'unusable';

export class InstallError extends Error {
  override readonly name = 'InstallError';

  constructor(
    readonly reason: InstallFailure,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
