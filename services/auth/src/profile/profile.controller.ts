import { Body, Controller, Delete, HttpCode, Patch, Post, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiGoneResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProperty,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Caller, ErrorAnswer, type Principal, requestOrigin, Text } from '#platform';
import { User, viewUser } from '../users/users.module.js';
import { Profile, ProfileService } from './profile.service.js';
import { VerificationService } from './verification.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly verification: VerificationService,
  ) {}

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

  @Delete('profile/pending-email')
  @HttpCode(204)
  @Access('user')
  @ApiBearerAuth()
  @ApiNoContentResponse({
    description: 'No other address is pending any more; links that were mailed there are dead',
  })
  withdraw(@Caller() caller: Principal): Promise<void> {
    return this.verification.withdraw(caller);
  }
}

export class AddressVerification {
  /** From the mailed link. */
  @Text({ max: 200 }) token: string;
}

export class AddressVerified {
  @ApiProperty({ example: 'anna@example.com', description: 'The address that was verified' }) email: string;
}

@ApiTags('auth')
@Controller('api/auth/verify-address')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Post()
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ type: AddressVerified })
  @ApiUnauthorizedResponse({
    type: ErrorAnswer,
    description: 'sign_in_to_confirm: the link is for an account whose session this is not',
  })
  @ApiGoneResponse({ type: ErrorAnswer, description: 'link_invalid: overtaken, or older than three days' })
  @ApiConflictResponse({ type: ErrorAnswer, description: 'email_taken: somebody else has the address now' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts' })
  async verify(
    @Body() { token }: AddressVerification,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AddressVerified> {
    return { email: await this.verification.verify(token, caller, requestOrigin(request)) };
  }

  @Post('resend')
  @HttpCode(204)
  @Access('user')
  @ApiBearerAuth()
  @ApiNoContentResponse({ description: 'Another link was sent, if there is an address to verify' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_attempts: three in an hour' })
  resend(@Caller() caller: Principal, @Req() request: FastifyRequest): Promise<void> {
    return this.verification.resend(caller, requestOrigin(request));
  }
}
