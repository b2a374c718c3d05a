import { Injectable, type PipeTransform } from '@nestjs/common';
import { AGREEMENT_ID } from '#contracts';
import { AppError } from '#platform';

/** A number that cannot be ours looks like one that does not exist. */
@Injectable()
export class AgreementIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!AGREEMENT_ID.test(value)) throw new AppError('agreement_not_found');
    return value;
  }
}
