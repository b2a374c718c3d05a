import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule, adminEntities } from './admin/admin.module.js';
import { InternalCallsModule } from './internal-calls/internal-calls.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProfileModule, profileEntities } from './profile/profile.module.js';
import { SessionsModule, sessionsEntities } from './sessions/sessions.module.js';
import { ThrottlesModule } from './throttles/throttles.module.js';
import { UsersModule, usersEntities } from './users/users.module.js';

export const authEntities = [...usersEntities, ...sessionsEntities, ...profileEntities, ...adminEntities];

@Module({
  imports: [
    DatabaseModule.forEntities(authEntities),
    MessagingModule,
    OutboxModule,
    UsersModule,
    ThrottlesModule,
    SessionsModule,
    PasswordsModule,
    ProfileModule,
    AccountsModule,
    AdminModule,
    InternalCallsModule,
  ],
})
export class AppModule {}
