import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { AppError } from '#platform';

/** Often enough for a disk that was cleared, rarely enough for one that was not. */
const RETRY_SECONDS = 300;

/** Watches the disks that recordings are written to, so that uploads are refused before a write fails in the middle. */
export class FreeSpace {
  /** Bytes on their way to this process, of which the disk may show nothing yet. */
  private expectedBytes = 0;

  /** Since when nothing could be taken each time that somebody looked; null where it could. */
  fullSince: Date | null = null;

  /**
   * @param folders that must have room
   * @param leastBytes what has to be left on each of their disks
   * @param write rejects where nothing can be written
   */
  constructor(
    private readonly folders: readonly string[],
    private readonly leastBytes: number,
    private readonly write = (folder: string): Promise<unknown> => access(folder, constants.W_OK),
  ) {}

  /** On the disk that has the least. */
  async bytes(): Promise<number> {
    const free = this.folders.map(async (folder) => {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    });
    return Math.min(...(await Promise.all(free)));
  }

  /** For health. */
  async state(): Promise<{ freeBytes: number; takesRecordings: boolean }> {
    const freeBytes = await this.bytes();
    const takesRecordings = freeBytes >= this.leastBytes && (await this.isWritable());
    this.fullSince = takesRecordings ? null : (this.fullSince ?? new Date());
    return { freeBytes, takesRecordings };
  }

  /** A system that finds a fault of a disk goes on with it read-only. */
  private async isWritable(): Promise<boolean> {
    const writable = this.folders.map((folder) => this.write(folder));
    return (await Promise.allSettled(writable)).every(({ status }) => status === 'fulfilled');
  }

  /**
   * @param bytes that are about to come
   * @throws AppError `storage_full`
   */
  async assertEnough(bytes = 0): Promise<void> {
    if ((await this.bytes()) - this.expectedBytes - bytes < this.leastBytes)
      throw new AppError('storage_full', { retryAfterSeconds: RETRY_SECONDS });
  }

  /**
   * Keeps room for a body that is about to come, while `work` reads it and needs it.
   * @throws AppError `storage_full`
   */
  async during<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await this.assertEnough(bytes);
    this.expectedBytes += bytes;
    try {
      return await work();
    } finally {
      this.expectedBytes -= bytes;
    }
  }
}
