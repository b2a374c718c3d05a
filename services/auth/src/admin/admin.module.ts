import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminActsController, AdminUsersController } from './admin.controller.js';
import { AdminUsersService } from './admin-users.service.js';
import { AdminActEntity, AuditLog } from './audit-log.js';

export const adminEntities = [AdminActEntity];

/** What administrators do with accounts, and the log of what they did anywhere. */
@Module({
  imports: [SessionsModule, UsersModule],
  controllers: [AdminUsersController, AdminActsController],
  providers: [AdminUsersService, AuditLog],
})
export class AdminModule {}
