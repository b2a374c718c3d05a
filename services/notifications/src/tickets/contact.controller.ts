import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller, type Principal, requestOrigin } from '#platform';
import { ContactThrottle } from './contact-throttle.js';
import { ContactMessage, CustomerServiceRequest, TicketNumber } from './ticket.view.js';
import { TicketsService } from './tickets.service.js';

@ApiTags('support')
@Controller('api')
export class ContactController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly throttle: ContactThrottle,
  ) {}

  @Post('contact')
  @Access('anyone')
  @ApiCreatedResponse({ type: TicketNumber })
  async contact(
    @Body() body: ContactMessage,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<TicketNumber> {
    await this.throttle.take(request.ip);
    return { ticketNumber: await this.tickets.contact(body, caller, requestOrigin(request)) };
  }

  @Post('request-customer-service')
  @Access('user')
  @ApiBearerAuth()
  @ApiCreatedResponse({ type: TicketNumber })
  @ApiOkResponse({ type: TicketNumber, description: 'The ticket about this agreement that is still open' })
  async requestCustomerService(
    @Body() body: CustomerServiceRequest,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TicketNumber> {
    const origin = requestOrigin(request);
    const { number, isNew } = await this.tickets.requestCustomerService(caller.id, body.agreementId, origin);
    void reply.status(isNew ? 201 : 200);
    return { ticketNumber: number };
  }
}
