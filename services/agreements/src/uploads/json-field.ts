import type { ClassConstructor } from 'class-transformer';
import { AppError, validateBody } from '#platform';

/** A text field of a form that holds JSON, checked like a body. @throws AppError `invalid_input` */
export function readJsonField<T extends object>(
  type: ClassConstructor<T>,
  field: string,
  text: string | undefined,
): T {
  return validateBody(type, parseJson(field, text));
}

function parseJson(field: string, text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '', refusePrototype) as unknown;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_input', { errors: [{ field, message: 'This is not JSON.' }] });
  }
}

/** These names reach into every object; the validation would drop them silently. */
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__' || name === 'constructor' || name === 'prototype')
    throw new AppError('invalid_input');
  return value;
}
