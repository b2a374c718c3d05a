import { Controller, Get } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '#platform';
import { type Balance, Ledger } from './ledger.js';

class BalanceView implements Balance {
  @ApiProperty({ example: 'sales:contract' }) account: string;
  @ApiProperty({
    example: -12_500,
    description: 'What is ours or owed to us is positive; what we owe or have earned is negative',
  })
  balanceCents: number;
}

export class LedgerView {
  @ApiProperty({ type: [BalanceView] }) balances: BalanceView[];
  @ApiProperty({ example: 0, description: 'Over all accounts; anything but 0 is an error' }) sumCents: number;
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin/ledger')
export class LedgerController {
  constructor(private readonly ledger: Ledger) {}

  @Get()
  @ApiOkResponse({ type: LedgerView })
  async balances(): Promise<LedgerView> {
    const balances = await this.ledger.balances();
    return { balances, sumCents: balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0) };
  }
}
