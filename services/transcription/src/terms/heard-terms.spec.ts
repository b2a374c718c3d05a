import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { probeAudio } from '#media';
import { speakAgreement, speakParts } from '#testing';
import { hearTerms } from './test/hear-terms.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

/** Silence before and after every line that is spoken. */
const PAUSE_SECONDS = 0.7;

describe('terms of a recording that was really spoken and recognised', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'heard-terms-'));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('have the amount within 2 s of where it is spoken', async () => {
    const [before, whole, late] = ['before', 'whole', 'late'].map((name) =>
      join(directory, `${name}.wav`),
    ) as [string, string, string];
    await speakAgreement(before, [{ voice: 'a', text: 'I agree to pay' }]);
    await speakAgreement(whole, [{ voice: 'a', text: 'I agree to pay two thousand dollars.' }]);
    await speakParts(late, [whole], 4);
    const { durationSeconds } = await probeAudio(before);
    const amount = (await hearTerms(late, directory)).find(({ kind }) => kind === 'amount');
    expect(amount).toMatchObject({ text: 'two thousand dollars', value: '2000.00 USD' });
    expect(Math.abs((amount?.start ?? 0) - (4 + durationSeconds - PAUSE_SECONDS))).toBeLessThan(2);
  });
});
