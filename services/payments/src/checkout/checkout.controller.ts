import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { claimFromCookies } from '#contracts';
import { Access, AppError, Caller, type Principal } from '#platform';
import { CheckoutService } from './checkout.service.js';
import { CreatePaymentIntent, PaymentIntentAnswer } from './checkout.view.js';
import { PendingPayments } from './pending-payment.view.js';
import { PendingPaymentsService } from './pending-payments.service.js';

@ApiTags('payments')
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly pending: PendingPaymentsService,
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
    if (key !== undefined && (key.length === 0 || key.length > 255)) throw new AppError('invalid_input');
    const claim = body.claimToken ?? claimFromCookies(cookie, body.agreementId);
    return this.checkout.createPaymentIntent(body, caller, claim, key ?? null);
  }

  @Get('user/pending-payments')
  @ApiOkResponse({ type: PendingPayments })
  async pendingPayments(@Caller() caller: Principal): Promise<PendingPayments> {
    return { pendingPayments: await this.pending.list(caller.id) };
  }
}
