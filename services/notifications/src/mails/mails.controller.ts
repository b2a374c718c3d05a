import { Controller, Get, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { AGREEMENT_ID } from '#contracts';
import { Access } from '#platform';
import type { MailView } from './mail.row.js';
import { MailsService } from './mails.service.js';

class MailsQuery {
  @Matches(AGREEMENT_ID) agreementId: string;
}

@ApiExcludeController()
@Access('service')
@Controller('internal/mails')
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  list(@Query() query: MailsQuery): Promise<MailView[]> {
    return this.mails.list(query.agreementId);
  }
}
