import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Access, Caller, Clock, type Principal } from '#platform';

export class CreditView {
  @ApiProperty({ example: '4207731958026614', description: 'The contract that came to nothing' })
  agreementId: string;
  @ApiProperty({ example: 500, description: 'What was paid for it' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time', description: 'Until when it pays for another contract' })
  expiresAt: string;
}

/** What was paid for contracts that came to nothing, and pays for the next ones. */
@ApiTags('payments')
@ApiBearerAuth()
@Access('user')
@Controller('api/user/credits')
export class CreditsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Those that can still be used, in the order in which they will be. */
  @Get()
  @ApiOkResponse({ type: [CreditView] })
  async list(@Caller() caller: Principal): Promise<CreditView[]> {
    const rows = await this.dataSource.query<(Omit<CreditView, 'expiresAt'> & { expiresAt: Date })[]>(
      `select o.agreement_id as "agreementId", o.amount_cents::int as "amountCents", o.currency,
         c.expires_at as "expiresAt"
       from credits c join orders o on o.id = c.order_id
       where c.user_id = $1 and c.used_for is null and c.expires_at > $2 order by c.expires_at limit 50`,
      [caller.id, this.clock.now()],
    );
    return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
  }
}
