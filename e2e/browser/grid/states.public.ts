import { expect } from '@playwright/test';
import { dialog, fillDeal, heading, press, record, type State, silent, stop, words } from './state.js';

/** What visitors see. */
export const visitors: readonly State[] = [
  { name: 'home', address: '/', sees: words('Have a deal to make today?') },
  { name: 'how it works', address: '/how-it-works', sees: words('Have a deal to make today?') },
  { name: 'deal: details', address: '/record-voice-deal', sees: heading('Split Second Contract') },
  {
    name: 'deal: recording',
    address: '/record-voice-deal',
    act: async (page) => {
      await fillDeal(page);
      await record(page);
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
    },
    sees: words('Recording paused'),
  },
  {
    name: 'deal: review',
    address: '/record-voice-deal',
    act: async (page) => {
      await fillDeal(page);
      await record(page);
      await stop(page);
    },
    sees: heading('Review Recording'),
  },
  {
    name: 'deal: account',
    address: '/record-voice-deal',
    act: async (page) => {
      await fillDeal(page);
      await record(page);
      await stop(page);
      await press('Continue to Payment')(page);
    },
    sees: heading('Create Account'),
  },
  { name: 'login', address: '/login', sees: heading('Sign In') },
  {
    name: 'login: problems',
    address: '/login',
    act: press(/^Sign In$/),
    sees: words('Please enter a valid email address'),
  },
  {
    name: 'login: refused',
    address: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.test');
      await page.getByLabel('Password', { exact: true }).fill('not my password');
      await press(/^Sign In$/)(page);
    },
    sees: words('Login Failed'),
  },
  { name: 'signup', address: '/signup', sees: heading('Create Account') },
  {
    name: 'signup: problems',
    address: '/signup',
    act: press('Create Account'),
    sees: words('Username must be at least 3 characters'),
  },
  { name: 'verify', address: '/verify', sees: heading('Verify an agreement') },
  {
    name: 'verify: unknown',
    address: '/verify/1234567890123456',
    sees: words('Nothing is sealed under this number'),
  },
  {
    name: 'verify: sealed',
    address: ({ finished }) => `/verify/${finished.agreementId}`,
    sees: words('Sealed and unchanged'),
  },
  {
    name: 'verify: a file of nobody',
    address: '/verify',
    act: (page) =>
      page
        .getByLabel('Choose a file')
        .setInputFiles({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('anything') }),
    sees: words('Unknown: holiday.jpg'),
  },
  { name: 'contact', address: '/contact', sees: heading('Contact Support') },
  {
    name: 'contact: problems',
    address: '/contact',
    act: press('Send Message'),
    sees: words('Please enter your name'),
  },
  {
    name: 'new password without a link',
    address: '/reset-password',
    sees: words('Open the link in your mail'),
  },
  { name: 'new password', address: '/reset-password?token=x', sees: heading(/\w/) },
  {
    name: 'confirming an address without a link',
    address: '/verify-address',
    sees: words('Open the link in your mail'),
  },
  {
    name: 'confirming an address',
    address: '/verify-address?token=x',
    sees: heading('Confirm Your Address'),
  },
  {
    name: 'choosing the language of mails',
    address: '/mail-language?key=x&to=es',
    sees: heading('Emails in Spanish'),
  },
  {
    name: 'a file of a mail that is not ready',
    address: '/file-unavailable?code=not_ready#/api/agreements/1234567890123456/evidence.zip?key=b.x',
    sees: heading('The file is not ready yet'),
  },
  { name: 'admin login', address: '/admin-login', sees: heading('Admin Login') },
  { name: 'not found', address: '/no-such-page', sees: heading('Page Not Found') },
  {
    name: 'menu on a phone',
    address: '/login',
    act: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Open menu' }).click();
    },
    sees: heading('Sign In'),
  },
  {
    name: 'assistant',
    hasPanel: true,
    address: '/record-voice-deal',
    act: (page) => page.getByRole('button', { name: /^Open Contract Assistant/ }).click(),
    sees: (page) => expect(page.getByRole('region', { name: 'Contract Assistant' })).toBeVisible(),
  },
];

/** What party B sees behind the mailed link. */
export const partyB: readonly State[] = [
  { name: 'invitation', address: ({ invitation }) => invitation, sees: heading('Voice Contract Invitation') },
  {
    name: 'confirming a contract',
    address: ({ confirmation }) => confirmation,
    sees: heading('Was that you?'),
  },
  {
    name: 'confirming a contract without a key',
    address: ({ finished }) => `/confirm/${finished.agreementId}`,
    sees: heading('Agreement Not Found'),
  },
  {
    name: 'invitation: loading',
    address: ({ invitation }) => invitation,
    before: silent('**/api/agreements/remote/**'),
    sees: words('Loading agreement...'),
  },
  {
    name: 'invitation: declining',
    address: ({ invitation }) => `${invitation}&decline=1`,
    sees: dialog('Decline this agreement'),
  },
  {
    name: 'invitation: recorder',
    address: ({ invitation }) => invitation,
    act: async (page) => {
      await expect(page.getByRole('checkbox')).toHaveCount(4);
      for (const tick of await page.getByRole('checkbox').all()) await tick.check();
      await page.getByRole('button', { name: 'Accept & Record Consent' }).click();
    },
    sees: heading('Recording Your Consent'),
  },
  {
    name: 'invitation: cancelled',
    address: ({ closedInvitation }) => closedInvitation,
    sees: heading('This agreement was cancelled'),
  },
  {
    name: 'invitation: not found',
    address: '/remote-contract/1000000000000000',
    sees: heading('Agreement Not Found'),
  },
];
