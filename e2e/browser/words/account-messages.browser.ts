import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Journey } from '#testing';
import { closePages, launch, required } from '../pages.js';
import { enter, PASSWORD, somebody } from '../people.js';
import { newcomer } from '../prepared-people.js';
import { answer, expectSaid } from './saying.js';

let browser: Browser;
let anna: Journey;

test.beforeAll(async () => {
  browser = await launch();
  anna = await newcomer();
});

test.afterEach(() => closePages(browser));

test.afterAll(() => browser.close());

test.describe.configure({ mode: 'parallel' });

async function at(path: string, who: 'visitor' | 'anna' = 'visitor'): Promise<Page> {
  const { context, page } = await somebody(browser, 'phone');
  if (who === 'anna') await enter(context, anna.emailA);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The field is marked as wrong, and its description says why. */
async function expectProblem(page: Page, label: string, problem: string): Promise<void> {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(problem.replace(/[.']/g, '.')));
  await expect(page.getByText(problem, { exact: true })).toBeVisible();
}

test('login: what is typed is checked first, then the server says no', async () => {
  const page = await at('/login');
  await field(page, 'Email').fill('anna');
  await field(page, 'Password').fill('short');
  await press(page, 'Sign In');
  await expectProblem(page, 'Email', 'Please enter a valid email address');
  await expectProblem(page, 'Password', 'Password must be at least 6 characters');
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill(anna.emailA);
  await field(page, 'Password').fill('not my password');
  await press(page, 'Sign In');
  await expectSaid(page, 'Login Failed', 'Invalid email or password');
  await answer(page, '/api/auth/login', { status: 500 });
  await press(page, 'Sign In');
  await expectSaid(page, 'Login Failed', 'Invalid email or password');
  await page.unrouteAll();
  await answer(page, '/api/auth/login', {
    status: 403,
    code: 'account_frozen',
    message: 'This account is on hold.',
  });
  await press(page, 'Sign In');
  await expectSaid(page, 'Login Failed', 'This account is on hold.');
});

test('forgot password: an address first, then a link whoever asks', async () => {
  const page = await at('/login');
  await press(page, 'Forgot password?');
  await expectSaid(page, 'Email Required', 'Please enter your email address first');
  await field(page, 'Email').fill(`nobody.${randomUUID()}@example.test`);
  await press(page, 'Forgot password?');
  await expectSaid(page, 'Look in your mailbox');
});

test('signup: every rule in its own words, then the words of the server', async () => {
  const page = await at('/signup');
  await field(page, 'Username').fill('An');
  await field(page, 'Email').fill('anna@');
  await field(page, 'Password').fill('12345');
  await field(page, 'Confirm Password').fill('123456');
  await press(page, 'Create Account');
  await expectProblem(page, 'Username', 'Username must be at least 3 characters');
  await expectProblem(page, 'Email', 'Please enter a valid email address');
  await expectProblem(page, 'Password', 'Password must be at least 6 characters');
  await field(page, 'Username').fill('Anna');
  await field(page, 'Email').fill(anna.emailA);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm Password').fill('three brown cows');
  await press(page, 'Create Account');
  await expectProblem(page, 'Confirm Password', "Passwords don't match");
  await field(page, 'Confirm Password').fill(PASSWORD);
  const refused = page.waitForResponse('**/api/auth/signup');
  await press(page, 'Create Account');
  const { message } = (await (await refused).json()) as { message: string };
  // The server's sentence, also as an alert.
  await expect(page.getByRole('main').getByRole('alert')).toContainText(message);
});

test('admin login: both fields, then invalid credentials', async () => {
  const page = await at('/admin-login');
  await press(page, 'Sign In');
  await expect(page.getByText('Please enter both email and password')).toBeVisible();
  await field(page, 'Email').fill(required('ADMIN_EMAIL'));
  await field(page, 'Password').fill('not the password');
  await press(page, 'Sign In');
  await expectSaid(page, 'Login Failed', /^Invalid (admin )?credentials$/);
  await answer(page, '/api/admin/login', { status: 500 });
  await press(page, 'Sign In');
  await expectSaid(page, 'Login Failed', /^Invalid (admin )?credentials$/);
});

test('profile: too short, refused, updated', async () => {
  const page = await at('/profile', 'anna');
  await field(page, 'Username').fill('A');
  await field(page, 'Email').fill('anna');
  await press(page, 'Update Profile');
  await expectProblem(page, 'Username', 'Username must be at least 2 characters');
  await expectProblem(page, 'Email', 'Please enter a valid email address');
  await field(page, 'Username').fill('Anna Miller');
  await field(page, 'Email').fill(anna.emailA);
  await answer(page, '/api/auth/profile', { status: 500 });
  await press(page, 'Update Profile');
  await expectSaid(page, 'Update Failed', 'Failed to update profile.');
  await page.unrouteAll();
  await answer(page, '/api/auth/profile', {
    status: 400,
    code: 'odd_name',
    message: 'That name is not allowed.',
  });
  await press(page, 'Update Profile');
  await expectSaid(page, 'Update Failed', 'That name is not allowed.');
  await page.unrouteAll();
  await press(page, 'Update Profile');
  await expectSaid(page, 'Profile Updated', 'Your profile has been updated successfully.');
});

test('password change: every rule, refused, changed', async () => {
  const ben = await newcomer();
  const { context, page } = await somebody(browser, 'phone');
  await enter(context, ben.emailA);
  await page.goto('/profile');
  await press(page, 'Change Password');
  await expectProblem(page, 'Current Password', 'Current password is required');
  await expectProblem(page, 'New Password', 'New password must be at least 6 characters');
  await expectProblem(page, 'Confirm New Password', 'Please confirm your new password');
  await field(page, 'Current Password').fill('not my password');
  await field(page, 'New Password').fill('four grey wolves howl');
  await field(page, 'Confirm New Password').fill('four grey wolves hide');
  await press(page, 'Change Password');
  await expectProblem(page, 'Confirm New Password', "Passwords don't match");
  await field(page, 'Confirm New Password').fill('four grey wolves howl');
  await answer(page, '/api/auth/change-password', { status: 500 });
  await press(page, 'Change Password');
  await expectSaid(page, 'Password Change Failed', 'Failed to change password.');
  await page.unrouteAll();
  const refused = page.waitForResponse('**/api/auth/change-password');
  await press(page, 'Change Password');
  const { message } = (await (await refused).json()) as { message: string };
  await expectSaid(page, 'Password Change Failed', message);
  await field(page, 'Current Password').fill(PASSWORD);
  await press(page, 'Change Password');
  await expectSaid(page, 'Password Changed', 'Your password has been changed successfully.');
});

test('profile without a login: told why, and sent to the login page', async () => {
  const page = await at('/profile');
  await expect(page).toHaveURL(/\/login$/);
  await expectSaid(page, 'Authentication Required', 'Please log in to access your profile.');
});

test('contact: everything is required, and a message that is not sent says so', async () => {
  const page = await at('/contact');
  await press(page, 'Send Message');
  for (const label of ['Name', 'Email', 'Issue category', 'Message']) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(field(page, 'Issue category').locator('option')).toHaveCount(13);
  await field(page, 'Name').fill('Anna Miller');
  await field(page, 'Email').fill(anna.emailA);
  await field(page, 'Issue category').selectOption('escrow_release');
  await field(page, 'Message').fill('When is it released?');
  await answer(page, '/api/contact', { status: 500 });
  await press(page, 'Send Message');
  await expectSaid(page, 'Error', 'Failed to send message. Please try again.');
  await page.unrouteAll();
  // Not really sent: what administrators find in their list is for other tests to say.
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 201, json: { ticketNumber: 'T-1' } }),
  );
  const sent = page.waitForRequest('**/api/contact');
  await press(page, 'Send Message');
  const body = (await sent).postDataJSON() as Record<string, string>;
  expect(Object.keys(body).sort()).toEqual(['email', 'issueType', 'message', 'name', 'timestamp']);
  expect(new Date(body.timestamp ?? '').toISOString()).toBe(body.timestamp);
  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible();
});

test('logout asks, and says so 200 ms later', async () => {
  const page = await at('/dashboard', 'anna');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to logout?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/how-it-works$/);
  await page.clock.runFor(190);
  await expect(page.getByText('Logged out successfully')).toHaveCount(0);
  await page.clock.runFor(20);
  await page.clock.resume();
  await expectSaid(page, 'Logged out successfully', 'You have been logged out of your account.');
  expect(await page.evaluate("localStorage.getItem('userToken')")).toBeNull();
});

test('an error that nothing else caught has a screen of its own', async () => {
  const page = await at('/receipts', 'anna');
  // An answer of a shape that no screen expects.
  await page.route('**/api/user/receipts*', (route) => route.fulfill({ json: [null] }));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(
    page.getByText('We encountered an unexpected error. This has been logged and our team will investigate.'),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipts' })).toBeVisible();
});
