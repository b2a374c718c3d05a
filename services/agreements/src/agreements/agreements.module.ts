import { Module } from '@nestjs/common';
import { MailLimits, Standstills } from '#platform';
import { EventLogModule } from '../event-log/event-log.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SealsModule } from '../seals/seals.module.js';
import { ServiceClientsModule } from '../service-clients.module.js';
import { AgreementEntity, OwnerCountEntity } from './agreement.entity.js';
import { AgreementLifecycle } from './agreement.lifecycle.js';
import { AgreementsConsumer } from './agreements.consumer.js';
import { AgreementsController } from './agreements.controller.js';
import { AgreementsRepository } from './agreements.repository.js';
import { AgreementsService } from './agreements.service.js';
import { DeadlineEntity } from './deadlines.js';
import { DeleteContent, deleteContent } from './delete-content.job.js';
import { FindQuotes } from './find-quotes.schedule.js';
import { FindStuckWork } from './find-stuck-work.schedule.js';
import { AgreementsInternalController, OwnersInternalController } from './internal.controller.js';
import { InvitationEntity, InvitationsService } from './invitations.service.js';
import { PeopleElsewhere } from './people-elsewhere.js';
import { RecordingsController } from './recordings.controller.js';
import { DeadlineActions, RunDeadlines } from './run-deadlines.schedule.js';

export { AgreementEntity, wordsOfPartyA } from './agreement.entity.js';
export { AgreementLifecycle } from './agreement.lifecycle.js';
export { assertAct } from './agreement.state.js';
export { AgreementView, formatCents, SavedAgreement, viewRow } from './agreement.view.js';
export {
  AgreementIdPipe,
  accountOf,
  hashClaim,
  isClaim,
  newClaimToken,
  ownerAtOnce,
  SHOWN_ACCOUNT,
  shownAccountHeader,
} from './agreement-access.js';
export {
  codePace,
  isPartyBUnreached,
  messagesADay,
  nextAllowed,
  withoutMailProblem,
} from './agreement-mails.js';
export {
  type AgreementRow,
  AgreementsRepository,
  type AgreementsSearch,
  lockAgreement,
} from './agreements.repository.js';
export { type AgreementsQuery, AgreementsService } from './agreements.service.js';
export {
  type ConfirmationVia,
  type ConsentVia,
  ConsentView,
  consentStatements,
  consentWording,
  type DeviceMatch,
  deviceMatches,
  gradeConsents,
  isConfirmedByLink,
  standingObjection,
  withoutOrigins,
  wordingVersions,
} from './consents.js';
export {
  closeDeadlines,
  scheduleAccessEnd,
  scheduleContentDeletion,
  scheduleUnpaidEnd,
} from './deadlines.js';
export { isBeingDeleted } from './delete-content.job.js';
export {
  currentInvitation,
  hashAddress,
  InvitationEntity,
  InvitationsService,
  issueTimes,
  markOpened,
  notePartyBReached,
  wasOpened,
  wasOpenedWithKey,
} from './invitations.service.js';
export { whyPutOff } from './kept-content.js';

/** An agreement from its recording to its deletion: statuses, deadlines, invitations, and what its owner sees of it. */
@Module({
  imports: [EventLogModule, RecordingsModule, SealsModule, ServiceClientsModule],
  controllers: [
    AgreementsController,
    RecordingsController,
    AgreementsInternalController,
    OwnersInternalController,
    AgreementsConsumer,
  ],
  providers: [
    AgreementsRepository,
    AgreementsService,
    AgreementLifecycle,
    InvitationsService,
    PeopleElsewhere,
    DeadlineActions,
    RunDeadlines,
    Standstills,
    DeleteContent,
    FindQuotes,
    FindStuckWork,
    MailLimits,
  ],
  exports: [AgreementsRepository, AgreementsService, AgreementLifecycle, InvitationsService, MailLimits],
})
export class AgreementsModule {}

export const agreementsWork = {
  jobs: [deleteContent],
  handlers: [DeleteContent],
  schedules: [RunDeadlines, FindStuckWork, FindQuotes],
};

export const agreementsEntities = [AgreementEntity, OwnerCountEntity, InvitationEntity, DeadlineEntity];
