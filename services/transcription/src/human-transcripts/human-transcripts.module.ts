import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { TranscriptsModule } from '../transcripts/transcripts.module.js';
import { HumanOrderPayments, HumanOrderPaymentsConsumer, PayBackLateOrders } from './human-order-payments.js';
import { AdminHumanOrdersController, HumanOrdersController } from './human-orders.controller.js';
import { HumanOrdersService } from './human-orders.service.js';
import { HumanTranscriptDelivery } from './human-transcript-delivery.js';
import { HumanTranscriptsInternalController } from './internal.controller.js';

export { MAX_FORM_BYTES } from './fulfil-form.js';
export {
  currentOrder,
  HumanOrderEntity,
  type HumanOrderStatus,
  humanOrderStatuses,
} from './human-order.entity.js';

/** What `JobsModule` runs for this feature. */
export const humanTranscriptsWork = { schedules: [PayBackLateOrders] };

/** Transcripts that a person makes for $2: ordered, paid, delivered by an administrator, or paid back when late. */
@Module({
  imports: [RecordingsModule, TranscriptsModule],
  controllers: [
    HumanOrdersController,
    AdminHumanOrdersController,
    HumanTranscriptsInternalController,
    HumanOrderPaymentsConsumer,
  ],
  providers: [
    HumanOrdersService,
    HumanTranscriptDelivery,
    HumanOrderPayments,
    ...humanTranscriptsWork.schedules,
  ],
})
export class HumanTranscriptsModule {}
