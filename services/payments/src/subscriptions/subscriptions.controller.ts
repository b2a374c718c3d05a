import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, AppError, Caller, type Principal } from '#platform';
import { CreateSubscription, SubscriptionSecret, SubscriptionView } from './subscription.view.js';
import { SubscriptionsService } from './subscriptions.service.js';

@ApiTags('payments')
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Post('create-subscription')
  @HttpCode(200)
  @ApiOkResponse({
    type: SubscriptionSecret,
    description: 'Begin the monthly subscription; it runs once its first month is paid',
  })
  async create(
    @Body() { userId }: CreateSubscription,
    @Caller() caller: Principal,
  ): Promise<SubscriptionSecret> {
    if (caller.id !== userId) throw new AppError('forbidden');
    return { clientSecret: await this.subscriptions.create(userId) };
  }

  @Get('user/subscription')
  @ApiOkResponse({ type: SubscriptionView })
  view(@Caller() caller: Principal): Promise<SubscriptionView> {
    return this.subscriptions.view(caller.id);
  }

  @Post('user/subscription/cancel')
  @HttpCode(200)
  @ApiOkResponse({
    type: SubscriptionView,
    description: 'End it with the paid period; one that waits for money ends at once',
  })
  cancel(@Caller() caller: Principal): Promise<SubscriptionView> {
    return this.subscriptions.cancel(caller.id);
  }

  @Post('user/subscription/resume')
  @HttpCode(200)
  @ApiOkResponse({
    type: SubscriptionView,
    description: 'Take a cancellation back while the subscription still runs',
  })
  resume(@Caller() caller: Principal): Promise<SubscriptionView> {
    return this.subscriptions.resume(caller.id);
  }
}
