import { Body, Controller, Param, Req } from '@nestjs/common';
import { IsObject, IsOptional } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import {
  type AdminActed,
  type AnswerOf,
  type BodyOf,
  getAgreementStats,
  recordAgreementAct,
} from '#contracts';
import { Outbox } from '#outbox';
import {
  AppError,
  Caller,
  failpoint,
  InternalCall,
  OneOf,
  type Principal,
  requestOrigin,
  Text,
} from '#platform';
import { AgreementIdPipe, AgreementsRepository } from '../agreements/agreements.module.js';
import type { LogEntry } from '../event-log/event-log.module.js';
import { AgreementAudit, auditedActs } from './admin.service.js';

/** What an administrator did with an agreement in another service. */
class AuditEntryBody implements BodyOf<typeof recordAgreementAct> {
  @OneOf(auditedActs) act: AdminActed['act'];
  @Text({ min: 3, max: 500, multiline: true }) reason: string;
  /** Facts for the log: texts, numbers, yes and no. */
  @IsOptional() @IsObject() detail?: Record<string, unknown>;
}

/** What other services ask and tell for administrators. The gateway has no route to it. */
@Controller()
export class AdminInternalController {
  constructor(
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly audit: AgreementAudit,
  ) {}

  /** Numbers for the administrators' overview. */
  @InternalCall(getAgreementStats)
  async stats(): Promise<AnswerOf<typeof getAgreementStats>> {
    const byStatus = await this.agreements.countAll();
    const totalAgreements = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
    return { totalAgreements, byStatus };
  }

  /** An administrator did something with an agreement in another service. */
  @InternalCall(recordAgreementAct)
  async record(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { act, reason, detail }: AuditEntryBody,
    @Caller() { id: adminId }: Principal,
    @Req() request: FastifyRequest,
  ) {
    const origin = requestOrigin(request);
    const entry = { act, reason, adminId, detail: assertPlain(detail ?? {}), origin };
    const seq = await this.outbox.transaction((manager) => this.audit.record(manager, agreementId, entry));
    failpoint('agreements.admin-act.after-commit');
    return { seq };
  }
}

/** The log holds plain facts: what is nested would be a document of its own. */
function assertPlain(detail: Record<string, unknown>): LogEntry['detail'] {
  const isPlain = Object.values(detail).every((value) => value === null || typeof value !== 'object');
  if (!isPlain) {
    throw new AppError('invalid_input', { errors: [{ field: 'detail', message: 'Plain values only' }] });
  }
  return detail as LogEntry['detail'];
}
