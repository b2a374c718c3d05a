/**
 * Why a file could not be used.
 * `not_media`: not a file of an accepted type; `corrupt`: the right type, but nothing can be decoded;
 * `several_tracks`: more than one sound track, or channels of which not all can be heard in one;
 * `too_long`, `too_large`: over the limit in seconds or pixels; `timeout`: took longer than allowed;
 * `failed`: the tool itself failed, so the file may still be good.
 */
export type MediaErrorCode =
  | 'not_media'
  | 'corrupt'
  | 'several_tracks'
  | 'too_long'
  | 'too_large'
  | 'timeout'
  | 'failed';

export class MediaError extends Error {
  override readonly name = 'MediaError';
  /** The signal that ended the tool, when one did. */
  readonly killedBy: NodeJS.Signals | null;
  /** The last of what a tool reported that was killed. */
  readonly stderr: string;
  /** `disk` when that had no room for what the tool wrote: the same may succeed later. */
  readonly outage: 'disk' | undefined;

  constructor(
    readonly code: MediaErrorCode,
    message: string,
    options?: { cause?: unknown; killedBy?: NodeJS.Signals | null; stderr?: string; outage?: 'disk' },
  ) {
    super(message, options);
    this.killedBy = options?.killedBy ?? null;
    this.stderr = options?.stderr ?? '';
    this.outage = options?.outage;
  }
}
