import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logTexts } from '#texts/log';
import { actorWords, detailLines, eventWords } from './log-words';

/** As agreements lists them: only its text is read, since the web imports no service. */
const TYPES = [
  ...readFileSync(
    join(import.meta.dirname, '../../../../services/agreements/src/event-log/log-types.ts'),
    'utf8',
  ).matchAll(/^ {2}'([a-z-]+)',$/gm),
].map(([, type = '']) => type);

describe('the log in words', () => {
  it.each(TYPES)('has its own sentence for %s', (type) => {
    expect(Object.keys(logTexts.types)).toContain(type);
    expect(eventWords(type)).toMatch(/^[A-Z]/);
  });

  it('has sentences for nothing else', () => {
    expect(Object.keys(logTexts.types).sort()).toEqual([...TYPES].sort());
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
    expect(detailLines({ type: 'recorded', detail: { noticeGivenAt: 'soon' } as never })).toEqual([]);
    expect(detailLines({ type: 'manual-delivered', detail: { sha256 } as never })).toEqual([]);
    expect(detailLines({ type: 'retention-extended', detail: { days: 1 } as never })).toEqual(['1 day']);
    expect(detailLines({ type: 'opened', detail: {} as never })).toEqual([]);
  });
});
