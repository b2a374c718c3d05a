import {
  keepVerification,
  VERIFICATION_LINE_LENGTH,
  VERIFICATION_LINES,
  type Verification,
} from '#contracts';
import { ServiceClient, ServiceTokens } from '#platform';

const NAME = 'verify';

/** The sum of a run. */
interface Sum {
  holding: number;
  violations: number;
  unchecked: number;
  tookMs: number;
  /** Each violation with its invariant. */
  named: readonly string[];
}

/**
 * Hands the sum of a whole run to notifications, where administrators see it. Never rejects: what was found is printed
 * in any case.
 * @returns why it could not be handed over; null when it was
 */
export async function handOver(
  env: Record<string, string | undefined>,
  { holding, violations, unchecked, tookMs, named }: Sum,
): Promise<string | null> {
  const { NOTIFICATIONS_URL: url, VERIFY_SERVICE_TOKEN_SECRET: secret, SERVICE_TOKEN_PUBLIC_KEYS } = env;
  if (!url || !secret) return `${url ? 'VERIFY_SERVICE_TOKEN_SECRET' : 'NOTIFICATIONS_URL'} is not set`;
  const tokens = new ServiceTokens({ name: NAME, secret, publicKeys: SERVICE_TOKEN_PUBLIC_KEYS });
  const client = new ServiceClient(url, tokens, NAME, 'notifications');
  const body: Verification = {
    ...{ holding, violations, unchecked },
    checkedAt: new Date().toISOString(),
    tookMs: Math.round(tookMs),
    lines: named.slice(0, VERIFICATION_LINES).map((text) => text.slice(0, VERIFICATION_LINE_LENGTH)),
  };
  try {
    await client.call(keepVerification, { body });
    return null;
  } catch (error) {
    return `notifications did not take it (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    await client.close();
  }
}
