import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseBoolPipe,
  ParseUUIDPipe,
  Post,
  Query,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCookieAuth,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { getSession, type SessionState } from '#contracts';
import { Access, Caller, ErrorAnswer, InternalCall, type Principal } from '#platform';
import { OwnSession, SessionsService } from './sessions.service.js';

/** Where somebody is logged in, and how that ends: the same for people and for administrators. */
abstract class OwnSessionsController {
  protected abstract readonly sessions: SessionsService;

  @Get()
  @ApiOkResponse({ type: [OwnSession] })
  list(@Caller() { id, sessionId }: Principal): Promise<OwnSession[]> {
    return this.sessions.list(id, sessionId);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'It has ended' })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: 'not_found' })
  end(@Param('id', ParseUUIDPipe) sid: string, @Caller() caller: Principal): Promise<void> {
    return this.sessions.end(caller.id, sid);
  }

  @Post('end-others')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'All but the one that asks have ended' })
  endOthers(@Caller() { id, sessionId }: Principal): Promise<void> {
    return this.sessions.endOthers(id, sessionId);
  }
}

@ApiTags('auth')
@ApiBearerAuth()
@Access('user')
@Controller('api/auth/sessions')
export class UserSessionsController extends OwnSessionsController {
  constructor(protected readonly sessions: SessionsService) {
    super();
  }
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin/sessions')
export class AdminSessionsController extends OwnSessionsController {
  constructor(protected readonly sessions: SessionsService) {
    super();
  }
}

/** Asked by the gateway, which keeps the answer for a few seconds. */
@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @InternalCall(getSession)
  state(
    @Param('sid', ParseUUIDPipe) sid: string,
    @Query('isCall', new ParseBoolPipe({ optional: true })) isCall = false,
  ): Promise<SessionState> {
    return this.sessions.state(sid, isCall);
  }
}
