import { screen, within } from '@testing-library/react';
import { answer, example, hold, sentTo, unreachable } from '../../../testing/api';
import { expectAccessible } from '../../../testing/axe';
import { open } from '../../../testing/screen';
import type { AdminSystem } from '../types';

const SYSTEM = 'GET /api/admin/system';
const MINUTE_MS = 60_000;
const some = example(SYSTEM);
const fine: AdminSystem = { ...some, away: [], openDeadLetters: 0, verification: null, incomplete: [] };

function openSystem() {
  answer('GET /api/admin/stats');
  return open('/admin?section=system', 'admin');
}

describe('the system', () => {
  it('says that everything answers, and that nothing was checked yet', async () => {
    answer(SYSTEM, fine);
    openSystem();
    expect(await screen.findByText('Everything answers.')).toBeVisible();
    expect(screen.getByText('0 open dead letters')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Look at the dead letters' })).toHaveAttribute(
      'href',
      '/admin?section=jobs',
    );
    expect(screen.getByText('Not checked yet')).toBeVisible();
    await expectAccessible();
  });

  it('names what is away, since when, what waits and who misses it', async () => {
    const since = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS - 1000).toISOString();
    answer(SYSTEM, {
      ...fine,
      away: [
        { dependency: 'redis', since: since(64), waiting: 12, services: ['payments', 'agreements'] },
        { dependency: 'auth', since: since(4), waiting: 0, services: ['auth'] },
        { dependency: 'tea', since: since(0), waiting: 1, services: ['auth'] },
      ],
      openDeadLetters: 2,
      incomplete: ['auth'],
    });
    openSystem();
    const items = within(await screen.findByRole('list', { name: 'Away' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^RedisAway since .+ \(for 1 h 4 min\)12 events and jobs wait · Missed by payments, agreements$/,
      ),
      expect.stringMatching(/^Service authAway since .+ \(for 4 min\)Nothing is held for it$/),
      expect.stringMatching(
        /^teaAway since .+ \(for less than a minute\)1 event or job waits · Missed by auth$/,
      ),
    ]);
    expect(screen.queryByText('Everything answers.')).not.toBeInTheDocument();
    expect(screen.getByText('Open dead letters: at least 2. Not known: auth.')).toBeVisible();
    await expectAccessible();
  });

  it('shows the last check with its violations', async () => {
    answer(SYSTEM, { ...fine, verification: { ...some.verification, lines: ['a: one', 'b: two'] } as never });
    openSystem();
    const card = within(await screen.findByRole('region', { name: 'Last check of what must hold' }));
    expect(card.getByText('Something does not hold.')).toBeVisible();
    expect(card.getByText('in 4.2 s', { exact: false })).toBeVisible();
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['a: one', 'b: two']);
    expect(card.getByText('Invariants that hold').nextSibling).toHaveTextContent('96');
    await expectAccessible();
  });

  it('tells a whole check from one that could not look everywhere', async () => {
    const whole = { ...some.verification, violations: 0, unchecked: 0, lines: [] } as never;
    answer(SYSTEM, { ...fine, verification: whole });
    const { person } = openSystem();
    expect(await screen.findByText('Everything holds.')).toBeVisible();
    answer(SYSTEM, { ...fine, verification: { ...(whole as object), unchecked: 2 } as never });
    await person.click(screen.getByRole('button', { name: 'Refresh: What the product needs' }));
    expect(await screen.findByText('Not everything could be checked.')).toBeVisible();
  });

  it('says that the last check is not known while notifications is away', async () => {
    answer(SYSTEM, { ...fine, incomplete: ['notifications'] });
    openSystem();
    expect(await screen.findByText(/^The last result cannot be read now/)).toBeVisible();
    expect(screen.queryByText('Not checked yet')).not.toBeInTheDocument();
  });

  it('shows its shape while it loads', async () => {
    const release = hold(SYSTEM);
    openSystem();
    expect(await screen.findByText('What the product needs')).toBeVisible();
    expect(screen.queryByText('Everything answers.')).not.toBeInTheDocument();
    release(fine);
    expect(await screen.findByText('Everything answers.')).toBeVisible();
  });

  it('may fail and is tried again', async () => {
    unreachable(SYSTEM);
    const { person } = openSystem();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The state of the system could not be loaded.Nothing is lost. Check your connection and try again.',
    );
    answer(SYSTEM, fine);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Everything answers.')).toBeVisible();
    expect(sentTo(SYSTEM).length).toBeGreaterThan(1);
  });
});
