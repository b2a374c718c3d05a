import { Controller, Get, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiProperty,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Access, AppError, ErrorAnswer } from '#platform';
import { Services } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';

export class AdminStats {
  @ApiProperty({ example: 42 }) totalUsers: number;
  @ApiProperty({ example: 120 }) totalAgreements: number;
  @ApiProperty({ example: 359.5, description: 'US dollars' }) totalRevenue: number;
  @ApiProperty({ example: 3 }) activeSubscriptions: number;
  @ApiProperty({ example: 2 }) pendingTransactions: number;
}

@ApiTags('admin')
@ApiBearerAuth()
@Access('open')
@UseGuards(AdminGuard)
@Controller('api/admin/stats')
export class StatsController {
  constructor(private readonly services: Services) {}

  @Get()
  @ApiOkResponse({ type: AdminStats })
  @ApiServiceUnavailableResponse({
    type: ErrorAnswer,
    description: 'unavailable: a part of it cannot be had',
  })
  async stats(): Promise<AdminStats> {
    const ask = <T>(service: 'auth' | 'agreements' | 'payments') =>
      this.services.of(service).call<T>('/internal/stats');
    try {
      const [users, agreements, payments] = await Promise.all([
        ask<{ totalUsers: number; activeSubscriptions: number }>('auth'),
        ask<{ totalAgreements: number }>('agreements'),
        ask<{ totalRevenueCents: number; pendingTransactions: number }>('payments'),
      ]);
      return {
        totalUsers: users.totalUsers,
        totalAgreements: agreements.totalAgreements,
        totalRevenue: payments.totalRevenueCents / 100,
        activeSubscriptions: users.activeSubscriptions,
        pendingTransactions: payments.pendingTransactions,
      };
    } catch (error) {
      throw new AppError('unavailable', { cause: error });
    }
  }
}
