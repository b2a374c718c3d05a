import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { claimFromCookies } from '#contracts';
import { Access, Caller, type Principal } from '#platform';
import { Coverages } from '../orders/orders.module.js';
import { requestKey } from '../request-keys.js';
import { CheckoutService } from './checkout.service.js';
import { CreatePaymentIntent, CreditView, PaymentIntentAnswer, PendingPayments } from './checkout.view.js';
import { PaymentStates } from './payment-states.service.js';

@ApiTags('payments')
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly states: PaymentStates,
  ) {}

  @Post('create-payment-intent')
  @HttpCode(200)
  @ApiHeader({ name: 'idempotency-key', required: false })
  @ApiOkResponse({ type: PaymentIntentAnswer })
  create(
    @Body() body: CreatePaymentIntent,
    @Caller() caller: Principal,
    @Headers('cookie') cookie: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<PaymentIntentAnswer> {
    const claim = body.claimToken ?? claimFromCookies(cookie, body.agreementId);
    return this.checkout.createPaymentIntent(body, caller, claim, requestKey(key));
  }

  @Get('user/pending-payments')
  @ApiOkResponse({ type: PendingPayments })
  pendingPayments(@Caller() caller: Principal): Promise<PendingPayments> {
    return this.states.pending(caller.id);
  }
}

/** What was paid for contracts that came to nothing, and pays for the next ones. */
@ApiTags('payments')
@ApiBearerAuth()
@Access('user')
@Controller('api/user/credits')
export class CreditsController {
  constructor(private readonly coverages: Coverages) {}

  /** Those that can still be used, in the order in which they will be. */
  @Get()
  @ApiOkResponse({ type: [CreditView] })
  async list(@Caller() caller: Principal): Promise<CreditView[]> {
    const credits = await this.coverages.credits(caller.id);
    return credits.map((credit) => ({ ...credit, expiresAt: credit.expiresAt.toISOString() }));
  }
}
