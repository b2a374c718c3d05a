import { isReason, isTranscriptFile, parseDays } from './reason-dialog';

describe('what an act needs', () => {
  it.each([
    ['ok', false],
    ['  ok  ', false],
    ['yes', true],
    ['x'.repeat(500), true],
    ['x'.repeat(501), false],
  ])('the reason "%s" is good: %s', (text, good) => {
    expect(isReason(text)).toBe(good);
  });

  it.each([
    ['1', 1],
    [' 30 ', 30],
    ['365', 365],
    ['0', null],
    ['366', null],
    ['1.5', null],
    ['-3', null],
    ['', null],
    ['ten', null],
  ])('"%s" days is %s', (text, days) => {
    expect(parseDays(text)).toBe(days);
  });

  it.each([
    ['words.txt', 100, true],
    ['WORDS.SRT', 100, true],
    ['words.vtt', 1024 * 1024, true],
    ['words.vtt', 1024 * 1024 + 1, false],
    ['words.txt', 0, false],
    ['words.docx', 100, false],
  ])('%s of %s bytes can be delivered: %s', (name, size, good) => {
    expect(isTranscriptFile({ name, size })).toBe(good);
  });
});
