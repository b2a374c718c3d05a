import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Access, AppError, Caller, type Principal } from '#platform';
import { AgreementsConfig } from '../config.js';
import { audioKey, type Party } from '../recordings/audio-link.js';
import { ClaimBody } from './agreement.body.js';
import { findRow } from './agreement.queries.js';
import { formatCents } from './agreement.view.js';
import { AgreementIdPipe } from './agreement-id.pipe.js';
import { AgreementsService } from './agreements.service.js';

/** What other services ask. The gateway has no route to it. */
@ApiExcludeController()
@Controller('internal/agreements/:agreementId')
export class InternalController {
  constructor(
    private readonly agreements: AgreementsService,
    private readonly dataSource: DataSource,
    private readonly config: AgreementsConfig,
  ) {}

  /** Claims the agreement for the user who is about to pay, and tells what there is to pay for. */
  @Post('claim')
  @HttpCode(200)
  @Access('user')
  async claim(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: ClaimBody,
    @Caller() caller: Principal,
  ) {
    const { status, planType } = await this.agreements.claim(agreementId, caller.id, body.claimToken ?? null);
    return { agreementId, status, planType };
  }

  /** Facts for mails: who, what, when, and each party's own link to the recording. */
  @Get()
  @Access('service')
  async facts(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const row = await findRow(this.dataSource, agreementId);
    if (!row) throw new AppError('agreement_not_found');
    return {
      agreementId,
      planType: row.planType,
      partyA: { name: row.partyAName, email: row.partyAEmail },
      partyB: { name: row.partyBName, email: row.partyBEmail },
      amount: formatCents(row.amountCents),
      currency: row.currency,
      status: row.status,
      isRemoteContract: row.isRemote,
      sha256: row.recordingSha256,
      durationSeconds: (row.durationMs ?? 0) / 1000,
      createdAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
      audioLinks: { partyA: this.link(agreementId, 'a'), partyB: this.link(agreementId, 'b') },
    };
  }

  private link(agreementId: string, party: Party): string {
    const key = audioKey(this.config.linkSecret, agreementId, party);
    return `${this.config.publicUrl}/api/agreements/${agreementId}/audio?key=${encodeURIComponent(key)}`;
  }
}
