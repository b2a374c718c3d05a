import { Injectable } from '@nestjs/common';
import { type EscrowChanged, getEscrowStepOrigin, getHumanOrderOrigins } from '#contracts';
import { AppError, noOrigin, type Origin } from '#platform';
import { PaymentsClient, TranscriptionClient } from '../service-clients.module.js';

/**
 * Where people were who did something in another service. Its events carry no personal data, so that service is asked;
 * while it does not answer the event waits.
 */
@Injectable()
export class PeopleElsewhere {
  constructor(
    private readonly payments: PaymentsClient,
    private readonly transcription: TranscriptionClient,
  ) {}

  /** @throws AppError `unavailable` */
  async ofEscrowStep({ escrowId: id, version, by }: EscrowChanged): Promise<Origin> {
    if (by === 'clock' || by === 'stripe') return noOrigin;
    return orNone(this.payments.call(getEscrowStepOrigin, { params: { id, version } }));
  }

  /** @throws AppError `unavailable` */
  async ofHumanOrder(id: string, act: 'ordered' | 'delivered'): Promise<Origin> {
    const origins = this.transcription.call(getHumanOrderOrigins, { params: { id } });
    return orNone(origins.then((both) => both[act]));
  }
}

/** The release before has no such route, as little as there is for what is not known. */
function orNone(origin: Promise<Origin>): Promise<Origin> {
  return origin.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return noOrigin;
    throw error;
  });
}
