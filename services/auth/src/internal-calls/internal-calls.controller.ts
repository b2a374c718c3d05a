import { Controller, Get, Param, ParseUUIDPipe } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import type { Language } from '#contracts';
import { Access, AppError, IdPipe } from '#platform';
import { type ResetFacts, ResetsService } from '../passwords/passwords.module.js';
import { type VerificationFacts, VerificationService } from '../profile/profile.module.js';
import { AccountChanges, type ChangeFacts } from '../users/users.module.js';

interface AccountFacts {
  id: number;
  username: string;
  email: string;
  language: Language;
  hasSubscription: boolean;
  /** The address is known to be theirs. */
  isEmailVerified: boolean;
}

interface AccountStats {
  totalUsers: number;
  activeSubscriptions: number;
}

/** What other services ask: for mails, and for the numbers of the administration. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal')
export class InternalCallsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccountChanges,
    private readonly resets: ResetsService,
    private readonly verification: VerificationService,
  ) {}

  @Get('users/:id')
  async account(@Param('id', IdPipe) id: number): Promise<AccountFacts> {
    const [row] = await this.dataSource.query<AccountFacts[]>(
      `select id, username, email, language, subscription_plan is not null as "hasSubscription",
         verified_at is not null as "isEmailVerified" from users where id = $1`,
      [id],
    );
    if (!row) throw new AppError('not_found');
    return row;
  }

  @Get('account-changes/:id')
  change(@Param('id', ParseUUIDPipe) id: string): Promise<ChangeFacts> {
    return this.changes.facts(id);
  }

  @Get('password-resets/:id')
  reset(@Param('id', ParseUUIDPipe) id: string): Promise<ResetFacts> {
    return this.resets.facts(id);
  }

  @Get('users/:id/address-verification')
  verificationOfNew(@Param('id', IdPipe) id: number): Promise<VerificationFacts> {
    return this.verification.factsOfNew(id);
  }

  @Get('address-verifications/:id')
  addressVerification(@Param('id', ParseUUIDPipe) id: string): Promise<VerificationFacts> {
    return this.verification.facts(id);
  }

  @Get('stats')
  async stats(): Promise<AccountStats> {
    const [row] = await this.dataSource.query<AccountStats[]>(
      `select count(*)::int as "totalUsers", count(subscription_plan)::int as "activeSubscriptions"
       from users`,
    );
    return row as AccountStats;
  }
}
