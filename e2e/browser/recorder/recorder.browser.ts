import { type Browser, expect, type Page, test } from '@playwright/test';
import { letTimePass } from '#testing';
import { GATE, gateOn } from '../gate.js';
import { BOTH, inspect, launch, type Width, widths } from '../pages.js';
import { somebody } from '../people.js';
import {
  button,
  fillDetails,
  heard,
  keptDraft,
  microphoneDoes,
  openMicrophones,
  recorded,
  said,
  startRecording,
  timer,
  watchRecorder,
  writtenDraft,
} from './recording.js';
import { silentWav, toneWav } from './sounds.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch(await toneWav());
});

test.afterAll(() => browser.close());

async function visitor(from: Browser, width: Width = 'phone'): Promise<Page> {
  const { page } = await somebody(from, width);
  await watchRecorder(page);
  return page;
}

/** How many different pictures the level shows within a second. */
function picturesOfLevel(page: Page): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const canvas = document.querySelector('main canvas');
    const seen = new Set();
    for (let i = 0; i < 20; i += 1) {
      seen.add(canvas.toDataURL());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return seen.size;
  })()`);
}

/**
 * How long after an act something is so, both as text; more than two seconds when it is not by then. Counted in turns of
 * five milliseconds, which a machine that stands still does not take.
 */
async function msUntil(page: Page, isSo: string, act: string): Promise<number> {
  const turns = await page.evaluate<number>(`(async () => {
    ${act}
    let turns = 0;
    while (turns <= 400 && !(${isSo})) {
      await new Promise((next) => setTimeout(next, 5));
      turns += 1;
    }
    return turns;
  })()`);
  return turns * 5;
}

test('the level moves with a tone, and says in words that it does', { tag: GATE }, async () => {
  const page = await visitor(browser);
  await startRecording(page);
  await expect(page.getByText('Microphone is picking up sound')).toBeVisible();
  await expect.poll(() => picturesOfLevel(page)).toBeGreaterThan(5);
  await page.context().close();
});

test('the level is flat in silence, and silence is told after 4 seconds', async () => {
  const quiet = await launch(await silentWav());
  const page = await visitor(quiet);
  const began = await startRecording(page);
  expect(await picturesOfLevel(page)).toBe(1);
  const warned = await heard(page, 'We cannot hear you. Check that the right microphone is on.');
  expect(Math.abs(warned.at - began - 4000)).toBeLessThanOrEqual(500);
  await inspect(page, '63-recorder-silent', 'phone');
  // Nobody has to see that in time: the review says so, too.
  await button(page, 'Stop').click();
  await expect(page.getByText('We hear nothing in this recording. Play it before you go on.')).toBeVisible();
  await expect(button(page, 'Continue to Payment')).toBeEnabled();
  await page.context().close();
  await quiet.close();
});

test('the length that is shown is the length that can be heard, with three pauses', {
  tag: GATE,
}, async () => {
  const page = await visitor(browser);
  await startRecording(page);
  for (const seconds of [1, 2, 3]) {
    await recorded(page, seconds);
    await button(page, 'Pause').click();
    await expect(button(page, 'Resume')).toBeFocused();
    await letTimePass(700, 'a pause in real time, which must not count');
    await button(page, 'Resume').click();
    await expect(button(page, 'Pause')).toBeFocused();
  }
  await recorded(page, 5);
  await button(page, 'Stop').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  const { decoded, shown } = await writtenDraft(page);
  expect(shown).toBeGreaterThanOrEqual(5);
  expect(Math.abs((decoded ?? 0) - shown)).toBeLessThanOrEqual(0.3);
  await page.context().close();
});

test('the microphone is free within 200 ms after Stop', { tag: GATE }, async () => {
  const page = await visitor(browser);
  await startRecording(page);
  await recorded(page, 1);
  expect(await openMicrophones(page)).toBe(1);
  const free = `globalThis.streams.every((stream) => stream.getTracks().every((track) => track.readyState !== 'live'))`;
  const stop = `document.querySelector('button[aria-label=Stop]').click();`;
  expect(await msUntil(page, free, stop)).toBeLessThanOrEqual(200);
  await page.context().close();
});

for (const { name, script, cause, go } of [
  {
    name: 'the microphone is pulled out',
    script: `track.stop(); track.dispatchEvent(new Event('ended'));`,
    cause: 'The microphone was unplugged or switched off.',
    go: 'Continue with another microphone',
  },
  {
    name: 'a call takes the microphone',
    script: `track.dispatchEvent(new Event('mute'));`,
    cause: 'A call or another app took the microphone. Go on when it is over.',
    go: 'Continue recording',
  },
]) {
  test(`the same recording goes on after ${name}`, gateOn(name.includes('pulled out')), async () => {
    const page = await visitor(browser);
    await startRecording(page);
    await recorded(page, 2);
    const isTold = `globalThis.said.some(({ text }) => text.startsWith('Recording interrupted'))`;
    const happens = `const track = globalThis.streams.at(-1).getAudioTracks()[0]; ${script}`;
    expect(await msUntil(page, isTold, happens)).toBeLessThanOrEqual(1000);
    expect((await heard(page, /^Recording interrupted/)).role).toBe('alert');
    await expect(page.getByRole('alert').filter({ hasText: cause })).toContainText(
      /What you said so far is safe: 0:(0[2-9]|[1-5]\d)/,
    );
    // The clock stands still.
    const held = await timer(page).textContent();
    await letTimePass(1500, 'a clock that runs would have moved');
    await expect(timer(page)).toHaveText(held ?? '');
    if (cause.startsWith('A call')) {
      await microphoneDoes(page, `track.dispatchEvent(new Event('unmute'));`);
      await expect(page.getByText('The microphone is free again.')).toBeVisible();
    }
    for (const width of BOTH) {
      await page.setViewportSize(widths[width]);
      await inspect(page, `64-recorder-${go.includes('another') ? 'unplugged' : 'call'}`, width);
    }
    await button(page, go).click();
    await heard(page, 'Recording resumed');
    expect(await page.evaluate('globalThis.asked')).toBe(2);
    expect(await openMicrophones(page)).toBe(1);
    await recorded(page, 5);
    await button(page, 'Stop').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
    const { decoded, shown } = await writtenDraft(page);
    expect(Math.abs((decoded ?? 0) - shown)).toBeLessThanOrEqual(0.5);
    await page.context().close();
  });
}

test('no sound that arrives, and a browser that ends the recording, are interruptions too', async () => {
  const page = await visitor(browser);
  await page.addInitScript(`
    const begin = MediaRecorder.prototype.start;
    MediaRecorder.prototype.start = function (slice) { globalThis.media = this; begin.call(this, globalThis.slice ?? slice); };`);
  await page.addInitScript('globalThis.slice = 3600000');
  await startRecording(page);
  await expect(page.getByRole('alert')).toContainText('No sound reached us any more', { timeout: 10_000 });
  await expect(timer(page)).toHaveText('0:00');
  await page.context().close();

  const other = await visitor(browser);
  await other.addInitScript(`
    const begin = MediaRecorder.prototype.start;
    MediaRecorder.prototype.start = function (slice) { globalThis.media = this; begin.call(this, slice); };`);
  await startRecording(other);
  await recorded(other, 2);
  await other.evaluate('globalThis.media.stop()');
  await expect(other.getByRole('alert')).toContainText('The browser ended this recording.');
  await inspect(other, '65-recorder-ended', 'phone');
  await button(other, 'Keep this recording').click();
  await expect(other.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  await other.context().close();
});

test('a page that goes out of sight writes what it has, and goes on when it is back', async () => {
  const page = await visitor(browser);
  await startRecording(page);
  await recorded(page, 2);
  const turn = (state: string) =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  const { chunks } = await keptDraft(page);
  await turn('hidden');
  await expect.poll(async () => (await keptDraft(page)).chunks).toBeGreaterThan(chunks);
  await turn('visible');
  await recorded(page, 5);
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await page.context().close();
});

test('everything that happens is read out once, in order, and never by the second', {
  tag: GATE,
}, async () => {
  const page = await visitor(browser);
  await startRecording(page);
  await recorded(page, 1);
  await button(page, 'Pause').click();
  await heard(page, 'Recording paused');
  await button(page, 'Resume').click();
  await heard(page, 'Recording resumed');
  await recorded(page, 4);
  await button(page, 'Stop').click();
  await heard(page, /^Recording complete/);
  const lines = (await said(page)).map(({ text }) => text);
  const announced = lines.filter((text) => text.startsWith('Recording'));
  expect(announced).toEqual([
    'Recording started',
    'Recording paused',
    'Recording resumed',
    expect.stringMatching(/^Recording complete, \d+ seconds$/),
  ]);
  expect(lines.filter((text) => /\d/.test(text) && !text.startsWith('Recording complete'))).toEqual([]);
  await page.context().close();
});

test('the whole recorder is used by keyboard alone', async () => {
  const page = await visitor(browser, 'desktop');
  await fillDetails(page);
  await button(page, 'Start Recording').focus();
  await page.keyboard.press('Enter');
  await heard(page, 'Recording started');
  const focused = () =>
    page.evaluate<string>(
      `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()`,
    );
  const tabTo = async (name: string) => {
    for (let i = 0; i < 12 && (await focused()) !== name; i += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  const group = page.getByRole('group', { name: 'Say next' });
  await expect(group).toContainText('1 of');
  await tabTo('Said, next line');
  await page.keyboard.press('Enter');
  await expect(group).toContainText('2 of');
  await tabTo('Next line');
  await page.keyboard.press('Space');
  await expect(group).toContainText('3 of');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Previous line');
  await page.keyboard.press('Enter');
  await expect(group).toContainText('2 of');
  await inspect(page, '66-recorder-script', 'desktop');
  await tabTo('Stop');
  await tabTo('Pause');
  await page.keyboard.press('Space');
  await heard(page, 'Recording paused');
  expect(await focused()).toBe('Resume');
  await page.keyboard.press('Enter');
  await heard(page, 'Recording resumed');
  expect(await focused()).toBe('Pause');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Stop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeFocused();
  await page.context().close();
});

test('nothing has to be scrolled while recording on a phone', async () => {
  const page = await visitor(browser);
  await startRecording(page);
  await recorded(page, 1);
  const box = await page.getByRole('region', { name: 'Recorder' }).boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(widths.phone.height);
  await inspect(page, '67-recorder-recording', 'phone');
  await button(page, 'Pause').click();
  await inspect(page, '68-recorder-paused', 'phone');
  await page.context().close();
});

test('nothing has to be scrolled while recording on a small laptop', async () => {
  const page = await visitor(browser, 'desktop');
  const height = 800;
  await page.setViewportSize({ width: 1280, height });
  await startRecording(page);
  await recorded(page, 1);
  const box = await page.getByRole('region', { name: 'Recorder' }).boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  await page.context().close();
});

test('the microphone is tested on request alone, heard, and let go', async () => {
  for (const width of BOTH) {
    const page = await visitor(browser, width);
    await page.goto('/record-voice-deal');
    await page.getByText('More', { exact: true }).click();
    await expect(button(page, 'Test your microphone')).toBeVisible();
    expect(await page.evaluate('globalThis.asked ?? 0')).toBe(0);
    await button(page, 'Test your microphone').focus();
    await page.keyboard.press('Enter');
    const check = page.getByRole('region', { name: 'Microphone test' });
    await expect(check.getByText('We hear you.', { exact: true })).toBeVisible();
    await inspect(page, '69-microphone-test', width);
    await check.getByRole('button', { name: 'Record 3 seconds and listen' }).click();
    await heard(page, 'Speak now. Recording 3 seconds.');
    await heard(page, 'This is how you sound.');
    expect(await openMicrophones(page)).toBe(0);
    await expect(check.getByText('If you heard yourself, you are ready.')).toBeVisible();
    await check.getByRole('button', { name: 'Test again' }).click();
    await expect.poll(() => openMicrophones(page)).toBe(1);
    await button(page, 'Close the test').click();
    await expect(check).toHaveCount(0);
    expect(await openMicrophones(page)).toBe(0);
    await page.context().close();
  }
});

test('rough words appear where the device makes them itself, and go beside the contract', async () => {
  const page = await visitor(browser, 'desktop');
  await page.addInitScript(`globalThis.SpeechRecognition = class {
    static available = async ({ processLocally }) => (processLocally ? 'available' : 'unavailable');
    start() {
      globalThis.local = this.processLocally;
      setTimeout(() => this.onresult({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript: 'I sell my car' } }] }), 300);
    }
    abort() {}
  }`);
  await startRecording(page);
  await expect(page.getByText('Rough live preview, not the contract')).toHaveCount(0);
  await recorded(page, 1);
  await button(page, 'Stop').click();
  await button(page, 'Record Again').click();
  await page.getByRole('checkbox', { name: 'Rough live preview, not the contract' }).check();
  await inspect(page, '69-recorder-idle', 'desktop');
  await button(page, 'Start Recording').click();
  await expect(page.getByText('I sell my car')).toBeVisible();
  expect(await page.evaluate('globalThis.local')).toBe(true);
  await inspect(page, '69-recorder-preview', 'desktop');
  await button(page, 'Stop').click();
  await expect(page.getByText('Rough live preview, not the contract: I sell my car')).toBeVisible();
  await page.context().close();
});
