import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { readMailbox } from '#stand-ins';
import { eventually, invitationTo, Journey, type Saved } from '#testing';
import { required, speakFor, type Width, widths } from './pages.js';

export const PASSWORD = 'three brown horses';

/**
 * Somebody at a device of their own: cookies, storage and microphone are nobody else's. Only who `installs` gets the
 * part that works without a network: it fetches the whole app, which takes longer than most tests.
 */
export async function somebody(
  browser: Browser,
  width: Width,
  { installs = false, locale = 'en-US' }: { installs?: boolean; locale?: string } = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: widths[width],
    permissions: ['microphone'],
    serviceWorkers: installs ? 'allow' : 'block',
    locale,
    baseURL: required('SYSTEM_URL'),
  });
  return { context, page: await context.newPage() };
}

/** Party A, who has recorded and paid for a contract with somebody who is not there. */
export async function paidRemoteContract(): Promise<{ anna: Journey; saved: Saved }> {
  const anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  // Not what the microphone of party B plays: that would be party A's recording once more.
  const saved = await anna.save(required('OFFER_WAV'), { isRemoteContract: true });
  expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
  await anna.reaches(saved.agreementId, 'awaiting_party');
  return { anna, saved };
}

/** Where party B of a completed contract says whether it was them: the address in the mail, with its key. */
export const confirmationFor = ({ agreementId }: Saved, emailB: string): Promise<string> =>
  addressIn(emailB, new RegExp(`/confirm/${agreementId}\\?key=[\\w.%-]+`));

/** Where the mail with the proof leads that says "Listen to the recording": the file itself, with its key. */
export const soundOf = ({ agreementId }: Saved, email: string): Promise<string> =>
  addressIn(email, new RegExp(`/api/agreements/${agreementId}/audio\\?key=[\\w.%-]+`));

/** The first of the mails to somebody that has such an address in it. */
function addressIn(email: string, address: RegExp): Promise<string> {
  return eventually(
    async () => {
      const mails = await readMailbox(required('MAILBOX_URL'));
      const found = mails
        .filter(({ to }) => to.includes(email))
        .map(({ text }) => address.exec(text)?.[0])
        .find((one) => one !== undefined);
      if (!found) throw new Error(`no mail to ${email} with ${address}`);
      return found;
    },
    60_000,
    `a mail with ${address}`,
  );
}

/** Party A, who has recorded and paid for a contract with somebody who sat beside. */
export async function paidContract(): Promise<{ anna: Journey; saved: Saved }> {
  const anna = new Journey(required('SYSTEM_URL'), { patienceMs: 20_000 });
  await anna.signup();
  const saved = await anna.save(required('SPOKEN_WAV'));
  expect(await anna.pay(saved)).toMatchObject({ status: 'succeeded' });
  await anna.reaches(saved.agreementId, 'completed', 120_000);
  return { anna, saved };
}

/** Signs somebody in without the login page, and opens the dashboard. */
export async function signIn(page: Page, email: string): Promise<void> {
  await enter(page.context(), email);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Contracts Timeline' })).toBeVisible();
}

/** Leaves the browser as the login page would: with cookie and stored session. */
export async function enter(context: BrowserContext, email: string): Promise<void> {
  const session = await opened(context, '/api/auth/login', { email, password: PASSWORD });
  // In the order in which the app does it: a page that sees a token looks for its user at once.
  await keep(context, {
    userInfo: JSON.stringify(session.user),
    userId: String(session.user.id),
    userToken: session.token,
  });
}

/** The same for an administrator. */
export async function enterAsAdmin(context: BrowserContext): Promise<void> {
  const json = { email: required('ADMIN_EMAIL'), password: required('ADMIN_PASSWORD') };
  const session = await opened(context, '/api/admin/login', json);
  await keep(context, { adminToken: session.token, adminUser: JSON.stringify(session.user) });
}

interface Session {
  token: string;
  user: { id: number };
}

async function opened(context: BrowserContext, path: string, data: object): Promise<Session> {
  const answer = await context.request.post(required('SYSTEM_URL') + path, { data });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return (await answer.json()) as Session;
}

/** Adds to what the product's pages have stored in this browser. */
async function keep(context: BrowserContext, values: Record<string, string>): Promise<void> {
  const { origin } = new URL(required('SYSTEM_URL'));
  const state = await context.storageState();
  const before = state.origins.find((one) => one.origin === origin)?.localStorage ?? [];
  const added = Object.entries(values).map(([name, value]) => ({ name, value }));
  const localStorage = [...before.filter(({ name }) => !(name in values)), ...added];
  await context.setStorageState({ ...state, origins: [{ origin, localStorage }] });
}

/** The address of the newest link that was mailed to party B. */
export async function linkTo(email: string, after = 0): Promise<string> {
  const { agreementId, key } = await invitationTo(required('MAILBOX_URL'), email, after);
  return `/remote-contract/${agreementId}?key=${encodeURIComponent(key ?? '')}`;
}

/** Party B from the open link to the sent consent. */
export async function recordConsent(page: Page, seconds: number): Promise<void> {
  const accept = page.getByRole('button', { name: 'Accept & Record Consent' });
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  for (const tick of await page.getByRole('checkbox').all()) await tick.check();
  await accept.click();
  await expect(page.getByRole('heading', { name: 'Recording Your Consent' })).toBeVisible();
  await page.getByRole('button', { name: 'Start Recording' }).click();
  await expect(page.getByText('Recording in progress...').first()).toBeVisible();
  await speakFor(seconds * 1000);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
}

/** How much of its sound the player has that a browser makes for a file: 4 when it can play on. */
export const PLAYER_READY = 'document.querySelector("audio, video")?.readyState ?? 0';

/** The entry of the contract on the dashboard, as table row or card. */
export const entryOf = (page: Page, name: string) => page.locator('tr, li').filter({ hasText: name }).first();

/** Until exactly one mail with that subject lies in the mailbox of an address. */
export async function oneMail(
  email: string,
  subject: RegExp,
  mailboxUrl = required('MAILBOX_URL'),
): Promise<void> {
  await eventually(
    async () => {
      const mails = await readMailbox(mailboxUrl);
      const subjects = mails.filter((mail) => mail.to.includes(email)).map((mail) => mail.subject);
      const found = subjects.filter((one) => subject.test(one));
      if (found.length !== 1) throw new Error(`${found.length} of ${subjects.join(' | ')}`);
    },
    30_000,
    `one mail ${subject} to ${email}`,
  );
}
