import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { type PlanType, planTypes, publishedTerms } from '#contracts';
import { Access } from '#platform';
import { PaymentsConfig } from '../config.js';

class PaymentsMode {
  @ApiProperty({ enum: ['stripe', 'sandbox'] }) mode: 'stripe' | 'sandbox';
  @ApiProperty({ type: String, nullable: true }) publishableKey: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Where the sandbox form confirms' })
  sandboxConfirmUrl: string | null;
}

class Prices {
  @ApiProperty({ example: 500, description: 'Cents' }) contract: number;
  @ApiProperty({ example: 200, description: 'Cents for a transcript made by a person' })
  manualTranscription: number;
  @ApiProperty({ example: 2000, description: 'Cents a month' }) subscription: number;
}

class PlanView {
  @ApiProperty({ example: 500 }) priceCents: number;
  @ApiProperty({ example: 600, description: 'Longest recording in seconds' }) maxSeconds: number;
}

class EscrowTerms {
  @ApiProperty({ example: 5, description: 'Percent of what the seller is paid' }) feePercent: number;
  @ApiProperty({ example: 50 }) minCents: number;
  @ApiProperty({ example: 10_000_000 }) maxCents: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { '24hrs': 24, '3days': 72 },
    description: 'Hours between delivery and release by the name of the period',
  })
  holdHours: Record<string, number>;
}

/** Who runs this; what was not configured is null. */
class OperatorView {
  @ApiProperty({ type: String, nullable: true, example: 'Example Inc.' }) name: string | null;
  @ApiProperty({ type: String, nullable: true, example: '1 Main Street, Springfield' })
  address: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'office@example.com' }) email: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'the State of New York' }) law: string | null;
}

const byPlan = (example: unknown) => Object.fromEntries(planTypes.map((name) => [name, example]));

/** What the web app needs to know before anybody logs in. */
class PublicConfig {
  @ApiProperty() payments: PaymentsMode;
  @ApiProperty() operator: OperatorView;
  @ApiProperty() prices: Prices;
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/PlanView' },
    example: byPlan({ priceCents: 500, maxSeconds: 600 }),
  })
  plans: Record<PlanType, PlanView>;
  @ApiProperty() escrow: EscrowTerms;
  @ApiProperty({ type: Object, description: 'Longest recording by plan in seconds' })
  limits: Record<PlanType, number>;
}

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
    const terms = publishedTerms(this.config.longestRecordingSeconds);
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
      ...terms,
      limits: Object.fromEntries(
        Object.entries(terms.plans).map(([name, { maxSeconds }]) => [name, maxSeconds]),
      ) as PublicConfig['limits'],
    };
  }
}
