/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AgreementView } from '../../../lib/api/api-types';
import { startSession } from '../../../lib/session/session';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../../testing/api';
import { expectAccessible } from '../../../testing/axe';
import { asksBeforeUnload } from '../../../testing/browser';
import { type FakeBrowser } from '../../../testing/fake-browser';
import { fillDevice, holdPermission, leaveDraft, plugMicrophone } from '../../../testing/microphone';
import {
  ADDRESS,
  agreement,
  DRAFT,
  ID,
  keptDrafts,
  openRecord,
  READ,
  record,
  TRANSCRIBE,
  transcribed,
} from '../../../testing/record-screen';
import { anna, open, place, question, toasted } from '../../../testing/screen';
import { openDraftDb } from '../drafts/draft-db';
import { draftLockName } from '../drafts/draft-writer';

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
  refuse(DRAFT, 404, 'not_ready', 'Not yet.');
});

afterEach(() => jest.restoreAllMocks());

describe('the recording screen', () => {
  it('needs a contract', async () => {
    open('/record', 'user');
    expect(await screen.findByRole('heading', { level: 1, name: 'No contract chosen' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('says that the contract is loading', async () => {
    const letGo = hold(READ);
    open(ADDRESS, 'user');
    expect(await screen.findByText('Loading agreement...')).toBeInTheDocument();
    letGo(agreement());
    expect(await screen.findByText('Ready to record')).toBeVisible();
  });

  it.each<[Partial<AgreementView>, string, string]>([
    [
      { status: 'completed' },
      'This recording is sealed',
      'The contract is paid, so its recording can no longer be replaced. You find it on your dashboard.',
    ],
    [{ status: 'cancelled' }, 'This contract was cancelled', 'Nothing more can be recorded for it.'],
    [
      { contentDeletedAt: '2026-11-21T10:00:00.000Z' },
      'The recording is no longer kept',
      'The time to pay for this contract is over. You can record a new one.',
    ],
  ])('is closed to %j', async (change, title, sentence) => {
    openRecord(change);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start Recording' })).not.toBeInTheDocument();
  });

  it('says that there is no such contract', async () => {
    refuse(READ, 404, 'agreement_not_found', 'Not found.');
    open(ADDRESS, 'user');
    expect(await screen.findByRole('heading', { level: 1, name: 'Agreement Not Found' })).toBeVisible();
    expect(screen.getByText('The requested agreement could not be found.')).toBeVisible();
  });

  it('tries again when the contract could not be loaded', async () => {
    unreachable(READ);
    const { person } = open(ADDRESS, 'user');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This contract could not be loaded' }),
    ).toBeVisible();
    answer(READ, agreement());
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Ready to record')).toBeVisible();
  });

  it('shows the plan, the clock, the limit and the tips', async () => {
    openRecord();
    expect(await screen.findByText('Standard Plan')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Record Your Agreement' })).toBeVisible();
    expect(screen.getByText('Between Anna Miller and Ben Carter')).toBeVisible();
    expect(screen.getByRole('timer', { name: 'Recorded time' })).toHaveTextContent('00:00');
    expect(screen.getByText('Maximum 10:00')).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Recording tips' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Speak clearly and avoid background noise',
      'State the full names of all parties',
      'Include specific terms, amounts and conditions',
      'End with verbal confirmation from both parties',
    ]);
    await expectAccessible();
  });

  it('has no limit where the plan has none', async () => {
    const config = example('GET /api/config');
    answer('GET /api/config', {
      ...config,
      plans: { ...config.plans, pro: { priceCents: 500, maxSeconds: 0 } },
    });
    openRecord({ planType: 'pro' });
    expect(await screen.findByText('Pro Plan')).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });
});

describe('recording', () => {
  it('goes from ready over paused to complete, with the controls of the specification', async () => {
    const { person } = openRecord();
    expect(await screen.findByText('Ready to record')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    expect(await screen.findByText('Recording in progress...')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop Recording' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Pause' }));
    const panel = within(screen.getByRole('region', { name: 'Recorder' }));
    expect(panel.getByText('Recording paused')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop Recording' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Resume' }));
    expect(panel.getByText('Recording in progress...')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Stop Recording' }));
    expect(await screen.findByText('Recording complete')).toBeVisible();
    await screen.findByText('Fingerprint');
    expect(screen.getByText('Safe on this device')).toBeVisible();
    expect(screen.getByText('On our server when you process it')).toBeVisible();
    expect(browser.microphone.readyState).toBe('ended');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByText('Ready to record')).toBeVisible();
    expect(sentTo(TRANSCRIBE)).toEqual([]);
  });

  it('that is to be made again stays until the next one is there', async () => {
    const { person } = openRecord();
    await record(person);
    browser.answers = [new DOMException('', 'NotReadableError')];
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The microphone is in use');
    // It is gone back to here, and not offered as if it had been left behind.
    expect(screen.queryByRole('button', { name: 'Keep' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByRole('button', { name: 'Process Recording' })).toBeVisible();
    await screen.findByText('Fingerprint');
    const [first] = await (await openDraftDb()).getAllKeys('sessions');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await record(person);
    await waitFor(async () => expect(await keptDrafts()).toBe(1));
    expect(await (await openDraftDb()).getAllKeys('sessions')).not.toContain(first);
    expect(screen.queryByRole('button', { name: 'Back to the recording before' })).not.toBeInTheDocument();
  });

  it('that is to be made again stays where the browser ends the other one without any sound', async () => {
    const { person } = openRecord();
    await record(person);
    const [first] = await (await openDraftDb()).getAllKeys('sessions');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    browser.givesSound = false;
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    const media = browser.media.at(-1);
    if (media) media.requestData = () => undefined;
    act(() => media?.stop());
    await person.click(await screen.findByRole('button', { name: 'Keep this recording' }));
    await person.click(await screen.findByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByRole('button', { name: 'Process Recording' })).toBeVisible();
    await screen.findByText('Fingerprint');
    expect(await (await openDraftDb()).getAllKeys('sessions')).toContain(first);
  });

  it('that is to be made again stays on the device beside another one that is kept', async () => {
    await leaveDraft({ form: { retakeOf: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' } });
    const { person } = openRecord();
    await screen.findByRole('button', { name: 'Keep' });
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('region', { name: 'It is safe' })).toHaveTextContent('Length1:05');
    await screen.findByText('Fingerprint');
    expect(await keptDrafts()).toBe(2);
  });

  it('that is to be made again is held against other tabs meanwhile', async () => {
    const { person } = openRecord();
    await record(person);
    const [id] = await (await openDraftDb()).getAllKeys('sessions');
    const lock = draftLockName(String(id));
    await waitFor(() => expect(browser.held).toEqual([lock]));
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await screen.findByText('Ready to record');
    await waitFor(() => expect(browser.held).toEqual([lock]));
    await person.click(screen.getByRole('button', { name: 'Back to the recording before' }));
    await screen.findByText('Fingerprint');
    await waitFor(() => expect(browser.held).toContain(lock));
  });

  it('that the contract no longer takes is offered on the screen that says so', async () => {
    const { person } = openRecord();
    await record(person);
    await waitFor(() => expect(browser.held).toHaveLength(1));
    refuse(TRANSCRIBE, 409, 'recording_sealed', 'The recording of a paid contract cannot be replaced.');
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'This recording is sealed' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'We kept your last recording' })).toBeVisible();
    expect(await keptDrafts()).toBe(1);
  });

  it('that only the page keeps is not left without a question while another one is to be made', async () => {
    const empty = fillDevice();
    const { person } = openRecord();
    await record(person);
    empty();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await screen.findByText('Ready to record');
    expect(asksBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it('warns near the limit in words and colours, and ends at it', async () => {
    const config = example('GET /api/config');
    answer('GET /api/config', {
      ...config,
      plans: { ...config.plans, standard: { priceCents: 500, maxSeconds: 100 } },
    });
    openRecord();
    await screen.findByText('Maximum 1:40');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    const button = screen.getByRole('button', { name: 'Start Recording' });
    await act(async () => {
      button.click();
      await jest.advanceTimersByTimeAsync(50);
    });
    expect(screen.getByText('Recording in progress...')).toBeVisible();
    const bar = () => screen.getByRole('progressbar', { name: 'Recorded time' });
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await pass(59_000);
    expect(bar()).toHaveAttribute('data-tone', 'blue');
    await pass(5000);
    expect(bar()).toHaveAttribute('data-tone', 'yellow');
    expect(screen.queryByText(/remaining/)).not.toBeInTheDocument();
    await pass(18_000);
    expect(bar()).toHaveAttribute('data-tone', 'red');
    expect(screen.getByText(/^0:1\d remaining$/)).toBeVisible();
    await pass(10_000);
    expect(screen.getByText(/^Approaching time limit - 0:0\d remaining$/)).toBeVisible();
    await pass(12_000);
    expect(
      await screen.findByText('Time limit reached. Recording complete.', { selector: 'main *' }),
    ).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it.each<[string, DOMException, string, string]>([
    [
      'it is blocked',
      new DOMException('', 'NotAllowedError'),
      'Microphone is blocked',
      'Unable to access microphone. Please check permissions.',
    ],
    [
      'there is none',
      new DOMException('', 'NotFoundError'),
      'No microphone found',
      'Plug in or switch on a microphone, then try again.',
    ],
    [
      'another app has it',
      new DOMException('', 'NotReadableError'),
      'The microphone is in use',
      'Another app has it, perhaps a call. Close that app, then try again.',
    ],
    [
      'it does not start',
      new DOMException('', 'UnknownError'),
      'The microphone did not start',
      'Unplug it and plug it in again, or restart the browser. Then try again.',
    ],
  ])('says what to do when %s, and tries again', async (_why, error, title, sentence) => {
    browser.answers = [error];
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`${title}${sentence}`);
    expect(screen.getByRole('button', { name: 'Upload an audio file instead' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Recording in progress...')).toBeVisible();
  });

  it('says the sentence of the specification also where there is no microphone', async () => {
    browser.answers = [new DOMException('', 'NotFoundError')];
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await toasted('Unable to access microphone. Please check permissions.');
  });

  it('asks before the page is left with a recording that is in memory alone, until that is sent', async () => {
    answer(TRANSCRIBE, transcribed);
    const empty = fillDevice();
    const { person } = openRecord();
    await record(person);
    empty();
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    expect(asksBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    await screen.findByRole('heading', { level: 1, name: 'Your Transcript' });
    expect(asksBeforeUnload()).toBe(false);
  });

  it('asks before logging out, which ends it', async () => {
    answer('POST /api/auth/logout');
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await screen.findByText('Recording in progress...');
    const logOut = async () => {
      await person.click(screen.getByRole('button', { name: 'Anna Miller' }));
      await person.click(await screen.findByRole('menuitem', { name: 'Logout' }));
      const logout = await question('Are you sure you want to logout?');
      await person.click(logout.getByRole('button', { name: 'Logout' }));
      return question('Leave this page?');
    };
    await person.click((await logOut()).getByRole('button', { name: 'Stay' }));
    expect(screen.getByText('Recording in progress...')).toBeVisible();
    expect(localStorage.getItem('userToken')).toBe('token-of-anna');
    await person.click((await logOut()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(place()).toBe('/how-it-works'));
    await toasted('Logged out successfully');
    expect(localStorage.getItem('userToken')).toBeNull();
    await waitFor(() => expect(browser.microphone.readyState).toBe('ended'));
    await waitFor(async () => expect(await keptDrafts()).toBe(1));
  });

  describe('whose session ends in another tab', () => {
    const endSession = () => {
      refuse(READ, 401, 'unauthenticated', 'Please log in.');
      localStorage.clear();
      act(() => window.dispatchEvent(new StorageEvent('storage', { key: null })));
    };

    it('goes on, and is kept on the device before the login page opens', async () => {
      const { person } = openRecord();
      await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
      await screen.findByText('Recording in progress...');
      endSession();
      expect(await screen.findByRole('link', { name: 'Sign In' })).toBeVisible();
      expect(screen.getByText('Recording in progress...')).toBeVisible();
      expect(browser.microphone.readyState).toBe('live');
      await person.click(screen.getByRole('button', { name: 'Pause' }));
      await person.click(screen.getByRole('button', { name: 'Resume' }));
      expect(place()).toBe(ADDRESS);
      await person.click(screen.getByRole('button', { name: 'Stop Recording' }));
      await waitFor(() => expect(place()).toBe('/login'));
      await toasted('API Authentication Error', 'Please log in again. Your recording stays on this device.');
      expect(browser.microphone.readyState).toBe('ended');
      await waitFor(async () => expect(await keptDrafts()).toBe(1));
    });

    it('goes on for who signs in again', async () => {
      const { person } = openRecord();
      await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
      await screen.findByText('Recording in progress...');
      endSession();
      answer(READ, agreement());
      act(() => startSession({ token: 'token-of-anna-2', user: anna }));
      await person.click(screen.getByRole('button', { name: 'Stop Recording' }));
      expect(await screen.findByRole('button', { name: 'Process Recording' })).toBeVisible();
      await screen.findByText('Fingerprint');
      answer(TRANSCRIBE, transcribed);
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      await screen.findByRole('heading', { level: 1, name: 'Your Transcript' });
      expect(sentTo(TRANSCRIBE)[0]?.headers).toMatchObject({ authorization: 'Bearer token-of-anna-2' });
    });

    it('goes on when somebody else signs in, whose screen begins anew after it', async () => {
      const { person } = openRecord();
      await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
      await screen.findByText('Recording in progress...');
      const bea = { ...anna, id: 18, username: 'Bea Novak', email: 'bea@example.com' };
      refuse(READ, 404, 'agreement_not_found', 'Not found.');
      act(() => startSession({ token: 'token-of-bea', user: bea }));
      expect(screen.getByText('Recording in progress...')).toBeVisible();
      await person.click(screen.getByRole('button', { name: 'Stop Recording' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Agreement Not Found' })).toBeVisible();
      await waitFor(async () => expect(await keptDrafts()).toBe(1));
    });

    it('stays open while it is in memory alone, also when the server says that the session is over', async () => {
      const empty = fillDevice();
      const { person } = openRecord();
      await record(person);
      empty();
      await screen.findByText('Kept while this page is open');
      refuse(READ, 401, 'unauthenticated', 'Please log in to continue.');
      refuse(TRANSCRIBE, 401, 'unauthenticated', 'Please log in to continue.');
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'API Authentication ErrorYour recording is in this page alone. Keep it open, sign in in another tab, then process the recording here.',
      );
      expect(localStorage.getItem('userToken')).toBeNull();
      expect(place()).toBe(ADDRESS);
      expect(asksBeforeUnload()).toBe(true);
      answer(READ, agreement());
      answer(TRANSCRIBE, transcribed);
      act(() => startSession({ token: 'token-of-anna-2', user: anna }));
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      await screen.findByRole('heading', { level: 1, name: 'Your Transcript' });
    });

    it('stays when it is in memory alone and somebody else signs in, who cannot send it', async () => {
      const empty = fillDevice();
      const { person } = openRecord();
      await record(person);
      empty();
      await screen.findByText('Kept while this page is open');
      const bea = { ...anna, id: 18, username: 'Bea Novak', email: 'bea@example.com' };
      refuse(READ, 404, 'agreement_not_found', 'Not found.');
      refuse(TRANSCRIBE, 404, 'agreement_not_found', 'Not found.');
      act(() => startSession({ token: 'token-of-bea', user: bea }));
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'This recording was made in another account, so it was not sent. Sign in to that account in another tab, then send it here.',
      );
      expect(sentTo(TRANSCRIBE)).toEqual([]);
      expect(asksBeforeUnload()).toBe(true);
      answer(READ, agreement());
      answer(TRANSCRIBE, transcribed);
      act(() => startSession({ token: 'token-of-anna-2', user: anna }));
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      await screen.findByRole('heading', { level: 1, name: 'Your Transcript' });
    });

    it('is not sent for somebody else who signs in while it waits for the network', async () => {
      const empty = fillDevice();
      const { person } = openRecord();
      await record(person);
      empty();
      await screen.findByText('Kept while this page is open');
      unreachable(TRANSCRIBE);
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      await screen.findByRole('button', { name: 'Try Again' });
      const sentBefore = sentTo(TRANSCRIBE).length;
      refuse(READ, 404, 'agreement_not_found', 'Not found.');
      refuse(TRANSCRIBE, 404, 'agreement_not_found', 'Not found.');
      act(() => startSession({ token: 'token-of-bea', user: { ...anna, id: 18, username: 'Bea Novak' } }));
      await person.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'This recording was made in another account',
      );
      expect(sentTo(TRANSCRIBE)).toHaveLength(sentBefore);
      expect(asksBeforeUnload()).toBe(true);
    });

    it('gives way to the login page when nothing would be lost', async () => {
      openRecord();
      await screen.findByText('Ready to record');
      endSession();
      await waitFor(() => expect(place()).toBe('/login'));
    });
  });

  it('is not offered again when a full device has a part of it and the server all', async () => {
    answer(TRANSCRIBE, transcribed);
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await screen.findByText('Recording in progress...');
    act(() => browser.media.at(-1)?.requestData());
    await waitFor(async () => expect(await keptDrafts()).toBe(1));
    fillDevice();
    await person.click(screen.getByRole('button', { name: 'Stop Recording' }));
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    await person.click(await screen.findByRole('button', { name: 'Process Recording' }));
    await screen.findByRole('heading', { level: 1, name: 'Your Transcript' });
    await waitFor(async () => expect(await keptDrafts()).toBe(0));
  });

  it('offers the recording that a closed page has left', async () => {
    await leaveDraft({ form: { retakeOf: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' } });
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('button', { name: 'Process Recording' })).toBeVisible();
    await screen.findByText('Fingerprint');
    expect(screen.getByRole('region', { name: 'It is safe' })).toHaveTextContent('Length1:05');
  });

  it.each<[string, string, () => void]>([
    ['Show Transcript', 'Your Transcript', () => answer(DRAFT, transcribed)],
    [
      'Show Progress',
      'Record Your Agreement',
      () => answer(DRAFT, { status: 'transcribing', percent: 30 }, { status: 202 }),
    ],
  ])('is not begun when “%s” is pressed while the browser asks', async (button, title, answerDraft) => {
    answerDraft();
    const { person } = openRecord();
    await screen.findByRole('button', { name: button });
    const allow = holdPermission();
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await person.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Recorder' })).not.toBeInTheDocument();
    await allow();
    await waitFor(() => expect(browser.microphone.readyState).toBe('ended'));
    expect(browser.media).toEqual([]);
  });

  it('gives way to the kept one while the browser asks for the microphone', async () => {
    await leaveDraft({ form: { retakeOf: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' } });
    const { person } = openRecord();
    await screen.findByRole('button', { name: 'Keep' });
    const allow = holdPermission();
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('button', { name: 'Process Recording' })).toBeVisible();
    await allow();
    await waitFor(() => expect(browser.microphone.readyState).toBe('ended'));
    expect(browser.media).toEqual([]);
    expect(screen.getByRole('region', { name: 'It is safe' })).toHaveTextContent('Length1:05');
  });

  it('takes what the assistant suggests into the lines to say, until it is recorded', async () => {
    answer('POST /api/contract-assistant', {
      ...{ response: 'Yes.', category: 'terms', suggestions: ['Say the date.'], language: 'en' },
    });
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Open Contract Assistant' }));
    await person.click(await screen.findByRole('button', { name: 'Payment terms' }));
    await person.click(await screen.findByRole('button', { name: 'Apply Suggestion' }));
    expect(screen.getByText(/1 of 6/)).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Remove “Say the date.”' }));
    expect(screen.getByText(/1 of 5/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});
