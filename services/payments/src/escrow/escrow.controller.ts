import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiHeader,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  Access,
  AppError,
  assertConfirmed,
  Caller,
  ErrorAnswer,
  type Principal,
  requestOrigin,
} from '#platform';
import { RequestKeys } from '../checkout/request-keys.js';
import { Onboarding } from '../sellers/sellers.controller.js';
import { CreateEscrowIntent, RefundHeldPayment, ReportProblem, toCents } from './escrow.body.js';
import { EscrowService } from './escrow.service.js';
import { EscrowIntentAnswer, HeldPaymentView } from './escrow.view.js';
import { EscrowIntents } from './escrow-intents.service.js';

/** A query may hold a name twice; then there is no key. */
const one = (key: unknown): string | undefined => (typeof key === 'string' ? key : undefined);

/** @throws AppError `password_required` */
function releaseBy(buyer: Principal): { command: { do: 'release' } } {
  assertConfirmed(buyer);
  return { command: { do: 'release' } };
}

/** Money that waits until what was agreed is delivered. Sellers need no account: their link has a key. */
@ApiTags('payments')
@ApiBearerAuth()
@Controller('api')
export class EscrowController {
  constructor(
    private readonly intents: EscrowIntents,
    private readonly escrow: EscrowService,
    private readonly keys: RequestKeys,
  ) {}

  @Post('create-escrow-intent')
  @HttpCode(200)
  @Access('user')
  @ApiHeader({ name: 'idempotency-key', required: false })
  @ApiOkResponse({ type: EscrowIntentAnswer })
  async create(
    @Body() body: CreateEscrowIntent,
    @Caller() caller: Principal,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<EscrowIntentAnswer> {
    if (key !== undefined && (key.length === 0 || key.length > 255)) throw new AppError('invalid_input');
    if (key !== undefined) await this.keys.remember(caller.id, key, { held: body });
    return this.intents.create(body, caller.id, requestOrigin(request).address);
  }

  @Get('escrow/:agreementId')
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false, description: "Of the seller's mailed link" })
  @ApiOkResponse({ type: HeldPaymentView })
  view(
    @Param('agreementId') agreementId: string,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<HeldPaymentView> {
    return this.escrow.view(agreementId, { caller, key: one(key) });
  }

  /** The seller has delivered: the clock runs. */
  @Post('escrow/:agreementId/delivered')
  @HttpCode(200)
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false })
  @ApiOkResponse({ type: HeldPaymentView })
  delivered(
    @Param('agreementId') agreementId: string,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<HeldPaymentView> {
    return this.escrow.act(agreementId, { caller, key: one(key) }, (role) =>
      role === 'seller' ? { command: { do: 'delivered' } } : null,
    );
  }

  /** The buyer has what was agreed: the clock runs. */
  @Post('escrow/:agreementId/received')
  @HttpCode(200)
  @Access('user')
  @ApiOkResponse({ type: HeldPaymentView })
  received(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<HeldPaymentView> {
    return this.escrow.act(agreementId, { caller, key: undefined }, (role) =>
      role === 'buyer' ? { command: { do: 'received' } } : null,
    );
  }

  @Post('escrow/:agreementId/release')
  @HttpCode(200)
  @Access('user')
  @ApiOkResponse({ type: HeldPaymentView })
  @ApiForbiddenResponse({ type: ErrorAnswer, description: 'password_required (confirm-password)' })
  release(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<HeldPaymentView> {
    return this.escrow.act(agreementId, { caller, key: undefined }, (role) =>
      role === 'buyer' ? releaseBy(caller) : null,
    );
  }

  /** Freezes the money until an administrator has decided. */
  @Post('escrow/:agreementId/problem')
  @HttpCode(200)
  @Access('user')
  @ApiOkResponse({ type: HeldPaymentView })
  problem(
    @Param('agreementId') agreementId: string,
    @Body() { reason }: ReportProblem,
    @Caller() caller: Principal,
  ): Promise<HeldPaymentView> {
    return this.escrow.act(agreementId, { caller, key: undefined }, (role) =>
      role === 'buyer' ? { command: { do: 'problem' }, note: reason, with: { problem: reason } } : null,
    );
  }

  /** The seller gives back all or a part; the buyer takes all of it back when nothing came for thirty days. */
  @Post('escrow/:agreementId/refund')
  @HttpCode(200)
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false })
  @ApiOkResponse({ type: HeldPaymentView })
  refund(
    @Param('agreementId') agreementId: string,
    @Body() { amount }: RefundHeldPayment,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<HeldPaymentView> {
    const cents = amount === undefined ? null : toCents(amount);
    return this.escrow.act(agreementId, { caller, key: one(key) }, (role) => {
      if (role === 'seller') return { command: { do: 'seller-refund', cents } };
      return role === 'buyer' && cents === null ? { command: { do: 'take-back' } } : null;
    });
  }

  @Post('escrow/:agreementId/onboarding')
  @HttpCode(200)
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false })
  @ApiOkResponse({ type: Onboarding })
  async onboarding(
    @Param('agreementId') agreementId: string,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<Onboarding> {
    return { onboardingUrl: await this.escrow.onboardingUrl(agreementId, { caller, key: one(key) }) };
  }
}
