import { createHash } from 'node:crypto';

/** Which half a question belongs to: rules were tuned by the one, the other one was only counted. */
export function isHeldOut(question: string): boolean {
  return (createHash('sha256').update(`2026-11:${question}`).digest()[0] ?? 0) % 2 === 1;
}
