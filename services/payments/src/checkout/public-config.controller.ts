import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  escrowFeePercent,
  holdHours,
  manualTranscriptionCents,
  maxHeldCents,
  minHeldCents,
  type PlanType,
  plans,
  subscriptionCents,
} from '#contracts';
import { Access } from '#platform';
import { PaymentsConfig } from '../config.js';
import { PlanView, PublicConfig } from './public-config.view.js';

@ApiTags('payments')
@Access('anyone')
@Controller('api/config')
export class PublicConfigController {
  constructor(private readonly config: PaymentsConfig) {}

  @Get()
  @ApiExtraModels(PlanView)
  @ApiOkResponse({ type: PublicConfig })
  publicConfig(): PublicConfig {
    const { stripePublishableKey, stripePublicBase } = this.config;
    return {
      payments: stripePublishableKey
        ? { mode: 'stripe', publishableKey: stripePublishableKey, sandboxConfirmUrl: null }
        : { mode: 'sandbox', publishableKey: 'pk_test_sandbox', sandboxConfirmUrl: stripePublicBase },
      prices: {
        contract: plans['split-second-contract'].priceCents,
        manualTranscription: manualTranscriptionCents,
        subscription: subscriptionCents,
      },
      plans,
      escrow: { feePercent: escrowFeePercent, minCents: minHeldCents, maxCents: maxHeldCents, holdHours },
      limits: Object.fromEntries(
        Object.entries(plans).map(([name, plan]) => [name, plan.maxSeconds]),
      ) as Record<PlanType, number>,
    };
  }
}
