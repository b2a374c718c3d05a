import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsInt, IsPositive } from 'class-validator';
import { DataSource, Not } from 'typeorm';
import type { EscrowState } from '#contracts';
import {
  Access,
  AppError,
  assertConfirmed,
  Caller,
  EmailAddress,
  ErrorAnswer,
  type Principal,
} from '#platform';
import { People } from '../agreements/agreements.module.js';
import { ConnectedAccounts, EscrowLinks } from '../connect/connect.module.js';
import { EscrowEntity } from './escrow.entities.js';

export class CreateConnectAccount {
  @ApiProperty({ description: 'The caller', example: 17 })
  @IsInt()
  @IsPositive()
  userId: number;

  @EmailAddress() email: string;
}

export class Onboarding {
  @ApiProperty({ format: 'uri', description: 'Opens once' }) onboardingUrl: string;
}

@ApiTags('payments')
@Controller('api')
export class OnboardingController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: ConnectedAccounts,
    private readonly links: EscrowLinks,
    private readonly people: People,
  ) {}

  /** For the caller's own address, or that of a seller whom the caller wants to pay. */
  @Post('create-connect-account')
  @HttpCode(200)
  @Access('user')
  @ApiBearerAuth()
  @ApiOperation({ operationId: 'Sellers_create', summary: undefined })
  @ApiOkResponse({ type: Onboarding })
  @ApiForbiddenResponse({
    type: ErrorAnswer,
    description: 'password_required, where there is an account already; address_unverified',
  })
  async create(
    @Body() { userId, email }: CreateConnectAccount,
    @Caller() caller: Principal,
  ): Promise<Onboarding> {
    if (userId !== caller.id) throw new AppError('forbidden');
    const agreementId = await this.agreementOf(email, caller.id);
    if (await this.accounts.hasAccount(email, caller.id)) assertConfirmed(caller);
    const onboardingUrl = await this.accounts.onboardingUrl(email, caller.id, this.links.page(agreementId));
    return { onboardingUrl };
  }

  /** @throws AppError `not_found` for an address that is none of the caller's business, `address_unverified` */
  private async agreementOf(email: string, callerId: number): Promise<string | null> {
    const where = { sellerEmail: email, state: Not<EscrowState>('failed') };
    const order = { id: 'desc' } as const;
    const { manager } = this.dataSource;
    const bought = await manager.findOne(EscrowEntity, { where: { ...where, buyerId: callerId }, order });
    if (bought) return bought.agreementId;
    const account = await this.people.account(callerId);
    if (account.email.toLowerCase() !== email) throw new AppError('not_found');
    if (!account.isEmailVerified) throw new AppError('address_unverified');
    return (await manager.findOne(EscrowEntity, { where, order }))?.agreementId ?? null;
  }
}
