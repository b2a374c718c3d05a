import type { EscrowState } from '#contracts';
import { escrowFacts } from '../../test/facts.fixture.js';
import { now } from '../../test/mail-samples.js';
import type { EscrowFacts } from '../facts/facts.module.js';
import {
  isChargebackLost,
  isChargebackOpen,
  isChargebackWon,
  isClockRunning,
  isClosedForReader,
  isDecided,
  isPaid,
  isPayable,
  isProblemOpen,
  isPromised,
  isRefunded,
  isReleased,
  isSellerNeeded,
  isStillHeld,
} from './escrow.due.js';
import type { Recipient } from './mail.kind.js';
import { wordings } from './texts/wording.js';

function context(facts: Partial<EscrowFacts>, recipient: Recipient = 'buyer') {
  const mail = { recipient, subjectId: escrowFacts.escrowId, details: {}, createdAt: now };
  const rest = {
    now,
    publicUrl: 'https://contract.test',
    supportEmail: 'support@contract.test',
    longestRecordingSeconds: 600,
    wording: wordings.en,
  };
  return { escrow: { ...escrowFacts, ...facts }, mail, ...rest };
}

const states = (...list: EscrowState[]) => list;

describe('a mail about an escrow', () => {
  it.each([
    ['of its release', isReleased, states('released', 'resolved'), states('held', 'releasing', 'refunded')],
    [
      'of its time to be paid',
      isPayable,
      states('requires_payment'),
      states('requires_onboarding', 'held', 'failed'),
    ],
    ['of its way back', isRefunded, states('refunded'), states('refunding', 'released')],
    [
      'of too long a hold',
      isStillHeld,
      states('held', 'release_due', 'disputed'),
      states('released', 'failed'),
    ],
    ['of a chargeback', isChargebackOpen, states('disputed', 'released'), states('held', 'charged_back')],
    ['of a chargeback won', isChargebackWon, states('held', 'released'), states('charged_back')],
    ['of a chargeback lost', isChargebackLost, states('charged_back'), states('held', 'disputed')],
  ])('%s fits the state', (_what, isDue, due, notDue) => {
    expect(due.filter((state) => !isDue(context({ state }, 'seller')))).toEqual([]);
    expect(notDue.filter((state) => isDue(context({ state }, 'seller')))).toEqual([]);
  });

  it('of its clock is sent while the clock runs', () => {
    const releaseAt = '2026-11-21T09:00:01.000Z';
    expect(isClockRunning(context({ state: 'release_due', releaseAt }))).toBe(true);
    expect(isClockRunning(context({ state: 'release_due', releaseAt: now.toISOString() }))).toBe(false);
    expect(isClockRunning(context({ state: 'disputed', releaseAt }))).toBe(false);
    expect(isClockRunning(context({ state: 'release_due', releaseAt: null }))).toBe(false);
  });

  it.each([
    ['2026-11-21T09:00:01.000Z', true],
    ['2026-11-21T09:00:00.000Z', false],
  ])('that asks for payouts or the payment until %s', (payBy, expected) => {
    const onboarding = { state: 'requires_onboarding', sellerReady: false, payBy } as const;
    expect(isSellerNeeded(context(onboarding))).toBe(expected);
    expect(isPayable(context({ state: 'requires_payment', payBy }))).toBe(expected);
  });

  it('is the receipt of the buyer whatever came after, and asks the seller to deliver only before the clock', () => {
    expect(isPaid(context({ state: 'refunded' }))).toBe(true);
    expect(isPaid(context({ heldAt: null }))).toBe(false);
    expect(isPaid(context({ state: 'held' }, 'seller'))).toBe(true);
    expect(isPaid(context({ state: 'release_due' }, 'seller'))).toBe(false);
  });

  it('asks the seller for payouts until they are set up or the payment has ended', () => {
    expect(isSellerNeeded(context({ state: 'requires_onboarding', sellerReady: false }))).toBe(true);
    expect(isSellerNeeded(context({ state: 'releasing', sellerReady: false }))).toBe(true);
    expect(isSellerNeeded(context({ state: 'requires_onboarding', sellerReady: true }))).toBe(false);
    expect(isSellerNeeded(context({ state: 'failed', sellerReady: false }))).toBe(false);
  });

  it('of a chargeback lost is sent when the bank keeps a part, too', () => {
    expect(isChargebackLost(context({ state: 'held', chargedBackCents: 500 }, 'seller'))).toBe(true);
  });

  it('of what a bank has decided goes to the buyer only where the clock runs anew', () => {
    const running = { state: 'release_due', releaseAt: '2099-01-01T00:00:00.000Z' } as const;
    for (const isDue of [isChargebackWon, isChargebackLost]) {
      expect(isDue(context({ ...running, chargedBackCents: 500 }))).toBe(true);
      expect(isDue(context({ state: 'held', chargedBackCents: 500 }))).toBe(false);
    }
  });

  it('of a part that the seller gives back goes to support only in a dispute', () => {
    const promised = { buyerRefundCents: 500 };
    expect(isPromised(context({ ...promised, state: 'held' }))).toBe(true);
    expect(isPromised(context({ ...promised, state: 'released' }))).toBe(false);
    expect(isPromised(context({ ...promised, state: 'held' }, 'support'))).toBe(false);
    expect(isPromised(context({ ...promised, state: 'disputed' }, 'support'))).toBe(true);
  });

  it('of a problem or a decision needs its words', () => {
    expect(isProblemOpen(context({ state: 'disputed', problem: 'Broken' }))).toBe(true);
    expect(isProblemOpen(context({ state: 'disputed', problem: null }))).toBe(false);
    expect(isProblemOpen(context({ state: 'disputed', isContractCancelled: true }))).toBe(true);
    expect(isProblemOpen(context({ state: 'disputed', isAccountDisabled: true }))).toBe(true);
    expect(isProblemOpen(context({ state: 'disputed', buyerRefundCents: 500 }))).toBe(true);
    expect(isProblemOpen(context({ state: 'refunding', isContractCancelled: true }))).toBe(false);
    expect(isProblemOpen(context({ state: 'resolving', problem: 'Broken' }))).toBe(false);
    expect(isDecided(context({ decision: 'Both keep a part' }))).toBe(true);
    expect(isDecided(context({ decision: null }))).toBe(false);
  });

  it('that was never paid goes to a seller who knew of it only', () => {
    const failed = (recipient: Recipient, sellerTold: boolean) =>
      isClosedForReader({ ...context({ state: 'failed' }, recipient), sellerTold });
    expect([failed('seller', true), failed('seller', false), failed('buyer', false)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(isClosedForReader({ ...context({ state: 'held' }), sellerTold: true })).toBe(false);
  });
});
