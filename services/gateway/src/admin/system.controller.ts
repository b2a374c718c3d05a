import { Controller, Get, UseGuards } from '@nestjs/common';
import {
  ApiCookieAuth,
  ApiOkResponse,
  ApiProperty,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import {
  countDeadLetters,
  getAccountStats,
  getAgreementStats,
  getLastVerification,
  getPaymentStats,
  type Verification,
} from '#contracts';
import { Access, AppError, ErrorAnswer, whatIsAway } from '#platform';
import { SystemHealth, WholeHealth } from '../health/health.module.js';
import { Services, type Upstream, upstreams } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';

export class AdminAway {
  @ApiProperty({ example: 'redis', description: 'A server, a company, or a service of ours' })
  dependency: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-24T09:00:00.000Z' }) since: string;
  @ApiProperty({ example: 12, description: 'Events and jobs that the services hold until it is back' })
  waiting: number;
  @ApiProperty({ type: [String], example: ['payments', 'agreements'], description: 'Services that miss it' })
  services: string[];
}

export class AdminVerification implements Verification {
  @ApiProperty({ format: 'date-time', example: '2026-11-24T08:00:00.000Z' }) checkedAt: string;
  @ApiProperty({ example: 4200 }) tookMs: number;
  @ApiProperty({ example: 96, description: 'Invariants that hold' }) holding: number;
  @ApiProperty({ example: 1 }) violations: number;
  @ApiProperty({ example: 0, description: 'Invariants that could not be checked' }) unchecked: number;
  @ApiProperty({
    type: [String],
    example: ['mail-is-sent: receipt:0193f5c2 still waits (no error)'],
    description: 'The first violations',
  })
  lines: string[];
}

export class AdminSystem {
  @ApiProperty({ type: [AdminAway], description: 'What does not answer, longest first' })
  away: AdminAway[];
  @ApiProperty({ example: 2 }) openDeadLetters: number;
  @ApiProperty({
    type: AdminVerification,
    nullable: true,
    description: 'What was found last of what must hold; null before the first check',
  })
  verification: AdminVerification | null;
  @ApiProperty({
    enum: upstreams,
    isArray: true,
    example: [],
    description:
      'Services that did not say how many dead letters they have; notifications keeps the verification',
  })
  incomplete: Upstream[];
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('open')
@UseGuards(AdminGuard)
@Controller('api/admin/system')
export class SystemController {
  constructor(
    private readonly services: Services,
    private readonly health: WholeHealth,
  ) {}

  /** It answers whatever is away: that is what it is for. */
  @Get()
  @ApiOkResponse({ type: AdminSystem })
  async system(): Promise<AdminSystem> {
    const [health, deadLetters, verification] = await Promise.all([
      this.health.ask(),
      Promise.allSettled(upstreams.map((name) => this.services.of(name).call(countDeadLetters))),
      this.services
        .of('notifications')
        .call(getLastVerification)
        .catch(() => undefined),
    ]);
    const counts = deadLetters.map((asked) => (asked.status === 'fulfilled' ? asked.value.count : null));
    const isSilent = (name: Upstream, index: number) =>
      counts[index] === null || (name === 'notifications' && verification === undefined);
    return {
      away: whatIsAway(health),
      openDeadLetters: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      verification: verification ?? null,
      incomplete: upstreams.filter(isSilent),
    };
  }
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('open')
@UseGuards(AdminGuard)
@Controller('api/admin/health')
export class AdminHealthController {
  constructor(private readonly whole: WholeHealth) {}

  /** Answers 200 whatever is down: administrators are to read it. */
  @Get()
  @ApiOkResponse({ type: SystemHealth })
  health(): Promise<SystemHealth> {
    return this.whole.all();
  }
}

export class AdminStats {
  @ApiProperty({ example: 42 }) totalUsers: number;
  @ApiProperty({ example: 120 }) totalAgreements: number;
  @ApiProperty({ example: 359.5, description: 'US dollars' }) totalRevenue: number;
  @ApiProperty({ example: 3 }) activeSubscriptions: number;
  @ApiProperty({ example: 2 }) pendingTransactions: number;
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
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
    try {
      const [users, agreements, payments] = await Promise.all([
        this.services.of('auth').call(getAccountStats),
        this.services.of('agreements').call(getAgreementStats),
        this.services.of('payments').call(getPaymentStats),
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
