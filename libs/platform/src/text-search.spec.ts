import { numberPrefix, partPattern, prefixPattern } from './text-search.js';

describe('what is searched for', () => {
  it.each([
    ['anna', 'anna%', '%anna%', ''],
    ['50%_off\\', '50\\%\\_off\\\\%', '%50\\%\\_off\\\\%', ''],
    ['#4207 7319', '#4207 7319%', '%42077319%', '42077319%'],
    ['4207', '4207%', '%4207%', '4207%'],
    ['#', '#%', '%#%', ''],
  ])('%s is taken as it is written, or as a number', (text, beginning, part, number) => {
    expect([prefixPattern(text), partPattern(text), numberPrefix(text)]).toEqual([beginning, part, number]);
  });
});
