import { screen, waitFor, within } from '@testing-library/react';
import type { OwnSession } from '../../lib/api/api-types';
import { answer, hold, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { open, toasted } from '../../testing/screen';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const session = (change: Partial<OwnSession>): OwnSession => ({
  id: '5f0c8f0e-8d1b-4d6e-9d5a-3a7a6d9f1b11',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-21T11:30:00.000Z',
  device: WINDOWS,
  isCurrent: false,
  ...change,
});
const here = session({ id: 'd1c6d8f7-52f6-4c94-b1d6-8f3f0f6b7a22', isCurrent: true });
const phone = session({ device: IPHONE });

describe.each([
  { who: 'a person', place: '/profile', role: 'user', base: '/api/auth' },
  { who: 'an administrator', place: '/admin?section=account', role: 'admin', base: '/api/admin' },
] as const)('where $who is signed in', ({ place, role, base }) => {
  const LIST = `GET ${base}/sessions` as const;
  const END = `DELETE ${base}/sessions/{id}` as const;
  const END_OTHERS = `POST ${base}/sessions/end-others` as const;

  async function list(sessions: OwnSession[]) {
    answer('GET /api/auth/user');
    answer('GET /api/admin/stats');
    answer(LIST, sessions);
    const { person } = open(place, role);
    const region = within(await screen.findByRole('region', { name: 'Where You Are Signed In' }));
    return { person, region };
  }

  it('is told by browser, system and times, and the one in use cannot be ended', async () => {
    const { region } = await list([here, phone, session({ id: crypto.randomUUID(), device: null })]);
    const items = await region.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^Chrome on WindowsThis deviceSigned in Nov 20, 2026, .*, last used Nov 21, 2026/,
      ),
      expect.stringMatching(/^Safari on iOSSigned in/),
      expect.stringMatching(/^Unknown deviceSigned in/),
    ]);
    expect(within(items[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('can be ended, one by one', async () => {
    answer(END);
    const { person, region } = await list([here, phone]);
    const button = await region.findByRole('button', { name: /^Sign out Safari on iOS, signed in Nov 20/ });
    answer(LIST, [here]);
    await person.click(button);
    await toasted('Signed Out', 'That device has to sign in again.');
    expect(sentTo(END)).toHaveLength(1);
    expect(await region.findByText('You are signed in nowhere else.')).toBeVisible();
    expect(region.getAllByRole('listitem')).toHaveLength(1);
    // The button is gone: the list has the focus, not the whole page.
    await waitFor(() => expect(region.getByRole('list')).toHaveFocus());
  });

  it('can be ended everywhere else at once, and only once', async () => {
    const letGo = hold(END_OTHERS);
    const { person, region } = await list([here, phone]);
    const button = await region.findByRole('button', { name: 'Sign Out All Other Devices' });
    await person.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await person.click(button);
    expect(sentTo(END_OTHERS)).toHaveLength(1);
    answer(LIST, [here]);
    letGo(undefined);
    await toasted('All Other Devices Are Signed Out');
    await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(1));
  });

  it('says when one could not be ended', async () => {
    refuse(END, 503, 'unavailable', 'Later.');
    const { person, region } = await list([here, phone]);
    await person.click(await region.findByRole('button', { name: /^Sign out Safari/ }));
    await toasted('Not Signed Out');
  });

  it('says when it cannot be told, and asks again', async () => {
    refuse(LIST, 503, 'unavailable', 'Later.');
    answer('GET /api/auth/user');
    answer('GET /api/admin/stats');
    const { person } = open(place, role);
    const region = within(await screen.findByRole('region', { name: 'Where You Are Signed In' }));
    const again = await region.findByRole('button', { name: 'Try Again' });
    expect(region.getByRole('alert')).toBeVisible();
    answer(LIST, [here]);
    await person.click(again);
    expect(await region.findByText('This device')).toBeVisible();
  });
});

it('an administrator changes the own password, for which the server asks for more', async () => {
  answer('GET /api/admin/stats');
  answer('GET /api/admin/sessions', [here]);
  refuse('PATCH /api/admin/change-password', 422, 'weak_password', 'At least 12 characters.');
  const { person } = open('/admin?section=account', 'admin');
  const region = within(await screen.findByRole('region', { name: 'Change Password' }));
  expect(region.getByText('At least 12 characters. Your other devices are signed out.')).toBeVisible();
  await person.type(region.getByLabelText('Current Password'), 'a long admin passphrase');
  await person.type(region.getByLabelText('New Password'), 'short one');
  await person.type(region.getByLabelText('Confirm New Password'), 'short one');
  await person.click(region.getByRole('button', { name: 'Change Password' }));
  await toasted('Password Change Failed', 'At least 12 characters.');
  answer('PATCH /api/admin/change-password');
  await person.click(region.getByRole('button', { name: 'Change Password' }));
  await toasted('Password Changed');
});
