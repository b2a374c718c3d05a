/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, refuse } from '../../../testing/api';
import { breakSounds } from '../../../testing/browser';
import { type FakeBrowser, FakeStream } from '../../../testing/fake-browser';
import { leaveDraft, plugMicrophone } from '../../../testing/microphone';
import { fill, open } from '../../../testing/screen';
import { Recorder } from '../engine/recorder';

type Person = ReturnType<typeof open>['person'];

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

/** Opens the one-page form, where the recorder stands below the filled form. */
async function openRecorder(): Promise<Person> {
  const { person } = open('/create-contract');
  await screen.findByLabelText('Party A Name');
  await fill(person, 'Party A Name', 'Anna Miller');
  await fill(person, 'Party A Email', 'anna@example.com');
  await fill(person, 'Party B Name', 'Ben Carter');
  await fill(person, 'Party B Email', 'ben@example.com');
  return person;
}

/** Starts a recording; with a clock that only the test moves. */
async function start(person: Person, hasClock = false): Promise<void> {
  const button = screen.getByRole('button', { name: 'Start Recording' });
  if (!hasClock) {
    await person.click(button);
    await screen.findByText('Recording in progress...');
    return;
  }
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  await act(async () => {
    button.click();
    await jest.advanceTimersByTimeAsync(50);
  });
  expect(panel().getByText('Recording in progress...')).toBeVisible();
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const panel = () => within(screen.getByRole('region', { name: 'Recorder' }));

describe('the recorder', () => {
  it('says that it waits for the microphone, and that everybody here has to know', async () => {
    const person = await openRecorder();
    expect(
      panel().getByText('By starting you confirm that everyone here knows this is being recorded.'),
    ).toBeVisible();
    let letGo: (stream: FakeStream) => void = () => undefined;
    jest
      .spyOn(navigator.mediaDevices, 'getUserMedia')
      .mockReturnValue(new Promise((resolve) => (letGo = resolve as typeof letGo)) as never);
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    expect(await panel().findByText('Waiting for the microphone')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start Recording' })).toHaveAttribute('aria-busy', 'true');
    await act(async () => letGo(new FakeStream()));
    expect(await panel().findByText('Recording in progress...')).toBeVisible();
  });

  it('counts the time, not the pauses', async () => {
    const person = await openRecorder();
    await start(person, true);
    await pass(65_000);
    expect(screen.getByRole('timer')).toHaveTextContent('1:05');
    await person.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(60_000);
    expect(screen.getByRole('timer')).toHaveTextContent('1:05');
    await person.click(screen.getByRole('button', { name: 'Resume' }));
    await pass(5000);
    expect(screen.getByRole('timer')).toHaveTextContent('1:10');
  });

  it('gives one line after the other to say, and ticks them off', async () => {
    const person = await openRecorder();
    const script = within(screen.getByRole('group', { name: 'Say next' }));
    expect(script.getByText('“I am Anna Miller, and I agree to be recorded.”')).toBeVisible();
    expect(script.getByText(/Say next · 1 of \d/)).toBeVisible();
    expect(script.getByRole('button', { name: 'Previous line' })).toHaveAttribute('aria-disabled', 'true');
    await person.click(script.getByRole('button', { name: 'Said, next line' }));
    expect(script.getByText('“I am Ben Carter, and I agree to be recorded.”')).toBeVisible();
    await person.click(script.getByRole('button', { name: 'Previous line' }));
    expect(script.getByText('“I am Anna Miller, and I agree to be recorded.”')).toBeVisible();
    for (;;) {
      const said = script.queryByRole('button', { name: 'Said, next line' });
      if (!said) break;
      await person.click(said);
    }
    await person.click(script.getByRole('button', { name: 'Said' }));
    expect(script.getByText(/^All lines said/)).toBeVisible();
    expect(script.getByRole('button', { name: 'Next line' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('sends nothing of a language but the one that is chosen, the one of the page at first', async () => {
    const person = await openRecorder();
    const choice = screen.getByLabelText('Language you speak');
    expect(choice).toHaveDisplayValue('English');
    expect(
      within(choice)
        .getAllByRole('option')
        .slice(0, 3)
        .map((option) => option.textContent),
    ).toEqual(['English', 'Spanish', 'Arabic']);
    expect(choice).not.toHaveAccessibleDescription(/speech engine/);
    answer('GET /api/speech', { languages: ['en', 'fr'] });
    await person.selectOptions(choice, 'Spanish');
    expect(choice).toHaveDisplayValue('Spanish');
    await waitFor(() =>
      expect(choice).toHaveAccessibleDescription(
        'No speech engine here understands Spanish yet: the transcript waits until one does, or a person writes it. Your recording and its fingerprint are kept all the same.',
      ),
    );
    await person.selectOptions(choice, 'French');
    expect(choice).not.toHaveAccessibleDescription(/speech engine/);
  });

  it('says what may come of another language where it cannot be asked', async () => {
    refuse('GET /api/speech', 500, 'internal', 'Something broke.');
    const person = await openRecorder();
    const choice = screen.getByLabelText('Language you speak');
    await person.selectOptions(choice, 'Spanish');
    await waitFor(() =>
      expect(choice).toHaveAccessibleDescription(
        'If no speech engine here understands it yet, your recording is kept all the same: it is written down as soon as one does, or by a person.',
      ),
    );
  });

  it('says whether it hears anything', async () => {
    browser.loudness = 0;
    const person = await openRecorder();
    await start(person, true);
    expect(panel().getByText('Listening for your voice')).toBeVisible();
    await pass(5000);
    expect(panel().getByText('We cannot hear you. Check that the right microphone is on.')).toBeVisible();
    browser.loudness = 0.1;
    await pass(1000);
    expect(panel().getByText('Microphone is picking up sound')).toBeVisible();
    browser.loudness = 1;
    await pass(3000);
    expect(panel().getByText('Too loud. Move back from the microphone.')).toBeVisible();
  });

  it('lets presses through the ring around its control, which lies on top in WebKit', async () => {
    await openRecorder();
    const { parentElement } = screen.getByRole('button', { name: 'Start Recording' });
    expect(parentElement?.querySelector('canvas')?.parentElement).toHaveClass('pointer-events-none');
  });

  it('is not stopped by the second half of a double click', async () => {
    const person = await openRecorder();
    await person.dblClick(screen.getByRole('button', { name: 'Start Recording' }));
    expect(await panel().findByText('Recording in progress...')).toBeVisible();
  });

  it('says that this page must stay open where the device keeps nothing', async () => {
    const person = await openRecorder();
    const refuse = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    await start(person);
    expect(
      await panel().findByText(
        'Your recording goes on. This browser cannot keep a safety copy, so do not close this page before you continue.',
      ),
    ).toBeVisible();
    refuse.mockRestore();
  });

  it('says that another microphone is used than the chosen one', async () => {
    localStorage.setItem('ssc-microphone', 'gone');
    browser.answers = [new DOMException('', 'OverconstrainedError'), new FakeStream('Built-in')];
    const person = await openRecorder();
    // It is there before its first words, or they would not be read out.
    const places = panel().getAllByRole('status');
    await start(person);
    const told = panel().getByText('Your chosen microphone is not connected. Recording with Built-in.');
    expect(told).toBeVisible();
    expect(places).toContain(told.closest('[role=status]'));
  });

  it('offers a microphone that sounds better, and goes over to it', async () => {
    browser.devices = [{ kind: 'audioinput', deviceId: 'in', label: 'MacBook Microphone' }];
    browser.answers = [new FakeStream('AirPods'), new FakeStream('MacBook Microphone')];
    const person = await openRecorder();
    await start(person);
    expect(
      await panel().findByText(
        'Bluetooth headsets sound like a phone call. MacBook Microphone would be clearer.',
      ),
    ).toBeVisible();
    await person.click(panel().getByRole('button', { name: 'Use it' }));
    await waitFor(() => expect(browser.streams).toHaveLength(2));
    expect(browser.streams[0]?.track.readyState).toBe('ended');
    expect(localStorage.getItem('ssc-microphone')).toBe('in');
  });

  it('says that the better microphone did not start, and goes on with the one in use', async () => {
    browser.devices = [{ kind: 'audioinput', deviceId: 'in', label: 'MacBook Microphone' }];
    browser.answers = [new FakeStream('AirPods'), new FakeStream('MacBook Microphone')];
    const person = await openRecorder();
    await start(person);
    const use = await panel().findByRole('button', { name: 'Use it' });
    browser.joinsMicrophones = false;
    await person.click(use);
    expect(
      await panel().findByText(
        'MacBook Microphone did not start. Your recording goes on with the microphone in use.',
      ),
    ).toBeVisible();
    expect(panel().getByText('Recording in progress...')).toBeVisible();
    expect(browser.streams.map(({ track }) => track.readyState)).toEqual(['live', 'ended']);
    browser.joinsMicrophones = true;
    await person.click(use);
    await waitFor(() => expect(use).not.toBeInTheDocument());
    expect(browser.streams.map(({ track }) => track.readyState)).toEqual(['ended', 'ended', 'live']);
  });
});

describe('a recording that is interrupted', () => {
  it('by a microphone that is pulled out is safe, and goes on with another', async () => {
    const person = await openRecorder();
    await start(person);
    act(() => browser.microphone.end());
    const notice = await panel().findByRole('alert');
    expect(notice).toHaveTextContent('Recording interrupted');
    expect(notice).toHaveTextContent(/What you said so far is safe: 0:0\d\./);
    expect(notice).toHaveTextContent('The microphone was unplugged or switched off.');
    await person.click(panel().getByRole('button', { name: 'Continue with another microphone' }));
    expect(await panel().findByText('Recording in progress...')).toBeVisible();
    expect(browser.streams).toHaveLength(2);
  });

  it('is said to be in the memory of this page alone where the device keeps nothing', async () => {
    const person = await openRecorder();
    const refuse = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    await start(person);
    await panel().findByText(/^Your recording goes on\. This browser cannot keep a safety copy/);
    act(() => browser.microphone.mute(true));
    const notice = await panel().findByRole('alert');
    expect(notice).toHaveTextContent(
      /What you said so far is only in the memory of this page: 0:0\d\. Do not close it\./,
    );
    expect(notice).not.toHaveTextContent('safe');
    expect(panel().queryByText(/^Your recording goes on/)).not.toBeInTheDocument();
    refuse.mockRestore();
  });

  it('by a call goes on when the call is over', async () => {
    const person = await openRecorder();
    await start(person);
    act(() => browser.microphone.mute(true));
    expect(
      await panel().findByText('A call or another app took the microphone. Go on when it is over.'),
    ).toBeVisible();
    act(() => browser.microphone.mute(false));
    expect(await panel().findByText('The microphone is free again.')).toBeVisible();
    await person.click(panel().getByRole('button', { name: 'Continue recording' }));
    expect(await panel().findByText('Recording in progress...')).toBeVisible();
  });

  it('goes on with the line that was being said, and with what is ticked off', async () => {
    const lineSaid = jest.spyOn(Recorder.prototype, 'lineSaid');
    const person = await openRecorder();
    await start(person);
    const script = () => within(screen.getByRole('group', { name: 'Say next' }));
    await person.click(script().getByRole('button', { name: 'Said, next line' }));
    act(() => browser.microphone.mute(true));
    await panel().findByRole('alert');
    expect(screen.queryByRole('group', { name: 'Say next' })).not.toBeInTheDocument();
    act(() => browser.microphone.mute(false));
    await person.click(panel().getByRole('button', { name: 'Continue recording' }));
    await panel().findByText('Recording in progress...');
    expect(script().getByText(/Say next · 2 of \d/)).toBeVisible();
    expect(script().getByText('“I am Ben Carter, and I agree to be recorded.”')).toBeVisible();
    await person.click(script().getByRole('button', { name: 'Said, next line' }));
    expect(lineSaid.mock.calls).toEqual([['a'], ['b']]);
  });

  it.each([
    ['NotAllowedError', 'The microphone is blocked now. Allow it in your browser, then continue.'],
    ['NotFoundError', 'No microphone was found. Plug one in, then continue.'],
    ['NotReadableError', 'The microphone is still in use elsewhere. End the call, then continue.'],
    ['UnknownError', 'The microphone did not start. Try once more, or keep what you have.'],
  ])('says why it does not go on: %s', async (name, sentence) => {
    const person = await openRecorder();
    await start(person);
    act(() => browser.microphone.end());
    await panel().findByRole('alert');
    browser.answers = [new DOMException('', name)];
    await person.click(panel().getByRole('button', { name: 'Continue with another microphone' }));
    expect(await panel().findByText(sentence)).toBeVisible();
  });

  it('may be kept as it is', async () => {
    const person = await openRecorder();
    await start(person);
    act(() => browser.microphone.end());
    await person.click(await panel().findByRole('button', { name: 'Keep this recording' }));
    expect(await screen.findByRole('heading', { name: '5-Second Preview' })).toBeVisible();
    await screen.findByText('Fingerprint');
  });
});

describe('the test of the microphone', () => {
  async function openTest() {
    const { person } = open('/record-voice-deal');
    await person.click(await screen.findByText('More'));
    await person.click(screen.getByRole('button', { name: 'Test your microphone' }));
    await screen.findByRole('region', { name: 'Microphone test' });
    return person;
  }
  const test = () => within(screen.getByRole('region', { name: 'Microphone test' }));

  it('hears, plays three seconds back, and lets the microphone go', async () => {
    const person = await openTest();
    expect(await test().findByText('We hear you.')).toBeVisible();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    await person.click(test().getByRole('button', { name: 'Record 3 seconds and listen' }));
    expect(test().getByText('Speak now. Recording 3 seconds.')).toBeVisible();
    await pass(3100);
    expect(test().getByText('This is how you sound.')).toBeVisible();
    expect(browser.microphone.readyState).toBe('ended');
    await person.click(screen.getByRole('button', { name: 'Close the test' }));
    expect(screen.queryByRole('region', { name: 'Microphone test' })).not.toBeInTheDocument();
  });

  it.each([
    [
      0,
      'Nothing heard yet.',
      'Nothing was heard, and the sound could not be played here. The microphone is off again.',
    ],
    [0.1, 'We hear you.', 'The sound could not be played here. The microphone works and is off again.'],
  ])(
    'says what is known when the sound cannot be played, at a loudness of %d',
    async (loudness, before, after) => {
      browser.loudness = loudness;
      const person = await openTest();
      expect(await test().findByText(before)).toBeVisible();
      breakSounds();
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
      await person.click(test().getByRole('button', { name: 'Record 3 seconds and listen' }));
      await pass(3100);
      expect(test().getByText(after)).toBeVisible();
    },
  );

  it('says what is wrong, and tries again', async () => {
    browser.answers = [new DOMException('', 'NotReadableError')];
    const person = await openTest();
    expect(await test().findByRole('alert')).toHaveTextContent(
      'The microphone is in useAnother app has it, perhaps a call. Close that app, then try again.',
    );
    await person.click(test().getByRole('button', { name: 'Try Again' }));
    expect(await test().findByText('We hear you.')).toBeVisible();
  });

  describe('on the keyboard', () => {
    const echoButton = () => test().getByRole('button', { name: 'Record 3 seconds and listen' });
    /** The test waits for its next microphone until the answer is called. */
    function holdMicrophone(): (stream: FakeStream) => Promise<void> {
      let letGo: (stream: FakeStream) => void = () => undefined;
      jest
        .spyOn(navigator.mediaDevices, 'getUserMedia')
        .mockReturnValueOnce(new Promise((resolve) => (letGo = resolve as typeof letGo)) as never);
      return (stream) => act(async () => letGo(stream));
    }

    beforeEach(() => {
      browser.devices = [
        { kind: 'audioinput', deviceId: 'air', label: 'AirPods' },
        { kind: 'audioinput', deviceId: 'in', label: 'MacBook Microphone' },
      ];
    });

    it('stays at the choice of a microphone while another is opened', async () => {
      const person = await openTest();
      const choice = await test().findByLabelText('Microphone');
      choice.focus();
      const open = holdMicrophone();
      await person.selectOptions(choice, 'MacBook Microphone');
      expect(test().getByText('Waiting for the microphone')).toBeVisible();
      expect(choice).toHaveFocus();
      browser.devices.push({ kind: 'audioinput', deviceId: 'usb', label: 'USB Microphone' });
      await open(new FakeStream('MacBook Microphone'));
      expect(await test().findByText('We hear you.')).toBeVisible();
      expect(choice).toHaveFocus();
      expect(choice).toHaveDisplayValue('MacBook Microphone');
      expect(await within(choice).findByRole('option', { name: 'USB Microphone' })).toBeInTheDocument();
    });

    it('goes on from the better microphone that is taken', async () => {
      browser.answers = [new FakeStream('AirPods'), new FakeStream('MacBook Microphone')];
      const person = await openTest();
      await person.click(await test().findByRole('button', { name: 'Use it' }));
      expect(await test().findByText('We hear you.')).toBeVisible();
      expect(test().queryByRole('button', { name: 'Use it' })).not.toBeInTheDocument();
      expect(echoButton()).toHaveFocus();
      expect(test().getByLabelText('Microphone')).toHaveDisplayValue('MacBook Microphone');
    });

    it('goes to the next try when the chosen one does not start, and on from there', async () => {
      browser.answers = [new FakeStream('AirPods'), new DOMException('', 'NotReadableError')];
      const person = await openTest();
      await person.selectOptions(await test().findByLabelText('Microphone'), 'MacBook Microphone');
      const again = await test().findByRole('button', { name: 'Try Again' });
      expect(again).toHaveFocus();
      await person.click(again);
      expect(await test().findByText('We hear you.')).toBeVisible();
      expect(echoButton()).toHaveFocus();
    });

    it('is not moved by a microphone that does not start at first', async () => {
      browser.answers = [new DOMException('', 'NotReadableError')];
      await openTest();
      await test().findByRole('alert');
      expect(screen.getByRole('button', { name: 'Close the test' })).toHaveFocus();
    });
  });

  it('says that this address cannot record', async () => {
    browser.isSecure = false;
    await openTest();
    expect(await test().findByRole('alert')).toHaveTextContent('This address cannot record');
  });
});

describe('a recording that was left behind', () => {
  it('is heard, and discarded only after a question', async () => {
    await leaveDraft({ id: 'one' });
    await leaveDraft({ id: 'two', elapsedMs: 5000, updatedAt: 1 });
    const { person } = open('/record-voice-deal');
    expect(await screen.findByText(/^We kept 1:05 from /)).toBeVisible();
    expect(screen.getByText('One more kept recording comes after this.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Listen' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard this recording?' }));
    expect(
      dialog.getByText('1:05 of sound is removed from this device. It cannot be brought back.'),
    ).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Discard recording' }));
    expect(await screen.findByText(/^We kept 0:05 from /)).toBeVisible();
    await waitFor(() => expect(screen.getByText('We kept your last recording')).toHaveFocus());
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    const last = within(await screen.findByRole('alertdialog', { name: 'Discard this recording?' }));
    await person.click(last.getByRole('button', { name: 'Discard recording' }));
    await waitFor(() => expect(screen.queryByText(/^We kept /)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('leaves the focus at the top of the screen when the last one is kept', async () => {
    await leaveDraft();
    const { person } = open('/create-contract');
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByText(/^We kept /)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await screen.findByText('Fingerprint');
  });

  it('is said to be still there when it cannot be read', async () => {
    await leaveDraft();
    const { person } = open('/record-voice-deal');
    const keep = await screen.findByRole('button', { name: 'Keep' });
    const broken = jest.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    await person.click(keep);
    expect(
      await screen.findByText(
        'It is still on this device, but could not be read just now. Try again, or reload the page.',
      ),
    ).toBeVisible();
    broken.mockRestore();
  });
});
