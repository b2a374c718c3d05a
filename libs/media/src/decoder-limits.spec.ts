import { jest } from '@jest/globals';
import { deriveAudio, measureAudio } from './derive-audio.js';
import { probeAudio } from './probe-audio.js';
import { MediaFixtures } from './test/media-fixtures.js';
import { processesWith, stopOneWith } from './test/processes.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

/** Every way in which a recording is decoded. */
const WORKS = {
  probe: (path: string, _folder: string, timeoutMs: number, signal?: AbortSignal) =>
    probeAudio(path, { timeoutMs, ...(signal ? { signal } : {}) }),
  derive: (path: string, folder: string, timeoutMs: number, signal?: AbortSignal) =>
    deriveAudio(path, folder, ['mp3', 'webm'], { timeoutMs, ...(signal ? { signal } : {}) }),
  measure: (path: string, _folder: string, timeoutMs: number, signal?: AbortSignal) =>
    measureAudio(path, { timeoutMs, ...(signal ? { signal } : {}) }),
};

describe.each(Object.entries(WORKS))('%s', (name, work) => {
  let fixtures: MediaFixtures;
  let path: string;

  beforeAll(async () => {
    fixtures = await MediaFixtures.create();
    const source = ['-f', 'lavfi', '-i', 'anoisesrc=r=16000:a=0.1:d=3600'];
    path = await fixtures.ffmpeg([...source, '-c:a', 'pcm_s16le'], `hour-${name}.wav`);
  });

  afterAll(async () => {
    await fixtures.remove();
  });

  it('ends with its time, and no decoder lives on', async () => {
    await expect(work(path, fixtures.directory, 150)).rejects.toMatchObject({ code: 'timeout' });
    expect(await processesWith(path)).toEqual([]);
  });

  it('ends when told to, even if the decoder stands still', async () => {
    const controller = new AbortController();
    const working = work(path, fixtures.directory, 60_000, controller.signal).catch(
      (error: unknown) => error,
    );
    await stopOneWith(path);
    controller.abort(new Error('shutting down'));
    expect(await working).toMatchObject({ message: 'shutting down' });
    expect(await processesWith(path)).toEqual([]);
  });
});
