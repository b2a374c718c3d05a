/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, refuse, sentTo, unreachable } from '../../../testing/api';
import { loadedPages } from '../../../testing/browser';
import { type FakeBrowser, FakeStream } from '../../../testing/fake-browser';
import { fillDevice, plugMicrophone } from '../../../testing/microphone';
import {
  choose,
  DRAFT,
  holdLengths,
  keptDrafts,
  letSoundsLast,
  openRecord,
  record,
  TRANSCRIBE,
} from '../../../testing/record-screen';
import { toasted } from '../../../testing/screen';

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
  refuse(DRAFT, 404, 'not_ready', 'Not yet.');
});

afterEach(() => jest.restoreAllMocks());

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

  it('says aloud, and once, that sending pauses', async () => {
    letSoundsLast(65);
    unreachable(TRANSCRIBE);
    openRecord();
    await screen.findByText('Recorded elsewhere?');
    choose(new File(['sound'], 'deal.mp3', { type: 'audio/mpeg' }));
    const strip = within(await screen.findByRole('region', { name: 'It is safe' }));
    const spoken = strip.getByRole('list');
    expect(spoken).toHaveAttribute('aria-live', 'polite');
    expect(await strip.findByText('Fingerprint')).toBeVisible();
    expect(strip.getByText('deal.mp3')).toBeVisible();
    await screen.findByRole('button', { name: 'Try Again' });
    const said = screen.getAllByText('Waiting for the network. It is sent when you are back online.');
    expect(said.filter((place) => place.closest('[aria-live], [role=status], [role=alert]'))).toHaveLength(1);
    expect(spoken).toHaveTextContent('Waiting for the network. It is sent when you are back online.');
  });

  it('is one to which everybody in it agreed', async () => {
    openRecord();
    const card = within(await screen.findByRole('region', { name: 'Recorded elsewhere?' }));
    expect(
      card.getByText('By uploading you confirm that everyone heard in it agreed to be recorded.'),
    ).toBeVisible();
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

  it('takes the place of the recording before once the server has it, and not when it is refused', async () => {
    letSoundsLast(65);
    refuse(TRANSCRIBE, 415, 'unsupported_media', 'Please select an audio file.');
    const { person } = openRecord();
    await record(person);
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await screen.findByText('Recorded elsewhere?');
    const chooseFile = () => choose(new File(['sound'], 'deal.mp3', { type: 'audio/mpeg' }));
    chooseFile();
    expect(await screen.findByRole('alert')).toHaveTextContent('Please select an audio file.');
    expect(await keptDrafts()).toBe(1);
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Back to the recording before' }));
    expect(screen.queryByText('deal.mp3')).not.toBeInTheDocument();
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    answer(TRANSCRIBE, { status: 'queued', percent: 0 }, { status: 202 });
    chooseFile();
    expect(await screen.findByText('Queued 0%')).toBeVisible();
    await waitFor(async () => expect(await keptDrafts()).toBe(0));
  });

  it('leaves the way back to one that only the page keeps', async () => {
    letSoundsLast(65);
    refuse(TRANSCRIBE, 415, 'unsupported_media', 'Please select an audio file.');
    const empty = fillDevice();
    const { person } = openRecord();
    await record(person);
    empty();
    choose(new File(['sound'], 'deal.mp3', { type: 'audio/mpeg' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please select an audio file.');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    await screen.findByText('Fingerprint');
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
