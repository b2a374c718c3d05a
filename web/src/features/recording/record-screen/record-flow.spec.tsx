import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AgreementView, ErrorBody } from '../../../lib/api/api-types';
import { startSession } from '../../../lib/session/session';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../../testing/api';
import { expectAccessible } from '../../../testing/axe';
import { asksBeforeUnload, loadedPages } from '../../../testing/browser';
import { type FakeBrowser, FakeStream } from '../../../testing/fake-browser';
import { liveSockets, tellLive } from '../../../testing/live';
import { fillDevice, leaveDraft, plugMicrophone } from '../../../testing/microphone';
import { anna, open, place, toasted } from '../../../testing/screen';
import { openDraftDb } from '../drafts/draft-db';

const ID = '4207731958026614';
const ADDRESS = `/record?agreementId=${ID}`;
const CHECKOUT = `/checkout?plan=standard&agreementId=${ID}`;
const READ = 'GET /api/agreements/{agreementId}';
const DRAFT = 'GET /api/agreements/{agreementId}/take';
const TRANSCRIBE = 'POST /api/transcribe';
const HUMAN_TRANSCRIPT = 'POST /api/request-manual-transcription';
const SERVICE = 'POST /api/request-customer-service';

const FALLBACK = {
  manualService: {
    available: true,
    description: 'A person transcribes your recording within 24 hours for $2.00.',
  },
  customerService: {
    available: true,
    description: 'Our support looks at your recording with you, free of charge.',
  },
};

function agreement(change: Partial<AgreementView> = {}): AgreementView {
  return {
    ...example(READ),
    partyAName: 'Anna Miller',
    partyBName: 'Ben Carter',
    planType: 'standard',
    status: 'pending',
    contentDeletedAt: null,
    ...change,
  };
}

/** What the engine makes of the recording; the amounts agree. */
const transcribed = {
  ...example('GET /api/agreements/{agreementId}/take', 200),
  agreement: agreement(),
  transcript: {
    text: 'I sell you my bicycle. For 250 dollars.',
    language: 'es',
    duration: 65,
    segments: [
      { start: 0, text: 'I sell you my bicycle.' },
      { start: 62, text: 'For 250 dollars.' },
    ],
    amountCheck: null,
  },
};

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
  refuse(DRAFT, 404, 'not_ready', 'Not yet.');
});

function openRecord(change: Partial<AgreementView> = {}) {
  answer(READ, agreement(change));
  return open(ADDRESS, 'user');
}

type Person = ReturnType<typeof open>['person'];

async function record(person: Person): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
  await person.click(await screen.findByRole('button', { name: 'Stop Recording' }));
  await screen.findByRole('button', { name: 'Process Recording' });
  // Made beside everything else.
  await screen.findByText('Fingerprint');
}

/** Chooses a file, even one that the file dialog would not offer. */
function choose(file: File): void {
  const [input] = document.querySelectorAll('input[type="file"]');
  if (!input) throw new Error('There is no choice of files.');
  fireEvent.change(input, { target: { files: [file] } });
}

/** How many recordings are on the device. */
async function keptDrafts(): Promise<number> {
  return (await openDraftDb()).count('sessions');
}

/** Lets the browser know how long chosen sounds are. */
function letSoundsLast(seconds: number): void {
  jest.spyOn(window, 'Audio').mockImplementation(() => {
    const audio = document.createElement('audio');
    Object.defineProperty(audio, 'duration', { value: seconds });
    queueMicrotask(() => audio.dispatchEvent(new Event('loadedmetadata')));
    return audio;
  });
}

/** Chosen sounds tell how long they are only when the answer is called. */
function holdLengths(seconds: number): () => Promise<void> {
  const sounds: HTMLAudioElement[] = [];
  jest.spyOn(window, 'Audio').mockImplementation(() => {
    const audio = document.createElement('audio');
    Object.defineProperty(audio, 'duration', { value: seconds });
    sounds.push(audio);
    return audio;
  });
  return () =>
    act(async () => {
      for (const audio of sounds) audio.dispatchEvent(new Event('loadedmetadata'));
    });
}

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
      const logout = await screen.findByRole('alertdialog', { name: 'Are you sure you want to logout?' });
      await person.click(within(logout).getByRole('button', { name: 'Logout' }));
      return within(await screen.findByRole('alertdialog', { name: 'Leave this page?' }));
    };
    await person.click((await logOut()).getByRole('button', { name: 'Stay' }));
    expect(screen.getByText('Recording in progress...')).toBeVisible();
    expect(localStorage.getItem('userToken')).toBe('token-of-anna');
    await person.click((await logOut()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(place()).toBe('/how-it-works'));
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

    it('gives way to the login page when nothing would be lost', async () => {
      openRecord();
      await screen.findByText('Ready to record');
      endSession();
      await waitFor(() => expect(place()).toBe('/login'));
    });
  });

  it('offers the recording that a closed page has left', async () => {
    await leaveDraft({ form: { retakeOf: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' } });
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('button', { name: 'Process Recording' })).toBeVisible();
    await screen.findByText('Fingerprint');
    expect(screen.getByRole('region', { name: 'It is safe' })).toHaveTextContent('Length1:05');
  });
});

describe('processing', () => {
  it('sends the recording and shows what it says, with a receipt and the way to the payment', async () => {
    answer(TRANSCRIBE, transcribed);
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible();
    const [sent] = sentTo(TRANSCRIBE);
    const form = sent?.body as FormData;
    expect(form.get('agreementId')).toBe(ID);
    expect((form.get('audio') as File).name).toBe('recording.webm');
    expect(JSON.parse(String(form.get('spoken')))).toEqual({ language: 'en' });
    expect(sent?.headers).toMatchObject({ prefer: 'respond-async', authorization: 'Bearer token-of-anna' });
    const header = within(screen.getByRole('region', { name: 'Agreement' }));
    expect(header.getByText('#4207 7319 5802 6614')).toBeVisible();
    expect(header.getByRole('region', { name: 'Participants' })).toHaveTextContent('Anna Miller');
    const words = within(screen.getByRole('region', { name: 'Transcript' }));
    expect(words.getByText('I sell you my bicycle. For 250 dollars.')).toHaveAttribute('lang', 'es');
    expect(words.getByText('For 250 dollars.')).toHaveAttribute('lang', 'es');
    expect(words.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '0:00I sell you my bicycle.',
      '1:02For 250 dollars.',
    ]);
    const receipt = screen.getByRole('region', { name: 'Digital Receipt' });
    expect(receipt).toHaveTextContent('#4207 7319 5802 6614');
    expect(receipt).toHaveTextContent('Length1:05');
    expect(screen.getByRole('link', { name: 'Continue to Payment' })).toHaveAttribute('href', CHECKOUT);
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByText('Ready to record')).toBeVisible();
    await record(person);
    expect(screen.getByText('On our server when you process it')).toBeVisible();
    expect(await keptDrafts()).toBe(2);
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    // The first one is on the server and stays here as well; the second one was never sent.
    await waitFor(async () => expect(await keptDrafts()).toBe(1));
  });

  it('says what it is about, before and after, where party A said so', async () => {
    const title = 'Honda Civic';
    answer(TRANSCRIBE, { ...transcribed, agreement: agreement({ title }) });
    const { person } = openRecord({ title });
    await record(person);
    expect(screen.getByText(title)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    const header = within(await screen.findByRole('region', { name: 'Agreement' }));
    expect(header.getByText('About').nextSibling).toHaveTextContent(title);
    expect(screen.getAllByText(title)).toHaveLength(1);
  });

  it('warns when another amount was said, and when no words were heard', async () => {
    const transcript = {
      ...transcribed.transcript,
      ...{
        text: ' ',
        segments: [],
        amountCheck: { typedCents: 25_000, spokenCents: [20_000, 30_000], agrees: false },
      },
    };
    answer(TRANSCRIBE, { ...transcribed, transcript });
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The amounts differYou typed $250.00, but in the recording we heard $200.00 or $300.00.',
    );
    expect(
      screen.getByText(
        'No words were heard. Listen to your recording, or record again closer to the microphone.',
      ),
    ).toBeVisible();
  });

  it('follows the transcript by live events', async () => {
    answer(TRANSCRIBE, { status: 'queued', percent: 0 }, { status: 202 });
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByText('Queued 0%')).toBeVisible();
    expect(
      screen.getByText(
        'Your recording is safe on our server. You can leave this page; the transcript goes on being made.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(liveSockets().length).toBeGreaterThan(0));
    tellLive({ agreementId: ID, stage: 'transcribing', percent: 40 });
    expect(screen.getByText('Transcribing 40%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Making the transcript' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    // Older news, and news of another contract, change nothing.
    tellLive({ agreementId: ID, stage: 'preparing', percent: 90 });
    tellLive({ agreementId: '1', stage: 'sealing', percent: 99 });
    expect(screen.getByText('Transcribing 40%')).toBeVisible();
    answer(DRAFT, transcribed);
    tellLive({ agreementId: ID, stage: 'done', percent: 100 });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible();
  });

  it('waits for the network, and goes on when asked to', async () => {
    unreachable(TRANSCRIBE);
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(
      await screen.findByText('Your recording is kept on this device. Keep this page open until it is sent.'),
    ).toBeVisible();
    answer(TRANSCRIBE, transcribed);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible();
  });

  it.each<[ErrorBody['code'], number, string]>([
    [
      'too_many_requests',
      429,
      'Transcription limit reachedToo many recordings were processed in a short time. Yours is safe; try again later.',
    ],
    ['broken_recording', 422, 'Transcription FailedThe sound cannot be read.'],
  ])('says why it was refused: %s', async (code, status, said) => {
    refuse(TRANSCRIBE, status, code, 'The sound cannot be read.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(said);
    expect(screen.getByRole('button', { name: 'Process Recording' })).toBeVisible();
  });

  it('tells also after the session has ended', async () => {
    refuse(TRANSCRIBE, 401, 'unauthenticated', 'Please log in to continue.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    await toasted('API Authentication Error', 'Please log in again. Your recording stays on this device.');
  });

  it.each<[ErrorBody['code'], number, string, string]>([
    [
      'payment_required',
      402,
      'Payment Required',
      'This contract has to be paid for before its recording is processed again. Your recording stays on this device.',
    ],
    [
      'recording_too_long',
      422,
      'Recording Too Long',
      'The Standard plan takes up to 10:00; this recording is 0:00 long. It was not processed. Record a shorter one, or pay for the contract with the recording it has now.',
    ],
  ])('asks for the payment: %s', async (code, status, title, detail) => {
    refuse(TRANSCRIBE, status, code, 'No.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: title }));
    expect(dialog.getByText(detail)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Continue to Payment' }));
    expect(loadedPages()).toEqual([CHECKOUT]);
  });

  it.each<[ErrorBody['code'], number, string]>([
    ['recording_sealed', 409, 'This recording is sealed'],
    ['agreement_not_found', 404, 'Agreement Not Found'],
  ])('is over: %s', async (code, status, title) => {
    refuse(TRANSCRIBE, status, code, 'No.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});

describe('a transcription that failed', () => {
  async function openFallback(options: object = FALLBACK) {
    refuse(TRANSCRIBE, 503, 'transcription_failed', 'The engine gave up.', { fallbackOptions: options });
    const opened = openRecord();
    await record(opened.person);
    await opened.person.click(screen.getByRole('button', { name: 'Process Recording' }));
    await screen.findByText('Transcription Service Temporarily Unavailable');
    return opened;
  }

  it('offers both ways on, in the words of the specification', async () => {
    await openFallback();
    await toasted('Transcription Service Unavailable', 'Your recording is saved. Choose a backup.');
    const panel = within(
      screen.getByRole('region', { name: 'Transcription Service Temporarily Unavailable' }),
    );
    expect(panel.getByText('Your recording is saved securely. Choose how to go on.')).toBeVisible();
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Option 1Professional Transcription Service$2.00${FALLBACK.manualService.description}Request Professional Transcription`,
      `Option 2Customer Service ContactFree${FALLBACK.customerService.description}Request Customer Service Help`,
    ]);
    expect(panel.getByText('Your original recording stays stored either way.')).toBeVisible();
    expect(sentTo(TRANSCRIBE)).toHaveLength(1);
  });

  it.each(['manualService', 'customerService'] as const)(
    'offers only what there is, not %s',
    async (missing) => {
      await openFallback({ ...FALLBACK, [missing]: { available: false, description: '' } });
      expect(screen.queryAllByText('Professional Transcription Service')).toHaveLength(
        missing === 'manualService' ? 0 : 1,
      );
      expect(screen.queryAllByText('Customer Service Contact')).toHaveLength(
        missing === 'manualService' ? 1 : 0,
      );
    },
  );

  it('orders a person’s transcript, and leads to its payment after 2 seconds', async () => {
    answer(HUMAN_TRANSCRIPT, { ...example(HUMAN_TRANSCRIPT, 201), status: 'requested' }, { status: 201 });
    const { person } = await openFallback();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    await person.click(screen.getByRole('button', { name: 'Request Professional Transcription' }));
    expect(
      await screen.findByText('Your order is noted. Taking you to the payment of $2.00.', {
        selector: 'main *',
      }),
    ).toBeVisible();
    expect(sentTo(HUMAN_TRANSCRIPT).map(({ body }) => body)).toEqual([{ agreementId: ID }]);
    expect(screen.getByRole('link', { name: 'Pay $2.00' })).toHaveAttribute(
      'href',
      expect.stringContaining('service=manual-transcription'),
    );
    await act(() => jest.advanceTimersByTimeAsync(1500));
    expect(loadedPages()).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(loadedPages()).toEqual([expect.stringMatching(/^\/checkout\?.*service=manual-transcription/)]);
  });

  it('asks the support, and leads to the checkout after 2 seconds', async () => {
    answer(SERVICE, { ticketNumber: 'T-100001' }, { status: 201 });
    const { person } = await openFallback();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    await person.click(screen.getByRole('button', { name: 'Request Customer Service Help' }));
    expect(
      await screen.findByText('Support will look at your recording: ticket T-100001.', {
        selector: 'main *',
      }),
    ).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(loadedPages()).toEqual([CHECKOUT]);
  });

  it.each<[string, typeof HUMAN_TRANSCRIPT | typeof SERVICE]>([
    ['Request Professional Transcription', HUMAN_TRANSCRIPT],
    ['Request Customer Service Help', SERVICE],
  ])('says that a request failed: %s', async (button, name) => {
    unreachable(name);
    const { person } = await openFallback();
    await person.click(screen.getByRole('button', { name: button }));
    await toasted(
      'Request Failed',
      'Your request could not be sent. Your recording is safe; please try again.',
    );
    expect(loadedPages()).toEqual([]);
  });
});

describe('a recording made elsewhere', () => {
  it('is sent at once', async () => {
    letSoundsLast(65);
    answer(TRANSCRIBE, { status: 'queued', percent: 0 }, { status: 202 });
    openRecord();
    await screen.findByText('Recorded elsewhere?');
    choose(new File(['sound'], 'deal.mp3', { type: 'audio/mpeg' }));
    expect(await screen.findByText('deal.mp3')).toBeVisible();
    expect(await screen.findByText('Queued 0%')).toBeVisible();
    const [form] = sentTo(TRANSCRIBE).map(({ body }) => body as FormData);
    expect(form?.get('audio')).toHaveProperty('name', 'deal.mp3');
  });

  describe('whose length is not known yet', () => {
    const mp3 = (name = 'deal.mp3') => new File(['sound'], name, { type: 'audio/mpeg' });

    it('says so, and gives way to a recording that is begun meanwhile', async () => {
      const tell = holdLengths(65);
      const { person } = openRecord();
      await screen.findByText('Recorded elsewhere?');
      const upload = screen.getByRole('button', { name: 'Upload Audio File' });
      expect(upload).not.toHaveAttribute('aria-busy');
      choose(mp3());
      await waitFor(() => expect(upload).toHaveAttribute('aria-busy', 'true'));
      await person.click(screen.getByRole('button', { name: 'Start Recording' }));
      await screen.findByText('Recording in progress...');
      await tell();
      expect(screen.getByText('Recording in progress...')).toBeVisible();
      expect(browser.microphone.readyState).toBe('live');
      expect(sentTo(TRANSCRIBE)).toEqual([]);
      await person.click(screen.getByRole('button', { name: 'Stop Recording' }));
      expect(await screen.findByRole('button', { name: 'Upload Audio File' })).not.toHaveAttribute(
        'aria-busy',
      );
      await screen.findByText('Fingerprint');
    });

    it('is not sent beside a microphone that is being asked for', async () => {
      const tell = holdLengths(65);
      let letGo: () => void = () => undefined;
      jest
        .spyOn(navigator.mediaDevices, 'getUserMedia')
        .mockReturnValue(new Promise((resolve) => (letGo = () => resolve(new FakeStream() as never))));
      const { person } = openRecord();
      await screen.findByText('Recorded elsewhere?');
      choose(mp3());
      await person.click(screen.getByRole('button', { name: 'Start Recording' }));
      await tell();
      await act(async () => letGo());
      expect(await screen.findByText('Recording in progress...')).toBeVisible();
      expect(sentTo(TRANSCRIBE)).toEqual([]);
    });

    it('is sent all the same when no recording could be begun', async () => {
      const tell = holdLengths(65);
      browser.answers = [new DOMException('', 'NotAllowedError')];
      answer(TRANSCRIBE, { status: 'queued', percent: 0 }, { status: 202 });
      const { person } = openRecord();
      await screen.findByText('Recorded elsewhere?');
      choose(mp3());
      await person.click(screen.getByRole('button', { name: 'Start Recording' }));
      await screen.findByText('Microphone is blocked');
      expect(screen.getByRole('button', { name: 'Upload an audio file instead' })).toHaveAttribute(
        'aria-busy',
        'true',
      );
      await tell();
      expect(await screen.findByText('deal.mp3')).toBeVisible();
      expect(await screen.findByText('Queued 0%')).toBeVisible();
    });

    it('is dropped for another file, and for the recording that is sent meanwhile', async () => {
      const tell = holdLengths(65);
      answer(TRANSCRIBE, { status: 'queued', percent: 0 }, { status: 202 });
      const { person } = openRecord();
      await record(person);
      choose(mp3('one.mp3'));
      choose(mp3('two.mp3'));
      await person.click(screen.getByRole('button', { name: 'Process Recording' }));
      await screen.findByText('Queued 0%');
      await tell();
      expect(sentTo(TRANSCRIBE)).toHaveLength(1);
      expect(screen.queryByText(/\.mp3$/)).not.toBeInTheDocument();
    });

    it('is not sent when the screen was left', async () => {
      const tell = holdLengths(65);
      const { unmount } = openRecord();
      await screen.findByText('Recorded elsewhere?');
      choose(mp3());
      unmount();
      await tell();
      expect(sentTo(TRANSCRIBE)).toEqual([]);
    });
  });

  it('must be sound', async () => {
    openRecord();
    await screen.findByText('Recorded elsewhere?');
    choose(new File(['picture'], 'deal.png', { type: 'image/png' }));
    await toasted('Invalid File', 'Please select an audio file');
    expect(sentTo(TRANSCRIBE)).toEqual([]);
  });

  it('must not be longer than the plan takes', async () => {
    letSoundsLast(700);
    const { person } = openRecord();
    await screen.findByText('Recorded elsewhere?');
    choose(new File(['sound'], 'deal.mp3', { type: 'audio/mpeg' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Recording Too Long' }));
    expect(dialog.getByText(/takes up to 10:00; this recording is 11:40 long/)).toBeVisible();
    expect(sentTo(TRANSCRIBE)).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Go Back' }));
    expect(loadedPages()).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    const again = within(await screen.findByRole('alertdialog', { name: 'Recording Too Long' }));
    await person.click(again.getByRole('button', { name: 'Go Back' }));
    choose(new File(['sound'], 'other.mp3', { type: 'audio/mpeg' }));
    expect(await screen.findByRole('alertdialog', { name: 'Recording Too Long' })).toBeVisible();
    expect(sentTo(TRANSCRIBE)).toEqual([]);
  });

  it('must not be empty', async () => {
    letSoundsLast(0);
    openRecord();
    await screen.findByText('Recorded elsewhere?');
    choose(new File([], 'deal.mp3', { type: 'audio/mpeg' }));
    await toasted('No Recording', 'Please record audio first');
    expect(sentTo(TRANSCRIBE)).toEqual([]);
  });
});

describe('a recording that was processed before', () => {
  it('shows its transcript', async () => {
    answer(DRAFT, transcribed);
    const { person } = openRecord();
    expect(await screen.findByText('The recording of this contract has a transcript already.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Show Transcript' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible();
    expect(sentTo(TRANSCRIBE)).toEqual([]);
    expect(place()).toBe(ADDRESS);
  });

  it('shows how far it is', async () => {
    answer(DRAFT, { status: 'transcribing', percent: 30 }, { status: 202 });
    const { person } = openRecord();
    expect(await screen.findByText('The transcript of the recording you sent is being made.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Show Progress' }));
    expect(await screen.findByText('Transcribing 30%')).toBeVisible();
  });
});
