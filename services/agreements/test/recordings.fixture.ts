import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { speakAgreement } from '#testing';
import type { AgreementsUnderTest, Answer } from './agreements-under-test.js';
import { user } from './agreements-under-test.js';

const run = promisify(execFile);

let tones = 0;
let answers = 0;

/** A tone that is like no other of this test, as Opus in WebM. Duration in seconds. */
export async function recordTone(path: string, seconds: number): Promise<Buffer> {
  tones += 1;
  const tone = `sine=frequency=${200 + 20 * tones}:duration=${seconds}`;
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', tone],
    ...['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '16k', '-f', 'webm', path],
  ]);
  return readFile(path);
}

/** What party B says: no two are alike. As Opus in WebM. */
export async function recordAnswer(
  path: string,
  text = 'I have listened to it. Yes, I agree.',
): Promise<Buffer> {
  answers += 1;
  const spoken = `${path}.wav`;
  await speakAgreement(spoken, [{ voice: 'b', text: `${text} This is answer ${answers}.` }]);
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', spoken],
    ...['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '16k', '-f', 'webm', path],
  ]);
  return readFile(path);
}

/** One picture of a single colour, in the format that the file name says. */
export async function drawPhoto(path: string): Promise<Buffer> {
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=red:size=64x48'],
    ...['-frames:v', '1', path],
  ]);
  return readFile(path);
}

export const agreementData = {
  partyAName: 'Anna Miller',
  partyAEmail: 'anna@example.test',
  partyBName: 'Ben Carter',
  partyBEmail: 'ben@example.test',
  agreementAmount: '250.50',
  planType: 'split-second-contract',
  temporary: true,
};

/** The upload form as the web app fills it in; a field of `null` is left out. */
export function uploadForm(
  audio: Buffer | null,
  fields: object | string | null = {},
  photo?: { content: Buffer; name: string },
): FormData {
  const form = new FormData();
  if (fields !== null) {
    const text = typeof fields === 'string' ? fields : JSON.stringify({ ...agreementData, ...fields });
    form.append('agreementData', text);
  }
  if (audio)
    form.append('audio', new Blob([new Uint8Array(audio)], { type: 'audio/webm' }), 'recording.webm');
  if (photo) form.append('photo', new Blob([new Uint8Array(photo.content)]), photo.name);
  return form;
}

export interface SavedBody {
  agreementId: string;
  claimToken: string;
  status: string;
  sha256: string;
  bytes: number;
  durationSeconds: number;
  createdAt: string;
}

const visitor = { kind: 'visitor', id: 0, sessionId: null } as const;

export function upload<T = SavedBody>(under: AgreementsUnderTest, form: FormData): Promise<Answer<T>> {
  return under.call<T>('/api/agreements/temporary', visitor, { method: 'POST', body: form });
}

/** A saved agreement; with an owner when one is given. */
export async function savedAgreement(
  under: AgreementsUnderTest,
  audio: Buffer,
  ownerId?: number,
  fields: object = {},
): Promise<SavedBody> {
  const { status, body } = await upload(under, uploadForm(audio, fields));
  if (status !== 201) throw new Error(`saving answered ${status}: ${JSON.stringify(body)}`);
  if (ownerId !== undefined) await claim(under, body.agreementId, ownerId, body.claimToken);
  return body;
}

export function claim(
  under: AgreementsUnderTest,
  agreementId: string,
  userId: number,
  claimToken?: string,
): Promise<Answer<{ status: string; planType: string }>> {
  return under.call(`/internal/agreements/${agreementId}/claim`, user(userId), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(claimToken === undefined ? {} : { claimToken }),
  });
}
