import { nextAllowed } from './agreement-mails.js';

const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`);

describe('the next message', () => {
  it('may leave at once when there was none', () => {
    expect(nextAllowed([])).toBeNull();
  });

  it('waits an hour after the one before', () => {
    expect(nextAllowed([at('10:00')])).toEqual(at('11:00'));
    expect(nextAllowed([at('12:00'), at('11:00'), at('10:00'), at('09:00')])).toEqual(at('13:00'));
  });

  it('waits until the fifth is a day old', () => {
    const five = [at('14:00'), at('13:00'), at('12:00'), at('11:00'), at('10:00')];
    expect(nextAllowed(five)).toEqual(new Date('2026-11-22T10:00:00.000Z'));
    expect(nextAllowed([new Date('2026-11-23T09:30:00.000Z'), ...five])).toEqual(
      new Date('2026-11-23T10:30:00.000Z'),
    );
  });
});
