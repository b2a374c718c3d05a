import {
  Body,
  Controller,
  Get,
  HttpCode,
  Injectable,
  type OnModuleDestroy,
  Param,
  type PipeTransform,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import {
  Access,
  AppError,
  addressKey,
  Caller,
  limiterConnection,
  nextCursorHeader,
  type Principal,
  requestOrigin,
  sharedLimiter,
  takeOne,
} from '#platform';
import { NotificationsConfig } from '../config.js';
import {
  ContactMessage,
  CustomerServiceRequest,
  NewAnswer,
  Ticket,
  TicketNumber,
  TicketsQuery,
} from './ticket.view.js';
import { TicketsService } from './tickets.service.js';

const WINDOW_SECONDS = 3600;

/** Counts messages to support per IP address. While Redis is away each process counts for itself. */
@Injectable()
export class ContactThrottle implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly perAddress: RateLimiterRedis;

  constructor(config: NotificationsConfig) {
    this.redis = limiterConnection(config.redisUrl);
    const allowance = { points: config.contactsPerHour, duration: WINDOW_SECONDS };
    this.perAddress = sharedLimiter(this.redis, 'contact:address', allowance);
  }

  /** Takes one try. @throws AppError `too_many_requests` while the address has used up its messages. */
  async take(address: string): Promise<void> {
    await takeOne(this.perAddress, addressKey(address));
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

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

const TICKET_NUMBER = /^T-\d{6,15}$/;

/** A number that cannot be ours looks like one that does not exist. */
@Injectable()
class TicketNumberPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!TICKET_NUMBER.test(value)) throw new AppError('not_found');
    return value;
  }
}

@ApiTags('admin')
@Controller('api/admin/tickets')
@Access('admin')
@ApiCookieAuth('admin cookie')
export class AdminTicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  @ApiOkResponse({ type: [Ticket], headers: nextCursorHeader })
  async list(
    @Query() query: TicketsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ticket[]> {
    const { rows, nextCursor } = await this.tickets.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows.map(({ id: _id, ...ticket }) => ticket);
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
    return this.tickets.answer(number, caller.id, body);
  }
}
