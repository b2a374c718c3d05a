import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '#platform';

const TICKET_NUMBER = /^T-\d{6,15}$/;

/** A number that cannot be ours looks like one that does not exist. */
@Injectable()
export class TicketNumberPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!TICKET_NUMBER.test(value)) throw new AppError('not_found');
    return value;
  }
}
