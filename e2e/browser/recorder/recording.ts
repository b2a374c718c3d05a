import { expect, type Page } from '@playwright/test';
import { required } from '../pages.js';

/**
 * As text, because these types know no documents. Remembers microphones, how many pieces of sound the newest recorder has
 * given, and what is read out, with the time of day.
 */
const WITNESS = `
globalThis.streams = [];
globalThis.said = [];
if (navigator.mediaDevices) {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    globalThis.asked = (globalThis.asked ?? 0) + 1;
    const stream = await open(wanted);
    globalThis.streams.push(stream);
    return stream;
  };
}
if (globalThis.MediaRecorder) {
  const begin = MediaRecorder.prototype.start;
  MediaRecorder.prototype.start = function (slice) {
    globalThis.pieces = 0;
    this.addEventListener('dataavailable', ({ data }) => { if (data.size > 0) globalThis.pieces += 1; });
    begin.call(this, slice);
  };
}
const LIVE = '[role=status], [role=alert], [aria-live]:not([aria-live=off])';
const note = (region) => {
  const text = region.textContent.trim();
  const last = globalThis.said.findLast((one) => one.region === region);
  if (!text || last?.text === text) return;
  globalThis.said.push({ region, text, at: Date.now(), role: region.getAttribute('role') ?? 'live' });
};
const look = (node) => {
  const element = node.nodeType === 1 ? node : node.parentElement;
  if (!element) return;
  const region = element.closest(LIVE);
  if (region) note(region);
  for (const inner of element.querySelectorAll(LIVE)) note(inner);
};
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    look(target);
    addedNodes.forEach(look);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
`;

export interface Said {
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  role: string;
}

/** From the next document on, the page is watched for microphones and for what is read out. */
export async function watchRecorder(page: Page): Promise<void> {
  await page.addInitScript(WITNESS);
}

/** Everything that was read out so far, in order. */
export function said(page: Page): Promise<Said[]> {
  return page.evaluate<Said[]>('globalThis.said.map(({ text, at, role }) => ({ text, at, role }))');
}

/** When this was read out first, in ms since 1970; waits for it. */
export async function heard(page: Page, text: string | RegExp): Promise<Said> {
  const find = async () =>
    (await said(page)).find((one) => (typeof text === 'string' ? one.text === text : text.test(one.text)));
  await expect.poll(async () => (await find())?.text ?? null, { intervals: [50, 100] }).not.toBeNull();
  const found = await find();
  if (!found) throw new Error(`${text} was not read out.`);
  return found;
}

/** How many microphones are open now. */
export const openMicrophones = (page: Page) =>
  page.evaluate<number>(
    `globalThis.streams.flatMap((stream) => stream.getTracks()).filter((track) => track.readyState === 'live').length`,
  );

/** Something happens to the microphone in use. */
export const microphoneDoes = (page: Page, script: string) =>
  page.evaluate(`(() => { const track = globalThis.streams.at(-1).getAudioTracks()[0]; ${script} })()`);

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

export const timer = (page: Page) => page.getByRole('timer');

/** The details step with everything filled in. */
export async function fillDetails(page: Page, address = ''): Promise<void> {
  await page.goto(`${address}/record-voice-deal`);
  await typeDetails(page);
}

/** Fills in who agrees. */
export async function typeDetails(page: Page): Promise<void> {
  await page.getByLabel('Party A Name').fill('Anna Miller');
  await page.getByLabel('Party A Email').fill(`anna.${Date.now()}@example.test`);
  await page.getByLabel('Party B Name').fill('Ben Carter');
  await page.getByLabel('Party B Email').fill('ben@example.test');
}

/** Presses Start on the details step. */
export async function start(page: Page, address = ''): Promise<void> {
  await fillDetails(page, address);
  await button(page, 'Start Recording').click();
}

/** Records; answers when it began, in ms since 1970. */
export async function startRecording(page: Page, address = ''): Promise<number> {
  await start(page, address);
  const { at } = await heard(page, 'Recording started');
  return at;
}

/** Until the recorder's clock shows this many seconds, or more when the machine is slow to look. */
export async function recorded(page: Page, seconds: number): Promise<void> {
  const shown = async () => {
    const [minutes, rest] = ((await timer(page).textContent()) ?? '').split(':');
    return Number(minutes) * 60 + Number(rest);
  };
  await expect.poll(shown, { intervals: [100], timeout: 30_000 }).toBeGreaterThanOrEqual(seconds);
}

interface KeptDraft {
  /** What the browser hears in it, in seconds; null when it cannot decode it. */
  decoded: number | null;
  /** In ms since 1970; 0 when no draft is kept. */
  startedAt: number;
  /** What the recorder's clock said, in seconds. */
  shown: number;
  chunks: number;
  /** Loudest sample, 0 to 1. */
  peak: number;
}

/** Whatever runs scripts in a page. */
export interface Scripted {
  evaluate<T>(script: string): Promise<T>;
}

/** The newest draft as it lies on the device, decoded by the browser. */
export function keptDraft(page: Scripted): Promise<KeptDraft> {
  return page.evaluate<KeptDraft>(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const db = await done(indexedDB.open('ssc-takes'));
    const read = db.transaction(['sessions', 'chunks']);
    const sessions = await done(read.objectStore('sessions').getAll());
    const newest = sessions.sort((a, b) => b.startedAt - a.startedAt)[0];
    if (!newest) return { decoded: null, startedAt: 0, shown: 0, chunks: 0, peak: 0 };
    const range = IDBKeyRange.bound([newest.id, 0], [newest.id, Infinity]);
    const rows = await done(read.objectStore('chunks').getAll(range));
    db.close();
    const sound = await new Blob(rows.map((row) => row.data)).arrayBuffer();
    const context = new OfflineAudioContext(1, 1, 48000);
    const buffer = await context.decodeAudioData(sound).catch(() => null);
    let peak = 0;
    buffer?.getChannelData(0).forEach((sample) => { peak = Math.max(peak, Math.abs(sample)); });
    const { startedAt, elapsedMs } = newest;
    return { decoded: buffer?.duration ?? null, startedAt, shown: elapsedMs / 1000, chunks: rows.length, peak };
  })()`);
}

/** The newest draft once all that its recorder has given lies on the device: pieces are written a moment after they came. */
export async function writtenDraft(page: Page): Promise<KeptDraft> {
  const isWritten = async () =>
    (await keptDraft(page)).chunks === (await page.evaluate<number>('globalThis.pieces'));
  await expect.poll(isWritten).toBe(true);
  return keptDraft(page);
}

/** The server's answer about plans, with another limit for all of them. Asked once: a page that leaves takes its own requests along. */
export async function limitPlans(page: Page, maxSeconds: number): Promise<void> {
  const answer = await page.request.get(`${required('SYSTEM_URL')}/api/config`);
  const config = (await answer.json()) as { plans: Record<string, { maxSeconds: number }> };
  for (const plan of Object.values(config.plans)) plan.maxSeconds = maxSeconds;
  await page.route('**/api/config', (route) => route.fulfill({ json: config }));
}
