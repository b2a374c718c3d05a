import type { BusboyHeaders } from '@fastify/busboy';
import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  type ApiBodyOptions,
  ApiConsumes,
  ApiCookieAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, type Principal } from '#platform';
import { readFulfilForm } from './fulfil-form.js';
import type { HumanOrderEntity } from './human-order.entity.js';
import {
  AdminHumanOrderView,
  HumanOrdersQuery,
  HumanOrderView,
  RequestHumanTranscript,
  viewOrder,
  viewOrderForAdmin,
} from './human-order.view.js';
import { HumanOrdersService } from './human-orders.service.js';
import { HumanTranscriptDelivery } from './human-transcript-delivery.js';

/** The words of an order, as `readFulfilForm` takes them. */
const WORDS_FORM: ApiBodyOptions = {
  description:
    'The words as `text` or as the file `transcript`: .txt, .srt or .vtt in UTF-8, up to 1 MB. Of two recordings: `textA` and `textB`, or `silentA` or `silentB` where nothing is said; or subtitles with the times of both, one after the other',
  schema: {
    type: 'object',
    required: ['reason'],
    properties: {
      reason: { type: 'string', minLength: 3, maxLength: 500, example: 'Transcribed as ordered' },
      text: { type: 'string', example: 'I agree to sell my car for two thousand dollars.' },
      transcript: { type: 'string', format: 'binary' },
      textA: { type: 'string', description: "Of party A's recording, where there are two" },
      textB: { type: 'string', description: "Of party B's" },
      silentA: { type: 'string', enum: ['true', 'false'], default: 'false' },
      silentB: { type: 'string', enum: ['true', 'false'], default: 'false' },
    },
  },
};

@ApiTags('transcripts')
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class HumanOrdersController {
  constructor(private readonly orders: HumanOrdersService) {}

  @Post('request-manual-transcription')
  @ApiCreatedResponse({ type: HumanOrderView })
  @ApiOkResponse({ type: HumanOrderView, description: 'It was ordered before' })
  async request(
    @Body() { agreementId }: RequestHumanTranscript,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HumanOrderView> {
    const { order, isNew } = await this.orders.request(agreementId, caller);
    void reply.status(isNew ? 201 : 200);
    return viewOrder(order);
  }
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin/manual-transcriptions')
export class AdminHumanOrdersController {
  constructor(
    private readonly orders: HumanOrdersService,
    private readonly delivery: HumanTranscriptDelivery,
  ) {}

  @Get()
  @ApiOkResponse({
    type: [AdminHumanOrderView],
    headers: { 'x-next-cursor': { schema: { type: 'string' } } },
  })
  async list(
    @Query() query: HumanOrdersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminHumanOrderView[]> {
    const { rows, nextCursor } = await this.orders.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return (await this.orders.withRecordings(rows)).map(viewOrderForAdmin);
  }

  @Post(':orderId/fulfil')
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody(WORDS_FORM)
  @ApiOkResponse({ type: AdminHumanOrderView })
  async fulfil(
    @Param('orderId', ParseUUIDPipe) orderId: string,
    @Req() request: FastifyRequest,
    @Caller() caller: Principal,
  ): Promise<AdminHumanOrderView> {
    const form = await readFulfilForm(request.body, request.headers as BusboyHeaders);
    return this.view(await this.delivery.fulfil(orderId, form, caller));
  }

  /** Other words in the place of those that were delivered. Both parties are mailed them; nothing is charged. */
  @Post(':orderId/correct')
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody(WORDS_FORM)
  @ApiOkResponse({
    type: AdminHumanOrderView,
    description: 'The order that takes the place of the delivered one',
  })
  async correct(
    @Param('orderId', ParseUUIDPipe) orderId: string,
    @Req() request: FastifyRequest,
    @Caller() caller: Principal,
  ): Promise<AdminHumanOrderView> {
    const form = await readFulfilForm(request.body, request.headers as BusboyHeaders);
    return this.view(await this.delivery.correct(orderId, form, caller));
  }

  private async view(order: HumanOrderEntity): Promise<AdminHumanOrderView> {
    const [recordings = []] = (await this.orders.withRecordings([order])).map((one) => one.recordings);
    return viewOrderForAdmin({ order, recordings });
  }
}
