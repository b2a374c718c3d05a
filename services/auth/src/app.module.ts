import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { AccountsConsumer } from './accounts/accounts.consumer.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { InternalController } from './accounts/internal.controller.js';
import { UserEntity } from './accounts/user.entity.js';
import { AdminActsController } from './admin/admin-acts.controller.js';
import { AdminActs } from './admin/admin-acts.js';
import { AdminLoginController } from './admin/admin-login.controller.js';
import { AdminUsersController } from './admin/admin-users.controller.js';
import { AdminUsersService } from './admin/admin-users.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { AdminPasswordController, PasswordsController } from './passwords/passwords.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { AccountChanges } from './profile/account-changes.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProfileService } from './profile/profile.service.js';
import { ResetLinks } from './resets/reset-links.js';
import { ResetsController } from './resets/resets.controller.js';
import { ResetsService } from './resets/resets.service.js';
import { KnownDevices } from './sessions/known-devices.js';
import { AdminSessionsController, UserSessionsController } from './sessions/own-sessions.controller.js';
import { PruneSessions } from './sessions/prune-sessions.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { Throttles } from './throttling/throttles.js';
import { VerificationController } from './verification/verification.controller.js';
import { VerificationService } from './verification/verification.service.js';
import { VerificationLinks } from './verification/verification-links.js';

@Module({
  imports: [DatabaseModule.forEntities([UserEntity]), MessagingModule, OutboxModule],
  controllers: [
    AccountsController,
    ProfileController,
    PasswordsController,
    AdminPasswordController,
    ResetsController,
    VerificationController,
    SessionsController,
    UserSessionsController,
    AdminSessionsController,
    AdminLoginController,
    AdminUsersController,
    AdminActsController,
    InternalController,
    AccountsConsumer,
  ],
  providers: [
    AccountsService,
    ProfileService,
    AccountChanges,
    PasswordsService,
    PasswordHasher,
    ResetsService,
    ResetLinks,
    VerificationService,
    VerificationLinks,
    SessionsService,
    KnownDevices,
    PruneSessions,
    AdminUsersService,
    AdminActs,
    Throttles,
  ],
})
export class AppModule {}
