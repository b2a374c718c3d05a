import { Module } from '@nestjs/common';
import { MessagingModule } from '#messaging';
import { OutboxModule } from '#outbox';
import { DatabaseModule } from '#platform';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { InternalCallsModule } from './internal-calls/internal-calls.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { ThrottlesModule } from './throttles/throttles.module.js';
import { UserEntity, UsersModule } from './users/users.module.js';

@Module({
  imports: [
    DatabaseModule.forEntities([UserEntity]),
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
