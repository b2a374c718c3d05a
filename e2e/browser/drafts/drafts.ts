import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { required, speakFor } from '../pages.js';
import type { Scripted } from '../recorder/recording.js';

const run = promisify(execFile);

export const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/** A sound as a browser records it, of as many bytes as asked for: noise does not get smaller. */
export async function noise(seconds: number, kilobits: number): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:r=48000:a=0.2`, '-ac', '1'],
      ...[
        '-c:a',
        'libopus',
        '-b:a',
        `${kilobits}k`,
        '-vbr',
        'off',
        '-compression_level',
        '0',
        '-f',
        'webm',
        '-',
      ],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}

export interface Deal {
  emailA: string;
  emailB: string;
}

export function newDeal(): Deal {
  const name = randomUUID().slice(0, 8);
  return { emailA: `anna.${name}@example.test`, emailB: `ben.${name}@example.test` };
}

/** As text, because these types know no documents. Puts a draft where the recorder keeps its own. */
export const KEEP_DRAFT = `async ({ session, sound }) => {
  const data = Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0)).buffer;
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await done(indexedDB.open('ssc-takes'));
  const write = db.transaction(['sessions', 'chunks'], 'readwrite');
  write.objectStore('sessions').put(session);
  write.objectStore('chunks').put({ session: session.id, index: 0, data, levels: [0.2] });
  await new Promise((resolve, reject) => {
    write.oncomplete = resolve;
    write.onerror = () => reject(write.error);
  });
  db.close();
}`;

/** Opens the review of a draft that an earlier visit left on this device. */
export async function reviewDraft(page: Page, deal: Deal, sound: Buffer, seconds: number): Promise<void> {
  const { emailA, emailB } = deal;
  const form = {
    partyAName: 'Anna Miller',
    partyAEmail: emailA,
    partyBName: 'Ben Carter',
    partyBEmail: emailB,
  };
  const times = { startedAt: Date.now() - seconds * 1000, updatedAt: Date.now(), elapsedMs: seconds * 1000 };
  const session = {
    ...{ id: randomUUID(), mime: 'audio/webm;codecs=opus', ...times, form, savedAs: null },
    ...{ chunks: 1, bytes: sound.length },
  };
  await page.goto('/record-voice-deal');
  await expect(page.getByLabel('Party A Name')).toBeVisible();
  await expect
    .poll(() => page.evaluate('indexedDB.databases().then((all) => all.map((db) => db.name))'))
    .toContain('ssc-takes');
  await page.evaluate(`(${KEEP_DRAFT})(${JSON.stringify({ session, sound: sound.toString('base64') })})`);
  await page.reload();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
}

/** Fills in who agrees, and speaks for a while. */
export async function recordDeal(page: Page, deal: Deal, ms: number): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill(deal.emailA);
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill(deal.emailB);
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(ms);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
}

/** The bytes of the newest draft as they lie on the device. */
export async function bytesOnDevice(page: Scripted): Promise<Buffer> {
  const text = await page.evaluate<string>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const db = await done(indexedDB.open('ssc-takes'));
    const read = db.transaction(['sessions', 'chunks']);
    const sessions = await done(read.objectStore('sessions').getAll());
    const newest = sessions.sort((a, b) => b.startedAt - a.startedAt)[0];
    const range = IDBKeyRange.bound([newest.id, 0], [newest.id, Infinity]);
    const rows = await done(read.objectStore('chunks').getAll(range));
    db.close();
    const bytes = new Uint8Array(await new Blob(rows.map((row) => row.data)).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  })()`);
  return Buffer.from(text, 'base64');
}

/** The container by its first bytes. */
export function sniff(sound: Buffer): string {
  if (sound.subarray(4, 8).toString('latin1') === 'ftyp') return 'audio/mp4';
  if (sound.readUInt32BE(0) === 0x1a45dfa3) return 'audio/webm';
  return 'unknown';
}

export interface StoredRecording {
  agreementId: string;
  sha256: string;
  bytes: number;
  mime: string;
}

/** What the server has of a deal: one row for each agreement. */
export async function storedRecordings({ emailA }: Deal): Promise<StoredRecording[]> {
  const client = new pg.Client({ connectionString: required('AGREEMENTS_DATABASE_URL') });
  await client.connect();
  try {
    const { rows } = await client.query<StoredRecording>(
      `select a.agreement_id as "agreementId", r.sha256, r.bytes::float8 as bytes, r.mime
       from agreements a join recordings r on r.agreement_id = a.agreement_id
       where a.party_a_email = $1`,
      [emailA],
    );
    return rows;
  } finally {
    await client.end();
  }
}
