import { screen, waitFor } from '@testing-library/react';
import { answer, sentTo } from '../testing/api';
import { expectAccessible } from '../testing/axe';
import { loadedPages } from '../testing/browser';
import { liveSockets } from '../testing/live';
import { open, place, toasted } from '../testing/screen';

describe('an address that nothing answers to', () => {
  it('says so in the words of the specification', async () => {
    open('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page Not Found', level: 1 })).toBeVisible();
    expect(
      screen.getByText("The page you're looking for doesn't exist or you may need to log in again."),
    ).toBeVisible();
    await expectAccessible();
  });

  it('loads the page anew', async () => {
    const { person } = open('/nowhere');
    await person.click(await screen.findByRole('button', { name: 'Refresh Page' }));
    expect(loadedPages()).toEqual(['reload']);
  });

  it('goes to subscribe', async () => {
    answer('GET /api/users/{id}/agreements', []);
    answer('GET /api/users/{id}/stats');
    answer('GET /api/user/pending-payments');
    const { person } = open('/dashboard', 'user');
    await person.click(await screen.findByRole('button', { name: 'Anna Miller' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Subscription' }));
    await waitFor(() => expect(loadedPages()).toEqual(['/subscribe']));
    expect(liveSockets().map(({ auth }) => auth)).toEqual([{ token: 'token-of-anna' }]);
  });
  it('refuses', async () => {
    open('/profile');
    await toasted('Authentication Required', 'Please log in to access your profile.');
    expect(place()).toBe('/login');
    expect(sentTo('GET /api/auth/user')).toEqual([]);
  });
});
