import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottlesModule } from '../throttles/throttles.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordHasher } from './password-hasher.js';
import { AdminPasswordController, PasswordsController, ResetsController } from './passwords.controller.js';
import { PasswordsService } from './passwords.service.js';
import { ResetsService } from './resets.service.js';

export { PasswordHasher } from './password-hasher.js';
export { isGuessable } from './password-strength.js';
export { PasswordField } from './passwords.bodies.js';
export { PasswordsService } from './passwords.service.js';
export { ResetsService } from './resets.service.js';

/** Which passwords are accepted, how they are kept, and how another one is chosen: with the old one, or by mail. */
@Module({
  imports: [SessionsModule, ThrottlesModule, UsersModule],
  controllers: [PasswordsController, AdminPasswordController, ResetsController],
  providers: [PasswordHasher, PasswordsService, ResetsService],
  exports: [PasswordHasher, PasswordsService, ResetsService],
})
export class PasswordsModule {}
