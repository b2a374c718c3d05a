/** @jest-environment-options {"world": "own"} */
import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { toast } from '../components/ui/toast-store';
import { logout } from '../lib/session/logout';
import { startSession } from '../lib/session/session';
import { answer, sentTo, unreachable } from '../testing/api';
import { anna } from '../testing/screen';
import { LazyToaster } from './lazy-overlays';

/** The drawing of messages; its code is fetched when somebody asks for the module. */
const fetchToaster = jest.fn(() => ({ Toaster: () => <p>The messages</p> }));
jest.unstable_mockModule('../components/ui/toaster', fetchToaster);
/** The worker is not the matter here. */
jest.unstable_mockModule('./register-worker', () => ({ registerWorker: () => undefined }));
let isWaiting = false;
jest.unstable_mockModule('../lib/browser/waiting-uploads', () => ({ mayHaveWaiting: async () => isWaiting }));
const resume = jest.fn(async () => undefined);
jest.unstable_mockModule('../features/recording/upload/upload-queue', () => ({ uploads: { resume } }));

const { startBackground } = await import('./background');

describe('what the page does while it is idle', () => {
  it('fetches the code that draws messages before there is a message', async () => {
    jest.useFakeTimers();
    startBackground();
    expect(fetchToaster).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1000);
    jest.useRealTimers();
    // What asks for the code waits for nothing else.
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(fetchToaster).toHaveBeenCalledTimes(1);
    toast({ title: 'You are offline.' });
    render(<LazyToaster />);
    expect(await screen.findByText('The messages')).toBeVisible();
    expect(fetchToaster).toHaveBeenCalledTimes(1);
  });

  it('tells the server of a logout that it was not told of, once there is a network', async () => {
    unreachable('POST /api/auth/logout');
    await logout('user');
    answer('POST /api/auth/logout');
    startBackground();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(localStorage.getItem('untoldLogout')).toBeNull());
    expect(sentTo('POST /api/auth/logout').length).toBeGreaterThan(1);
  });

  it('goes on sending what waited for its account when that signs in', async () => {
    jest.useFakeTimers();
    startBackground();
    await jest.advanceTimersByTimeAsync(1000);
    jest.useRealTimers();
    isWaiting = true;
    expect(resume).not.toHaveBeenCalled();
    startSession({ token: 'token-of-anna', user: anna });
    await waitFor(() => expect(resume).toHaveBeenCalled());
  });
});
