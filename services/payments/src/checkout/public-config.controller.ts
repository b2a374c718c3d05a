import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  escrowFeePercent,
  holdHours,
  longestSeconds,
  manualTranscriptionCents,
  maxHeldCents,
  minHeldCents,
  type Plan,
  type PlanType,
  plans,
  planTypes,
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
    const { operatorName, operatorAddress, operatorEmail, operatorLaw } = this.config;
    return {
      payments: stripePublishableKey
        ? { mode: 'stripe', publishableKey: stripePublishableKey, sandboxConfirmUrl: null }
        : { mode: 'sandbox', publishableKey: 'pk_test_sandbox', sandboxConfirmUrl: stripePublicBase },
      operator: {
        name: operatorName || null,
        address: operatorAddress || null,
        email: operatorEmail || null,
        law: operatorLaw || null,
      },
      prices: {
        contract: plans['split-second-contract'].priceCents,
        manualTranscription: manualTranscriptionCents,
        subscription: subscriptionCents,
      },
      plans: Object.fromEntries(
        planTypes.map((name) => [name, { ...plans[name], maxSeconds: longestSeconds(name) }]),
      ) as Record<PlanType, Plan>,
      escrow: { feePercent: escrowFeePercent, minCents: minHeldCents, maxCents: maxHeldCents, holdHours },
      limits: Object.fromEntries(planTypes.map((name) => [name, longestSeconds(name)])) as Record<
        PlanType,
        number
      >,
    };
  }
}
