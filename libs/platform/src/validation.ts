import { ValidationPipe } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { AppError } from './app-error.js';

/** Bodies hold what their class declares and nothing else. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (problems) => invalidInput(problems),
  });
}

/** Checks an object that did not come through a pipe, such as a JSON field of a multipart form. */
export function validateBody<T extends object>(type: ClassConstructor<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
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
