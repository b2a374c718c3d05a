import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Journey, type Saved } from '#testing';
import { GATE } from '../gate.js';
import { launch } from '../pages.js';
import { enter, signIn, somebody } from '../people.js';
import { newcomer, paidContract, unpaidContract } from '../prepared-people.js';
import { belowThumb } from './layout.js';
import { fillDeal } from './state.js';

/** What a thumb must hit is at least 44 by 44 pixels. */

let browser: Browser;
let anna: Journey;
let unpaid: Saved;

test.beforeAll(async () => {
  browser = await launch();
  anna = await newcomer();
  [unpaid] = await Promise.all([unpaidContract(anna), paidContract(anna)]);
});

test.afterAll(() => browser.close());

const small = (page: Page, names: string) => page.evaluate<string[]>(belowThumb(names));

test('the recorder of a new deal', { tag: GATE }, async () => {
  const { context, page } = await somebody(browser, 'phone');
  await page.goto('/record-voice-deal');
  await fillDeal(page);
  expect(await small(page, '^Start Recording$')).toEqual([]);
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  expect(await small(page, '^(Pause|Stop|Next line)')).toEqual([]);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Recording paused').first()).toBeVisible();
  expect(await small(page, '^(Resume|Stop)')).toEqual([]);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
  expect(await small(page, '^(Play|Record Again|Continue)')).toEqual([]);
  await context.close();
});

test('the recorder of a contract that exists', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, anna.emailA);
  await page.goto(`/record?agreementId=${unpaid.agreementId}&plan=split-second-contract`);
  await expect(page.getByText('Ready to record')).toBeVisible();
  expect(await small(page, '^(Start Recording|Upload Audio File)')).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  expect(await small(page, '^(Pause|Stop Recording)')).toEqual([]);
  await page.getByRole('button', { name: 'Stop Recording' }).click();
  await expect(page.getByRole('button', { name: 'Process Recording' })).toBeVisible();
  expect(await small(page, '^(Process Recording|Record Again|Play)')).toEqual([]);
  await context.close();
});

test('the actions of a contract in the list', async () => {
  const { context, page } = await somebody(browser, 'phone');
  await signIn(page, anna.emailA);
  await expect(page.getByRole('button', { name: /^View contract/ })).toHaveCount(2);
  expect(
    await small(page, '^(View|Share|Resend|Remind|More for|All|Completed|In Progress|Awaiting|Complete)'),
  ).toEqual([]);
  await context.close();
});
