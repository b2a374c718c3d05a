import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlesModule } from '../throttles/throttles.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AdminLoginController } from './admin-login.controller.js';

export { AccountsService } from './accounts.service.js';

/** Signing up, logging in and out, of people and of administrators. */
@Module({
  imports: [PasswordsModule, ProfileModule, SessionsModule, ThrottlesModule, UsersModule],
  controllers: [AccountsController, AdminLoginController],
  providers: [AccountsService],
  exports: [AccountsService],
})
export class AccountsModule {}
