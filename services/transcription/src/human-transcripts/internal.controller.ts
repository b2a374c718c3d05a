import { Controller, Param, ParseUUIDPipe } from '@nestjs/common';
import { getHumanOrderOrigins, type HumanOrderOrigins } from '#contracts';
import { InternalCall } from '#platform';
import { HumanOrdersService } from './human-orders.service.js';

/** For the agreement's log. The gateway has no route to it. */
@Controller()
export class HumanTranscriptsInternalController {
  constructor(private readonly orders: HumanOrdersService) {}

  @InternalCall(getHumanOrderOrigins)
  origins(@Param('id', ParseUUIDPipe) id: string): Promise<HumanOrderOrigins> {
    return this.orders.origins(id);
  }
}
