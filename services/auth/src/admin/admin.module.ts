import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminUsersController } from './admin-users.controller.js';
import { AdminUsersService } from './admin-users.service.js';
import { AdminActsController } from './audit-log.controller.js';
import { AuditLog } from './audit-log.js';

/** What administrators do with accounts, and the log of what they did anywhere. */
@Module({
  imports: [SessionsModule, UsersModule],
  controllers: [AdminUsersController, AdminActsController],
  providers: [AdminUsersService, AuditLog],
})
export class AdminModule {}
