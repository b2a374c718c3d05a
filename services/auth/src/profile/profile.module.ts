import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlesModule } from '../throttles/throttles.module.js';
import { UsersModule } from '../users/users.module.js';
import { ProfileController, VerificationController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';
import { AddressVerificationEntity, VerificationService } from './verification.service.js';

export { VerificationService } from './verification.service.js';

export const profileEntities = [AddressVerificationEntity];

/** Name and address of an account, and how an address is shown to be its owner's. */
@Module({
  imports: [SessionsModule, ThrottlesModule, UsersModule],
  controllers: [ProfileController, VerificationController],
  providers: [ProfileService, VerificationService],
  exports: [VerificationService],
})
export class ProfileModule {}
