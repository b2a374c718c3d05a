import { escrowStateTexts } from '#texts/escrow-state';
import { logTexts } from '#texts/log';
import { logTexts as spanish } from '../../i18n/es/log';
import { namesIn, sourceOf, valuesOf } from '../../testing/service-words';
import { actorWords, detailLines, eventWords } from './log-words';

const TYPES = namesIn('services/agreements/src/event-log/log-types.ts', /^ {2}'([a-z-]+)',$/gm);
const CONTRACT_EVENTS = 'libs/contracts/src/events/agreements.ts';
const PAYMENT_EVENTS = 'libs/contracts/src/events/payments.ts';
const TRANSCRIPTION = 'services/transcription/src';

/** Every reason that a row of the log can carry, beside what people write. */
const REASONS = [
  ...valuesOf(CONTRACT_EVENTS, 'cancelReasons'),
  ...valuesOf(PAYMENT_EVENTS, 'refundReasons'),
  ...valuesOf('services/agreements/src/agreements/delete-content.job.ts', 'reason'),
  ...namesIn('services/agreements/src/agreements/kept-content.ts', /\{ reason: '([a-z_]+)' \}/g),
  ...valuesOf(`${TRANSCRIPTION}/speech/speech-engine.ts`, 'SpeechEngineErrorCode'),
  ...valuesOf(`${TRANSCRIPTION}/transcripts/transcripts.service.ts`, 'RECORDING_UNUSABLE'),
  ...namesIn(
    `${TRANSCRIPTION}/transcripts/*.ts`,
    /: '([a-z_]+)';\n {4}return \(manager\) => this\.transcripts\.fail/g,
  ),
  ...namesIn(`${TRANSCRIPTION}/transcripts/*.ts`, /failure \?\? '([a-z_]+)'/g),
];

const CHANGES = valuesOf(PAYMENT_EVENTS, 'escrowChanges');

/** Kinds of mail that go to a party, whose failures are in the log. Those of an escrow's steps have the steps' words. */
const MAILS = ['mail', 'escrow']
  .flatMap((name) =>
    sourceOf(`services/notifications/src/mails/${name}.catalogue.ts`)
      .split(/^ {2}(?='?[a-z-]+'?: kind\()/m)
      .slice(1),
  )
  .filter((kind) => !kind.startsWith("'held-payment-"))
  .filter(
    (kind) =>
      !/recipients: \['(?:user|support|ticketSender)'\]|\.\.\.(?:toChanged|aboutHumanTranscript)/.test(kind),
  )
  .map((kind) => /^'?([a-z-]+)/.exec(kind)?.[1] ?? '');

const lines = (type: string, detail: Record<string, unknown>) =>
  detailLines({ type, detail: detail as never });

describe('the log in words', () => {
  it.each(TYPES)('has its own sentence for %s', (type) => {
    expect(Object.keys(logTexts.types)).toContain(type);
    expect(eventWords(type)).toMatch(/^[A-Z]/);
  });

  it('has sentences for nothing else', () => {
    expect(Object.keys(logTexts.types).sort()).toEqual([...TYPES].sort());
  });

  it('has words in both languages for every reason that the services write, and for nothing else', () => {
    expect(Object.keys(logTexts.reasons).sort()).toEqual([...new Set(REASONS)].sort());
    expect(Object.keys(spanish.reasons).sort()).toEqual(Object.keys(logTexts.reasons).sort());
  });

  it.each(REASONS)('explains the reason %s', (reason) => {
    const words = logTexts.reasons[reason as keyof typeof logTexts.reasons];
    expect(lines('payment-refunded', { reason })).toEqual([`Reason: ${words}`]);
  });

  it.each(CHANGES)('names the step %s of a protected payment', (change) => {
    const words = eventWords('held-payment', { change });
    expect(words).toMatch(/^Payment protection: [a-z]/);
    expect(words).not.toBe(logTexts.types['held-payment']);
  });

  it('tells a problem that was reported from an account that was disabled, and from what has stopped by itself', () => {
    const detail = { change: 'problem' };
    expect(eventWords('held-payment', detail, 'user:17')).toBe('Payment protection: problem reported');
    expect(eventWords('held-payment', detail, 'payments:admin')).toBe(
      'Payment protection: an account was disabled, so an administrator decides',
    );
    expect(eventWords('held-payment', detail, 'payments:clock')).toBe(
      'Payment protection: stopped by itself, our support decides',
    );
  });

  it('has words for no step that is gone', () => {
    const steps = CHANGES.map((change) => `held-payment-${change}`);
    expect(Object.keys(logTexts.steps).sort()).toEqual(steps.sort());
    expect(eventWords('held-payment', { change: 'thrown' })).toBe(logTexts.types['held-payment']);
  });

  it('has words for every mail to a party, and for no other', () => {
    expect(Object.keys(logTexts.mails).sort()).toEqual(MAILS.sort());
  });

  it('tells how a protected payment stands and how much it is', () => {
    const detail = { change: 'held', state: 'held', amountCents: 25_000, currency: 'usd' };
    expect(lines('held-payment', detail)).toEqual([
      'Amount: $250.00',
      `State: ${escrowStateTexts.states.held}`,
    ]);
  });

  it('tells how much was paid and given back', () => {
    expect(
      lines('payment-refunded', { amountCents: 500, currency: 'usd', reason: 'late-transcription' }),
    ).toEqual(['Reason: a transcript by a person came too late', 'Amount: $5.00']);
  });

  it('tells which mail did not arrive, and whose it was', () => {
    const detail = { template: 'invitation', recipient: 'partyB', outcome: 'bounced' };
    expect(lines('mail-failed', detail)).toEqual(['Email to party B: Invitation · Bounced']);
    expect(lines('mail-failed', { ...detail, template: 'new-thing' })).toEqual([
      'Email to party B: new thing · Bounced',
    ]);
    const seller = { ...detail, template: 'held-payment-seller-needed', recipient: 'seller' };
    expect(lines('mail-failed', seller)).toEqual([
      'Email to the seller: Payment protection: payouts to set up · Bounced',
    ]);
  });

  it.each([
    ['user:17', 'The buyer'],
    ['payments:seller', 'The seller'],
    ['payments:admin', 'Support'],
    ['payments:clock', 'By the system'],
  ])('names %s in a step of a protected payment as %s: either party may be the buyer', (actor, words) => {
    expect(actorWords(actor, { a: 'Maria', b: 'Tom' }, 'held-payment')).toBe(words);
  });

  it('stays readable for what it does not know', () => {
    expect(eventWords('something-new')).toBe('Something new');
    expect(eventWords('admin-moved-file')).toBe('Our support: moved file');
    expect(eventWords('agreements.recording.saved.v1')).toBe('Agreements recording saved');
  });

  it.each([
    ['visitor', 'Visitor'],
    ['user:17', 'Maria'],
    ['party-b', 'Tom'],
    ['admin:3', 'Support'],
    ['payments', 'By the system'],
  ])('names %s as %s', (actor, words) => {
    expect(actorWords(actor, { a: 'Maria', b: 'Tom' })).toBe(words);
  });

  it('names party A as who recorded before signing in, and nobody else without an account', () => {
    const names = { a: 'Maria', b: 'Tom' };
    expect(actorWords('visitor', names, 'recorded')).toBe('Maria, before signing in');
    expect(actorWords('visitor', names, 'link-requested')).toBe('Visitor');
  });

  it('tells what a person wrote, and only what a reader needs', () => {
    const note = 'Sold to someone else';
    expect(detailLines({ type: 'cancelled', detail: { note, reason: 'by_creator' } as never })).toEqual([
      'Reason: cancelled by party A',
      '“Sold to someone else”',
    ]);
    expect(detailLines({ type: 'declined', detail: { reason: 'declined', note } as never })).toEqual([
      '“Sold to someone else”',
    ]);
    expect(detailLines({ type: 'admin-cancelled', detail: { reason: 'Asked by phone.' } as never })).toEqual([
      '“Asked by phone.”',
    ]);
    const sha256 = 'a'.repeat(64);
    expect(detailLines({ type: 'recorded', detail: { bytes: 5, sha256 } as never })).toEqual([
      'Fingerprint of the recording: aaaaaaaa…aaaaaaaa',
    ]);
    const noticeGivenAt = '2026-11-21T10:00:00.000Z';
    expect(detailLines({ type: 'recorded', detail: { sha256, noticeGivenAt } as never })).toEqual([
      expect.stringMatching(/^Everyone present was told about the recording: Nov 21, 2026, /),
      'Fingerprint of the recording: aaaaaaaa…aaaaaaaa',
    ]);
    expect(
      detailLines({ type: 'recorded', detail: { noticeGivenAt: 'soon', startedAt: 'soon' } as never }),
    ).toEqual([]);
    expect(detailLines({ type: 'consented', detail: { startedAt: noticeGivenAt } as never })).toEqual([
      expect.stringMatching(/^Recorded on the device: Nov 21, 2026, /),
    ]);
    expect(detailLines({ type: 'manual-delivered', detail: { sha256 } as never })).toEqual([]);
    expect(
      detailLines({ type: 'manual-delivered', detail: { sha256, correctsOrderId: 'x' } as never }),
    ).toEqual(['It takes the place of the one delivered before']);
    expect(detailLines({ type: 'retention-extended', detail: { days: 1 } as never })).toEqual(['1 day']);
    const reason = 'Asked for help';
    expect(detailLines({ type: 'admin-downloaded-audio', detail: { reason, party: 'b' } as never })).toEqual([
      '“Asked for help”',
      'The recording of party B',
    ]);
    expect(detailLines({ type: 'opened', detail: {} as never })).toEqual([]);
  });
});
