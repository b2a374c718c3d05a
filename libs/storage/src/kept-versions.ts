import type { Logger } from 'pino';
import type { ObjectStore } from './object-store.js';

const WHAT_TO_DO =
  'What is deleted would stay readable. Take a bucket that has never kept versions: one in which they were suspended counts as keeping them, for S3 cannot switch them off again';

/** The bucket keeps versions: no recording would ever be gone. */
export class KeptVersionsError extends Error {
  override readonly name = 'KeptVersionsError';

  constructor() {
    super(`The bucket S3_BUCKET keeps versions. ${WHAT_TO_DO}`);
  }
}

/** Looks once whether the object store deletes what it is told to delete, as soon as it answers. */
export class KeptVersions {
  private isKnown = false;

  constructor(
    private readonly store: ObjectStore,
    private readonly isProduction: boolean,
    private readonly logger: Pick<Logger, 'error' | 'warn'>,
  ) {}

  /**
   * Elsewhere than in production it only warns.
   * @throws KeptVersionsError in production, each time; the store's error when it does not answer
   */
  async refuse(): Promise<void> {
    if (this.isKnown) return;
    const keeps = await this.store.keepsVersions();
    if (keeps && this.isProduction) {
      const error = new KeptVersionsError();
      this.logger.error({ err: error }, 'the object store cannot be used');
      throw error;
    }
    this.isKnown = true;
    if (keeps) this.logger.warn(`the bucket keeps versions. ${WHAT_TO_DO}`);
    else if (keeps === null)
      this.logger.warn('the object store does not say whether its bucket keeps versions');
  }

  /** For the start of a service: a store that is away then is looked at by health when it is back. */
  async onApplicationBootstrap(): Promise<void> {
    await this.refuse().catch((error: unknown) => {
      if (error instanceof KeptVersionsError) throw error;
    });
  }
}
