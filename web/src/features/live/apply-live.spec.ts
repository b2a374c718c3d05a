import type { AgreementView, LiveAgreement, TranscriptView } from '../../lib/api/api-types';
import { changeInPages } from '../agreements/use-agreement-cache';
import { applyLive, applyProgress, isFurther, isMoreThanProgress } from './use-live-agreements';

const AGREEMENT = {
  agreementId: '4207731958026614',
  status: 'awaiting_party',
  transcript: { stage: 'none', percent: 0 },
  invitation: { issuedAt: 'x', expiresAt: 'y', openedAt: null, nextReminderAt: null },
} as AgreementView;

const news = (change: Partial<LiveAgreement>): LiveAgreement => ({
  agreementId: AGREEMENT.agreementId,
  status: null,
  stage: null,
  percent: null,
  segmentCount: null,
  at: '2026-11-21T12:00:00Z',
  ...change,
});

describe('applyLive', () => {
  it.each(['processing', 'completed', 'cancelled'] as const)('ends the invitation with %s', (status) => {
    expect(applyLive(AGREEMENT, news({ status }))).toMatchObject({ status, invitation: null });
  });

  it('keeps the invitation while the other party is awaited', () => {
    expect(applyLive(AGREEMENT, news({ status: 'awaiting_party' })).invitation).toBe(AGREEMENT.invitation);
    expect(applyLive(AGREEMENT, news({ stage: 'queued' })).invitation).toBe(AGREEMENT.invitation);
  });

  it('starts a stage at nothing and keeps the percent of the one it knows', () => {
    const begun = applyLive(AGREEMENT, news({ stage: 'transcribing' }));
    expect(begun.transcript).toEqual({ stage: 'transcribing', percent: 0 });
    expect(applyLive(begun, news({ percent: 40 })).transcript).toEqual({
      stage: 'transcribing',
      percent: 40,
    });
  });
});

describe('changeInPages', () => {
  it('changes one agreement on whatever page it is', () => {
    const other = { ...AGREEMENT, agreementId: '1111111111111111' };
    const data = {
      pages: [
        { items: [other], nextCursor: 'a' },
        { items: [AGREEMENT], nextCursor: null },
      ],
      pageParams: [null, 'a'],
    };
    const changed = changeInPages<AgreementView>(data, AGREEMENT.agreementId, (old) => ({
      ...old,
      status: 'cancelled',
    }));
    expect(changed?.pages[0]?.items[0]).toBe(other);
    expect(changed?.pages[1]?.items[0]?.status).toBe('cancelled');
    expect(changeInPages(undefined, 'x', (old) => old)).toBeUndefined();
  });
});

describe('a transcript that is being made', () => {
  const transcript = {
    status: 'transcribing',
    percent: 20,
    segments: [{ text: 'I sell my car.' }],
  } as unknown as TranscriptView;

  it('shows the real percent at once', () => {
    expect(applyProgress(transcript, news({ stage: 'transcribing', percent: 60 })).percent).toBe(60);
    expect(applyProgress(transcript, news({ stage: 'transcribing' })).percent).toBe(20);
    expect(applyProgress(transcript, news({ stage: 'sealing' }))).toMatchObject({
      status: 'sealing',
      percent: 0,
    });
  });

  it('is only done together with its words', () => {
    expect(applyProgress(transcript, news({ stage: 'done', percent: 100 }))).toBe(transcript);
    const done = { ...transcript, status: 'done' as const };
    expect(applyProgress(done, news({ stage: 'transcribing', percent: 10 }))).toBe(done);
  });

  it.each([
    ['another stage', { stage: 'sealing' }, true],
    ['another status', { status: 'completed' }, true],
    ['more lines', { stage: 'transcribing', percent: 40, segmentCount: 2 }, true],
    ['nothing but progress', { stage: 'transcribing', percent: 40, segmentCount: 1 }, false],
    ['nothing of itself', {}, true],
    ['progress without lines', { percent: 40 }, false],
  ] as const)('with %s is asked for anew: %s', (_, change, expected) => {
    expect(isFurther(transcript, news(change))).toBe(expected);
  });

  it('is not asked for by progress when nothing is known of it', () => {
    expect(isFurther(undefined, news({ stage: 'transcribing', percent: 1, segmentCount: 1 }))).toBe(false);
    expect(isFurther(undefined, news({ status: 'completed', stage: 'done' }))).toBe(true);
  });
});

describe('the list', () => {
  it.each([
    ['another status', { status: 'completed', stage: 'done', percent: 100 }, true],
    ['another stage', { stage: 'sealing' }, true],
    ['nothing of itself', {}, true],
    ['more percent', { stage: 'transcribing', percent: 40, segmentCount: 1 }, false],
    ['more lines', { stage: 'transcribing', percent: 40, segmentCount: 2 }, false],
  ] as const)('is asked for again after %s: %s', (_, change, expected) => {
    expect(isMoreThanProgress('transcribing', news(change))).toBe(expected);
  });

  it('is not asked for by the progress of an agreement that is not in it', () => {
    expect(isMoreThanProgress(undefined, news({ stage: 'transcribing', percent: 40 }))).toBe(false);
  });
});
