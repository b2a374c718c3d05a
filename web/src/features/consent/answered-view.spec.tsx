import type { LiveAgreement } from '../../lib/api/api-types';
import { type TranscriptProgress, withLiveEvent } from './answered-view';

const news = (change: Partial<LiveAgreement>): LiveAgreement => ({
  agreementId: '4207731958026614',
  status: null,
  stage: null,
  percent: null,
  segmentCount: null,
  at: '2026-11-21T12:00:00Z',
  ...change,
});

const outcome = (...all: Partial<LiveAgreement>[]) =>
  all.reduce<TranscriptProgress | null>((known, change) => withLiveEvent(known, news(change)), null);

describe('withNews', () => {
  it('follows the stages with their percent', () => {
    expect(outcome({ status: 'processing' })).toBeNull();
    expect(outcome({ stage: 'queued' })).toEqual({ state: 'working', stage: 'queued', percent: 0 });
    expect(outcome({ stage: 'queued' }, { stage: 'transcribing', percent: 40 })).toEqual({
      state: 'working',
      stage: 'transcribing',
      percent: 40,
    });
  });

  it('is ready only when the agreement is complete, and stays so', () => {
    expect(outcome({ stage: 'done', percent: 100 })).toMatchObject({ state: 'working', stage: 'sealing' });
    expect(outcome({ stage: 'done' }, { status: 'completed', stage: 'done' })).toEqual({ state: 'ready' });
    expect(outcome({ status: 'completed' }, { stage: 'transcribing', percent: 90 })).toEqual({
      state: 'ready',
    });
  });

  it('pauses with the engine and goes on with it; the same news twice changes nothing', () => {
    expect(outcome({ stage: 'failed' })).toEqual({ state: 'paused' });
    expect(outcome({ stage: 'failed' }, { stage: 'queued' })).toMatchObject({ state: 'working' });
    const twice = { stage: 'transcribing', percent: 40 } as const;
    expect(outcome(twice, twice)).toEqual(outcome(twice));
  });
});
