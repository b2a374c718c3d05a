import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { probeAudio } from '#media';
import { recordInBrowserFormat } from './record-in-browser-format.js';
import { speakAgreement, speakParts } from './two-voice-agreement.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

const kennedy = fileURLToPath(new URL('../../fixtures/jfk.wav', import.meta.url));

describe('spoken agreements', () => {
  let directory: string;
  const path = (name: string) => join(directory, name);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spoken-spec-'));
    await speakAgreement(path('agreement.wav'));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it('speaks about twenty seconds of 48 kHz mono', async () => {
    const probe = await probeAudio(path('agreement.wav'));
    expect(probe).toMatchObject({ container: 'wav', codec: 'pcm_s16le', layout: 'mono', sampleRate: 48_000 });
    expect(probe.durationSeconds).toBeGreaterThan(18);
    expect(probe.durationSeconds).toBeLessThan(26);
  });

  it('appends other recordings after a silence', async () => {
    const first = await probeAudio(path('agreement.wav'));
    await speakParts(path('both.wav'), [path('agreement.wav'), kennedy], 1);
    const both = await probeAudio(path('both.wav'));
    expect(both.durationSeconds).toBeCloseTo(first.durationSeconds + 11 + 3, 1);
    expect(both.sampleRate).toBe(48_000);
  });

  it('plays the part of a browser', async () => {
    await recordInBrowserFormat(kennedy, path('r.webm'), 'webm-opus');
    await recordInBrowserFormat(kennedy, path('r.mp4'), 'mp4-opus');
    expect(await probeAudio(path('r.webm'))).toMatchObject({ container: 'webm', codec: 'opus' });
    expect(await probeAudio(path('r.mp4'))).toMatchObject({ container: 'mp4', codec: 'opus' });
  });
});
