import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { FakeBrowser, FakeStream } from '../../../testing/fake-browser';
import { openDraftDb } from '../drafts/draft-db';
import { draftLockName } from '../drafts/draft-writer';
import { isRefusedAsTooLong } from '../ui/chosen-file';
import { Recorder } from './recorder';
import type { DraftRecording, RecorderSnapshot } from './recorder-state';

let browser: FakeBrowser;
let recorder: Recorder;
const shown = (): RecorderSnapshot => recorder.getSnapshot();
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

async function begin(limitSeconds = 0): Promise<void> {
  recorder = new Recorder(limitSeconds);
  await recorder.start({ partyAName: 'Anna' });
}

async function stopped(): Promise<NonNullable<RecorderSnapshot['draft']>> {
  recorder.stop();
  await pass(20);
  const { draft } = shown();
  if (!draft) throw new Error(`No draft in state ${shown().state}.`);
  return draft;
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  browser = new FakeBrowser();
});

afterEach(() => {
  recorder.reset();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a recording', () => {
  it.each([180, 600])('stops by itself at the limit of %d seconds', async (limit) => {
    await begin(limit);
    jest.advanceTimersByTime((limit - 1) * 1000);
    expect(shown().state).toBe('recording');
    await pass(2000);
    expect(shown()).toMatchObject({ state: 'stopped', endedBy: 'limit' });
    expect(Math.abs((shown().draft?.seconds ?? 0) - limit)).toBeLessThanOrEqual(0.5);
  });

  it('stops at the limit in a hidden page, too, whose clock ticks once a minute', async () => {
    const timer = globalThis.setInterval;
    const slow = jest
      .spyOn(globalThis, 'setInterval')
      .mockImplementation(((work: () => void, ms: number) => timer(work, ms < 1000 ? 60_000 : ms)) as never);
    await begin(90);
    slow.mockRestore();
    await pass(89_500);
    expect(shown().state).toBe('recording');
    await pass(1000);
    expect(shown()).toMatchObject({ state: 'stopped', endedBy: 'limit' });
    expect(shown().draft?.seconds).toBeCloseTo(90, 0);
  });

  it('is as long as its sound when the page was slow to draw that it records', async () => {
    recorder = new Recorder(0);
    let drawnMs = 0;
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + drawnMs);
    recorder.subscribe(() => {
      if (shown().state === 'recording') drawnMs = 800;
    });
    await recorder.start({ partyAName: 'Anna' });
    await pass(1200);
    expect((await stopped()).seconds).toBeCloseTo(2, 1);
  });

  it('has no end of its own without a limit', async () => {
    await begin(0);
    jest.advanceTimersByTime(700_000);
    expect(shown()).toMatchObject({ state: 'recording', seconds: 700 });
  });

  describe('whose machine slept', () => {
    let asleepMs = 0;

    /** Time passes for the clock of the browser alone: nothing of the page runs meanwhile. */
    const machineSleeps = (ms: number) => {
      asleepMs += ms;
    };

    beforeEach(() => {
      asleepMs = 0;
      const awake = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => awake() + asleepMs);
    });

    it('is as long as what was heard, and has not reached its limit', async () => {
      await begin(300);
      await pass(5000);
      machineSleeps(600_000);
      await pass(100);
      expect(shown()).toMatchObject({ state: 'recording', seconds: 5 });
      await pass(5000);
      expect(shown()).toMatchObject({ state: 'recording', seconds: 10 });
      expect((await stopped()).seconds).toBeCloseTo(10, 0);
    });

    it.each([
      ['a piece of sound', () => browser.media.at(-1)?.requestData()],
      ['Stop', () => recorder.stop()],
      ['the microphone being taken', () => browser.microphone.mute(true)],
      ['the microphone being pulled out', () => browser.microphone.end()],
    ])('is not longer when %s is the first thing to happen', async (_what, happen) => {
      await begin(300);
      await pass(5000);
      machineSleeps(600_000);
      happen();
      expect(shown().state).not.toBe('idle');
      if (shown().state === 'recording') recorder.stop();
      else if (shown().state === 'interrupted') expect(shown().seconds).toBe(5);
      const { seconds } = await stopped();
      expect(seconds).toBeCloseTo(5, 1);
      expect(shown().endedBy).toBeNull();
    });

    it('stands where the last piece came when no sound comes any more', async () => {
      await begin(300);
      await pass(5000);
      browser.givesSound = false;
      machineSleeps(600_000);
      await pass(3000);
      expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'stalled', seconds: 5 });
      browser.givesSound = true;
      await recorder.carryOn();
      await pass(2000);
      expect((await stopped()).seconds).toBeCloseTo(7, 1);
    });

    it('counts what was recorded while only the page stood still, as before a question of the browser', async () => {
      await begin(300);
      await pass(5000);
      machineSleeps(20_000);
      if (browser.context) browser.context.currentTime += 20;
      await pass(1500);
      expect(shown()).toMatchObject({ state: 'recording', seconds: 26 });
    });

    it('ends at its limit when that was reached while the page stood still', async () => {
      await begin(10);
      await pass(5000);
      machineSleeps(20_000);
      if (browser.context) browser.context.currentTime += 20;
      await pass(100);
      await pass(20);
      expect(shown()).toMatchObject({ state: 'stopped', endedBy: 'limit' });
      // Longer than its limit, and yet the server takes it.
      const seconds = shown().draft?.seconds ?? 0;
      expect(seconds).toBeCloseTo(25, 0);
      expect(isRefusedAsTooLong({ seconds }, 10)).toBe(false);
    });

    it('knows nothing of sleep in a pause', async () => {
      await begin(300);
      await pass(5000);
      recorder.pause();
      machineSleeps(600_000);
      await pass(1000);
      recorder.resume();
      await pass(2000);
      expect((await stopped()).seconds).toBeCloseTo(7, 1);
    });
  });

  it('leaves pauses out of its length and limit', async () => {
    await begin(10);
    await pass(2500);
    recorder.pause();
    jest.advanceTimersByTime(240_000);
    recorder.resume();
    await pass(2500);
    const draft = await stopped();
    expect(draft.seconds).toBeCloseTo(5, 1);
    expect(draft.levels.length).toBeGreaterThanOrEqual(48);
    expect(draft.preview).toBe('');
    await expect(draft.blob.text()).resolves.toMatch(/^(sound)+$/);
  });

  it('knows whose lines were pressed when, in the time of the recording, and keeps them on the device', async () => {
    await begin();
    await pass(3000);
    recorder.lineSaid('a');
    await pass(1000);
    recorder.pause();
    await pass(60_000);
    // Nobody speaks now.
    recorder.lineSaid('b');
    recorder.resume();
    await pass(1000);
    recorder.lineSaid('b');
    // Both said it, and one line was gone over.
    await pass(4000);
    recorder.lineSaid(null);
    await pass(2000);
    recorder.lineTurned();
    await pass(3000);
    recorder.lineSaid('a');
    // Who presses so late has said something else as well.
    await pass(20_000);
    recorder.lineSaid('b');
    const draft = await stopped();
    const rounded = draft.turns.map(({ party, start, end }) => [party, Math.round(start), Math.round(end)]);
    expect(rounded).toEqual([
      ['a', 0, 3],
      ['b', 3, 5],
      ['a', 11, 14],
    ]);
    await pass(50);
    const kept = await (await openDraftDb()).get('sessions', draft.id);
    expect(kept).toMatchObject({ turns: draft.turns, language: 'en' });
  });

  it('begins the line that was cut off anew when an interruption is over', async () => {
    await begin();
    await pass(2000);
    recorder.lineSaid('a');
    await pass(4000);
    browser.microphone.mute(true);
    // Nobody presses a line now, and nothing of the call is recorded.
    recorder.lineSaid('b');
    await pass(30_000);
    await recorder.carryOn();
    await pass(2000);
    recorder.lineSaid('b');
    const { turns } = await stopped();
    expect(turns.map(({ party, start, end }) => [party, Math.round(start), Math.round(end)])).toEqual([
      ['a', 0, 2],
      ['b', 6, 8],
    ]);
  });

  it('takes no more lines than the server, and none before it began', async () => {
    await begin();
    for (let n = 0; n < 120; n += 1) {
      await pass(100);
      recorder.lineSaid('a');
    }
    const { turns } = await stopped();
    expect(turns).toHaveLength(100);
    recorder.lineSaid('a');
    expect(shown().draft?.turns).toHaveLength(100);
  });

  it('says which language it is in, also after a crash', async () => {
    recorder = new Recorder(0);
    recorder.language = 'fr';
    await recorder.start({});
    await pass(2100);
    const draft = await stopped();
    expect(draft.language).toBe('fr');
    expect(await (await openDraftDb()).get('sessions', draft.id)).toMatchObject({ language: 'fr' });
  });

  it('lets the microphone go with Stop, and never uses it again', async () => {
    await begin();
    const first = browser.microphone;
    recorder.stop();
    expect(first.readyState).toBe('ended');
    await pass(20);
    recorder.reset();
    await recorder.start({});
    expect(browser.streams).toHaveLength(2);
    expect(browser.microphone).not.toBe(first);
  });

  it('is complete even when the browser never says that it stopped', async () => {
    await begin();
    await pass(2000);
    const media = browser.media.at(-1);
    if (media) media.stop = () => undefined;
    recorder.stop();
    expect(shown().state).toBe('stopping');
    await pass(3100);
    expect(shown().state).toBe('stopped');
  });

  it('asks once for the place to stay, and takes a no', async () => {
    await begin();
    expect(browser.persist).toHaveBeenCalledTimes(1);
    expect(browser.wakeLock).toHaveBeenCalledTimes(1);
    expect(shown()).toMatchObject({ state: 'recording', isDurable: true });
  });

  it('goes on in memory when the device keeps nothing more', async () => {
    await begin();
    await pass(2100);
    const refuse = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    await pass(3000);
    await new Promise((resolve) => setImmediate(resolve));
    await pass(100);
    refuse.mockRestore();
    expect(shown()).toMatchObject({ state: 'recording', isDurable: false });
    const draft = await stopped();
    expect(draft.isOnDevice).toBe(false);
    // Five whole seconds and the last piece.
    await expect(draft.blob.text()).resolves.toBe('sound'.repeat(6));
  });

  it('says when the device has all of it', async () => {
    await begin();
    await pass(2100);
    let write: () => void = () => undefined;
    const slow = jest
      .spyOn(Blob.prototype, 'arrayBuffer')
      .mockImplementationOnce(() => new Promise((resolve) => (write = () => resolve(new ArrayBuffer(5)))));
    const draft = await stopped();
    slow.mockRestore();
    expect(draft.settled).toBeInstanceOf(Promise);
    let isSettled = false;
    draft.settled?.then(() => (isSettled = true)).catch(() => undefined);
    await pass(50);
    expect(isSettled).toBe(false);
    write();
    await draft.settled;
    const kept = await (await openDraftDb()).get('sessions', draft.id);
    expect(kept?.bytes).toBe(draft.blob.size);
  });

  it('is left on the device when the page goes', async () => {
    await begin();
    await pass(3000);
    const before = new Set((await (await openDraftDb()).getAllKeys('sessions')).map(String));
    expect(before.size).toBeGreaterThan(0);
    recorder.reset();
    await pass(50);
    expect(shown()).toMatchObject({ state: 'idle', draft: null });
    const sessions = await (await openDraftDb()).getAll('sessions');
    expect(sessions.at(-1)?.elapsedMs ?? 0).toBeGreaterThanOrEqual(0);
    expect(sessions.every(({ savedAs }) => savedAs === null)).toBe(true);
  });
});

describe('a finished recording', () => {
  const restored = (id: string): DraftRecording => ({
    ...{ id, blob: new Blob(), mime: 'audio/webm', seconds: 4.6, levels: [], preview: '' },
    ...{ startedAt: new Date(), isOnDevice: true, language: 'en' as const, turns: [] },
  });

  it('is held against other tabs for as long as this one shows it', async () => {
    await begin();
    await pass(1000);
    const { id } = await stopped();
    await pass(50);
    expect(browser.held).toEqual([draftLockName(id)]);
    recorder.reset();
    await pass(10);
    expect(browser.held).toEqual([]);
  });

  it('is held as well when it was kept from before', async () => {
    recorder = new Recorder(0);
    recorder.restore(restored('first'));
    await pass(10);
    expect(browser.held).toEqual([draftLockName('first')]);
    // What is shown stays, and so does its lock.
    recorder.restore(restored('second'));
    await pass(10);
    expect(browser.held).toEqual([draftLockName('first')]);
    recorder.reset();
    await pass(10);
    expect(browser.held).toEqual([]);
  });

  it('is let go when the next one begins', async () => {
    recorder = new Recorder(0);
    recorder.restore(restored('before'));
    recorder.reset();
    await recorder.start({});
    await pass(1000);
    const { id } = await stopped();
    await pass(50);
    expect(browser.held).toEqual([draftLockName(id)]);
  });
});

describe('an interruption', () => {
  it('by pulling the microphone out keeps the clock and the recording, and another one goes on', async () => {
    await begin();
    await pass(3000);
    browser.microphone.end();
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'unplugged', seconds: 3 });
    await pass(60_000);
    expect(shown().seconds).toBe(3);
    await recorder.carryOn();
    expect(shown()).toMatchObject({ state: 'recording', interruption: null });
    expect(browser.streams).toHaveLength(2);
    expect(browser.media).toHaveLength(1);
    await pass(2000);
    expect((await stopped()).seconds).toBeCloseTo(5, 1);
  });

  it('by a call shows within a second, and only a fresh microphone goes on', async () => {
    await begin();
    await pass(2000);
    const first = browser.microphone;
    first.mute(true);
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'taken', isMicrophoneBack: false });
    first.mute(false);
    expect(shown()).toMatchObject({ state: 'interrupted', isMicrophoneBack: true });
    await recorder.carryOn();
    expect(shown().state).toBe('recording');
    expect(browser.microphone).not.toBe(first);
    expect(first.readyState).toBe('ended');
  });

  it('is noticed without any event from the flags of the microphone', async () => {
    await begin();
    await pass(2000);
    browser.microphone.muted = true;
    await pass(200);
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'taken' });
  });

  it('is noticed in a pause, too', async () => {
    await begin();
    await pass(1000);
    recorder.pause();
    browser.microphone.readyState = 'ended';
    await pass(200);
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'unplugged' });
  });

  it('goes on only when sound flows, and says why not', async () => {
    await begin();
    browser.microphone.mute(true);
    const silent = new FakeStream();
    silent.track.muted = true;
    browser.answers = [silent];
    await recorder.carryOn();
    expect(shown()).toMatchObject({ state: 'interrupted', reopenProblem: 'busy', isReopening: false });
    browser.answers = [new DOMException('no', 'NotFoundError')];
    await recorder.carryOn();
    expect(shown()).toMatchObject({ state: 'interrupted', reopenProblem: 'missing' });
    await recorder.carryOn();
    expect(shown()).toMatchObject({ state: 'recording', reopenProblem: null });
  });

  it('by the device stopping all sound resumes it with the recording', async () => {
    await begin();
    await pass(1000);
    browser.context?.halt();
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'taken' });
    await recorder.carryOn();
    expect(browser.context?.state).toBe('running');
    expect(shown().state).toBe('recording');
  });

  it('by sound that no longer arrives holds the clock where it last did', async () => {
    await begin();
    await pass(3000);
    browser.givesSound = false;
    await pass(4000);
    expect(shown().state).toBe('recording');
    await pass(500);
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'stalled', seconds: 3 });
  });

  it('by the browser ending the recording leaves only to keep it', async () => {
    await begin();
    await pass(2000);
    browser.media.at(-1)?.stop();
    await pass(10);
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'ended' });
    await recorder.carryOn();
    expect(shown().state).toBe('interrupted');
    expect((await stopped()).seconds).toBeCloseTo(2, 1);
    expect(shown().endedBy).toBe('error');
  });

  it('during which the browser ends the recording leaves only to keep it', async () => {
    await begin();
    await pass(2000);
    browser.microphone.mute(true);
    browser.media.at(-1)?.stop();
    await pass(10);
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'ended' });
    expect((await stopped()).seconds).toBeCloseTo(2, 1);
    expect(shown().endedBy).toBe('error');
  });

  it('is not over when the browser ends the recording while a microphone is asked for', async () => {
    await begin();
    await pass(2000);
    browser.microphone.mute(true);
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    let allow: () => void = () => undefined;
    const allowed = new Promise<void>((resolve) => (allow = resolve));
    jest.spyOn(mediaDevices, 'getUserMedia').mockImplementationOnce(async (wanted) => {
      await allowed;
      return ask(wanted);
    });
    const goingOn = recorder.carryOn();
    expect(shown().isReopening).toBe(true);
    browser.media.at(-1)?.stop();
    await pass(10);
    const ended = { state: 'interrupted', interruption: 'ended', isReopening: false, seconds: 2 } as const;
    expect(shown()).toMatchObject(ended);
    allow();
    await goingOn;
    await pass(3000);
    expect(shown()).toMatchObject({ ...ended, reopenProblem: null });
    expect(browser.microphone.readyState).toBe('ended');
    expect((await stopped()).seconds).toBeCloseTo(2, 1);
  });

  it('lets what waited arrive when the page is seen again', async () => {
    await begin();
    await pass(2000);
    const requested = jest.spyOn(browser.media.at(-1) as { requestData: () => void }, 'requestData');
    browser.show('hidden');
    expect(requested).toHaveBeenCalledTimes(1);
    browser.show('visible');
    expect(browser.wakeLock).toHaveBeenCalledTimes(2);
    await pass(10_000);
    expect(shown().state).toBe('recording');
  });
});

describe('what cannot be recorded', () => {
  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotFoundError', 'nodevice'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ] as const)('%s: %s, and trying again works', async (name, state) => {
    browser.answers = [new DOMException('x', name)];
    await begin();
    expect(shown().state).toBe(state);
    expect(browser.held).toEqual([]);
    await recorder.start({});
    expect(shown().state).toBe('recording');
  });

  it('is said for plain http, for old browsers and while another tab records', async () => {
    browser.isSecure = false;
    await begin();
    expect(shown().state).toBe('insecure');
    browser.isSecure = true;
    Reflect.deleteProperty(globalThis, 'MediaRecorder');
    await begin();
    expect(shown().state).toBe('unsupported');
    browser = new FakeBrowser();
    browser.isTaken = true;
    await begin();
    expect(shown().state).toBe('elsewhere');
    expect(browser.asked).toHaveLength(0);
    browser.isTaken = false;
    await recorder.start({});
    expect(shown().state).toBe('recording');
  });

  it('is said when the device lets no sound flow', async () => {
    browser.canResume = false;
    recorder = new Recorder(0);
    const starting = recorder.start({});
    await pass(2100);
    await starting;
    expect(shown().state).toBe('failed');
    expect(browser.microphone.readyState).toBe('ended');
  });
});

describe('the choice of a microphone', () => {
  it('asks for the remembered one, and tells when the usual one stands in', async () => {
    browser.stored.set('ssc-microphone', 'gone');
    browser.answers = [new DOMException('x', 'OverconstrainedError'), new FakeStream('Internal Microphone')];
    await begin();
    expect(browser.asked[0]).toMatchObject({ deviceId: { exact: 'gone' } });
    expect(browser.asked[1]).not.toHaveProperty('deviceId');
    expect(shown()).toMatchObject({ state: 'recording', substitute: 'Internal Microphone' });
  });

  it('suggests the built-in one beside a headset, and changes over in the same recording', async () => {
    browser.answers = [new FakeStream('AirPods')];
    browser.devices = [
      { kind: 'audioinput', deviceId: 'pods', label: 'AirPods' },
      { kind: 'audioinput', deviceId: 'inside', label: 'Built-in Microphone' },
    ];
    await begin();
    await pass(1000);
    expect(shown().better).toEqual({ id: 'inside', label: 'Built-in Microphone' });
    browser.answers = [new FakeStream('Built-in Microphone')];
    await recorder.switchTo('inside');
    await pass(1000);
    expect(shown()).toMatchObject({ state: 'recording', better: null, seconds: 2 });
    expect(browser.streams.map(({ track }) => track.readyState)).toEqual(['ended', 'live']);
    expect(browser.stored.get('ssc-microphone')).toBe('inside');
  });
});

describe('another microphone that cannot be joined', () => {
  beforeEach(async () => {
    browser.answers = [new FakeStream('AirPods')];
    await begin();
    await pass(1000);
  });

  it('leaves the one in use as it was, also for the next recording', async () => {
    browser.joinsMicrophones = false;
    await expect(recorder.switchTo('inside')).rejects.toThrow('another sample rate');
    expect(browser.streams.map(({ track }) => track.readyState)).toEqual(['live', 'ended']);
    expect(browser.context?.sources.map(({ isConnected }) => isConnected)).toEqual([true]);
    expect(browser.stored.get('ssc-microphone')).toBeUndefined();
    await pass(1000);
    expect(shown()).toMatchObject({ state: 'recording', seconds: 2 });
    browser.streams[0]?.track.end();
    expect(shown()).toMatchObject({ state: 'interrupted', interruption: 'unplugged' });
  });

  it('or not be opened leaves it, too', async () => {
    browser.answers = [new DOMException('', 'NotReadableError')];
    await expect(recorder.switchTo('inside')).rejects.toThrow();
    expect(browser.microphone.readyState).toBe('live');
    expect(browser.stored.get('ssc-microphone')).toBeUndefined();
  });

  it('is let go when the recording was to go on with it', async () => {
    browser.microphone.end();
    browser.joinsMicrophones = false;
    await recorder.carryOn();
    expect(shown()).toMatchObject({ state: 'interrupted', reopenProblem: 'fail', isReopening: false });
    expect(browser.streams.map(({ track }) => track.readyState)).toEqual(['ended', 'ended']);
    browser.joinsMicrophones = true;
    await recorder.carryOn();
    expect(shown().state).toBe('recording');
  });

  it('takes over when it can: the one before is let go', async () => {
    await recorder.switchTo('inside');
    expect(browser.streams.map(({ track }) => track.readyState)).toEqual(['ended', 'live']);
    expect(browser.context?.sources.map(({ isConnected }) => isConnected)).toEqual([false, true]);
  });
});

describe('the level', () => {
  it('is real, and silence is told after 4 seconds', async () => {
    browser.loudness = 0;
    await begin();
    expect(recorder.level()).toBe(0);
    await pass(3500);
    expect(shown().sound).toBe('waiting');
    await pass(1000);
    expect(shown().sound).toBe('silent');
    browser.loudness = 0.1;
    await pass(100);
    expect(shown().sound).toBe('heard');
    expect(recorder.level()).toBeCloseTo(2 / 3, 2);
    browser.loudness = 0.95;
    await pass(400);
    expect(shown().sound).toBe('loud');
    recorder.pause();
    expect(recorder.level()).toBe(0);
  });
});

it('a start that was given up lets the microphone go when it comes at last', async () => {
  recorder = new Recorder(0);
  const starting = recorder.start({});
  recorder.reset();
  await starting;
  await pass(10);
  expect(shown().state).toBe('idle');
  expect(browser.streams.every(({ track }) => track.readyState === 'ended')).toBe(true);
  expect(browser.held).toEqual([]);
});

it('shows a draft that was kept from before, and reset forgets it', async () => {
  recorder = new Recorder(0);
  const draft = {
    ...{ id: 'x', blob: new Blob(), mime: 'audio/webm', seconds: 4.6, levels: [], preview: '' },
    ...{ startedAt: new Date(), isOnDevice: true, language: 'en' as const, turns: [] },
  };
  recorder.restore(draft);
  expect(shown()).toMatchObject({ state: 'stopped', seconds: 5, draft });
  recorder.reset();
  expect(shown()).toMatchObject({ state: 'idle', draft: null });
});
