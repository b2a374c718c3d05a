import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { eventually } from '#testing';
import { GATE } from '../gate.js';
import { CHROMIUM_ARGS, inspect, launch, microphoneArgs, required, widths } from '../pages.js';
import { somebody } from '../people.js';
import { button, keptDraft, recorded, startRecording, watchRecorder } from '../recorder/recording.js';

interface Chromium {
  page: Page;
  /** Ends every process of it at once, as a crash or an empty battery does. */
  kill: () => Promise<void>;
}

/** The ids of all processes that work on this profile. */
async function processesOf(profile: string): Promise<number[]> {
  const found: number[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`--user-data-dir=${profile}`)) found.push(Number(id));
  }
  return found;
}

/** A browser of its own on a profile that outlives it. */
async function openProfile(profile: string): Promise<Chromium> {
  await rm(join(profile, 'DevToolsActivePort'), { force: true });
  const child: ChildProcess = spawn(
    process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    [
      ...CHROMIUM_ARGS,
      ...microphoneArgs(),
      '--headless=new',
      '--remote-debugging-port=0',
      '--use-fake-ui-for-media-stream',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  );
  const port = await eventually(
    async () => {
      const [first] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
      if (!first) throw new Error('no port yet');
      return first;
    },
    30_000,
    'the browser answers',
  );
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0];
  if (!context) throw new Error('The browser has no context.');
  const page = await context.newPage();
  await page.setViewportSize(widths.phone);
  const kill = async () => {
    const ids = await processesOf(profile);
    if (child.pid) ids.push(child.pid);
    for (const id of ids) {
      try {
        process.kill(id, 'SIGKILL');
      } catch {
        // It went with another one.
      }
    }
    await expect.poll(() => processesOf(profile)).toEqual([]);
    // Playwright has seen it too: what it does to all open contexts around the next test would meet this one.
    await expect.poll(() => browser.isConnected()).toBe(false);
  };
  return { page, kill };
}

/**
 * As text, because these types know no documents. Remembers the slice that the newest recorder was asked for, in ms, when
 * each piece came, and how long the device takes at that moment for a write that is not the product's.
 */
const MEASURE = `
if (globalThis.MediaRecorder) {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const writeMs = async () => {
    const began = performance.now();
    const opening = indexedDB.open('measure');
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
    const db = await done(opening);
    const write = db.transaction('rows', 'readwrite');
    write.objectStore('rows').put(new ArrayBuffer(5000));
    await new Promise((resolve) => { write.oncomplete = resolve; });
    db.close();
    return performance.now() - began;
  };
  const begin = MediaRecorder.prototype.start;
  MediaRecorder.prototype.start = function (slice) {
    globalThis.measured = { slice, times: [performance.now()], writes: [] };
    this.addEventListener('dataavailable', async ({ data }) => {
      if (data.size === 0) return;
      globalThis.measured.times.push(performance.now());
      globalThis.measured.writes.push(await writeMs());
    });
    begin.call(this, slice);
  };
}
`;

/** Until all pieces that have come are on the device; how many those are. */
async function piecesWritten(page: Page): Promise<number> {
  const given = await page.evaluate<number>('globalThis.pieces');
  await expect.poll(async () => (await keptDraft(page)).chunks).toBeGreaterThanOrEqual(given);
  return given;
}

/** Seconds that the machine adds to a slice: by which the latest piece came too late, and that the longest write took. */
async function lateness(page: Page): Promise<number> {
  const { slice, late, write } = await page.evaluate<{ slice: number; late: number; write: number }>(`(() => {
    const { slice, times, writes } = globalThis.measured;
    const waits = [...times, performance.now()].slice(1).map((at, n) => at - times[n] - slice);
    return { slice, late: Math.max(0, ...waits), write: Math.max(0, ...writes) };
  })()`);
  expect(slice).toBeLessThanOrEqual(1000);
  return (late + write) / 1000;
}

const noteLoss = (lost: number, late: number) =>
  test.info().annotations.push({
    type: 'lost',
    description: `${lost.toFixed(2)} s, on a machine that is ${late.toFixed(2)} s late`,
  });

test('a browser that is killed in the middle of a recording costs at most 1.5 seconds of it', {
  tag: GATE,
}, async () => {
  const profile = await mkdtemp(join(tmpdir(), 'ssc-crash-'));
  const address = required('SYSTEM_URL');
  const first = await openProfile(profile);
  let second: Chromium | null = null;
  try {
    await watchRecorder(first.page);
    await first.page.addInitScript(MEASURE);
    const began = await startRecording(first.page, address);
    await recorded(first.page, 6);
    const written = await piecesWritten(first.page);
    const late = await lateness(first.page);
    const killedAt = Date.now();
    await first.kill();
    const spoken = (killedAt - began) / 1000;

    second = await openProfile(profile);
    const { page } = second;
    await page.goto(`${address}/record-voice-deal`);
    const card = page.locator('section').filter({ hasText: 'We kept your last recording' });
    // With the date, and in the clock's other form, once it is past midnight.
    await expect(card).toContainText(/We kept 0:\d\d from .*\d{1,2}:\d\d.* · Anna Miller and Ben Carter/);
    const { decoded, chunks } = await keptDraft(page);
    const lost = spoken - (decoded ?? 0);
    noteLoss(lost, late);
    expect(chunks).toBeGreaterThanOrEqual(written);
    expect(lost - late).toBeLessThanOrEqual(1.5);
    await inspect(page, '60-recovery', 'phone');
    await card.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  } finally {
    await first.kill();
    await second?.kill();
    await rm(profile, { recursive: true, force: true });
  }
});

test.describe('in one browser', () => {
  let browser: Browser;
  test.beforeAll(async () => {
    browser = await launch();
  });
  test.afterAll(() => browser.close());

  test('a reload in the middle of a recording costs at most 1.2 seconds of it', { tag: GATE }, async () => {
    const { context, page } = await somebody(browser, 'phone');
    page.on('dialog', (dialog) => void dialog.accept());
    await watchRecorder(page);
    await page.addInitScript(MEASURE);
    const began = await startRecording(page);
    await recorded(page, 4);
    const written = await piecesWritten(page);
    const late = await lateness(page);
    const spoken = (Date.now() - began) / 1000;
    await page.reload();
    await expect(page.getByText('We kept your last recording')).toBeVisible();
    const { decoded, chunks } = await keptDraft(page);
    const lost = spoken - (decoded ?? 0);
    noteLoss(lost, late);
    expect(chunks).toBeGreaterThanOrEqual(written);
    expect(lost - late).toBeLessThanOrEqual(1.2);
    await context.close();
  });

  test('a kept draft can be heard, and is only discarded after a question; then the next one is offered', async () => {
    const { context, page } = await somebody(browser, 'desktop');
    page.on('dialog', (dialog) => void dialog.accept());
    await watchRecorder(page);
    for (const seconds of [3, 2]) {
      await startRecording(page);
      await recorded(page, seconds);
    }
    await page.goto('/record-voice-deal');
    const card = page.locator('section').filter({ hasText: 'We kept your last recording' });
    await expect(card).toContainText('One more kept recording comes after this.');
    const first = await card.innerText();
    await card.getByRole('button', { name: 'Listen' }).click();
    await expect(card.getByRole('button', { name: 'Pause' })).toBeVisible();
    await card.getByRole('button', { name: 'Pause' }).click();
    await inspect(page, '61-recovery-two', 'desktop');
    await card.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this recording?' });
    await inspect(page, '62-recovery-discard', 'desktop');
    await question.getByRole('button', { name: 'Keep it here' }).click();
    await expect(card).toContainText('One more kept recording');
    await card.getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Discard recording' }).click();
    await expect(card).not.toContainText('One more kept recording');
    await expect(card).toBeVisible();
    expect(await card.innerText()).not.toBe(first);

    // What cannot be read right now is still there, and said so.
    await page.evaluate('IDBObjectStore.prototype.getAll = () => { throw new Error("not now"); }');
    await card.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(card.getByRole('alert')).toContainText('It is still on this device');
    await page.reload();
    await card.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
    await context.close();
  });

  test('twenty of twenty recovered drafts can be decoded and saved', async () => {
    const rounds = async (): Promise<(number | null)[]> => {
      const { context, page } = await somebody(browser, 'phone');
      page.on('dialog', (dialog) => void dialog.accept());
      await watchRecorder(page);
      const lengths: (number | null)[] = [];
      let earlier = 0;
      for (let round = 0; round < 5; round += 1) {
        await startRecording(page);
        const kept = async () => {
          const { decoded, startedAt } = await keptDraft(page);
          return startedAt > earlier ? (decoded ?? 0) : 0;
        };
        await expect.poll(kept).toBeGreaterThanOrEqual(0.8);
        await page.reload();
        await button(page, 'Keep').click();
        const draft = await keptDraft(page);
        lengths.push(draft.decoded);
        earlier = draft.startedAt;
        await button(page, 'Continue to Payment').click();
        await expect(page.getByText('Safe on our server').first()).toBeVisible({ timeout: 30_000 });
      }
      await context.close();
      return lengths;
    };
    const lengths = (await Promise.all([rounds(), rounds(), rounds(), rounds()])).flat();
    expect(lengths).toHaveLength(20);
    expect(lengths.filter((seconds) => seconds !== null && seconds >= 0.8)).toHaveLength(20);
  });
});
