import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type Principal, visitor } from '#platform';
import { ask } from '../ask.js';
import { ratioFinding, valueFinding } from '../finding.js';
import { owner, type Row, type Stage } from '../stage.js';
import { percentile } from '../statistics.js';

const LOGIN = { username: 'Anna Miller', email: 'anna@example.test', password: 'three brown horses' };
/** As many as are hashed at once, twice over, so that the next one is always there. */
const CONNECTIONS = 4;
const SLICE_SECONDS = 2;
const READS_PER_SECOND = 40;
const READ_SECONDS = 4;
const FLOOD = 4;

/** What a login costs beside the hashing, and whether a flood of logins leaves the rest alone. */
export const loginRow: Row = async (stage) => {
  const auth = await stage.service('auth', {
    LOGIN_FAILURES_PER_ACCOUNT: '100000000',
    LOGIN_FAILURES_PER_ADDRESS: '100000000',
    LOGIN_FAILURES_PER_ACCOUNT_IN_ALL: '100000000',
  });
  const bare = await stage.control('verify');
  const headers = tokenHeader(stage, visitor);
  const made = await fetch(`${auth.url}/api/auth/signup`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(LOGIN),
  });
  if (made.status !== 201) throw new Error(`the signup was answered ${made.status}: ${await made.text()}`);
  const { email, password } = LOGIN;
  const login = { url: `${auth.url}/api/auth/login`, headers, body: JSON.stringify({ email, password }) };
  const verify = { url: `${bare.url}/verify`, headers: {}, body: JSON.stringify({ password }) };

  const [ours, control]: [number[], number[]] = [[], []];
  await perSecond(login);
  await perSecond(verify);
  for (let round = 0; round < stage.rounds; round += 1) {
    if (round % 2 === 0) ours.push(await perSecond(login));
    control.push(await perSecond(verify));
    if (round % 2 === 1) ours.push(await perSecond(login));
  }
  const rate = ratioFinding('P26', 'logins / bare verify', '/s', ours, control, { atLeast: 0.8 });

  const agreements = await stage.service('agreements');
  const path = `${agreements.url}/api/agreements/${await stage.agreement(agreements.url)}`;
  const read = () => readLatency(path, tokenHeader(stage, owner));
  await read();
  const ratios: number[] = [];
  const [idle, flooded]: [number[], number[]] = [[], []];
  for (let round = 0; round < stage.rounds; round += 1) {
    const quiet = await read();
    const flood = floodWith(login, Math.ceil(rate.ours * FLOOD), READ_SECONDS + 1);
    await sleep(500);
    const busy = await read();
    await flood;
    idle.push(quiet);
    flooded.push(busy);
    ratios.push(busy / quiet);
  }
  const calm = valueFinding(
    'P26',
    'read p95 while 4× the logins arrive / idle',
    '×',
    ratios,
    { atMost: 3 },
    '×',
  );
  return [rate, { ...calm, ours: percentile(flooded, 0.5), control: percentile(idle, 0.5), unit: 'ms' }];
};

const tokenHeader = (stage: Stage, principal: Principal) => ({
  'x-service-token': stage.tokens.issue(principal),
});

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function perSecond(post: Post): Promise<number> {
  const result = await autocannon({
    url: post.url,
    method: 'POST',
    headers: { ...post.headers, 'content-type': 'application/json' },
    body: post.body,
    connections: CONNECTIONS,
    duration: SLICE_SECONDS,
  });
  if (result.non2xx + result.errors + result.timeouts > 0 || result['2xx'] === 0) {
    throw new Error(`${post.url}: ${JSON.stringify({ other: result.non2xx, errors: result.errors })}`);
  }
  return result['2xx'] / result.duration;
}

/** More logins than can be hashed; those that find the queue full are told to come back. */
async function floodWith(post: Post, rate: number, seconds: number): Promise<void> {
  await autocannon({
    url: post.url,
    method: 'POST',
    headers: { ...post.headers, 'content-type': 'application/json' },
    body: post.body,
    connections: 64,
    overallRate: rate,
    duration: seconds,
  });
}

/** 95th percentile in milliseconds, each read timed from when it should have been sent. */
async function readLatency(url: string, headers: Record<string, string>): Promise<number> {
  const latencies: number[] = [];
  const failures: unknown[] = [];
  const open: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < READS_PER_SECOND * READ_SECONDS; index += 1) {
    const scheduled = began + (index * 1000) / READS_PER_SECOND;
    await sleep(Math.max(0, scheduled - performance.now()));
    const reading = ask(url, headers).then(() => {
      latencies.push(performance.now() - scheduled);
    });
    open.push(reading.catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(open);
  if (failures.length > 0) throw new Error('a read failed', { cause: failures[0] });
  return percentile(latencies, 0.95);
}
