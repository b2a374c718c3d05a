import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiHeader,
  ApiOkResponse,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, assertConfirmed, Caller, ErrorAnswer, type Principal, requestOrigin } from '#platform';
import { RequestKeys, requestKey } from '../request-keys.js';
import { EscrowService } from './escrow.service.js';
import {
  CreateEscrowIntent,
  EscrowIntentAnswer,
  EscrowView,
  RefundEscrow,
  ReportProblem,
  toCents,
} from './escrow.view.js';
import { EscrowCheckout } from './escrow-checkout.service.js';
import { Onboarding } from './onboarding.controller.js';
import { SellerLinks } from './seller-links.service.js';

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
    private readonly checkout: EscrowCheckout,
    private readonly escrows: EscrowService,
    private readonly sellerLinks: SellerLinks,
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
    const requested = requestKey(key);
    if (requested !== null) await this.keys.remember(caller.id, requested, { held: body });
    return this.checkout.create(body, caller.id, requestOrigin(request).address);
  }

  @Get('escrow/:agreementId')
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false, description: "Of the seller's mailed link" })
  @ApiOkResponse({ type: EscrowView })
  view(
    @Param('agreementId') agreementId: string,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<EscrowView> {
    return this.escrows.view(agreementId, { caller, key: one(key) });
  }

  /** For a seller who has the number and no key. */
  @Post('escrow/:agreementId/send-link')
  @HttpCode(202)
  @Access('anyone')
  @ApiAcceptedResponse({ description: 'Also when there is nobody to mail' })
  async sendLink(@Param('agreementId') agreementId: string, @Req() request: FastifyRequest): Promise<void> {
    await this.sellerLinks.sendAgain(agreementId, requestOrigin(request).address);
  }

  /** The seller has delivered: the clock runs. */
  @Post('escrow/:agreementId/delivered')
  @HttpCode(200)
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false })
  @ApiOkResponse({ type: EscrowView })
  delivered(
    @Param('agreementId') agreementId: string,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<EscrowView> {
    return this.escrows.act(agreementId, { caller, key: one(key) }, (role) =>
      role === 'seller' ? { command: { do: 'delivered' } } : null,
    );
  }

  /** The buyer has what was agreed: the clock runs. */
  @Post('escrow/:agreementId/received')
  @HttpCode(200)
  @Access('user')
  @ApiOkResponse({ type: EscrowView })
  received(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<EscrowView> {
    return this.escrows.act(agreementId, { caller, key: undefined }, (role) =>
      role === 'buyer' ? { command: { do: 'received' } } : null,
    );
  }

  @Post('escrow/:agreementId/release')
  @HttpCode(200)
  @Access('user')
  @ApiOkResponse({ type: EscrowView })
  @ApiForbiddenResponse({ type: ErrorAnswer, description: 'password_required (confirm-password)' })
  release(@Param('agreementId') agreementId: string, @Caller() caller: Principal): Promise<EscrowView> {
    return this.escrows.act(agreementId, { caller, key: undefined }, (role) =>
      role === 'buyer' ? releaseBy(caller) : null,
    );
  }

  /** Freezes the money until an administrator has decided. */
  @Post('escrow/:agreementId/problem')
  @HttpCode(200)
  @Access('user')
  @ApiOkResponse({ type: EscrowView })
  problem(
    @Param('agreementId') agreementId: string,
    @Body() { reason }: ReportProblem,
    @Caller() caller: Principal,
  ): Promise<EscrowView> {
    return this.escrows.act(agreementId, { caller, key: undefined }, (role) =>
      role === 'buyer' ? { command: { do: 'problem' }, note: reason, with: { problem: reason } } : null,
    );
  }

  /** The seller gives back all or a part; the buyer takes all of it back when nothing came for thirty days. */
  @Post('escrow/:agreementId/refund')
  @HttpCode(200)
  @Access('anyone')
  @ApiQuery({ name: 'key', required: false })
  @ApiOkResponse({ type: EscrowView })
  refund(
    @Param('agreementId') agreementId: string,
    @Body() { amount }: RefundEscrow,
    @Caller() caller: Principal,
    @Query('key') key: unknown,
  ): Promise<EscrowView> {
    const cents = amount === undefined ? null : toCents(amount);
    return this.escrows.act(agreementId, { caller, key: one(key) }, (role) => {
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
    return { onboardingUrl: await this.escrows.onboardingUrl(agreementId, { caller, key: one(key) }) };
  }
}
