import type { TestSystem } from '#testing';
import { findViolations } from '../deploy/verify/verification.js';

/** What does not hold on a system on which nothing is under way any more. */
export function violations({ env, mailboxUrl }: TestSystem): Promise<string[]> {
  return findViolations({ ...env, VERIFY_SETTLED_SECONDS: '0', VERIFY_MAILBOX_URL: mailboxUrl });
}
