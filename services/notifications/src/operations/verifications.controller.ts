import { Body, Controller, HttpCode } from '@nestjs/common';
import { getLastVerification, keepVerification, Verification } from '#contracts';
import { InternalCall } from '#platform';
import { Verifications } from './verifications.js';

/** Told by `make verify`, asked by the gateway on behalf of administrators. */
@Controller()
export class VerificationsController {
  constructor(private readonly verifications: Verifications) {}

  @InternalCall(keepVerification)
  @HttpCode(204)
  keep(@Body() result: Verification): Promise<void> {
    return this.verifications.keep(result);
  }

  @InternalCall(getLastVerification)
  last(): Promise<Verification | null> {
    return this.verifications.last();
  }
}
