import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ProfileModule } from '../profile/profile.module.js';
import { UsersModule } from '../users/users.module.js';
import { InternalCallsController } from './internal-calls.controller.js';

/** What other services ask of accounts. */
@Module({ imports: [PasswordsModule, ProfileModule, UsersModule], controllers: [InternalCallsController] })
export class InternalCallsModule {}
