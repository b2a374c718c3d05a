import { type ArgumentMetadata, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { AppError } from './app-error.js';

/** Bodies hold what their class declares and nothing else. */
export function createValidationPipe(): ValidationPipe {
  return new BodyPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (problems) => invalidInput(problems),
  });
}

/** Our bodies are objects with a few levels; a deep one would only exhaust the stack of whoever walks through it. */
const MAX_DEPTH = 20;

class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body' && isDeeperThan(value, MAX_DEPTH)) throw new AppError('invalid_input');
    return super.transform(value, metadata);
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** Checks an object that did not come through a pipe, such as a JSON field of a multipart form. */
export function validateBody<T extends object>(type: ClassConstructor<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isDeeperThan(value, MAX_DEPTH))
    throw new AppError('invalid_input');
  const instance = plainToInstance(type, value);
  const problems = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
  });
  if (problems.length > 0) throw invalidInput(problems);
  return instance;
}

function invalidInput(problems: ValidationError[]): AppError {
  const errors = problems.flatMap((problem) => flatten(problem, ''));
  return new AppError('invalid_input', { errors, message: errors[0]?.message });
}

function flatten(problem: ValidationError, prefix: string): { field: string; message: string }[] {
  const field = prefix + problem.property;
  const own = Object.values(problem.constraints ?? {}).map((message) => ({ field, message }));
  return [...own, ...(problem.children ?? []).flatMap((child) => flatten(child, `${field}.`))];
}

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
