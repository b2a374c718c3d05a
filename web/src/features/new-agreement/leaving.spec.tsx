/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, example, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { asksBeforeUnload } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import { fillDevice, plugMicrophone } from '../../testing/microphone';
import { fillDetails, ID, openReview, sha256 } from '../../testing/new-agreement';
import { open, place, question } from '../../testing/screen';
import { openDraftDb } from '../recording/drafts/draft-db';
import { findRecoverable } from '../recording/drafts/draft-recovery';

const WHOLE = 'POST /api/agreements/temporary';

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

const start = () => screen.getByRole('button', { name: 'Start Recording' });

describe('a voice deal that only the page keeps', () => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });

  /** The device lets nothing be kept. */
  function blockStore(): void {
    const blocked = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('blocked', 'UnknownError');
    });
    undo.push(() => blocked.mockRestore());
  }

  /** The network is gone, before anything of the next upload has left. */
  function loseNetwork(): void {
    const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const sending = jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementationOnce(function (
      this: XMLHttpRequest,
    ) {
      queueMicrotask(() => {
        this.onerror?.(new ProgressEvent('error'));
        this.onloadend?.(new ProgressEvent('loadend'));
      });
    });
    undo.push(
      () => offline.mockRestore(),
      () => sending.mockRestore(),
    );
  }

  it('is not sent any more once it is recorded again', async () => {
    answer(WHOLE, { ...example(WHOLE), agreementId: ID });
    blockStore();
    loseNetwork();
    const { person } = await openReview();
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(
      await screen.findByText('Your recording is kept while this page is open. Please do not close it.'),
    ).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    expect(await screen.findByText('Recording in progress...')).toBeVisible();
    fireEvent(window, new Event('online'));
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Fingerprint')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
    expect(sentTo(WHOLE)).toEqual([]);
    expect(localStorage.getItem('pendingAgreementId')).toBeNull();
  });

  it('from the moment that it is sent on needs this page, and says so', async () => {
    answer(WHOLE, async ({ body }) => ({
      ...{ ...example(WHOLE), agreementId: ID },
      sha256: await sha256((body as FormData).get('audio') as Blob),
    }));
    loseNetwork();
    const { person } = await openReview();
    expect(screen.getByText('Safe on this device')).toBeVisible();
    expect(asksBeforeUnload()).toBe(false);
    // The device has the sound, and no room for the note that it is to be sent.
    undo.push(fillDevice());
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const words = 'Your recording is kept on this device. Keep this page open until it is sent.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(asksBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    expect(asksBeforeUnload()).toBe(false);
  });

  it.each([
    ['stays full', true],
    ['has room again by then', false],
  ])('from some second on is not offered again once it is saved, where the device %s', async (_, isFull) => {
    answer(WHOLE, async ({ body }) => ({
      ...{ ...example(WHOLE), agreementId: ID },
      sha256: await sha256((body as FormData).get('audio') as Blob),
    }));
    const { person, unmount } = open('/record-voice-deal');
    await fillDetails(person);
    await person.click(start());
    await screen.findByText('Recording in progress...');
    const piece = () => act(() => browser.media.at(-1)?.requestData());
    const drafts = async () => (await openDraftDb()).getAll('sessions');
    await piece();
    await piece();
    // The recorder makes a piece of its own every second.
    await waitFor(async () => expect((await drafts())[0]?.chunks).toBeGreaterThanOrEqual(2));
    expect(await drafts()).toMatchObject([{ savedAs: null }]);
    const full = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    undo.push(() => full.mockRestore());
    await piece();
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    if (!isFull) full.mockRestore();
    await person.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByText('Safe on our server')).toBeVisible();
    expect(sentTo(WHOLE)).toHaveLength(1);
    unmount();
    open('/record-voice-deal');
    expect(await screen.findByLabelText('Party A Name')).toBeVisible();
    expect(await act(() => findRecoverable({}))).toEqual([]);
    expect(screen.queryByRole('heading', { name: 'We kept your last recording' })).not.toBeInTheDocument();
  });
});

describe('leaving while a voice deal is recorded', () => {
  const logo = () => screen.getByRole('link', { name: 'Split Second Contract, home' });

  const leaving = () => question('Leave this page?');

  /** Comes from the home page, so that there is something to go back to. */
  async function openRecording() {
    const opened = open('/');
    const [link] = await screen.findAllByRole('link', { name: 'Record an agreement' });
    if (link) await opened.person.click(link);
    await fillDetails(opened.person);
    await opened.person.click(start());
    await screen.findByText('Recording in progress...');
    return opened;
  }

  /** The microphone is let go, and what was said is on the device. */
  async function recordingEnded(): Promise<void> {
    await waitFor(() => expect(browser.microphone.readyState).toBe('ended'));
    const db = await openDraftDb();
    await waitFor(async () => expect(await db.count('chunks')).toBeGreaterThan(0));
  }

  it('by a link is asked about, and staying goes on recording', async () => {
    const { person } = await openRecording();
    await person.click(logo());
    const asked = await leaving();
    expect(
      asked.getByText('What you said so far is safe on this device. The recording stops when you leave.'),
    ).toBeVisible();
    expect(asked.getByRole('button', { name: 'Stay' })).toHaveFocus();
    await expectAccessible();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(place()).toBe('/record-voice-deal');
    expect(browser.microphone.readyState).toBe('live');
    await person.click(logo());
    await person.click((await leaving()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(place()).toBe('/'));
    await recordingEnded();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('by Back is asked about, and staying goes on recording', async () => {
    const { person } = await openRecording();
    window.history.back();
    await person.click((await leaving()).getByRole('button', { name: 'Stay' }));
    expect(place()).toBe('/record-voice-deal');
    expect(screen.getByText('Recording in progress...')).toBeVisible();
    expect(browser.microphone.readyState).toBe('live');
    window.history.back();
    await person.click((await leaving()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(place()).toBe('/'));
    await recordingEnded();
    await screen.findAllByRole('link', { name: 'Record an agreement' });
  });

  it('is not asked about within the screen, nor once the recording is on the device', async () => {
    const { person } = await openRecording();
    window.history.pushState(null, '', '#main');
    window.history.back();
    await waitFor(() => expect(window.location.hash).toBe(''));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    await person.click(logo());
    await waitFor(() => expect(place()).toBe('/'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('is asked about in other words once the device keeps nothing', async () => {
    const { person } = await openRecording();
    await person.click(logo());
    const asked = await leaving();
    const empty = fillDevice();
    expect(
      await asked.findByText(
        'The recording stops when you leave. This browser keeps no copy, so what you said so far is lost.',
      ),
    ).toBeVisible();
    await person.click(asked.getByRole('button', { name: 'Stay' }));
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    expect(screen.getByText('Kept while this page is open')).toBeVisible();
    await person.click(logo());
    expect(
      (await leaving()).getByText(
        'Your recording is kept only while this page is open. If you leave before it is sent, it is lost.',
      ),
    ).toBeVisible();
    empty();
  });

  it('is no longer asked about when the recording has ended by itself', async () => {
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    act(() => start().click());
    await pass(50);
    act(() => logo().click());
    await leaving();
    await pass(601_000);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
    await screen.findByText('Fingerprint');
  });
});
