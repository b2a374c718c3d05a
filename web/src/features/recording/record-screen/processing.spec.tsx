/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ErrorBody } from '../../../lib/api/api-types';
import { answer, example, refuse, sentTo, unreachable } from '../../../testing/api';
import { expectAccessible } from '../../../testing/axe';
import { asksBeforeUnload, loadedPages } from '../../../testing/browser';
import { liveSockets, tellLive } from '../../../testing/live';
import { fillDevice, plugMicrophone } from '../../../testing/microphone';
import {
  ADDRESS,
  agreement,
  CHECKOUT,
  DRAFT,
  FALLBACK,
  HUMAN_TRANSCRIPT,
  ID,
  keptDrafts,
  openRecord,
  record,
  SERVICE,
  TRANSCRIBE,
  transcribed,
} from '../../../testing/record-screen';
import { place, question, toasted } from '../../../testing/screen';

beforeEach(async () => {
  await plugMicrophone();
  refuse(DRAFT, 404, 'not_ready', 'Not yet.');
});

afterEach(() => jest.restoreAllMocks());

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
    expect(JSON.parse(String(form.get('spoken')))).toEqual({
      language: 'en',
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
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
    await record(person);
    // The first one is on the server and stays here as well; the third one has replaced the second, which was never sent.
    await waitFor(async () => expect(await keptDrafts()).toBe(2));
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

  it('is known by one key however often it is sent, and by another when it is sent anew', async () => {
    refuse(TRANSCRIBE, 503, 'unavailable', 'Please try again.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    const again = await screen.findByRole('button', { name: 'Try Again' });
    refuse(TRANSCRIBE, 422, 'broken_recording', 'The sound cannot be read.');
    await person.click(again);
    await person.click(await screen.findByRole('button', { name: 'Process Recording' }));
    await waitFor(() => expect(sentTo(TRANSCRIBE).length).toBeGreaterThan(2));
    const keys = sentTo(TRANSCRIBE).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys.at(-1)).not.toBe(keys[0]);
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

  it.each<[ErrorBody['code'], number, string, string | RegExp]>([
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
      /^The Standard plan takes up to 10:00; this recording is 0:0\d long\. It was not processed\. Record a shorter one, or pay for the contract with the recording it has now\.$/,
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
    // What was recorded is not locked away with it.
    expect(await screen.findByRole('button', { name: 'Listen' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep' })).not.toBeInTheDocument();
    await expectAccessible();
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await person.click(screen.getByRole('button', { name: 'Save as a file on my device' }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('recording.webm');
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    const discarding = await question('Discard this recording?');
    await person.click(discarding.getByRole('button', { name: 'Discard recording' }));
    await waitFor(async () => expect(await keptDrafts()).toBe(0));
    expect(screen.queryByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
  });

  it('that is over leaves the recording for a new contract', async () => {
    refuse(TRANSCRIBE, 409, 'recording_sealed', 'No.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    await person.click(await screen.findByRole('button', { name: 'Use for a new contract' }));
    await waitFor(() => expect(place()).toBe('/record-voice-deal'));
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
    expect(screen.getByText(/between Anna Miller \(Party A\) and Ben Carter/)).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it('that is over can still be saved as a file where the page alone has the recording', async () => {
    refuse(TRANSCRIBE, 409, 'recording_sealed', 'No.');
    const empty = fillDevice();
    const { person } = openRecord();
    await record(person);
    empty();
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    expect(await screen.findByRole('button', { name: 'Save as a file on my device' })).toBeVisible();
    expect(asksBeforeUnload()).toBe(true);
  });

  it('refuses what is too long, which can be saved as a file', async () => {
    refuse(TRANSCRIBE, 422, 'recording_too_long', 'Too long.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Process Recording' }));
    const told = await question('Recording Too Long');
    await person.click(told.getByRole('button', { name: 'Go Back' }));
    expect(screen.getByRole('button', { name: 'Save as a file on my device' })).toBeVisible();
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

  it.each<[string, Response]>([
    ['as if it were the answer', new Response('<html>Please sign in to the hotel</html>')],
    ['as a refusal', new Response('<html>Sign in</html>', { status: 403 })],
  ])('waits while another network answers with a page of its own, %s', async (_how, page) => {
    answer(DRAFT, { status: 'transcribing', percent: 30 }, { status: 202 });
    const { person } = openRecord();
    await person.click(await screen.findByRole('button', { name: 'Show Progress' }));
    await screen.findByText('Transcribing 30%');
    await waitFor(() => expect(liveSockets().length).toBeGreaterThan(0));
    const answered = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(page);
    tellLive({ agreementId: ID, stage: 'done', percent: 100 });
    await waitFor(() => expect(answered).toHaveBeenCalled());
    expect(screen.getByText('Transcribing 30%')).toBeVisible();
    answer(DRAFT, transcribed);
    await waitFor(() => {
      tellLive({ agreementId: ID, stage: 'done', percent: 100 });
      expect(answered.mock.calls.length).toBeGreaterThan(1);
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Transcript' })).toBeVisible();
  });

  it('says why it was not shown, until something is recorded', async () => {
    answer(DRAFT, { status: 'transcribing', percent: 30 }, { status: 202 });
    const { person } = openRecord();
    const button = await screen.findByRole('button', { name: 'Show Progress' });
    refuse(DRAFT, 422, 'broken_recording', 'The sound cannot be read.');
    await person.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Transcription FailedThe sound cannot be read.',
    );
    expect(screen.getByRole('button', { name: 'Start Recording' })).toBeVisible();
    await expectAccessible();
    await record(person);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
