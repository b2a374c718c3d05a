import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from './app-error.js';

const MAX_ID = 2_147_483_647;

/** An integer id of a path. What cannot be one does not exist. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError('not_found');
    return id;
  }
}
