import { Clock, loadConfig } from '#platform';
import { createObjectStore } from '#storage';
import { AgreementsConfig } from '../../services/agreements/src/config.js';
import { LogSeal } from '../../services/agreements/src/event-log/log-seal.js';
import { logInvariants } from './agreement-log.js';
import { agreementInvariants } from './agreements.js';
import { closeAll, connectAll } from './databases.js';
import { handOver } from './hand-over.js';
import type { Invariant, System } from './invariant.js';
import { ledgerInvariants } from './ledger.js';
import { mailInvariants } from './mails.js';
import { messagingInvariants } from './messaging.js';
import { paymentInvariants } from './payments.js';
import { storeInvariants } from './store.js';
import { transcriptInvariants } from './transcripts.js';

/** What must hold, by area. */
export const areas: ReadonlyMap<string, readonly Invariant[]> = new Map([
  ['Money', ledgerInvariants],
  ['Payments and agreements', paymentInvariants],
  ['Agreements', [...agreementInvariants, ...logInvariants]],
  ['Recordings and transcripts', transcriptInvariants],
  ['Object store', storeInvariants],
  ['Mails', mailInvariants],
  ['Events and jobs', messagingInvariants],
]);

/** How many violations of one invariant are named; all are counted. */
const MOST_NAMED = 1000;
const USUAL_SETTLED_SECONDS = 120;

/** What was found of one invariant. */
export interface Result {
  name: string;
  says: string;
  /** How many things were looked at. */
  checked: number;
  violationCount: number;
  violations: string[];
  notes: string[];
  /** Why it could not be checked. */
  error?: string;
}

type Values = Record<string, string | undefined>;

/**
 * Checks every invariant on the system that these variables are about: those of its services, `VERIFY_SETTLED_SECONDS`
 * and, of a local run, `VERIFY_MAILBOX_URL`. Reads only.
 * @param only those whose name has this
 * @throws Error when a variable is missing or wrong, or a database does not answer
 */
export async function* verify(env: Values, only = ''): AsyncGenerator<Result> {
  // The store and the time are what the agreements service takes them for.
  const config = loadConfig(AgreementsConfig, 'agreements', env);
  const settledSeconds = readSeconds(env.VERIFY_SETTLED_SECONDS);
  const store = createObjectStore(config);
  const databases = await connectAll(env);
  const now = new Clock(config).now().getTime();
  const system: System = {
    databases,
    store,
    seals: new LogSeal(config.logSealSecret),
    mailboxUrl: env.VERIFY_MAILBOX_URL || null,
    settledSeconds,
    settledBefore: new Date(now - settledSeconds * 1000),
  };
  try {
    for (const invariant of [...areas.values()].flat()) {
      if (invariant.name.includes(only)) yield await checkOne(invariant, system);
    }
  } finally {
    await closeAll(databases);
  }
}

/** Verifies as `verify` does and answers only what is wrong, as lines to read. */
export async function findViolations(env: Values): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, violations, error } of verify(env)) {
    if (error !== undefined) found.push(`${name} could not be checked: ${error}`);
    found.push(...violations.map((text) => `${name}: ${text}`));
  }
  return found;
}

async function checkOne({ name, says, check }: Invariant, system: System): Promise<Result> {
  const result: Result = { name, says, checked: 0, violationCount: 0, violations: [], notes: [] };
  try {
    await check(system, {
      checked: (count) => {
        result.checked += count;
      },
      violation: (text) => {
        result.violationCount += 1;
        if (result.violations.length < MOST_NAMED) result.violations.push(text);
      },
      note: (text) => {
        if (result.notes.length < MOST_NAMED) result.notes.push(text);
      },
    });
  } catch (error) {
    result.error = error instanceof Error ? error.message : String(error);
  }
  return result;
}

function readSeconds(text: string | undefined): number {
  const seconds = text ? Number(text) : USUAL_SETTLED_SECONDS;
  if (!Number.isInteger(seconds) || seconds < 0) {
    throw new Error(`VERIFY_SETTLED_SECONDS=${text} is not a number of seconds`);
  }
  return seconds;
}

/**
 * Verifies and prints: a line for each invariant and each violation, or one JSON document; the sum at the end. The sum of
 * a whole run is handed over to notifications.
 * @returns the exit status: 0 when all holds, 1 when something does not, 2 when something could not be checked
 */
export async function printVerification(
  env: Values,
  { isJson, only }: { isJson: boolean; only?: string | undefined },
  print: (line: string) => void,
): Promise<number> {
  const began = performance.now();
  const results: Result[] = [];
  for await (const result of verify(env, only)) {
    results.push(result);
    if (!isJson) for (const line of lines(result)) print(line);
  }
  const unchecked = results.filter(({ error }) => error !== undefined).length;
  const violations = results.reduce((sum, { violationCount }) => sum + violationCount, 0);
  const holding = results.filter(({ error, violationCount }) => !error && violationCount === 0).length;
  const sum = { holding, violations, unchecked };
  const unknown = only
    ? null
    : await handOver(env, {
        ...sum,
        tookMs: performance.now() - began,
        named: results.flatMap(({ name, violations: texts }) => texts.map((text) => `${name}: ${text}`)),
      });
  if (unknown !== null && !isJson) print(`    note: administrators do not see this result: ${unknown}`);
  if (isJson) print(JSON.stringify({ ...sum, invariants: results }, null, 2));
  else {
    const rest = unchecked === 0 ? '' : `, ${unchecked} could not be checked`;
    print(`${holding} invariants hold, ${violations} violations${rest}`);
  }
  if (violations > 0) return 1;
  return unchecked > 0 ? 2 : 0;
}

function lines({ name, checked, violationCount, violations, notes, error }: Result): string[] {
  const isWhole = error === undefined && violationCount === 0;
  const left = violationCount - violations.length;
  return [
    `${isWhole ? '✓' : '✗'} ${name}: ${checked} checked${isWhole ? '' : `, ${violationCount} violations`}`,
    ...violations.map((text) => `    ${name}: ${text}`),
    ...(left > 0 ? [`    ${name}: and ${left} more`] : []),
    ...notes.map((text) => `    note: ${text}`),
    ...(error === undefined ? [] : [`    could not be checked: ${error}`]),
  ];
}
