import { Body, Controller, Patch, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Caller, ErrorAnswer, type Principal, requestOrigin } from '#platform';
import { User, viewUser } from '../users/users.module.js';
import { Profile, ProfileService } from './profile.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class ProfileController {
  constructor(private readonly profiles: ProfileService) {}

  @Patch('profile')
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: User, description: 'Another address is pending until its link is opened' })
  @ApiForbiddenResponse({
    type: ErrorAnswer,
    description: 'password_required: another address needs the password once more (confirm-password)',
  })
  @ApiConflictResponse({ type: ErrorAnswer, description: 'email_taken' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async update(
    @Body() body: Profile,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<User> {
    return viewUser(await this.profiles.update(caller, body, requestOrigin(request)));
  }
}
