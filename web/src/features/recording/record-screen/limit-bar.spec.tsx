import { formatTimer, limitStage } from './limit-bar';

describe('limitStage', () => {
  it.each([
    [0, 'blue', null, 100],
    [60, 'blue', null, 40],
    [61, 'yellow', null, 39],
    [79, 'yellow', null, 21],
    [80, 'yellow', 'remaining', 20],
    [81, 'red', 'remaining', 19],
    [90, 'red', 'remaining', 10],
    [91, 'red', 'approaching', 9],
    [100, 'red', 'approaching', 0],
    [103, 'red', 'approaching', 0],
  ])('after %d of 100 seconds: %s, %s, %d left', (seconds, tone, warning, left) => {
    expect(limitStage(seconds, 100)).toMatchObject({ tone, warning, left });
  });

  it('is never more than full', () => {
    expect(limitStage(200, 100).share).toBe(1);
  });
});

describe('formatTimer', () => {
  it('has two digits of minutes and seconds', () => {
    expect([0, 7.9, 65, 600, 6000].map(formatTimer)).toEqual(['00:00', '00:07', '01:05', '10:00', '100:00']);
  });
});
