import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, Caller, type Principal } from '#platform';
import { ManualOrderView, RequestManualTranscription, viewOrder } from './manual-order.view.js';
import { ManualOrdersService } from './manual-orders.service.js';

@ApiTags('transcripts')
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class ManualOrdersController {
  constructor(private readonly orders: ManualOrdersService) {}

  @Post('request-manual-transcription')
  @ApiCreatedResponse({ type: ManualOrderView })
  @ApiOkResponse({ type: ManualOrderView, description: 'It was ordered before' })
  async request(
    @Body() { agreementId }: RequestManualTranscription,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManualOrderView> {
    const { order, isNew } = await this.orders.request(agreementId, caller);
    void reply.status(isNew ? 201 : 200);
    return viewOrder(order);
  }
}
