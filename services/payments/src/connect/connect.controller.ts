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
import { DataSource } from 'typeorm';
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
import { ConnectedAccounts } from './connected-accounts.service.js';
import { EscrowLinks } from './escrow-links.js';

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
export class ConnectController {
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
    const [row] = await this.dataSource.query<{ agreementId: string; isBuyer: boolean }[]>(
      `select agreement_id as "agreementId", buyer_id = $2 as "isBuyer" from held_payments
       where seller_email = $1 and state <> 'failed' order by buyer_id = $2 desc, id desc limit 1`,
      [email, callerId],
    );
    if (row?.isBuyer) return row.agreementId;
    const account = await this.people.account(callerId);
    if (account.email.toLowerCase() !== email) throw new AppError('not_found');
    if (!account.isEmailVerified) throw new AppError('address_unverified');
    return row?.agreementId ?? null;
  }
}
