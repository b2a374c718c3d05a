import { Module } from '@nestjs/common';
import { DatabaseModule } from '#platform';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsService } from './accounts/accounts.service.js';
import { LoginThrottle } from './accounts/login-throttle.js';
import { PasswordHasher } from './accounts/password-hasher.js';
import { UserEntity } from './accounts/user.entity.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';

@Module({
  imports: [DatabaseModule.forEntities([UserEntity])],
  controllers: [AccountsController, SessionsController],
  providers: [AccountsService, SessionsService, PasswordHasher, LoginThrottle],
})
export class AppModule {}
