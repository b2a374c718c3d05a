/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, example, hold, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import { fillDevice, leaveDraft, plugMicrophone } from '../../testing/microphone';
import { answerUpload, BEGIN, FINISH, fillDetails, ID, PUT, sha256 } from '../../testing/new-agreement';
import { holdLengths, letSoundsLast } from '../../testing/record-screen';
import { expectProblem, open, place, type Role, toasted } from '../../testing/screen';
import { publishedPlans } from '../payments/plans.gen';
import { openDraftDb } from '../recording/drafts/draft-db';

const CONSENT = 'By uploading you confirm that everyone heard in it agreed to be recorded.';
const MEMO = new File(['a voice memo'], 'memo.m4a', { type: 'audio/mp4', lastModified: 1_790_000_000_000 });

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const upload = () => screen.getByRole('button', { name: 'Upload Audio File' });

/** The choice of sounds; that of photos is another one. */
function soundInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[data-sound]');
  if (!input) throw new Error('There is no choice of sounds.');
  return input;
}

/** A file on a device of its own. Call the answer to take that away: nothing of the file can be read any more. */
function pluggedIn(file: File): () => void {
  let isGone = false;
  const readable = (blob: Blob): Blob => {
    const [read, cut] = [blob.arrayBuffer.bind(blob), blob.slice.bind(blob)];
    const gone = new DOMException('The file could not be read.', 'NotReadableError');
    blob.arrayBuffer = () => (isGone ? Promise.reject(gone) : read());
    blob.slice = (...range) => readable(cut(...range));
    return blob;
  };
  readable(file);
  return () => {
    isGone = true;
  };
}

async function openFilled(address: string, role: Role = 'visitor') {
  const opened = open(address, role);
  await fillDetails(opened.person);
  return opened;
}

describe('a voice memo', () => {
  it('of a visitor without a microphone becomes a voice deal', async () => {
    answerUpload();
    letSoundsLast(65);
    browser.answers = [new DOMException('', 'NotFoundError')];
    const { person } = await openFilled('/record-voice-deal');
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await screen.findByText('No microphone found');
    expect(screen.getByRole('button', { name: 'Upload an audio file instead' })).toBeVisible();
    expect(screen.getByText(CONSENT)).toBeVisible();
    await expectAccessible();
    await person.upload(soundInput(), MEMO);
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Recording' })).toHaveFocus();
    expect(await screen.findByText('Fingerprint')).toBeVisible();
    expect(screen.getByText('Safe on this device')).toBeVisible();
    expect(screen.getByText('Uploaded file').nextSibling).toHaveTextContent('memo.m4a');
    expect(screen.getByText('Length').nextSibling).toHaveTextContent('1:05');
    expect(
      screen.getByText(/^Spoken agreement between .*, in the file “memo\.m4a” of .*, length 1:05\.$/),
    ).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    const [form] = sentTo(FINISH).map(({ body }) => body as FormData);
    const data = JSON.parse(String(form?.get('agreementData')));
    expect(data).toMatchObject({ partyBName: 'Ben Carter', spoken: { language: 'en' } });
    // Nothing was begun here below the words about it, and when it was begun elsewhere nobody knows.
    expect(data).not.toHaveProperty('noticeGivenAt');
    expect(data.spoken).not.toHaveProperty('startedAt');
    expect(localStorage.getItem('pendingAgreementId')).toBe(ID);
  });

  it('is asked for among what is folded away, once the form is filled', async () => {
    answerUpload();
    letSoundsLast(65);
    const { person } = open('/record-voice-deal');
    const more = (await screen.findByText('More')).closest('details');
    expect(more).toContainElement(screen.getByText(CONSENT));
    const picked = jest.spyOn(soundInput(), 'click');
    await person.click(screen.getByText('More'));
    upload().focus();
    await person.keyboard('{Enter}');
    expectProblem('Party A Name', 'Please fill this in');
    expect(picked).not.toHaveBeenCalled();
    await fillDetails(person);
    upload().focus();
    await person.keyboard('{Enter}');
    expect(picked).toHaveBeenCalledTimes(1);
    await person.upload(soundInput(), MEMO);
    await screen.findByRole('heading', { level: 1, name: 'Review Recording' });
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByText('Ready to record')).toBeVisible();
    expect(upload()).toBeVisible();
    await person.upload(soundInput(), MEMO);
    await screen.findByRole('heading', { level: 1, name: 'Review Recording' });
    // The server could refuse this one: the first stays until it does not.
    await waitFor(async () => expect(await (await openDraftDb()).count('sessions')).toBe(2));
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    await waitFor(async () => expect(await (await openDraftDb()).count('sessions')).toBe(1));
  });

  it('that this page has saved as a file is taken, although its name is that of a film', async () => {
    letSoundsLast(65);
    const { person } = await openFilled('/record-voice-deal');
    await person.upload(soundInput(), new File(['sound'], 'recording.webm', { type: 'video/webm' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Recording' });
    expect(await screen.findByText('Fingerprint')).toBeVisible();
    const [kept] = await (await openDraftDb()).getAll('sessions');
    expect(kept).toMatchObject({ fileName: 'recording.webm', mime: 'audio/webm' });
  });

  it('that a closed page has left is offered again, as the file that it was', async () => {
    letSoundsLast(65);
    const { person, unmount } = await openFilled('/record-voice-deal');
    await person.upload(soundInput(), MEMO);
    await screen.findByText('Fingerprint');
    unmount();
    const again = open('/record-voice-deal');
    expect(await screen.findByRole('heading', { name: 'We kept your last recording' })).toBeVisible();
    await again.person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByText('memo.m4a')).toBeVisible();
    expect(screen.getByText(/between Anna Miller \(Party A\) and Ben Carter/)).toBeVisible();
  });

  it('that this device cannot keep stays while the page is open', async () => {
    letSoundsLast(65);
    const { person } = await openFilled('/record-voice-deal');
    const empty = fillDevice();
    await person.upload(soundInput(), MEMO);
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    empty();
  });

  it.each([
    [
      'a picture',
      new File(['x'], 'a.png', { type: 'image/png' }),
      65,
      'Invalid File',
      'Please select an audio file',
    ],
    [
      'nothing',
      new File([], 'a.mp3', { type: 'audio/mpeg' }),
      0,
      'No Recording',
      'There is nothing in this file. Please choose another one.',
    ],
    [
      'too long',
      MEMO,
      700,
      'Recording Too Long',
      'The Split Second Contract plan takes up to 10:00; this recording is 11:40 long. Please choose a shorter one.',
    ],
  ])('is not taken when it is %s', async (_, file, seconds, title, words) => {
    letSoundsLast(seconds);
    await openFilled('/record-voice-deal');
    // Also one that the device's own choice would not offer.
    fireEvent.change(soundInput(), { target: { files: [file] } });
    await toasted(title, words);
    expect(screen.getByRole('button', { name: 'Start Recording' })).toBeVisible();
    expect(await (await openDraftDb()).count('sessions')).toBe(0);
  });

  it('must not be larger than the server takes', async () => {
    const { person } = await openFilled('/record-voice-deal');
    const large = new File(['x'], 'a.wav', { type: 'audio/wav' });
    Object.defineProperty(large, 'size', { value: 100 * 1024 * 1024 + 1 });
    await person.upload(soundInput(), large);
    await toasted('Invalid File', 'Please select an audio file of up to 100 MB');
  });

  it('gives way to a recording that is begun while it is looked at', async () => {
    const tell = holdLengths(65);
    const { person } = await openFilled('/create-contract');
    await person.upload(soundInput(), MEMO);
    await waitFor(() => expect(upload()).toHaveAttribute('aria-busy', 'true'));
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await screen.findByText('Recording in progress...');
    await tell();
    expect(screen.getByText('Recording in progress...')).toBeVisible();
    expect(browser.microphone.readyState).toBe('live');
  });

  it('waits for the network like any recording', async () => {
    answerUpload();
    unreachable(BEGIN);
    letSoundsLast(65);
    const { person } = await openFilled('/record-voice-deal');
    await person.upload(soundInput(), MEMO);
    await person.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
    expect(
      await screen.findByText(
        'Your recording is kept on this device. You may close this page: it is sent when you come back.',
      ),
    ).toBeVisible();
    answer(BEGIN);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
  });

  it('is sent from the copy on this device where its own place is gone by then', async () => {
    answerUpload();
    letSoundsLast(65);
    const { person } = await openFilled('/record-voice-deal');
    const memo = new File(['a voice memo'], 'memo.m4a', { type: 'audio/mp4' });
    const unplug = pluggedIn(memo);
    await person.upload(soundInput(), memo);
    expect(await screen.findByText('Safe on this device')).toBeVisible();
    await screen.findByText('Fingerprint');
    unplug();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    const [sent] = sentTo(PUT).map(({ body }) => body as Blob);
    expect(sent && (await sha256(sent))).toBe(await sha256(new Blob(['a voice memo'])));
  });

  it('becomes a contract on the screen that has all in one', async () => {
    answerUpload();
    letSoundsLast(65);
    const { person } = open('/create-contract', 'user');
    await screen.findByLabelText('Party A Name');
    expect(screen.getByText(CONSENT)).toBeVisible();
    await person.click(upload());
    expectProblem('Party B Name', 'Please fill this in');
    await fillDetails(person);
    await person.upload(soundInput(), MEMO);
    expect(await screen.findByRole('heading', { name: '5-Second Preview' })).toHaveFocus();
    expect(await screen.findByText('memo.m4a')).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await waitFor(() => expect(loadedPages()).toEqual([expect.stringMatching(/^\/checkout\?/)]));
  });
});

describe('a file that is dropped while it is kept', () => {
  it('leaves nothing on the device', async () => {
    letSoundsLast(65);
    const { person, unmount } = await openFilled('/record-voice-deal');
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => (resolve = done));
    const slow = new File(['a voice memo'], 'memo.m4a', { type: 'audio/mp4' });
    const slice = slow.slice.bind(slow);
    jest.spyOn(slow, 'slice').mockImplementation((...range) => {
      const piece = slice(...range);
      const bytes = piece.arrayBuffer.bind(piece);
      piece.arrayBuffer = () => promise.then(bytes);
      return piece;
    });
    await person.upload(soundInput(), slow);
    await waitFor(() => expect(slow.slice).toHaveBeenCalledTimes(2));
    const discard = jest.spyOn(IDBObjectStore.prototype, 'delete');
    unmount();
    resolve();
    await waitFor(() => expect(discard).toHaveBeenCalled());
    await waitFor(async () => expect(await (await openDraftDb()).count('sessions')).toBe(0));
    expect(await (await openDraftDb()).count('chunks')).toBe(0);
  });
});

/** A second, long enough to tell speech from silence, by a clock that only the test moves: every look is made. */
async function recordSecond(): Promise<void> {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  const press = (name: string, ms: number) =>
    act(async () => {
      screen.getByRole('button', { name }).click();
      await jest.advanceTimersByTimeAsync(ms);
    });
  await press('Start Recording', 1000);
  expect(screen.getByText('Recording in progress...')).toBeVisible();
  expect(browser.looks).toBeGreaterThan(4);
  await press('Stop', 50);
  jest.useRealTimers();
}

describe('a recording without a sound', () => {
  const SAID = 'We hear nothing in this recording. Play it before you go on.';

  it('is told of when it is reviewed, and goes on all the same', async () => {
    browser.loudness = 0;
    await openFilled('/record-voice-deal');
    await recordSecond();
    expect(await screen.findByText(SAID)).toBeVisible();
    await expectAccessible();
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).not.toHaveAttribute('aria-disabled');
  });

  it('is told of when it is a file', async () => {
    letSoundsLast(2);
    const sound = {
      sampleRate: 8000,
      numberOfChannels: 1,
      duration: 2,
      getChannelData: () => new Float32Array(16_000),
    };
    class Unpacker {
      decodeAudioData = () => Promise.resolve(sound);
    }
    Object.defineProperty(globalThis, 'OfflineAudioContext', { value: Unpacker, configurable: true });
    const { person } = await openFilled('/create-contract');
    await person.upload(soundInput(), MEMO);
    expect(await screen.findByText(SAID)).toBeVisible();
    Reflect.deleteProperty(globalThis, 'OfflineAudioContext');
  });

  it('is told of when it was left behind', async () => {
    await leaveDraft({ elapsedMs: 200 }, 'sound', [0, 0.05]);
    const { person } = open('/record-voice-deal');
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByText(SAID)).toBeVisible();
  });

  it('is not suspected where somebody was heard', async () => {
    await openFilled('/record-voice-deal');
    await recordSecond();
    await screen.findByText('Fingerprint');
    expect(screen.queryByText(SAID)).not.toBeInTheDocument();
  });
});

describe('the plan of a contract', () => {
  beforeEach(() => answer('GET /api/config', { ...example('GET /api/config'), plans: publishedPlans }));

  it('is chosen among what is folded away, with its price and its limit', async () => {
    answerUpload();
    answer('GET /api/user/subscription', { ...example('GET /api/user/subscription'), status: 'active' });
    answer('GET /api/user/credits', []);
    const { person } = open('/record-voice-deal', 'user');
    await fillDetails(person);
    const more = screen.getByText('More').closest('details');
    const plan = screen.getByLabelText('Plan');
    expect(more).toContainElement(plan);
    expect(
      within(plan)
        .getAllByRole('option', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Split Second Contract · $5 · up to 10 minutes',
      'Basic · $5 · up to 3 minutes',
      'Standard · $5 · up to 10 minutes',
      'Pro · $5 · up to 10 minutes',
    ]);
    await person.selectOptions(plan, 'pro');
    expect(plan).toHaveAccessibleDescription(
      'Its row on your dashboard offers “Release Escrow” while a payment is held. A subscription does not cover it.',
    );
    expect(more).toHaveAttribute('open');
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { level: 1, name: 'Complete Payment' });
    const [form] = sentTo(FINISH).map(({ body }) => body as FormData);
    expect(JSON.parse(String(form?.get('agreementData')))).toMatchObject({ planType: 'pro' });
    expect(localStorage.getItem('pendingPlanType')).toBe('pro');
    // The subscription does not pay for it.
    await person.click(await screen.findByRole('button', { name: 'Pay $5 - Complete Contract' }));
    expect(new URLSearchParams(loadedPages()[0]?.split('?')[1]).get('plan')).toBe('pro');
  });

  it('is paid for as it was sent: the form cannot be changed by then', async () => {
    answerUpload();
    letSoundsLast(65);
    const { person } = open('/create-contract', 'user');
    await fillDetails(person);
    await person.upload(soundInput(), MEMO);
    await screen.findByText('memo.m4a');
    const letGo = hold(BEGIN);
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await waitFor(() => expect(sentTo(BEGIN)).toHaveLength(1));
    expect(screen.getByLabelText('Plan')).toBeDisabled();
    letGo(example(BEGIN));
    await waitFor(() => expect(loadedPages()).toHaveLength(1));
    expect(new URLSearchParams(loadedPages()[0]?.split('?')[1]).get('plan')).toBe('split-second-contract');
  });

  it('limits how long is recorded', async () => {
    const { person } = await openFilled('/record-voice-deal');
    await person.selectOptions(screen.getByLabelText('Plan'), 'basic');
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Record your voice agreement (up to 3 minutes)' }),
    ).toBeVisible();
    expect(await screen.findByText('of 3:00')).toBeVisible();
  });

  it('limits how long a file may be, which leaves only plans that take it', async () => {
    letSoundsLast(320);
    const { person } = await openFilled('/create-contract');
    await person.selectOptions(screen.getByLabelText('Plan'), 'basic');
    await person.upload(soundInput(), MEMO);
    await toasted(
      'Recording Too Long',
      'The Basic plan takes up to 3:00; this recording is 5:20 long. Please choose a shorter one.',
    );
    await person.selectOptions(screen.getByLabelText('Plan'), 'standard');
    await person.upload(soundInput(), MEMO);
    await screen.findByText('memo.m4a');
    expect(
      within(screen.getByLabelText('Plan'))
        .getAllByRole('option')
        .map((option) => option.getAttribute('value')),
    ).toEqual(['split-second-contract', 'standard', 'pro']);
    expect(place()).toBe('/create-contract');
  });

  it('comes back with what a closed page has left', async () => {
    await leaveDraft({ form: { partyAName: 'Otto', planType: 'basic' } });
    const { person } = open('/create-contract');
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByLabelText('Plan')).toHaveValue('basic');
  });
});
