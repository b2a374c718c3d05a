import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { Outbox } from '#outbox';
import { Access, AppError, Caller, Clock, failpoint, IdPipe, type Principal, requestOrigin } from '#platform';
import { AdminActBody, ClaimBody } from '../agreements/agreement.body.js';
import { findRow } from '../agreements/agreement.queries.js';
import type { AgreementRow } from '../agreements/agreement.view.js';
import { AgreementIdPipe } from '../agreements/agreement-id.pipe.js';
import { AgreementsService } from '../agreements/agreements.service.js';
import { AgreementsConfig } from '../config.js';
import { EventLog, type LogEntry } from '../event-log/event-log.js';
import { codeDigits } from '../invitations/code-link.js';
import { type ConsentCodeRow, codeTries, findCode } from '../invitations/consent-code.row.js';
import { readKey } from '../invitations/invitation-keys.js';
import { findCurrentRecording } from '../recordings/recording.entity.js';
import { EvidenceService } from '../seals/evidence.service.js';
import { AdminActs } from './admin-acts.js';
import { agreementFacts } from './agreement.facts.js';
import { InvitationKeyBody, type InvitationStanding, readStanding } from './invitation-key.js';

/** What other services ask. The gateway has no route to it. */
@ApiExcludeController()
@Controller('internal/agreements/:agreementId')
export class InternalController {
  constructor(
    private readonly agreements: AgreementsService,
    private readonly adminActs: AdminActs,
    private readonly log: EventLog,
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
    private readonly config: AgreementsConfig,
    private readonly clock: Clock,
    private readonly evidence: EvidenceService,
  ) {}

  /** Claims the agreement for the user who is about to pay, and tells what there is to pay for. */
  @Post('claim')
  @HttpCode(200)
  @Access('user')
  async claim(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: ClaimBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ) {
    const { claimToken = null } = body;
    const origin = requestOrigin(request);
    const { status, planType } = await this.agreements.claim(agreementId, caller.id, claimToken, origin);
    failpoint('agreements.claim.after-commit');
    return { agreementId, status, planType };
  }

  /** Facts for mails: who, what, when, and each party's own links. */
  @Get()
  @Access('service')
  async facts(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const row = await this.row(agreementId);
    const consent = await findCurrentRecording(this.dataSource.manager, agreementId, 'b');
    return agreementFacts(row, consent?.sha256 ?? null, this.config);
  }

  @Get('owner')
  @Access('service')
  async owner(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const { ownerId, status } = await this.row(agreementId);
    return { ownerId, status };
  }

  /** Whether the key is the current one of party B's link, and how things stand. No names, no words. */
  @Post('invitation')
  @HttpCode(200)
  @Access('service')
  async invitation(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { key }: InvitationKeyBody,
  ): Promise<InvitationStanding> {
    const row = await this.row(agreementId);
    const now = this.clock.now();
    const { linkSecret } = this.config;
    return readStanding(row, await readKey(this.dataSource, agreementId, key, { linkSecret, now }), now);
  }

  /** The digits of a code, for the mail that brings it. @throws AppError `link_invalid` once it cannot be used */
  @Get('codes/:codeId')
  @Access('service')
  async code(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Param('codeId', ParseUUIDPipe) codeId: string,
  ) {
    const [row, code] = [await this.row(agreementId), await findCode(this.dataSource, agreementId, codeId)];
    if (!code || !isUsable(code, row, this.clock.now())) throw new AppError('link_invalid');
    const digits = codeDigits(this.config.linkSecret, agreementId, codeId);
    return { code: digits, expiresAt: code.expiresAt.toISOString() };
  }

  /** Certificate and transcript as they were sealed, in base64. @throws AppError `not_ready` */
  @Get('sealed-files')
  @Access('service')
  async sealedFiles(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const { certificate, transcript } = await this.evidence.sealedFiles(agreementId);
    return { certificate: certificate.toString('base64'), transcript: transcript.toString('base64') };
  }

  @Get('log/:seq')
  @Access('service')
  async logRow(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Param('seq', IdPipe) seq: number,
  ) {
    const row = await this.log.readOne(agreementId, seq);
    if (!row) throw new AppError('not_found');
    return { actor: row.actor, type: row.type, detail: row.detail, at: row.at };
  }

  /** An administrator did something with it in another service. */
  @Post('admin-acts')
  @Access('admin')
  async recordAct(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { act, reason, detail }: AdminActBody,
    @Caller() { id: adminId }: Principal,
    @Req() request: FastifyRequest,
  ) {
    const origin = requestOrigin(request);
    const facts = { act, reason, adminId, detail: assertFacts(detail ?? {}), origin };
    const seq = await this.outbox.transaction((manager) =>
      this.adminActs.record(manager, agreementId, facts),
    );
    failpoint('agreements.admin-act.after-commit');
    return { seq };
  }

  private async row(agreementId: string) {
    const row = await findRow(this.dataSource, agreementId);
    if (!row) throw new AppError('agreement_not_found');
    return row;
  }
}

/** Whether somebody who gets the code now can still do something with it. */
function isUsable(code: ConsentCodeRow, { status, invitationId }: AgreementRow, now: Date): boolean {
  const isOpen = code.usedAt === null && code.replacedAt === null && code.tries < codeTries;
  return isOpen && code.expiresAt > now && status === 'awaiting_party' && code.invitationId === invitationId;
}

/** The log holds plain facts: what is nested would be a document of its own. */
function assertFacts(detail: Record<string, unknown>): LogEntry['detail'] {
  const isPlain = Object.values(detail).every((value) => value === null || typeof value !== 'object');
  if (!isPlain) {
    throw new AppError('invalid_input', { errors: [{ field: 'detail', message: 'Plain values only' }] });
  }
  return detail as LogEntry['detail'];
}
