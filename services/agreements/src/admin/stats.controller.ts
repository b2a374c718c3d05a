import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Access } from '#platform';
import { countAll } from '../agreements/agreement.queries.js';

/** Numbers for the administrators' overview. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal/stats')
export class StatsController {
  constructor(private readonly dataSource: DataSource) {}

  @Get()
  async stats(): Promise<{ totalAgreements: number; byStatus: Record<string, number> }> {
    const byStatus = await countAll(this.dataSource);
    const totalAgreements = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
    return { totalAgreements, byStatus };
  }
}
