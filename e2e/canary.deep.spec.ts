import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { allEvents } from '#contracts';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import {
  CONSENT_FROM_AFAR,
  EventTap,
  invitationTo,
  Journey,
  PartyB,
  sessionHeaders,
  speakAgreement,
  systemServices,
  TestSystem,
  testSeed,
} from '#testing';
import { type Operation, readApi } from './fuzz/api-document.js';
import { following } from './fuzz/requests.js';
import { openSession } from './sessions.js';

const root = resolve(import.meta.dirname, '..');
const mark = randomUUID().slice(0, 8);
/** Words that exist nowhere else; wherever one turns up, something secret got there. */
const secret = {
  password: `Canary-Password-${mark}`,
  newPassword: `Canary-New-Password-${mark}`,
  address: `canary.address.${mark}@example.test`,
  addressB: `canary.other.${mark}@example.test`,
  newAddress: `canary.new.${mark}@example.test`,
  word: `canaryword${mark}`,
  message: `canarymessage${mark}`,
};

let system: TestSystem;
let openai: OpenAiStandIn;
let tap: EventTap;
let folder: string;
let spoken: string;
let agreed: string;
/** Tokens and keys that came up on the way. */
const issued: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-canary-'));
  spoken = join(folder, 'agreement.wav');
  await speakAgreement(spoken);
  agreed = join(folder, 'consent.wav');
  await speakAgreement(agreed, CONSENT_FROM_AFAR);
  openai = await startOpenAi({ port: 0 });
  openai.respondWith({
    text: `I sell the ${secret.word} car.`,
    language: 'en',
    duration: 12,
    segments: [{ start: 0, end: 4, text: `I sell the ${secret.word} car.`, speaker: 'A' }],
  });
  system = await TestSystem.start({
    root,
    env: {
      LOG_LEVEL: 'trace',
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: openai.apiKey,
      OPENAI_BASE_URL: openai.url,
    },
  });
  tap = await EventTap.open(system.servers.amqpUrl, allEvents);
}, 120_000);

afterAll(async () => {
  await tap?.close();
  await system?.stop();
  await openai?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Every place where something could be written down that outlives its request, as one text each. */
async function traces(): Promise<Record<string, string>> {
  const found: Record<string, string> = { events: JSON.stringify(tap.heard) };
  for (const name of [...systemServices, 'gateway'] as const) {
    found[`log of ${name}`] = await readFile(system.logFile(name), 'utf8');
  }
  for (const name of systemServices) {
    for (const table of ['jobs', 'outbox', 'outbox_published', 'outbox_dead', 'dead_letters']) {
      const [exists] = await system.query<{ is: boolean }>(name, `select to_regclass($1) is not null as is`, [
        table,
      ]);
      if (!exists?.is) continue;
      const rows = await system.query<{ row: object }>(name, `select to_jsonb(t) as row from ${table} t`);
      found[`${table} of ${name}`] = JSON.stringify(rows);
    }
  }
  const redis = new Redis(system.servers.redisUrl);
  const keys = await redis.keys('*');
  const values = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  found.redis = keys.map((key, index) => `${key}=${values[index]?.toString('latin1') ?? ''}`).join('\n');
  redis.disconnect();
  return found;
}

/** Sends the secrets wherever the API takes words. */
async function sendEverywhere(agreementId: string, tokens: (string | null)[]): Promise<number> {
  const api = await readApi(join(root, 'openapi.json'));
  const known = {
    values: {
      agreementId: [agreementId],
      email: [secret.address, secret.newAddress],
      password: [secret.password],
      currentPassword: [secret.password],
      newPassword: [secret.newPassword],
      token: [issued.bearer ?? secret.word],
      key: [issued.invitationKey ?? secret.word],
      backupTranscript: [secret.word],
    },
    actors: [],
    audio: Buffer.alloc(0),
  };
  const isSafe = ({ template }: Operation) =>
    !/(disable|cancel|logout|change-password|profile|sessions\/.*|end-others)$/.test(template);
  let sent = 0;
  for (const operation of api.operations.filter(isSafe)) {
    const path = operation.template.replace('{agreementId}', agreementId).replace(/\{\w+\}/g, secret.word);
    const hasJson = operation.contentType === 'application/json' && operation.body !== null;
    const bodies = hasJson
      ? fc
          .sample(following(api, operation.body ?? {}, '', known), { numRuns: 3, seed: testSeed() })
          .map((body) => JSON.stringify({ ...(body as object), message: secret.message, [secret.word]: 1 }))
      : [null];
    for (const token of tokens) {
      for (const body of bodies) {
        const answer = await fetch(`${system.url}${path}?q=${secret.word}&key=${secret.word}`, {
          method: operation.method,
          headers: {
            prefer: 'respond-async',
            ...(token === null ? {} : sessionHeaders(token)),
            ...(body === null ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === null ? {} : { body }),
        });
        await answer.arrayBuffer();
        sent += 1;
      }
    }
  }
  return sent;
}

describe('what people say, type and own', () => {
  it('stands in no log line, queue, job or event', async () => {
    const anna = new Journey(system.url, { email: secret.address, password: secret.password });
    await anna.signup();
    issued.bearer = anna.user.token;
    const fields = {
      partyAEmail: secret.address,
      partyBEmail: secret.addressB,
      backupTranscript: `${secret.word} as the browser heard it`,
    };
    const saved = await anna.save(spoken, { ...fields, isRemoteContract: true });
    issued.claim = saved.claimToken;
    expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
    const invitation = await invitationTo(system.mailboxUrl, secret.addressB);
    issued.invitationKey = invitation.key ?? '';
    const ben = new PartyB(system.url, invitation);
    await ben.view();
    expect(await ben.consent(agreed)).toMatchObject({ status: 201 });
    const transcript = await anna.transcript(saved.agreementId);
    expect(transcript.text).toContain(secret.word);
    await anna.reaches(saved.agreementId, 'completed');

    const contact = { name: 'Anna', email: secret.address, issueType: 'other', message: secret.message };
    await anna.call('POST', '/api/contact', { json: { ...contact, timestamp: new Date().toISOString() } });
    await anna.call('POST', '/api/auth/forgot-password', { json: { email: secret.address } });
    await anna.call('PATCH', '/api/auth/profile', { json: { username: 'Anna', email: secret.newAddress } });
    await anna.call('PATCH', '/api/auth/change-password', {
      json: { currentPassword: secret.password, newPassword: secret.newPassword },
    });
    const [admin] = await system.query<{ id: number }>(
      'auth',
      `insert into users (username, email, password_hash, role)
       values ('Root', 'root@example.test', 'none', 'admin') returning id`,
    );
    issued.admin = await openSession(system, admin?.id ?? 0, 'admin');
    const sent = await sendEverywhere(saved.agreementId, [null, issued.bearer, issued.admin]);
    expect(sent).toBeGreaterThan(100);
    await system.drain(120_000);

    const places = await traces();
    expect(places.events?.length).toBeGreaterThan(1000);
    const looked = { ...secret, ...issued };
    const leaks = Object.entries(places).flatMap(([place, text]) =>
      Object.entries(looked)
        .filter(([, value]) => value !== '' && text.includes(value))
        .map(([name, value]) => {
          const at = text.indexOf(value);
          return `${name} in ${place}: …${text.slice(Math.max(0, at - 160), at + 40)}…`;
        }),
    );
    expect(leaks).toEqual([]);
  }, 300_000);
});
