import { screen, waitFor, within } from '@testing-library/react';
import { cells, giveReason, openSection, rows, USERS, user } from '../../testing/admin-lists';
import { answer, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { expectProblem, fill, place, toasted } from '../../testing/screen';

describe('users', () => {
  it('are listed with role, plan, usage and state', async () => {
    answer(USERS, [
      user({ subscriptionPlan: null, usageCount: 1 }),
      user({ id: 1, username: 'Olive Grey', role: 'admin' }),
      user({ id: 5, username: 'Shut Out', disabledAt: '2026-11-21T10:00:00.000Z' }),
    ]);
    openSection('users');
    const found = await rows('Users');
    expect(found.map((row) => cells(row).slice(0, 4))).toEqual([
      ['Anna Milleranna@example.com', 'user', 'Free', '1 contract'],
      ['Olive Greyanna@example.com', 'admin', 'Monthly', '3 contracts'],
      ['Shut Outanna@example.com', 'user', 'Monthly', '3 contracts'],
    ]);
    expect(found.map((row) => cells(row)[5]?.slice(0, 8))).toEqual(['Active', 'Active', 'Disabled']);
    // Nobody shuts their own account.
    expect(found.map((row) => cells(row)[6])).toEqual(['Disable', 'You', 'Enable']);
    await expectAccessible();
  });

  it('are disabled with a written reason', async () => {
    const DISABLE = 'POST /api/admin/users/{id}/disable';
    answer(USERS, [user()]);
    answer(DISABLE);
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Disable Anna Miller' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable Anna Miller' }));
    expect(dialog.getByText('Anna Miller · anna@example.com')).toBeVisible();
    expect(
      dialog.getByText(
        'Every session of this account ends at once, and a subscription with the month that is paid. Nobody can answer its invitations any more. The contracts stay as they are.',
      ),
    ).toBeVisible();
    expect(
      dialog.getByText('Your name and reason are recorded, and the owner of the account is told.'),
    ).toBeVisible();
    await giveReason(person, 'Disable', 'no');
    expectProblem('Reason', 'Please write a reason of 3 to 500 characters');
    await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveFocus());
    expect(sentTo(DISABLE)).toEqual([]);
    answer(USERS, [user({ disabledAt: '2026-11-21T10:00:00.000Z' })]);
    await giveReason(person, 'Disable');
    await toasted('Account disabled', 'Anna Miller is told by email.');
    expect(sentTo(DISABLE)).toEqual([
      expect.objectContaining({ params: { id: '17' }, body: { reason: 'Asked by the owner' } }),
    ]);
    expect(await screen.findByRole('button', { name: 'Enable Anna Miller' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are enabled again', async () => {
    const ENABLE = 'POST /api/admin/users/{id}/enable';
    answer(USERS, [user({ disabledAt: '2026-11-21T10:00:00.000Z' })]);
    answer(ENABLE);
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Enable Anna Miller' }));
    await giveReason(person, 'Enable');
    await toasted('Account enabled', 'Anna Miller is told by email.');
    expect(sentTo(ENABLE).map(({ body }) => body)).toEqual([{ reason: 'Asked by the owner' }]);
  });

  it('are found by name, and all of them are shown again', async () => {
    answer(USERS, ({ query }) => (query.q ? [] : [user()]));
    const { person } = openSection('users');
    await screen.findByRole('table', { name: 'Users' });
    await fill(person, 'Name or email', ' carl ');
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(screen.getByText('Try fewer letters or another state.')).toBeVisible();
    expect(place()).toBe('/admin?section=users&q=carl');
    expect(sentTo(USERS).at(-1)?.query).toEqual({ limit: '50', q: 'carl' });
    await person.click(screen.getByRole('button', { name: 'Clear search and filter' }));
    expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible();
    expect(place()).toBe('/admin?section=users');
  });
});
