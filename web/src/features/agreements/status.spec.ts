import type { AgreementView, ConsentView } from '../../lib/api/api-types';
import {
  availableActions,
  filterCounts,
  filterOf,
  isUnlocked,
  needsFallback,
  shareBarrier,
  stageLabel,
  statusLabel,
  waitsUntil,
} from './status';

describe('agreement status', () => {
  it.each([
    ['pending', 'Awaiting Payment', 'progress'],
    ['processing', 'Processing', 'progress'],
    ['awaiting_party', 'Awaiting Other Party', 'awaiting'],
    ['completed', 'Completed', 'completed'],
    ['cancelled', 'Cancelled', 'all'],
    ['something new', 'something new', 'all'],
  ])('%s reads "%s" and is counted under %s', (status, label, filter) => {
    expect(statusLabel(status)).toBe(label);
    expect(filterOf(status)).toBe(filter);
  });

  it('adds waiting for payment to what is in progress', () => {
    const counts = filterCounts({
      totalAgreements: 9,
      pendingAgreements: 2,
      awaitingAgreements: 1,
      processingAgreements: 3,
      completedAgreements: 2,
      cancelledAgreements: 1,
    });
    expect(counts).toEqual({ all: 9, completed: 2, progress: 5, awaiting: 1 });
  });

  it('tells what the transcription does while it does it', () => {
    const kept = { contentDeletedAt: null };
    const half = { stage: 'transcribing', percent: 41.6 } as const;
    expect(stageLabel({ ...kept, status: 'processing', transcript: half })).toBe('Transcribing 42%');
    const done = { stage: 'done', percent: 100 } as const;
    expect(stageLabel({ ...kept, status: 'completed', transcript: done })).toBeNull();
    const none = { stage: 'none', percent: 0 } as const;
    expect(stageLabel({ ...kept, status: 'pending', transcript: none })).toBeNull();
  });

  it('tells nothing of a transcription whose recording is deleted', () => {
    const stuck = { status: 'processing', transcript: { stage: 'failed', percent: 0 } } as const;
    expect(stageLabel({ ...stuck, contentDeletedAt: null })).toMatch(/^Transcription paused/);
    expect(stageLabel({ ...stuck, contentDeletedAt: '2026-12-21T00:00:00Z' })).toBeNull();
  });

  it('unlocks only what is paid for', () => {
    expect(isUnlocked({ status: 'pending', paidAt: null })).toBe(false);
    expect(isUnlocked({ status: 'awaiting_party', paidAt: '2026-11-21T00:00:00Z' })).toBe(true);
    expect(isUnlocked({ status: 'completed', paidAt: null })).toBe(true);
  });
});

const INVITATION = {
  issuedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-12-04T10:00:00Z',
  openedAt: null,
  nextReminderAt: null,
};

const REACHED = { mailProblem: null, isPartyBUnreached: false };

describe('the actions of a row', () => {
  it.each([
    ['pending', null, ['view', 'share', 'pay', 'resend', 'cancel']],
    ['awaiting_party', INVITATION, ['view', 'share', 'remind', 'correct', 'cancel']],
    [
      'awaiting_party',
      { ...INVITATION, openedAt: '2026-11-20T11:00:00Z' },
      ['view', 'share', 'remind', 'cancel'],
    ],
    ['awaiting_party', null, ['view', 'share', 'remind', 'cancel']],
    ['processing', null, ['view', 'share']],
    ['completed', null, ['view', 'share']],
    ['cancelled', null, ['view', 'share']],
  ] as const)('%s', (status, invitation, expected) => {
    const facts = { isRemoteContract: true, consents: [], escrowStatus: null, ...REACHED };
    expect(availableActions({ status, invitation, ...facts })).toEqual(expected);
  });

  it.each([
    ['requires_payment', false],
    ['held', false],
    ['failed', true],
  ])(
    'of an invitation whose payment is protected (%s) correct its address: %s',
    (escrowStatus, isOffered) => {
      const facts = {
        isRemoteContract: true,
        consents: [],
        invitation: INVITATION,
        escrowStatus,
        ...REACHED,
      };
      expect(availableActions({ status: 'awaiting_party', ...facts }).includes('correct')).toBe(isOffered);
    },
  );

  describe('of people in one room', () => {
    const facts = { isRemoteContract: false, invitation: null, consents: [], escrowStatus: null, ...REACHED };
    const actions = (change: Partial<AgreementView>) =>
      availableActions({ ...facts, status: 'processing', ...change });
    const ofB = (grade: ConsentView['grade']) => [{ party: 'b', kind: 'agreement', grade } as ConsentView];

    it('correct the address of party B until the contract is complete', () => {
      expect(actions({ status: 'pending' })).toEqual(['view', 'share', 'pay', 'resend', 'correct', 'cancel']);
      expect(actions({ consents: ofB('voice_only') })).toEqual(['view', 'share', 'correct']);
      expect(actions({ status: 'completed' })).toEqual(['view', 'share']);
    });

    it('correct it where all mail to party B came back, and not where one had arrived or nobody knows', () => {
      for (const status of ['processing', 'completed'] as const) {
        const bounced = { status, mailProblem: 'partyB:bounced' };
        expect(actions({ ...bounced, isPartyBUnreached: true })).toEqual(['view', 'share', 'correct']);
        expect(actions(bounced)).toEqual(['view', 'share']);
        expect(actions({ status, mailProblem: 'partyB:undelivered' })).toEqual(['view', 'share']);
      }
      const unreached = {
        isPartyBUnreached: true,
        mailProblem: 'partyB:bounced',
        status: 'completed',
      } as const;
      expect(actions({ ...unreached, consents: ofB('objected') })).toEqual(['view', 'share']);
    });

    it('leave it once party B has said something, or a payment is protected', () => {
      expect(actions({ consents: ofB('confirmed_on_screen') })).toEqual(['view', 'share']);
      expect(actions({ consents: ofB('objected') })).toEqual(['view', 'share']);
      expect(actions({ escrowStatus: 'requires_payment' })).toEqual(['view', 'share']);
    });
  });
});

describe('waitsUntil', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  it.each([
    [[], null],
    [[null, undefined], null],
    [['2026-11-21T11:59:59Z'], null],
    [['2026-11-21T12:30:00Z', null], '2026-11-21T12:30:00Z'],
    [['2026-11-21T12:30:00Z', '2026-11-21T13:00:00Z'], '2026-11-21T13:00:00Z'],
  ])('of %j is %s', (times, expected) => {
    expect(waitsUntil(now, ...times)).toBe(expected);
  });
});

describe('sharing', () => {
  it.each([
    ['pending', null, 'locked'],
    ['awaiting_party', null, 'waiting'],
    ['cancelled', null, 'ended'],
    ['processing', null, null],
    ['completed', null, null],
    ['completed', '2026-12-21T00:00:00Z', 'deleted'],
  ] as const)('%s, deleted %s: %s', (status, contentDeletedAt, expected) => {
    expect(shareBarrier({ status, contentDeletedAt, paidAt: null })).toBe(expected);
  });

  it('offers people where the engine gave up', () => {
    const kept = { contentDeletedAt: null };
    expect(needsFallback({ ...kept, status: 'processing', statusReason: 'needs_fallback' })).toBe(true);
    expect(needsFallback({ ...kept, status: 'completed', statusReason: 'needs_fallback' })).toBe(false);
    expect(needsFallback({ ...kept, status: 'processing', statusReason: null })).toBe(false);
  });

  it('offers nobody a recording that is deleted', () => {
    const stuck = { status: 'processing', statusReason: 'needs_fallback' } as const;
    expect(needsFallback({ ...stuck, contentDeletedAt: '2026-12-21T00:00:00Z' })).toBe(false);
  });
});
