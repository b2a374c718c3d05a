import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, Caller, type Principal } from '#platform';
import { NewAnswer, Ticket, TicketsQuery } from './ticket.view.js';
import { TicketNumberPipe } from './ticket-number.pipe.js';
import { TicketsService } from './tickets.service.js';

@ApiTags('admin')
@Controller('api/admin/tickets')
@Access('admin')
@ApiBearerAuth()
export class AdminTicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  @ApiOkResponse({ type: [Ticket], headers: { 'x-next-cursor': { schema: { type: 'string' } } } })
  async list(
    @Query() query: TicketsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ticket[]> {
    const { items, nextCursor } = await this.tickets.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return items;
  }

  @Get(':number')
  @ApiOkResponse({ type: Ticket })
  read(@Param('number', TicketNumberPipe) number: string): Promise<Ticket> {
    return this.tickets.read(number);
  }

  @Post(':number/answer')
  @HttpCode(200)
  @ApiOkResponse({ type: Ticket })
  answer(
    @Param('number', TicketNumberPipe) number: string,
    @Body() body: NewAnswer,
    @Caller() caller: Principal,
  ): Promise<Ticket> {
    return this.tickets.answer(number, caller.id, body.message);
  }
}
