import { Injectable } from '@nestjs/common';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { failpoint } from '#platform';
import { HeldIntents } from '../held/held-intents.js';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { type RetireHeldIntentPayload, retireHeldIntent } from '../held/retire-held-intent.definition.js';

@Injectable()
export class RetireHeldIntent implements JobHandler<RetireHeldIntentPayload> {
  readonly job = retireHeldIntent;

  constructor(
    private readonly intents: HeldIntents,
    private readonly held: HeldPaymentsService,
  ) {}

  async run({ payload }: JobRun<RetireHeldIntentPayload>): Promise<Commit> {
    const intent = await this.intents.retire(payload.paymentIntentId);
    failpoint('payments.held.after-retire');
    return (manager) => this.held.settleIntent(manager, intent);
  }
}
