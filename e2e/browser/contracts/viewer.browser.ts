import { readFile } from 'node:fs/promises';
import { type Browser, type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { Journey, letTimePass, type Saved } from '#testing';
import { BOTH, inspect, launch, required } from '../pages.js';
import { signIn, somebody } from '../people.js';

let browser: Browser;
/** Party A with a finished contract: two voices, paid, transcribed. */
let anna: Journey;
let saved: Saved;

interface Words {
  recording: 'a' | 'b';
  start: number;
  end: number;
  text: string;
  speaker: string | null;
  confidence: number | null;
  words: { start: number; end: number; text: string; confidence: number | null }[] | null;
  isDoubtful: boolean;
  isOverlap: boolean;
}

/** What the viewer is given, as far as these tests look at it. */
interface Answer {
  status: string;
  percent: number;
  text: string;
  draft: boolean;
  quality: string;
  segments: Words[];
  gaps: { recording: 'a' | 'b'; start: number; end: number }[];
  speakers: { label: string; party: 'a' | 'b' | null; name: string; basis: string | null }[];
  terms: { kind: string; text: string; value: string | null; recording: 'a'; start: number; speaker: null }[];
  amountCheck: { typedCents: number; spokenCents: number[]; agrees: boolean } | null;
}

test.beforeAll(async () => {
  browser = await launch();
  anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  saved = await anna.save(required('SPOKEN_WAV'));
  expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
  await anna.transcript(saved.agreementId);
  await anna.reaches(saved.agreementId, 'completed');
});

test.afterAll(async () => {
  await browser.close();
});

const address = () => `/api/agreements/${saved.agreementId}/transcript`;
const real = () => anna.ask<Answer>('GET', address());

async function openViewer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /View contract/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Voice Contract Viewer' });
  await expect(viewer).toBeVisible();
  return viewer;
}

/** What the slider over the waveform says, in seconds. */
const position = async (viewer: Locator) =>
  Number(await viewer.getByRole('slider', { name: 'Position in the recording' }).first().inputValue());

const toolbar = (viewer: Locator) => viewer.getByRole('toolbar', { name: 'Reading tools' });
const play = (viewer: Locator) => toolbar(viewer).getByRole('button', { name: 'Play Audio' });
const pause = (viewer: Locator) => toolbar(viewer).getByRole('button', { name: 'Pause Audio' });

async function firstLine(download: Download): Promise<string> {
  const content = await readFile(await download.path(), 'utf8');
  return content.split(/\r?\n/)[0] ?? '';
}

for (const width of BOTH) {
  test(`a finished transcript is heard, searched, named and taken along (${width})`, async () => {
    const { context, page } = await somebody(browser, width);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, anna.emailA);
    const viewer = await openViewer(page);
    const { segments } = await real();
    const last = segments.at(-1);
    // Some seconds before the end, where the sound would stop by itself on a slow machine.
    const line = segments.findLast(({ start }) => last && start < last.end - 8);
    if (!last || !line || line.start < 5) throw new Error('the transcript is too short');

    // A line plays from its second, by press and by key.
    await play(viewer).click();
    await expect(pause(viewer)).toBeVisible();
    await viewer.getByRole('listitem').getByText(line.text, { exact: true }).first().click();
    await expect(viewer.locator('li[aria-current="true"]').first()).toContainText(line.text);
    await pause(viewer).click();
    await expect(play(viewer)).toBeVisible();
    // While it plays the slider says nothing, so as not to talk over it.
    await expect.poll(() => position(viewer)).toBeGreaterThanOrEqual(line.start - 0.2);
    const slider = viewer.getByRole('slider', { name: 'Position in the recording' }).first();
    const before = await position(viewer);
    await slider.press('ArrowLeft');
    await expect.poll(() => position(viewer)).toBeCloseTo(before - 5, 0);
    await slider.press('Space');
    await expect(pause(viewer)).toBeVisible();
    await slider.press('k');
    await expect(play(viewer)).toBeVisible();

    // Search is for the words as they are typed.
    const word = last.text.split(' ').find((one) => one.length > 3) ?? last.text;
    const search = viewer.getByRole('searchbox', { name: 'Search the transcript' });
    await search.fill(word.toUpperCase());
    const count = segments.map(({ text }) => text.toLowerCase().split(word.toLowerCase()).length - 1);
    const total = count.reduce((sum, one) => sum + one, 0);
    await expect(viewer.getByText(`1 of ${total}`)).toBeVisible();
    await expect(viewer.locator('mark')).not.toHaveCount(0);
    await search.press('Shift+Enter');
    await expect(viewer.getByText(`${total} of ${total}`)).toBeVisible();
    await search.press('Enter');
    await expect(viewer.getByText(`1 of ${total}`)).toBeVisible();
    await inspect(page, '60-viewer-search', width);
    await search.fill('.*');
    await expect(viewer.getByText('No matches')).toBeVisible();
    await viewer.getByRole('button', { name: 'Clear search' }).click();
    await expect(viewer.locator('mark')).toHaveCount(0);

    await toolbar(viewer).getByLabel('Speed').selectOption('1.5');
    await viewer.getByRole('button', { name: 'Copy Transcript' }).click();
    await expect(page.getByText('Copied to Clipboard').first()).toBeVisible();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied.split('\n')).toHaveLength(segments.length);
    expect(copied).toContain(last.text);

    const starts = { Text: /^Transcript of agreement \d{16}$/, SRT: /^1$/, WebVTT: /^WEBVTT/, JSON: /^\{/ };
    const endings = { Text: 'txt', SRT: 'srt', WebVTT: 'vtt', JSON: 'json' };
    for (const format of ['Text', 'SRT', 'WebVTT', 'JSON'] as const) {
      await viewer.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: new RegExp(format) }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`transcript_${saved.agreementId}.${endings[format]}`);
      expect(await firstLine(file)).toMatch(starts[format]);
    }

    // A name is an annotation: it stays, and the words and their fingerprint stay too.
    const sealed = await anna.ask<{ sha256: string }>('GET', address());
    const name = `Aunt Carol ${width}`;
    await viewer
      .getByRole('button', { name: /^Rename / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Rename speaker' });
    await expect(dialog.getByText('the proof stay as they are')).toBeVisible();
    await dialog.getByLabel('Who is this?').selectOption({ label: 'Somebody else' });
    await dialog.getByLabel('Name').fill(name);
    await inspect(page, '61-viewer-rename', width);
    await dialog.getByRole('button', { name: 'Save Name' }).click();
    await expect(viewer.getByRole('list', { name: 'Speakers' }).getByText(name)).toBeVisible();
    await expect.poll(async () => (await real()).speakers.map((speaker) => speaker.name)).toContain(name);
    expect(await anna.ask<{ sha256: string }>('GET', address())).toMatchObject({ sha256: sealed.sha256 });

    // The contract has an address of its own.
    await page.reload();
    await expect(viewer).toBeVisible();
    await expect(viewer.getByRole('list', { name: 'Speakers' }).getByText(name)).toBeVisible();
    await expect(toolbar(viewer).getByLabel('Speed')).toHaveValue('1.5');

    const { terms } = await real();
    expect(terms.map(({ kind }) => kind)).toContain('amount');
    const amount = terms.find(({ kind }) => kind === 'amount');
    const list = viewer.getByRole('region', { name: 'Terms in the recording' });
    await list.getByRole('button', { name: '$' }).first().click();
    await expect(pause(viewer)).toBeVisible();
    expect(await position(viewer)).toBeGreaterThanOrEqual((amount?.start ?? 0) - 0.2);
    await pause(viewer).click();

    await viewer.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Generate Transcript' }).click();
    const generated = page.getByRole('dialog', { name: 'Generated Transcript' });
    await expect(generated.getByText('This transcript existed already')).toBeVisible();
    const kept = page.waitForEvent('download');
    await generated.getByRole('button', { name: 'Download Transcript' }).click();
    expect((await kept).suggestedFilename()).toBe(`transcript_${saved.agreementId}.txt`);
    await inspect(page, '62-generated-transcript', width);
    await context.close();
  });
}

/** Answers the transcript as `change` makes it of the real one. */
async function withAnswer(page: Page, change: (answer: Answer) => Answer): Promise<void> {
  const answer = await real();
  await page.route(
    ({ pathname }) => pathname === address(),
    (route) => route.fulfill({ json: change(structuredClone(answer)) }),
  );
}

const line = (start: number, speaker: string | null, text: string, change: Partial<Words> = {}): Words => {
  const each = text.split(' ');
  const words = each.map((one, i) => ({
    text: one,
    start: start + i * 0.4,
    end: start + i * 0.4 + 0.35,
    confidence: 0.9,
  }));
  const end = start + each.length * 0.4;
  return {
    recording: 'a',
    start,
    end,
    text,
    speaker,
    confidence: null,
    words,
    isDoubtful: false,
    isOverlap: false,
    ...change,
  };
};

/** A transcript with everything that can be told about one. */
const rich = (answer: Answer): Answer => ({
  ...answer,
  segments: [
    line(0.4, '1', 'My name is Anna Miller and I sell my car.'),
    line(5, '1', 'The price is two thousand five hundred dollars.'),
    line(9, '2', 'I agree to buy the car for that price.'),
    line(18, null, 'He pays next Friday.', { isDoubtful: true, words: null }),
  ],
  gaps: [{ recording: 'a', start: 13, end: 17 }],
  speakers: [
    { label: '1', party: 'a', name: 'Anna Miller', basis: 'said' },
    { label: '2', party: 'b', name: 'Ben Carter', basis: 'other' },
  ],
  terms: [
    {
      kind: 'amount',
      text: 'two thousand five hundred dollars',
      value: '2500.00 USD',
      recording: 'a',
      start: 6.2,
      speaker: null,
    },
    { kind: 'date', text: 'next Friday', value: '2026-11-27', recording: 'a', start: 18.8, speaker: null },
  ],
  amountCheck: { typedCents: 200_000, spokenCents: [250_000], agrees: false },
});

for (const width of BOTH) {
  test(`words, gaps, doubts and another amount are told plainly (${width})`, async () => {
    const { context, page } = await somebody(browser, width);
    await signIn(page, anna.emailA);
    await withAnswer(page, rich);
    const viewer = await openViewer(page);

    await expect(viewer.getByText('Typed: $2,000.00. Said in the recording: $2,500.00.')).toBeVisible();
    await viewer.getByRole('button', { name: 'Listen at 0:06', exact: true }).click();
    await expect(viewer.locator('[data-word="current"]')).toBeVisible();
    await pause(viewer).click();
    expect(await position(viewer)).toBeGreaterThanOrEqual(6);
    await inspect(page, '63-viewer-terms', width);

    await viewer.getByText('agree', { exact: true }).click();
    await expect.poll(() => position(viewer)).toBeGreaterThanOrEqual(9.4);
    await pause(viewer).click();
    await expect(viewer.getByRole('listitem').filter({ hasText: 'I agree to buy' })).toHaveAttribute(
      'aria-current',
    );
    await inspect(page, '64-viewer-words', width);

    await expect(viewer.getByText('Not sure about these words. Listen.')).toBeAttached();
    await expect(viewer.getByRole('listitem').filter({ hasText: 'He pays' })).toContainText('Speaker');
    await viewer.getByRole('button', { name: 'No words were recognised here' }).click();
    await expect.poll(() => position(viewer)).toBeGreaterThanOrEqual(13);
    await pause(viewer).click();
    await context.close();
  });
}

/** As much as there can be to say about words before one relies on them. */
const doubtful = (answer: Answer): Answer => ({ ...rich(answer), draft: true, quality: 'draft' });

test('the first words are seen without scrolling, whatever there is to say about them', async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, anna.emailA);
  await withAnswer(page, doubtful);
  const viewer = await openViewer(page);
  await expect(viewer.getByText('My name is Anna Miller')).toBeInViewport({ ratio: 1 });
  await expect(viewer.getByText(/^Rough draft: words are often wrong/)).toBeInViewport({ ratio: 1 });
  await expect(viewer.getByText('The amount said is not the amount typed')).toBeInViewport({ ratio: 1 });
  await expect(viewer.getByText(/^A dotted line marks words/)).toBeInViewport();
  await expect(viewer.getByRole('button', { name: 'Play Audio' })).toHaveCount(1);
  await inspect(page, '66-viewer-doubtful', 'desktop');
  await context.close();
});

test('paper has full fingerprints and warnings, and nothing that asks to be pressed', async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await signIn(page, anna.emailA);
  await withAnswer(page, doubtful);
  const viewer = await openViewer(page);
  await expect(viewer.getByText('My name is Anna Miller')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(viewer.getByText(/\b[0-9a-f]{64}\b/).first()).toBeVisible();
  await expect(viewer.getByText(/^Rough draft: words are often wrong/)).toBeVisible();
  await expect(viewer.getByText(/^Not confirmed: taken from a rough draft/)).toBeVisible();
  await expect(viewer.getByText('The amount said is not the amount typed')).toBeVisible();
  for (const asking of await viewer.getByText(/\b(Press|Make It Again)\b/).all()) {
    await expect(asking).toBeHidden();
  }
  // What is said in a line or a term is printed with its second.
  const pressed = await page.evaluate(`
    [...document.querySelectorAll('article button, article select, article input')]
      .filter((control) => control.checkVisibility() && !control.closest('li') && control.type !== 'range')
      .map(({ textContent }) => textContent)
  `);
  expect(pressed).toEqual([]);
  await context.close();
});

test('lines appear while the rest is being made', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  let made = 1;
  await withAnswer(page, (answer) => {
    const all = rich(answer);
    if (made > 3) return all;
    const nothing = { gaps: [], speakers: [], terms: [], amountCheck: null };
    return {
      ...all,
      ...nothing,
      status: 'transcribing',
      percent: made * 25,
      segments: all.segments.slice(0, made),
    };
  });
  const viewer = await openViewer(page);
  await expect(viewer.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await expect(viewer.getByText('The first line is here; more follow.')).toBeVisible();
  await expect(viewer.getByText('I agree to buy')).toBeHidden();
  // Whoever comes back to the page is told at once; nobody tells the connection of these answers.
  const comeBack = () =>
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  made = 3;
  await comeBack();
  await expect(viewer.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
  await expect(viewer.getByText('3 lines are here; more follow.')).toBeVisible();
  await inspect(page, '65-viewer-arriving', 'phone');
  made = 4;
  await comeBack();
  await expect(viewer.getByRole('list', { name: 'Speakers' })).toBeVisible();
  await expect(viewer.getByRole('progressbar')).toHaveCount(0);
  await context.close();
});

test('a long transcript goes along with the voice until somebody scrolls away', async () => {
  const { context, page } = await somebody(browser, 'desktop');
  await signIn(page, anna.emailA);
  await withAnswer(page, (answer) => ({
    ...rich(answer),
    // Three lines in every second, so that the voice leaves the screen soon.
    segments: Array.from({ length: 300 }, (_, i) =>
      line(i / 3, i % 2 ? '1' : '2', `Line ${i} of what was said here.`),
    ),
    gaps: [],
  }));
  const viewer = await openViewer(page);
  await viewer.getByText('Line 0 of', { exact: false }).scrollIntoViewIfNeeded();
  await play(viewer).click();
  const heard = viewer.locator('li[aria-current="true"]');
  // After six seconds; the slider does not go along, so as not to talk over the voice.
  await expect(heard).toContainText(/Line (1[89]|[2-9]\d|\d{3}) of/, { timeout: 20_000 });
  await expect(heard).toBeInViewport();
  await viewer.hover();
  const resume = viewer.getByRole('button', { name: 'Follow along' });
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(resume).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(heard).not.toBeInViewport();
  // In the very moment of the last turn of the wheel.
  await page.evaluate(`
    document.dispatchEvent(new Event('wheel'));
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Follow along').click();
  `);
  await expect(heard).toBeInViewport();
  await letTimePass(500, 'a late turn of the wheel would show it again');
  await expect(resume).toBeHidden();
  await context.close();
});
