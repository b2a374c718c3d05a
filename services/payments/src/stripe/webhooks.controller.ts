import { Controller, HttpCode, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '#platform';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('payments')
@Controller('api/webhooks/stripe')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ description: 'Stored; Stripe need not send it again' })
  async receive(@Req() request: RawBodyRequest<FastifyRequest>): Promise<{ received: true }> {
    const signature = request.headers['stripe-signature'];
    await this.webhooks.receive(request.rawBody, typeof signature === 'string' ? signature : undefined);
    return { received: true };
  }
}
