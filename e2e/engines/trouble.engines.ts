import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { recordInBrowserFormat } from '#testing';
import {
  bytesOnDevice,
  KEEP_DRAFT,
  newDeal,
  noise,
  sha256,
  storedRecordings,
} from '../browser/drafts/drafts.js';
import { required } from '../browser/pages.js';
import { keptDraft } from '../browser/recorder/recording.js';
import { test } from './device.js';
import { FORMATS, prepared, recorded, startRecording } from './recording.js';

const WAITING = 'Waiting for the network. It is sent when you are back online.';
const partOf = (path: string): number | undefined => {
  const n = /^\/api\/recordings\/[^/]+\/chunks\/(\d+)$/.exec(path)?.[1];
  return n === undefined ? undefined : Number(n);
};

test('a browser that is killed in the middle of a recording costs at most 1.5 seconds of it', async ({
  device,
}, info) => {
  const deal = newDeal();
  await device.open('/record-voice-deal');
  await startRecording(device, deal);
  const speech = device.room.speak(required('CONSENT_WAV'));
  await recorded(device, 6);
  const killedAt = await device.kill();
  await speech;

  await device.start();
  await device.open('/record-voice-deal');
  await device.sees('We kept your last recording');
  await device.sees(/We kept 0:\d\d from today \d\d:\d\d · Anna Miller and Ben Carter/);
  const { decoded, startedAt, peak } = await keptDraft(device);
  const lost = (killedAt - startedAt) / 1000 - (decoded ?? 0);
  info.annotations.push({ type: 'lost', description: `${lost.toFixed(2)} s of ${(decoded ?? 0) + lost} s` });
  expect(lost).toBeLessThanOrEqual(1.5);
  expect(peak).toBeGreaterThan(0.05);

  await device.press('button', 'Keep');
  await device.sees('Review Recording');
  const sound = await bytesOnDevice(device);
  await device.press('button', 'Continue to Payment');
  await device.sees('Safe on our server');
  const [stored] = await storedRecordings(deal);
  expect(stored).toMatchObject({ sha256: sha256(sound), mime: FORMATS[device.engine].mime });
  const { seconds } = await prepared(stored?.agreementId ?? '', 'a', false);
  expect((killedAt - startedAt) / 1000 - seconds).toBeLessThanOrEqual(1.5);
});

test('a network that goes away while a recording is saved costs nothing: it goes on by itself', async ({
  device,
}) => {
  const deal = newDeal();
  await device.open('/record-voice-deal');
  await startRecording(device, deal);
  await device.room.speak(required('CONSENT_WAV'));
  await device.press('button', 'Stop');
  await device.sees('Review Recording');
  const sound = await bytesOnDevice(device);
  const away: Promise<void>[] = [];
  device.wire.breaks = ({ path }) => {
    if (partOf(path) === undefined || away.length > 0) return false;
    away.push(device.goOffline());
    return true;
  };
  await device.press('button', 'Continue to Payment');
  await device.sees(WAITING);
  await Promise.all(away);
  await device.sees('You are offline. 1 recording waits to be sent.');
  expect(await storedRecordings(deal)).toEqual([]);
  await device.goOnline();
  await device.sees('Safe on our server');
  const stored = await storedRecordings(deal);
  expect(stored).toMatchObject([
    { sha256: sha256(sound), bytes: sound.length, mime: FORMATS[device.engine].mime },
  ]);
});

/** Pieces in which the page sends. */
const PART_BYTES = 256 * 1024;
const SECONDS = 200;

/** A long recording in the format of the engine, too much for one part: noise does not get smaller. */
async function longSound(mime: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'ssc-noise-'));
  const [from, to] = [join(folder, 'noise.webm'), join(folder, 'noise')];
  try {
    const webm = await noise(SECONDS, 64);
    if (mime === 'audio/webm') return webm;
    await writeFile(from, webm);
    await recordInBrowserFormat(from, to, 'mp4-aac');
    return await readFile(to);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('an upload survives cut connections and a killed browser: what was confirmed is not sent again', async ({
  device,
}) => {
  const deal = newDeal();
  const { mime } = FORMATS[device.engine];
  const sound = await longSound(mime);
  // Two pieces: of one alone in MP4, the header, nothing could be heard.
  const session = {
    ...{ id: randomUUID(), mime, chunks: 2, bytes: sound.length, savedAs: null },
    ...{ startedAt: Date.now() - SECONDS * 1000, updatedAt: Date.now(), elapsedMs: SECONDS * 1000 },
    form: {
      ...{ partyAName: 'Anna Miller', partyAEmail: deal.emailA },
      ...{ partyBName: 'Ben Carter', partyBEmail: deal.emailB },
    },
  };
  await device.open('/record-voice-deal');
  await expect
    .poll(() => device.evaluate('indexedDB.databases().then((all) => all.map((db) => db.name))'))
    .toContain('ssc-takes');
  await device.evaluate(`(${KEEP_DRAFT})(${JSON.stringify({ session, sound: sound.toString('base64') })})`);
  await device.open('/record-voice-deal');
  await device.press('button', 'Keep');

  let isOver = false;
  const cuts = new Set([1, 3]);
  device.wire.breaks = ({ path }) => {
    const part = partOf(path);
    if (part === undefined) return false;
    // From the fifth part on none arrives: before one does, the browser is gone.
    if (part === 4) isOver = true;
    return isOver || cuts.delete(part);
  };
  await device.press('button', 'Continue to Payment');
  await expect.poll(() => isOver, { timeout: 45_000 }).toBe(true);
  await device.kill();

  device.wire.breaks = () => false;
  await device.start();
  await device.open('/');
  await device.sees('Recording Saved!');
  expect(await storedRecordings(deal)).toMatchObject([{ sha256: sha256(sound), bytes: sound.length, mime }]);
  const sent = Object.groupBy(device.wire.sent, ({ path }) => partOf(path) ?? 'other');
  const parts = Array.from({ length: Math.ceil(sound.length / PART_BYTES) }, (_, n) => sent[n] ?? []);
  // Each until it was taken, and not again.
  for (const [n, tries] of parts.entries()) {
    expect([n, tries.map(({ isTaken }) => isTaken)]).toEqual([n, [...tries.slice(1).map(() => false), true]]);
  }
  expect(parts[1]?.length).toBeGreaterThan(1);
  expect(parts[4]?.length).toBeGreaterThan(1);
});
