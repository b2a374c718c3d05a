import { LogSeal } from './log-seal.js';

const AGREEMENT = '4207731958026614';
const head = { seq: 3, hash: 'ab'.repeat(32) };
const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];

describe('the seal of a log', () => {
  const seals = new LogSeal(first);
  const seal = seals.seal(AGREEMENT, head);

  it('holds for where the log ended when it was made', () => {
    expect(seals.isSeal(AGREEMENT, head, seal)).toBe(true);
  });

  it.each([
    ['another end', AGREEMENT, { ...head, seq: 2 }, seal],
    ['another hash', AGREEMENT, { ...head, hash: 'ac'.repeat(32) }, seal],
    ['another agreement', '4207731958026615', head, seal],
    ['no seal', AGREEMENT, head, null],
    ['an empty one', AGREEMENT, head, ''],
    ['one of another key', AGREEMENT, head, new LogSeal(second).seal(AGREEMENT, head)],
  ])('does not hold for %s', (_what, agreementId, end, made) => {
    expect(seals.isSeal(agreementId, end, made)).toBe(false);
  });

  it('holds after a rotation, while the old secret still counts', () => {
    expect(new LogSeal(`${second},${first}`).isSeal(AGREEMENT, head, seal)).toBe(true);
    expect(new LogSeal(`${second},${first}`).seal(AGREEMENT, head)).toBe(
      new LogSeal(second).seal(AGREEMENT, head),
    );
    expect(new LogSeal(second).isSeal(AGREEMENT, head, seal)).toBe(false);
  });

  it('holds for a copy that only knows the next secret when another one signs with it already', () => {
    const made = new LogSeal(`${second},${first}`).seal(AGREEMENT, head);
    expect(new LogSeal(`${first},${second}`).isSeal(AGREEMENT, head, made)).toBe(true);
    expect(new LogSeal(first).isSeal(AGREEMENT, head, made)).toBe(false);
  });
});
