import { Module } from '@nestjs/common';
import { JobsModule, PruneJobs } from '#jobs';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule, MailLimits, ServiceClient, ServiceTokens } from '#platform';
import { StorageModule } from '#storage';
import { AdminController } from './admin/admin.controller.js';
import { AdminService } from './admin/admin.service.js';
import { StatsController } from './admin/stats.controller.js';
import { AgreementEntity } from './agreements/agreement.entity.js';
import { AgreementsConsumer } from './agreements/agreements.consumer.js';
import { AgreementsController } from './agreements/agreements.controller.js';
import { AgreementsService } from './agreements/agreements.service.js';
import { Cancellations } from './agreements/cancellations.js';
import { TranscriptNews } from './agreements/transcript-news.js';
import { Certificates } from './certificates/certificates.js';
import { PdfSigner } from './certificates/pdf-signer.js';
import { AgreementsConfig } from './config.js';
import { ConfirmationsController } from './confirmations/confirmations.controller.js';
import { ConfirmationsService } from './confirmations/confirmations.service.js';
import { ConsentAudio } from './consents/consent-audio.js';
import { DeadlineActions } from './deadlines/deadline-actions.js';
import { deleteContent } from './deadlines/delete-content.definition.js';
import { DeleteContent } from './deadlines/delete-content.job.js';
import { FindStuckWork } from './deadlines/find-stuck-work.schedule.js';
import { RunDeadlines } from './deadlines/run-deadlines.schedule.js';
import { EventLog } from './event-log/event-log.js';
import { HappeningsConsumer } from './event-log/happenings.consumer.js';
import { AdminActs } from './internal/admin-acts.js';
import { InternalController } from './internal/internal.controller.js';
import { OwnersController } from './internal/owners.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { HeldPaymentNews } from './payments/held-payment-news.js';
import { PaymentsConsumer } from './payments/payments.consumer.js';
import { Unlocking } from './payments/unlocking.js';
import { AudioCheck } from './recordings/audio-check.js';
import { RecordingEntity } from './recordings/recording.entity.js';
import { RecordingsController } from './recordings/recordings.controller.js';
import { RecordingsService } from './recordings/recordings.service.js';
import { RemindersController } from './reminders/reminders.controller.js';
import { RemindersService } from './reminders/reminders.service.js';
import { AccessController } from './remote/access.controller.js';
import { AccessService } from './remote/access.service.js';
import { ConsentService } from './remote/consent.service.js';
import { RemoteController } from './remote/remote.controller.js';
import { RemoteService } from './remote/remote.service.js';
import { EvidenceController } from './seals/evidence.controller.js';
import { EvidenceService } from './seals/evidence.service.js';
import { EvidenceCheck } from './seals/evidence-check.js';
import { CheckEvidence, SignLogHeads } from './seals/evidence-rounds.js';
import { FindUnsealed } from './seals/find-unsealed.schedule.js';
import { LogHeads } from './seals/log-heads.js';
import { NeighbourRecords, PaymentsClient } from './seals/neighbour-records.js';
import { RecordingCopies } from './seals/recording-copies.js';
import { SealEntity, SealPartEntity } from './seals/seal.entity.js';
import { sealAgreement } from './seals/seal-agreement.definition.js';
import { SealAgreement } from './seals/seal-agreement.job.js';
import { SealSources } from './seals/seal-contents.js';
import { SealKeys } from './seals/seal-keys.js';
import { SealOrders } from './seals/seal-orders.js';
import { TimestampAuthority } from './seals/timestamp-authority.js';
import { TimestampSeals } from './seals/timestamp-seals.schedule.js';
import { VerificationsService } from './seals/verifications.service.js';
import { VerifyController } from './seals/verify.controller.js';
import { TakeThrottle } from './takes/take-throttle.js';
import { TakesController } from './takes/takes.controller.js';
import { TakesService } from './takes/takes.service.js';
import { TranscriptClient } from './takes/transcript.client.js';
import { ChunksController } from './uploads/chunks.controller.js';
import { ChunksService } from './uploads/chunks.service.js';
import { DailyBudgets } from './uploads/daily-budgets.js';
import { FinalizeService } from './uploads/finalize.service.js';
import { Intake } from './uploads/intake.js';
import { RemoveOldUploads } from './uploads/remove-old-uploads.schedule.js';
import { RemoveOrphans } from './uploads/remove-orphans.schedule.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { UploadsService } from './uploads/uploads.service.js';

@Module({
  imports: [
    DatabaseModule.forEntities(
      [AgreementEntity, RecordingEntity, SealEntity, SealPartEntity],
      'ssc_agreements_runtime',
    ),
    MessagingModule,
    OutboxModule,
    JobsModule.for({
      jobs: [deleteContent, sealAgreement],
      handlers: [DeleteContent, SealAgreement],
      schedules: [
        ...[RunDeadlines, FindStuckWork, RemoveOldUploads, RemoveOrphans, PruneJobs],
        ...[FindUnsealed, TimestampSeals, SignLogHeads, CheckEvidence],
      ],
    }),
    StorageModule.for(AgreementsConfig),
  ],
  controllers: [
    UploadsController,
    ChunksController,
    TakesController,
    AdminController,
    StatsController,
    RemoteController,
    AccessController,
    ConfirmationsController,
    AgreementsController,
    RemindersController,
    RecordingsController,
    EvidenceController,
    VerifyController,
    InternalController,
    OwnersController,
    AgreementsConsumer,
    PaymentsConsumer,
    HappeningsConsumer,
  ],
  providers: [
    PruneJobs,
    AgreementsService,
    Unlocking,
    HeldPaymentNews,
    Cancellations,
    AdminActs,
    InvitationsService,
    RemindersService,
    RemoteService,
    ConsentService,
    ConsentAudio,
    AccessService,
    ConfirmationsService,
    RecordingsService,
    MailLimits,
    AudioCheck,
    DailyBudgets,
    Intake,
    UploadsService,
    EventLog,
    TranscriptNews,
    DeadlineActions,
    RunDeadlines,
    DeleteContent,
    FindStuckWork,
    ChunksService,
    FinalizeService,
    RemoveOldUploads,
    RemoveOrphans,
    TakesService,
    TakeThrottle,
    TranscriptClient,
    AdminService,
    PdfSigner,
    Certificates,
    SealOrders,
    SealKeys,
    RecordingCopies,
    SealSources,
    NeighbourRecords,
    SealAgreement,
    FindUnsealed,
    TimestampAuthority,
    TimestampSeals,
    LogHeads,
    SignLogHeads,
    EvidenceCheck,
    CheckEvidence,
    VerificationsService,
    EvidenceService,
    {
      provide: PaymentsClient,
      inject: [AgreementsConfig, ServiceTokens],
      useFactory: (config: AgreementsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.paymentsUrl, tokens, 'agreements', 'payments'),
    },
    {
      provide: ServiceClient,
      inject: [AgreementsConfig, ServiceTokens],
      useFactory: (config: AgreementsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.transcriptionUrl, tokens, 'agreements', 'transcription'),
    },
  ],
})
export class AppModule {}
