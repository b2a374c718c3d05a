import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { CAR_SALE, speakAgreement } from '#testing';
import { checkAmount } from './check-amount.js';
import { hearTerms } from './test/hear-terms.js';

// Real programs run here; a busy machine is no reason to fail.
jest.setTimeout(120_000);

describe('terms of a recording that was really spoken and recognised', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'heard-terms-'));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('have the amount and the day of the car sale', async () => {
    const path = join(directory, 'sale.wav');
    await speakAgreement(path, CAR_SALE);
    const terms = await hearTerms(path, directory);
    expect(terms.filter(({ kind }) => kind === 'amount').map(({ value }) => value)).toEqual(['2000.00 USD']);
    expect(terms.filter(({ kind }) => kind === 'date').map(({ value }) => value)).toEqual(['2026-11-27']);
    expect(checkAmount(terms, 200_000)?.agrees).toBe(true);
    expect(checkAmount(terms, 250_000)).toMatchObject({ spokenCents: [200_000], agrees: false });
  });
});
