import { Controller } from '@nestjs/common';
import {
  type ContractCovered,
  contractCovered,
  type EventEnvelope,
  type PaymentSucceeded,
  paymentSucceeded,
  type TranscriptCompleted,
  type TranscriptFailed,
  transcriptCompleted,
  transcriptFailed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { AgreementLifecycle } from './agreement.lifecycle.js';

/** The events that move an agreement from one status to another. */
@Controller()
export class AgreementsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly lifecycle: AgreementLifecycle,
  ) {}

  @OnEvent(paymentSucceeded)
  markPaid(event: EventEnvelope<PaymentSucceeded>): Promise<boolean> {
    return this.inbox.once(event, 'mark-paid', (manager) => this.lifecycle.pay(manager, event.data));
  }

  @OnEvent(contractCovered)
  markCovered(event: EventEnvelope<ContractCovered>): Promise<boolean> {
    return this.inbox.once(event, 'mark-covered', (manager) => this.lifecycle.cover(manager, event.data));
  }

  @OnEvent(transcriptCompleted)
  completeAgreement(event: EventEnvelope<TranscriptCompleted>): Promise<boolean> {
    return this.inbox.once(event, 'complete-agreement', (manager) =>
      this.lifecycle.complete(manager, event.data),
    );
  }

  @OnEvent(transcriptFailed)
  offerFallback(event: EventEnvelope<TranscriptFailed>): Promise<boolean> {
    return this.inbox.once(event, 'offer-fallback', (manager) => this.lifecycle.fail(manager, event));
  }
}
