import { Body, Controller, HttpCode, Param, ParseUUIDPipe } from '@nestjs/common';
import { IsISO8601 } from 'class-validator';
import { DataSource } from 'typeorm';
import {
  type AccountChangeFacts,
  type AccountFacts,
  type AccountStats,
  type AddressVerificationFacts,
  type BodyOf,
  getAccount,
  getAccountChange,
  getAccountStats,
  getAddressHolder,
  getAddressVerification,
  getAddressVerificationOfNew,
  getPasswordReset,
  getPresentAddress,
  type PasswordResetFacts,
} from '#contracts';
import { AppError, EmailAddress, IdPipe, InternalCall } from '#platform';
import { ResetsService } from '../passwords/passwords.module.js';
import { VerificationService } from '../profile/profile.module.js';
import { AccountChanges, UserEntity } from '../users/users.module.js';

class AddressThenBody implements BodyOf<typeof getPresentAddress>, BodyOf<typeof getAddressHolder> {
  @EmailAddress() email: string;
  @IsISO8601() at: string;
}

/** What other services ask: for mails, and for the numbers of the administration. The gateway has no route to it. */
@Controller()
export class AuthInternalController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccountChanges,
    private readonly resets: ResetsService,
    private readonly verification: VerificationService,
  ) {}

  @InternalCall(getAccount)
  async account(@Param('id', IdPipe) id: number): Promise<AccountFacts> {
    const user = await this.dataSource.manager.findOneBy(UserEntity, { id });
    if (!user) throw new AppError('not_found');
    const { username, email, language, subscriptionPlan, verifiedAt, disabledAt } = user;
    return {
      ...{ id, username, email, language },
      hasSubscription: subscriptionPlan !== null,
      isEmailVerified: verifiedAt !== null,
      isDisabled: disabledAt !== null,
    };
  }

  @InternalCall(getAccountChange)
  change(@Param('id', ParseUUIDPipe) id: string): Promise<AccountChangeFacts> {
    return this.changes.facts(id);
  }

  @InternalCall(getPresentAddress)
  @HttpCode(200)
  async presentAddress(@Body() { email, at }: AddressThenBody): Promise<{ email: string | null }> {
    return { email: await this.changes.presentAddress(email, new Date(at)) };
  }

  @InternalCall(getAddressHolder)
  @HttpCode(200)
  async addressHolder(@Body() { email, at }: AddressThenBody): Promise<{ userId: number | null }> {
    return { userId: await this.changes.addressHolder(email, new Date(at)) };
  }

  @InternalCall(getPasswordReset)
  reset(@Param('id', ParseUUIDPipe) id: string): Promise<PasswordResetFacts> {
    return this.resets.facts(id);
  }

  @InternalCall(getAddressVerificationOfNew)
  verificationOfNew(@Param('id', IdPipe) id: number): Promise<AddressVerificationFacts> {
    return this.verification.factsOfNew(id);
  }

  @InternalCall(getAddressVerification)
  addressVerification(@Param('id', ParseUUIDPipe) id: string): Promise<AddressVerificationFacts> {
    return this.verification.facts(id);
  }

  @InternalCall(getAccountStats)
  async stats(): Promise<AccountStats> {
    const row = await this.dataSource
      .createQueryBuilder(UserEntity, 'u')
      .select('count(*)::int', 'totalUsers')
      .addSelect('count(u.subscriptionPlan)::int', 'activeSubscriptions')
      .getRawOne<AccountStats>();
    return row as AccountStats;
  }
}
