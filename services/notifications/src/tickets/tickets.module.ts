import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/facts.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { TicketAnswerEntity, TicketEntity } from './ticket.entity.js';
import { AdminTicketsController, ContactController, ContactThrottle } from './tickets.controller.js';
import { TicketsRepository } from './tickets.repository.js';
import { TicketsService } from './tickets.service.js';

export { TicketsRepository } from './tickets.repository.js';

export const ticketsEntities = [TicketAnswerEntity, TicketEntity];

/** Messages to support, and their answers. */
@Module({
  imports: [FactsModule, MailsModule],
  controllers: [ContactController, AdminTicketsController],
  providers: [ContactThrottle, TicketsService, TicketsRepository],
  exports: [TicketsRepository],
})
export class TicketsModule {}
