import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  recordingPrepared,
  type TranscriptExported,
  transcriptCompleted,
  transcriptExported,
} from '#contracts';
import { noOrigin, type Origin } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { eventually } from '#testing';
import type { Verification } from '../src/evidence/verification.view.js';
import { codeDigits, mailedConfirmationKey, screenConfirmationKey } from '../src/signed-links.js';
import { AgreementsUnderTest, LINK_SECRET, user } from './agreements-under-test.js';
import {
  consent,
  consentForm,
  currentKey,
  invitedAgreement,
  OWNER,
  pay,
  send,
} from './invitations.fixture.js';
import {
  claim,
  recordAnswer,
  recordTone,
  type SavedBody,
  savedAgreement,
  upload,
  uploadForm,
} from './recordings.fixture.js';

export const run = promisify(execFile);

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** The agreements service beside services that answer what it seals, and a recording of each party. */
export interface Sealing {
  under: AgreementsUnderTest;
  services: FakeServices;
  folder: string;
  audio: Buffer;
  consentAudio: Buffer;
  stop(): Promise<void>;
}

export async function startSealing(): Promise<Sealing> {
  const folder = await mkdtemp(join(tmpdir(), 'ssc-seals-'));
  const services = await FakeServices.start();
  const under = await AgreementsUnderTest.start(services.environment);
  return {
    ...{ under, services, folder },
    audio: await recordTone(join(folder, 'tone.webm'), 1),
    consentAudio: await recordAnswer(join(folder, 'consent.webm')),
    stop: async () => {
      await under.stop();
      await services.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A party of whom nothing is known yet. */
const SPOKEN = { state: 'said', reason: null, recording: null, start: null, text: null };
const segments = [
  { recording: 'a', start: 0, end: 2, text: 'I sell the car for $250.50.', speaker: '1', confidence: 0.9 },
  {
    recording: 'a',
    start: 2.5,
    end: 4,
    text: 'I buy it. Señor Ñandú agrees.',
    speaker: '2',
    confidence: 0.8,
  },
];

/** Answers like transcription and payments when an agreement is sealed. */
export class FakeServices {
  /** Agreements and escrows about which everything is answered 503, by their ids: seals of other tests are made beside. */
  readonly away = new Set<string>();
  /** How often anything was asked. */
  asked = 0;
  receipts: object[] = [
    {
      number: 'SSC-2026-000001',
      description: 'Split Second Contract',
      ...{ amountCents: 500, refundedCents: 0, currency: 'usd' },
      paidAt: '2026-11-24T10:00:00.000Z',
      refundedAt: null,
    },
  ];
  held: object | null = null;
  /** What a person wrote, by the id of the agreement. */
  readonly human = new Map<string, object>();
  /** In which languages the transcript of an agreement was asked for last, by its id. */
  readonly transcriptLanguages = new Map<string, string | null>();
  /** Where whoever took a step of an escrow, ordered or delivered was. */
  origin: Origin = noOrigin;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeServices> {
    const server = createServer();
    const fake = new FakeServices(server);
    server.on('request', (request, response) => {
      fake.asked += 1;
      const path = request.url ?? '';
      const isAway = fake.away.has(idIn(path));
      const body = isAway ? { code: 'unavailable' } : fake.answer(path);
      response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get environment(): Record<string, string> {
    return { TRANSCRIPTION_URL: this.url, PAYMENTS_URL: this.url };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(path: string): object {
    if (path.startsWith('/internal/payments/')) {
      return { isTest: true, receipts: this.receipts, held: this.held };
    }
    if (path.startsWith('/internal/held-payments/')) return this.origin;
    if (path.startsWith('/internal/human-orders/')) return { ordered: this.origin, delivered: this.origin };
    const agreementId = idIn(path);
    this.transcriptLanguages.set(agreementId, new URL(path, this.url).searchParams.get('languages'));
    const transcript = {
      ...{ agreementId, engine: 'pocketsphinx', draft: true, durationSeconds: 4 },
      sha256: 'c'.repeat(64),
      text: segments.map(({ text }) => text).join(' '),
      segments,
      speakers: [
        { label: '1', party: 'a', name: 'Anna Miller', basis: 'order' },
        { label: '2', party: 'b', name: 'Ben Carter', basis: 'order' },
      ],
      gaps: [],
      terms: [
        {
          ...{ kind: 'amount', text: '$250.50', value: '250.50 USD', recording: 'a' },
          ...{ start: 1.2, speaker: '1' },
        },
      ],
      amountCheck: { typedCents: 25050, spokenCents: [25050], agrees: true },
      spokenConsents: [
        { ...SPOKEN, party: 'a', recording: 'a', start: 1, text: 'I agree to sell my car.' },
        { ...SPOKEN, party: 'b', state: 'not_said' },
      ],
      voiceMatch: null,
      human: this.human.get(agreementId) ?? null,
    };
    return {
      json: `${JSON.stringify(transcript, null, 2)}\n`,
      txt: `Transcript of agreement ${agreementId}\n\n[0:00] Anna Miller: ${segments[0]?.text}\n`,
    };
  }
}

/** Of whatever a path is about: `/internal/payments/{id}…`. */
function idIn(path: string): string {
  return /^\/internal\/[\w-]+\/([\w-]+)/.exec(path)?.[1] ?? '';
}

/** The copies of a recording, as transcription makes them once it is paid. */
const copiesMade = {
  mp3: Buffer.from('as mp3'),
  webm: Buffer.from('as webm'),
  preview: Buffer.from('cut'),
};

/** The owner has exported the transcript; the same event `deliveries` times. Answers the hash of the file. */
export async function exported(
  under: AgreementsUnderTest,
  agreementId: string,
  what: Partial<TranscriptExported> = {},
  deliveries = 1,
): Promise<string> {
  const event = under.event(transcriptExported, {
    ...{ agreementId, format: 'srt', language: 'en', sha256: sha256(randomUUID()), bytes: 412 },
    ...{ transcriptSha256: 'c'.repeat(64), areSpeakersNamed: false, ...what },
  });
  for (let times = 1; times <= deliveries; times += 1) {
    await under.deliver(event);
    await under.handled(event, 'note-export', times);
  }
  return event.data.sha256;
}

export async function prepare(under: AgreementsUnderTest, agreementId: string): Promise<void> {
  const [recording] = await under.query<{ id: string }>(
    `select id from recordings where agreement_id = $1 and party = 'a' and replaced_at is null`,
    [agreementId],
  );
  const recordingId = recording?.id ?? '';
  const store = under.service.app.get<ObjectStore>(OBJECT_STORE);
  const object = async (name: keyof typeof copiesMade, mime: string) => {
    const content = Buffer.concat([copiesMade[name], Buffer.from(` of ${agreementId}`)]);
    const key = `derived/${recordingId}/${name}`;
    await store.putBuffer(key, content, mime);
    return { key, mime, bytes: content.length, sha256: sha256(content) };
  };
  const event = under.event(recordingPrepared, {
    ...{ agreementId, recordingId, durationMs: 1000, outline: [0.5] },
    mp3: await object('mp3', 'audio/mpeg'),
    webm: await object('webm', 'audio/webm'),
    preview: await object('preview', 'audio/mpeg'),
  });
  await under.deliver(event);
  await under.handled(event, 'attach-derived');
  await exported(under, agreementId);
}

/** Completes an agreement as the news of its transcript does. */
export async function complete(under: AgreementsUnderTest, agreementId: string): Promise<void> {
  const event = under.event(transcriptCompleted, {
    ...{ agreementId, ownerId: OWNER, transcriptId: randomUUID(), sha256: 'c'.repeat(64) },
    ...{ durationMs: 4000, segmentCount: 2, engine: 'pocketsphinx', isDraft: true },
  });
  await under.deliver(event);
  await under.handled(event, 'complete-agreement');
}

interface SealRow {
  version: number;
  manifest: string;
  manifestSha256: string;
  keyId: string;
}

export function sealed(under: AgreementsUnderTest, agreementId: string, version = 1): Promise<SealRow> {
  return eventually(
    async () => {
      const [row] = await under.query<SealRow>(
        `select version, manifest, manifest_sha256 as "manifestSha256", key_id as "keyId" from seals
         where agreement_id = $1 and version = $2 and sealed_at is not null`,
        [agreementId, version],
      );
      if (!row) throw new Error('not sealed');
      return row;
    },
    20_000,
    'a seal',
  );
}

/** People in one room: recorded, paid, completed, sealed. */
export async function sealedAgreement(under: AgreementsUnderTest, audio: Buffer): Promise<SavedBody> {
  const saved = await savedAgreement(under, audio, OWNER);
  await pay(under, saved.agreementId);
  await complete(under, saved.agreementId);
  await sealed(under, saved.agreementId);
  return saved;
}

/** People who were apart: with party B's own consent. */
export async function sealedRemoteAgreement(
  under: AgreementsUnderTest,
  audio: Buffer,
  consentAudio: Buffer,
): Promise<SavedBody> {
  const saved = await invitedAgreement(under, audio);
  const key = await currentKey(under, saved.agreementId);
  const { status } = await consent(under, saved.agreementId, consentForm(consentAudio, { key }));
  if (status >= 300) throw new Error(`consent answered ${status}`);
  await complete(under, saved.agreementId);
  await sealed(under, saved.agreementId);
  return saved;
}

/** What anybody is told about a number or a hash. */
export const verify = async (under: AgreementsUnderTest, path: string) =>
  (await under.call<Verification>(`/api/verify/${path}`, { kind: 'visitor', id: 0, sessionId: null })).body;

export async function logTypes(under: AgreementsUnderTest, agreementId: string): Promise<string[]> {
  const sql = 'select type from agreement_events where agreement_id = $1 order by seq';
  return (await under.query<{ type: string }>(sql, [agreementId])).map(({ type }) => type);
}

export const packetOf = (under: AgreementsUnderTest, agreementId: string, key?: string) =>
  under.call<Buffer>(
    `/api/agreements/${agreementId}/evidence.zip${key ? `?key=${encodeURIComponent(key)}` : ''}`,
    key ? { kind: 'visitor', id: 0, sessionId: null } : user(OWNER),
  );

/** Unpacks with the machine's own program. */
export async function unpack(zip: Buffer, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, '..', `${randomUUID()}.zip`);
  await writeFile(file, zip);
  await run('unzip', ['-t', file]);
  await run('unzip', ['-q', '-o', file, '-d', folder]);
  return folder;
}

/** Runs the packet's own checker, without any network where the machine allows to take it away. */
export async function check(folder: string): Promise<{ status: number; said: string }> {
  const command = (await canUnshare()) ? ['unshare', '-rn'] : [];
  const [program = '', ...args] = [...command, process.execPath, join(folder, 'check.mjs')];
  try {
    const { stdout } = await run(program, args, { env: {} });
    return { status: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, said: stdout + stderr };
  }
}

let unshares: boolean | null = null;

/** Whether this machine allows to take the network away; says so where it does not, so that nobody takes the run for one without. */
export async function canUnshare(): Promise<boolean> {
  unshares ??= await run('unshare', ['-rn', 'true']).then(
    () => true,
    () => {
      process.stderr.write('Packets are checked with a network: `unshare -rn` is not allowed here\n');
      return false;
    },
  );
  return unshares;
}

/**
 * Sealed agreements of each way to agree: in one room with a photo, confirmed on party A's screen and through the mail;
 * from afar through the mailed link, with a code, and objected to.
 */
export async function everyKindOfAgreement(
  under: AgreementsUnderTest,
  { audio, consentAudio, photo }: { audio: Buffer; consentAudio: Buffer; photo: Buffer },
): Promise<string[]> {
  const together = (await upload(under, uploadForm(audio, {}, { content: photo, name: 'photo.jpg' }))).body;
  await claim(under, together.agreementId, OWNER, together.claimToken);
  await pay(under, together.agreementId);
  await prepare(under, together.agreementId);
  await complete(under, together.agreementId);
  await sealed(under, together.agreementId);
  const shown = screenConfirmationKey(LINK_SECRET, together.agreementId, new Date());
  await confirm(under, together.agreementId, { key: shown.key, answer: 'yes' });
  await sealed(under, together.agreementId, 2);
  await confirm(under, together.agreementId, {
    ...{ key: mailedConfirmationKey(LINK_SECRET, together.agreementId), answer: 'yes' },
  });
  await sealed(under, together.agreementId, 3);

  const linked = await sealedRemoteAgreement(under, audio, consentAudio);
  await prepare(under, linked.agreementId);

  const coded = await invitedAgreement(under, audio);
  const key = await keyForCode(under, coded.agreementId);
  const consented = await consent(under, coded.agreementId, consentForm(consentAudio, { key }));
  if (consented.status >= 300) throw new Error(`consent answered ${consented.status}`);
  await complete(under, coded.agreementId);
  await sealed(under, coded.agreementId);

  const objected = await sealedRemoteAgreement(under, audio, consentAudio);
  await confirm(under, objected.agreementId, {
    key: mailedConfirmationKey(LINK_SECRET, objected.agreementId),
    ...{ answer: 'no', reason: 'I was away.' },
  });
  await sealed(under, objected.agreementId, 2);
  return [together, linked, coded, objected].map(({ agreementId }) => agreementId);
}

async function confirm(under: AgreementsUnderTest, agreementId: string, body: object): Promise<void> {
  const { status } = await send(under, 'POST', `/api/agreements/remote/${agreementId}/confirmation`, body);
  if (status !== 200) throw new Error(`the confirmation was answered ${status}`);
}

/** Types the code that was mailed. */
async function keyForCode(under: AgreementsUnderTest, agreementId: string): Promise<string> {
  const path = `/api/agreements/remote/${agreementId}/code`;
  await send(under, 'POST', path);
  const [row] = await under.query<{ id: string }>(
    'select id from consent_codes where agreement_id = $1 order by issued_at desc limit 1',
    [agreementId],
  );
  const code = codeDigits(LINK_SECRET, agreementId, row?.id ?? '');
  const { body } = await send<{ key?: string }>(under, 'POST', `${path}/confirm`, { code });
  return body.key ?? '';
}
