import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../lib/api/server-data';
import { answer, example, hold, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { open } from '../../testing/screen';
import type { AdminHealth, AdminSystem } from './api';

const SYSTEM = 'GET /api/admin/system';
const MINUTE_MS = 60_000;
const some = example(SYSTEM);
const fine: AdminSystem = { ...some, away: [], openDeadLetters: 0, verification: null, incomplete: [] };

const HEALTH = 'GET /api/admin/health';
const model = { percent: null, reason: null, nextTryAt: null };

/** What the services say, with these engines and models of the transcription service. */
function healthWith(engines: object[] | null, uses: object, models: object[] = []): AdminHealth {
  const checks = [
    { name: 'models', status: 'up' as const, detail: { models } },
    ...(engines ? [{ name: 'engines', status: 'up' as const, detail: { engines, uses } }] : []),
  ];
  return { status: 'up', services: [{ name: 'transcription', status: 'up', checks }] };
}

const SPHINX = { name: 'pocketsphinx', languages: ['en'], isDraft: true, isReady: true };

function openSystem(health = healthWith([SPHINX], { en: 'pocketsphinx', es: null })) {
  answer('GET /api/admin/stats');
  answer(HEALTH, health);
  return open('/admin?section=system', 'admin');
}

describe('a session of an administrator', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is not used by what the open page reads by itself while nobody does anything', async () => {
    answer(SYSTEM, fine);
    const { person } = openSystem();
    await screen.findByText('Everything answers.');
    const unattended = (name: typeof SYSTEM | 'GET /api/admin/tickets') =>
      sentTo(name).map(({ headers }) => headers['x-unattended']);
    const pageIsOpen = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => pageIsOpen() + MINUTE_MS);
    const readByItself = ['/api/admin/system', '/api/admin/tickets'];
    for (const key of readByItself) await act(() => queryClient.refetchQueries({ queryKey: [key] }));
    expect(unattended(SYSTEM).at(-1)).toBe('1');
    expect(unattended('GET /api/admin/tickets').at(-1)).toBe('1');
    const before = sentTo(SYSTEM).length;
    await person.click(screen.getByRole('button', { name: 'Refresh: What the product needs' }));
    await waitFor(() => expect(sentTo(SYSTEM).length).toBeGreaterThan(before));
    expect(unattended(SYSTEM).at(-1)).toBeUndefined();
  });
});

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

  it('says which engine hears which language, and why the better ones do not', async () => {
    answer(SYSTEM, fine);
    const { person } = openSystem();
    const nextTryAt = new Date(Date.now() + 300_000).toISOString();
    const large = { name: 'parakeet-0.6b-v3', languages: ['en', 'es'], isDraft: false, isReady: false };
    const small = { name: 'parakeet-110m-en', languages: ['en'], isDraft: false, isReady: false };
    const engines = [large, small, SPHINX];
    const models = [
      { ...model, id: large.name, status: 'waiting', reason: 'too_little_memory' },
      { ...model, id: small.name, status: 'waiting', reason: 'unreachable', nextTryAt },
    ];
    const region = await screen.findByRole('region', { name: 'Speech engines' });
    const card = within(region);
    answer(HEALTH, healthWith(engines, { en: 'pocketsphinx', es: null }, models));
    await person.click(screen.getByRole('button', { name: 'Refresh: What the product needs' }));
    expect(
      await card.findByText('Not used: this machine has too little memory for its model.'),
    ).toBeVisible();
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Parakeet 0.6B v3, on this serverUnderstands: en, esNot used: this machine has too little memory for its model.',
      expect.stringMatching(
        /^Parakeet 110M, on this serverUnderstands: enNot used: the address of its model cannot be reached\.Next try .+$/,
      ),
      'PocketSphinx, on this serverUsed for EnglishUnderstands: en · rough draft, words are often wrong',
    ]);
    expect(
      card.getByText(
        'No engine here understands Spanish. Such recordings wait, or a person writes them down.',
      ),
    ).toBeVisible();
    await expectAccessible();
  });

  it('says so where the transcription service does not tell its engines', async () => {
    answer(SYSTEM, fine);
    openSystem(healthWith(null, {}));
    expect(
      await screen.findByText('The service transcription does not say which engines it has.'),
    ).toBeVisible();
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

  it('says that a backup runs, which is nothing that is away', async () => {
    const since = new Date(Date.now() - 12 * MINUTE_MS - 1000).toISOString();
    answer(SYSTEM, {
      ...fine,
      away: [{ dependency: 'backup', since, waiting: 2, services: ['agreements', 'transcription'] }],
    });
    openSystem();
    const [item] = within(await screen.findByRole('list', { name: 'Away' })).getAllByRole('listitem');
    expect(item?.textContent).toMatch(
      /^A backup runsSince .+ \(for 12 min\)2 events and jobs wait · Nothing is deleted meanwhile by agreements, transcription$/,
    );
    expect(screen.queryByText(/Away since/)).not.toBeInTheDocument();
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
