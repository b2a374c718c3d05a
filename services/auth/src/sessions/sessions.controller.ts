import { Controller, Get, Param, ParseBoolPipe, ParseUUIDPipe, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { SessionState } from '#contracts';
import { Access } from '#platform';
import { SessionsService } from './sessions.service.js';

/** Asked by the gateway, which keeps the answer for a few seconds. */
@ApiExcludeController()
@Access('service')
@Controller('internal/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get(':sid')
  state(
    @Param('sid', ParseUUIDPipe) sid: string,
    @Query('isCall', new ParseBoolPipe({ optional: true })) isCall = false,
  ): Promise<SessionState> {
    return this.sessions.state(sid, isCall);
  }
}
