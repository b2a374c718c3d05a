import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.js';
import { EventLogModule } from '../event-log/event-log.module.js';
import { RecordingsModule } from '../recordings/recordings.module.js';
import { SealsModule } from '../seals/seals.module.js';
import { CodesService } from './codes.service.js';
import { ConfirmationsController } from './confirmations.controller.js';
import { ConfirmationsService } from './confirmations.service.js';
import { ConfirmationEntity, ConsentEntity } from './consent.entity.js';
import { ConsentService } from './consent.service.js';
import { ConsentAudio } from './consent-checks.js';
import { ConsentCodeEntity } from './consent-code.entity.js';
import { PartiesInternalController } from './internal.controller.js';
import { AccessController, RemoteController } from './invitation.controller.js';
import { PartyBService } from './party-b.service.js';
import { RemindersController } from './reminders.controller.js';
import { RemindersService } from './reminders.service.js';
import { MakeSoundPrints, SoundPrints } from './sound-prints.js';

/** Party B: looking at the invitation, codes, consent, declining, the later confirmation, and what the owner sends by hand. */
@Module({
  imports: [AgreementsModule, EventLogModule, RecordingsModule, SealsModule],
  controllers: [
    RemoteController,
    AccessController,
    ConfirmationsController,
    RemindersController,
    PartiesInternalController,
  ],
  providers: [
    PartyBService,
    ConsentService,
    ConsentAudio,
    SoundPrints,
    MakeSoundPrints,
    CodesService,
    ConfirmationsService,
    RemindersService,
  ],
})
export class PartiesModule {}

export const partiesWork = { schedules: [MakeSoundPrints] };

export const partiesEntities = [ConfirmationEntity, ConsentCodeEntity, ConsentEntity];
