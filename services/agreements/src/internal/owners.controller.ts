import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import type { PlanType } from '#contracts';
import { Access, IdPipe } from '#platform';

interface UnpaidAgreement {
  agreementId: string;
  planType: PlanType;
  partyBName: string;
  createdAt: Date;
}

/** As many as anybody would look through. */
const MOST = 50;

/** What other services ask about a user's agreements. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal/owners/:userId')
export class OwnersController {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest agreements that wait for their payment. */
  @Get('pending')
  pending(@Param('userId', IdPipe) userId: number): Promise<UnpaidAgreement[]> {
    return this.dataSource.query<UnpaidAgreement[]>(
      `select agreement_id as "agreementId", plan_type as "planType", party_b_name as "partyBName",
         created_at as "createdAt"
       from agreements where owner_id = $1 and status = 'pending' order by id desc limit ${MOST}`,
      [userId],
    );
  }
}
