import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AGREEMENT_ID, claimFromCookies, type PlanType, plans } from '#contracts';
import { Access, AppError, Caller, type Principal } from '#platform';
import { PaymentsConfig } from '../config.js';
import { CreatePaymentIntent, PaymentIntentAnswer, PaymentState, PublicConfig } from './order.view.js';
import { OrdersService } from './orders.service.js';

@ApiTags('payments')
@Controller('api')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly config: PaymentsConfig,
  ) {}

  @Post('create-payment-intent')
  @HttpCode(200)
  @Access('user')
  @ApiBearerAuth()
  @ApiHeader({ name: 'idempotency-key', required: false })
  @ApiOkResponse({ type: PaymentIntentAnswer })
  create(
    @Body() body: CreatePaymentIntent,
    @Caller() caller: Principal,
    @Headers('cookie') cookie: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<PaymentIntentAnswer> {
    if (key !== undefined && (key.length === 0 || key.length > 255)) throw new AppError('invalid_input');
    const claim = body.claimToken ?? claimFromCookies(cookie, body.agreementId);
    return this.orders.createPaymentIntent(body, caller, claim, key ?? null);
  }

  @Get('payments/:agreementId')
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: PaymentState })
  state(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<PaymentState> {
    if (!AGREEMENT_ID.test(agreementId)) throw new AppError('agreement_not_found');
    return this.orders.state(agreementId, caller.id);
  }

  @Get('config')
  @Access('anyone')
  @ApiOkResponse({ type: PublicConfig })
  publicConfig(): PublicConfig {
    const { stripePublishableKey, stripePublicBase } = this.config;
    return {
      payments: stripePublishableKey
        ? { mode: 'stripe', publishableKey: stripePublishableKey, sandboxConfirmUrl: null }
        : { mode: 'sandbox', publishableKey: 'pk_test_sandbox', sandboxConfirmUrl: stripePublicBase },
      prices: { contract: plans['split-second-contract'].priceCents },
      limits: Object.fromEntries(
        Object.entries(plans).map(([name, plan]) => [name, plan.maxSeconds]),
      ) as Record<PlanType, number>,
    };
  }
}
