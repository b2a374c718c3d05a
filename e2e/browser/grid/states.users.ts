import { expect } from '@playwright/test';
import { answer } from '../words/saying.js';
import {
  broken,
  choose,
  dialog,
  heading,
  openViewer,
  press,
  recordAddress,
  type State,
  silent,
  words,
} from './state.js';

/** What signed-in users see. */
export const users: readonly State[] = [
  { name: 'dashboard', who: 'user', address: '/dashboard', sees: words('Awaiting Other Party') },
  { name: 'dashboard: empty', who: 'newbie', address: '/dashboard', sees: words('No contracts yet') },
  {
    name: 'dashboard: loading',
    who: 'user',
    address: '/dashboard',
    before: silent('**/api/users/**'),
    sees: heading('Welcome back, Anna Miller'),
  },
  {
    name: 'dashboard: error',
    who: 'user',
    address: '/dashboard',
    before: async (page) => {
      await broken('/api/users/*/agreements')(page);
      await broken('/api/users/*/stats')(page);
    },
    sees: words('Your contracts could not be loaded.'),
  },
  {
    name: 'dashboard: message',
    who: 'user',
    address: '/dashboard',
    act: async (page) => {
      await answer(page, '/api/agreements/*/resend', { status: 500 });
      await choose('Resend', 'Awaiting Payment')(page);
    },
    sees: words('Not sent'),
  },
  {
    name: 'dashboard: saved, not paid',
    who: 'newbie',
    address: '/dashboard',
    before: async (page) => {
      await page.addInitScript(`
        localStorage.setItem('pendingAgreementId', '1234567890123456');
        localStorage.setItem('pendingPlanType', 'split-second-contract');
      `);
    },
    sees: words('Saved, not paid yet'),
  },
  {
    name: 'viewer',
    who: 'user',
    address: '/dashboard',
    act: openViewer,
    sees: dialog('Voice Contract Viewer'),
  },
  {
    name: 'viewer: not paid',
    who: 'user',
    address: '/dashboard',
    act: (page) =>
      page
        .getByRole('row')
        .filter({ hasText: 'Awaiting Payment' })
        .getByRole('button', { name: /^View contract/ })
        .first()
        .click(),
    sees: words('5-Second Preview'),
  },
  {
    name: 'share',
    who: 'user',
    address: '/dashboard',
    act: (page) =>
      page
        .getByRole('row')
        .filter({ hasText: 'Completed' })
        .getByRole('button', { name: /^Share contract/ })
        .last()
        .click(),
    sees: words('This transcript existed already'),
  },
  {
    name: 'cancel',
    who: 'user',
    address: '/dashboard',
    act: choose('Cancel', 'Awaiting Other Party'),
    sees: dialog('Cancel this contract'),
  },
  {
    name: 'account menu',
    hasPanel: true,
    who: 'user',
    address: '/dashboard',
    act: (page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Anna Miller' }).click(),
    sees: (page) => expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible(),
  },
  {
    name: 'logout',
    who: 'user',
    address: '/profile',
    act: async (page) => {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('button', { name: 'Anna Miller' })
        .click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
    sees: words('Are you sure you want to logout?'),
  },
  { name: 'profile', who: 'user', address: '/profile', sees: heading('Profile Settings') },
  {
    name: 'profile: loading',
    who: 'user',
    address: '/profile',
    before: silent('**/api/auth/user'),
    sees: heading('Profile Settings'),
  },
  {
    name: 'profile: problems',
    who: 'user',
    address: '/profile',
    act: press('Change Password'),
    sees: words('Current password is required'),
  },
  { name: 'receipts', who: 'user', address: '/receipts', sees: words('TEST') },
  { name: 'receipts: empty', who: 'newbie', address: '/receipts', sees: heading('Receipts') },
  {
    name: 'receipts: error',
    who: 'user',
    address: '/receipts',
    before: broken('/api/user/receipts'),
    sees: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'receipt',
    who: 'user',
    address: '/receipts',
    act: (page) =>
      page
        .getByRole('button', { name: /^Open receipt/ })
        .first()
        .click(),
    sees: dialog('Receipt'),
  },
  { name: 'record', who: 'user', address: recordAddress, sees: words('Ready to record') },
  {
    name: 'record: loading',
    who: 'user',
    address: recordAddress,
    before: silent('**/api/agreements/*'),
    sees: words('Loading agreement...'),
  },
  { name: 'record: no contract', who: 'user', address: '/record', sees: heading('No contract chosen') },
  {
    name: 'record: sealed',
    who: 'user',
    address: ({ paid }) => `/record?agreementId=${paid.agreementId}&plan=basic`,
    sees: heading('This recording is sealed'),
  },
  {
    name: 'checkout',
    who: 'user',
    address: ({ unpaid }) => `/checkout?plan=split-second-contract&agreementId=${unpaid.agreementId}`,
    sees: (page) => expect(page.getByRole('radio', { name: 'Succeeds' })).toBeVisible(),
  },
  {
    name: 'checkout: error',
    who: 'user',
    address: ({ unpaid }) => `/checkout?plan=split-second-contract&agreementId=${unpaid.agreementId}`,
    before: broken('/api/create-payment-intent'),
    sees: words('Payment Setup Error'),
  },
  {
    name: 'checkout: loading',
    who: 'user',
    address: ({ unpaid }) => `/checkout?plan=split-second-contract&agreementId=${unpaid.agreementId}`,
    before: silent('**/api/create-payment-intent'),
    sees: heading('Checkout'),
  },
  { name: 'checkout: nothing open', who: 'newbie', address: '/checkout', sees: words('Payment Setup Error') },
  { name: 'subscribe', who: 'user', address: '/subscribe', sees: words('$20/month') },
  {
    name: 'escrow: start',
    who: 'user',
    address: ({ paid }) => `/escrow?agreementId=${paid.agreementId}`,
    sees: (page) => expect(page.getByLabel('Amount')).toBeVisible(),
  },
  {
    name: 'escrow: problems',
    who: 'user',
    address: ({ paid }) => `/escrow?agreementId=${paid.agreementId}`,
    act: async (page) => {
      await page.getByLabel('Amount').fill('');
      await press('Continue')(page);
    },
    sees: words('Missing Information'),
  },
  {
    name: 'escrow: waits for the seller',
    who: 'user',
    address: ({ offered }) => `/escrow?agreementId=${offered.agreementId}`,
    sees: words('Payment summary'),
  },
  {
    name: 'escrow: other amount',
    who: 'user',
    address: ({ offered }) => `/escrow?agreementId=${offered.agreementId}`,
    act: press('Change amount or seller'),
    sees: (page) => expect(page.getByRole('heading', { name: 'Change amount or seller' })).toBeVisible(),
  },
  {
    name: 'escrow',
    who: 'user',
    address: ({ escrow }) => `/escrow?agreementId=${escrow.agreementId}`,
    sees: words('Payment held'),
  },
  {
    name: 'escrow: problem',
    who: 'user',
    address: ({ escrow }) => `/escrow?agreementId=${escrow.agreementId}`,
    act: press('I Received It'),
    sees: words('Did you receive it?'),
  },
  {
    name: 'generic error',
    who: 'user',
    address: '/receipts',
    before: (page) => page.route('**/api/user/receipts*', (route) => route.fulfill({ json: [null] })),
    sees: heading('Something went wrong'),
  },
];
