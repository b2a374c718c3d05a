import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountChanges } from './account-changes.js';
import { ResetLinks, VerificationLinks } from './mailed-links.js';
import { UserEntity } from './user.entity.js';
import { UsersConsumer } from './users.consumer.js';

export { AccountChanges, endResetLinks } from './account-changes.js';
export { ResetLinks, VerificationLinks } from './mailed-links.js';
export { asEmailTaken, type Role, UserEntity } from './user.entity.js';
export { LoginAnswer, User, viewUser } from './user.view.js';

/** The rows of users, what changed on them, and the links that are mailed to their addresses. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [UsersConsumer],
  providers: [AccountChanges, ResetLinks, VerificationLinks],
  exports: [AccountChanges, ResetLinks, TypeOrmModule, VerificationLinks],
})
export class UsersModule {}
