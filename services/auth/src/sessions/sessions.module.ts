import { Module } from '@nestjs/common';
import { KnownDevices } from './login-cookies.js';
import { PruneSessions } from './prune-sessions.js';
import {
  AdminSessionsController,
  SessionsController,
  UserSessionsController,
} from './sessions.controller.js';
import { SessionEntity, SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

export {
  adminCookie,
  clearedSessionCookie,
  type DeviceRequest,
  deviceRequest,
  KnownDevices,
  sessionCookie,
  userCookie,
} from './login-cookies.js';
export { SessionsService } from './sessions.service.js';

export const sessionsEntities = [SessionEntity];

/** Where accounts are logged in: rows, tokens and cookies, and how a session ends. */
@Module({
  controllers: [SessionsController, UserSessionsController, AdminSessionsController],
  providers: [KnownDevices, PruneSessions, SessionsRepository, SessionsService],
  exports: [KnownDevices, SessionsService],
})
export class SessionsModule {}
