import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/facts.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { AdminTicketsController, ContactController, ContactThrottle } from './tickets.controller.js';
import { TicketsService } from './tickets.service.js';
import { TicketsStore } from './tickets.store.js';

export { TicketsStore } from './tickets.store.js';

/** Messages to support, and their answers. */
@Module({
  imports: [FactsModule, MailsModule],
  controllers: [ContactController, AdminTicketsController],
  providers: [ContactThrottle, TicketsService, TicketsStore],
  exports: [TicketsStore],
})
export class TicketsModule {}
