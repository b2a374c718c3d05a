import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountChangeEntity, AccountChanges } from './account-changes.js';
import { ResetLinks, VerificationLinks } from './mailed-links.js';
import { PasswordResetEntity, PasswordResetsRepository } from './password-resets.repository.js';
import { UserEntity } from './user.entity.js';
import { UsersConsumer } from './users.consumer.js';

export { AccountChanges } from './account-changes.js';
export { ResetLinks, VerificationLinks } from './mailed-links.js';
export { PasswordResetEntity, PasswordResetsRepository } from './password-resets.repository.js';
export { asEmailTaken, holderOf, type Role, UserEntity } from './user.entity.js';
export { LoginAnswer, User, viewUser } from './user.view.js';

export const usersEntities = [AccountChangeEntity, PasswordResetEntity, UserEntity];

/** The rows of users, what changed on them, and the links that are mailed to their addresses. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [UsersConsumer],
  providers: [AccountChanges, PasswordResetsRepository, ResetLinks, VerificationLinks],
  exports: [AccountChanges, PasswordResetsRepository, ResetLinks, TypeOrmModule, VerificationLinks],
})
export class UsersModule {}
