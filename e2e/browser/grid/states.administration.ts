import { expect } from '@playwright/test';
import { sectionTab } from '../administrator.js';
import { broken, dialog, heading, type State, words } from './state.js';

/** What administrators see. */
export const administrators: readonly State[] = [
  { name: 'admin: users', who: 'admin', address: '/admin', sees: heading('Administration') },
  ...[
    'Agreements',
    'Payments',
    'Payment protection',
    'Tickets',
    'Transcripts by people',
    'Jobs',
    'System',
    'What admins did',
  ].map(
    (name): State => ({
      name: `admin: ${name}`,
      who: 'admin',
      address: '/admin',
      act: (page) => sectionTab(page, name).click(),
      sees: (page) => expect(page.getByRole('tabpanel', { name }).getByRole('heading').first()).toBeVisible(),
    }),
  ),
  {
    name: 'admin: reason',
    who: 'admin',
    address: '/admin?section=agreements',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Extend access' }).click();
    },
    sees: dialog('Extend access'),
  },
  {
    name: 'admin: error',
    who: 'admin',
    address: '/admin?section=payments',
    before: async (page) => {
      await broken('/api/admin/payments')(page);
      await broken('/api/admin/stats')(page);
    },
    sees: words('This list could not be loaded.'),
  },
];
