import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthInternalController } from './internal.controller.js';

/** What other services ask of accounts. */
@Module({ imports: [PasswordsModule, ProfileModule, UsersModule], controllers: [AuthInternalController] })
export class InternalCallsModule {}
