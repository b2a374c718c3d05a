import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { OutboxModule, outboxEntities } from '#outbox';
import { DatabaseModule } from '#platform';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule, adminEntities } from './admin/admin.module.js';
import { InternalCallsModule } from './internal-calls/internal-calls.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProfileModule, profileEntities } from './profile/profile.module.js';
import { SessionsModule, sessionsEntities } from './sessions/sessions.module.js';
import { ThrottlesModule } from './throttles/throttles.module.js';
import { UsersModule, usersEntities } from './users/users.module.js';

/** Of every table in the service's database. */
export const entities = [
  ...usersEntities,
  ...sessionsEntities,
  ...profileEntities,
  ...adminEntities,
  ...outboxEntities,
];

@Module({
  imports: [
    DatabaseModule.forEntities(entities),
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
