import { TakeClock } from './clock';

describe('TakeClock', () => {
  let now = 0;
  let clock: TakeClock;

  beforeEach(() => {
    now = 1000;
    clock = new TakeClock(() => now);
  });

  it('stands still until it runs', () => {
    now += 5000;
    expect(clock.elapsedMs()).toBe(0);
  });

  it('leaves pauses out', () => {
    clock.run();
    now += 2500;
    clock.hold();
    now += 3000;
    clock.run();
    now += 2480;
    expect(clock.elapsedMs()).toBe(4980);
  });

  it('counts a second start or a second hold only once', () => {
    clock.run();
    now += 100;
    clock.run();
    now += 100;
    clock.hold();
    now += 100;
    clock.hold();
    expect(clock.elapsedMs()).toBe(200);
  });

  it('can be held at a moment that has passed, but not before it ran', () => {
    clock.run();
    now += 9000;
    clock.hold(now - 5000);
    expect(clock.elapsedMs()).toBe(4000);
    clock.run();
    now += 100;
    clock.hold(now - 60_000);
    expect(clock.elapsedMs()).toBe(4000);
  });

  it('starts again from zero', () => {
    clock.run();
    now += 700;
    clock.reset();
    now += 700;
    expect(clock.elapsedMs()).toBe(0);
  });
});
