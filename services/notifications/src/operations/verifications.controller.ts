import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Verification } from '#contracts';
import { Access } from '#platform';
import { Verifications } from './verifications.js';

/** Told by `make verify`, asked by the gateway on behalf of administrators. */
@ApiExcludeController()
@Access('service')
@Controller('internal/verifications')
export class VerificationsController {
  constructor(private readonly verifications: Verifications) {}

  @Post()
  @HttpCode(204)
  keep(@Body() result: Verification): Promise<void> {
    return this.verifications.keep(result);
  }

  @Get('last')
  last(): Promise<Verification | null> {
    return this.verifications.last();
  }
}
