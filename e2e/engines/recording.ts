import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import pg from 'pg';
import { eventually } from '#testing';
import { bytesOnDevice, type Deal, sha256 } from '../browser/drafts/drafts.js';
import { required } from '../browser/pages.js';
import type { Device } from './device.js';
import type { Engine } from './drivers.js';

const run = promisify(execFile);

/** What each engine records in. Debian's Chromium has no AAC. */
export const FORMATS: Record<Engine, { mime: string; codec: string }> = {
  chromium: { mime: 'audio/mp4', codec: 'opus' },
  firefox: { mime: 'audio/webm', codec: 'opus' },
  webkit: { mime: 'audio/mp4', codec: 'aac' },
};

/** From the open recorder to the first sound: fills in who agrees, and starts. */
export async function startRecording(device: Device, { emailA, emailB }: Deal): Promise<void> {
  await device.fill('Party A Name', 'Anna Miller');
  await device.fill('Party A Email', emailA);
  await device.fill('Party B Name', 'Ben Carter');
  await device.fill('Party B Email', emailB);
  await device.press('button', 'Start Recording');
  await device.sees('Recording in progress...');
}

/** Until the recorder's clock shows this many seconds. */
export const recorded = (device: Device, seconds: number): Promise<void> =>
  eventually(
    async () => {
      const shown = await device.evaluate<string>(
        `document.querySelector('[role=timer]')?.textContent ?? ''`,
      );
      const [minutes, rest] = shown.split(':');
      if (!(Number(minutes) * 60 + Number(rest) >= seconds)) throw new Error(shown);
    },
    30_000,
    `${seconds} seconds`,
  );

interface Prepared {
  sha256: string;
  bytes: number;
  mime: string;
  seconds: number;
}

/** What the server has of a recording of a contract; of a paid one when it has made copies of it. */
export async function prepared(agreementId: string, party: 'a' | 'b', isPaid = true): Promise<Prepared> {
  const client = new pg.Client({ connectionString: required('AGREEMENTS_DATABASE_URL') });
  await client.connect();
  try {
    return await eventually(
      async () => {
        const { rows } = await client.query<Prepared>(
          `select sha256, bytes::float8 as bytes, mime, duration_ms / 1000.0::float8 as seconds from recordings
           where agreement_id = $1 and party = $2 and replaced_at is null${isPaid ? ' and prepared_at is not null' : ''}`,
          [agreementId, party],
        );
        if (!rows[0]) throw new Error('not prepared yet');
        return rows[0];
      },
      60_000,
      'the recording is prepared',
    );
  } finally {
    await client.end();
  }
}

/** What lies on the device is what its engine records. Answers it, with its length. */
export async function ownFormat(device: Device): Promise<{ sound: Buffer; seconds: number }> {
  const sound = await bytesOnDevice(device);
  const file = join(tmpdir(), `ssc-${randomUUID()}`);
  await writeFile(file, sound);
  const show = ['-show_entries', 'stream=codec_name', '-show_entries', 'packet=pts_time'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, '-of', 'json', file]).finally(() =>
    rm(file),
  );
  const { streams, packets } = JSON.parse(stdout) as {
    streams: { codec_name: string }[];
    packets: { pts_time: string }[];
  };
  expect(streams.map(({ codec_name }) => codec_name)).toEqual([FORMATS[device.engine].codec]);
  return { sound, seconds: Number(packets.at(-1)?.pts_time) };
}

/** The server has exactly these bytes, calls them what they are, and found as much sound in them. */
export async function expectPrepared(
  engine: Engine,
  { sound, seconds }: { sound: Buffer; seconds: number },
  found: Prepared,
): Promise<void> {
  expect(found).toMatchObject({ sha256: sha256(sound), bytes: sound.length, mime: FORMATS[engine].mime });
  expect(Math.abs(found.seconds - seconds)).toBeLessThan(0.5);
}
