import { screen, within } from '@testing-library/react';
import type { AdminAgreement, AdminPayment, AdminUser } from '../features/admin/api';
import { answer, example } from './api';
import { fill, open } from './screen';

export const ID = '4207731958026614';
export const SHOWN_ID = '#4207 7319 5802 6614';

export const USERS = 'GET /api/admin/users';
export const AGREEMENTS = 'GET /api/admin/agreements';
export const PAYMENTS = 'GET /api/admin/payments';

const [someUser] = example(USERS) as [AdminUser];
const [someAgreement] = example(AGREEMENTS) as [AdminAgreement];
const [somePayment] = example(PAYMENTS) as [AdminPayment];

export const user = (change: Partial<AdminUser> = {}): AdminUser => ({
  ...someUser,
  disabledAt: null,
  ...change,
});
export const agreement = (change: Partial<AdminAgreement> = {}): AdminAgreement => ({
  ...someAgreement,
  partyAName: 'Anna Miller',
  partyBName: 'Ben Carter',
  status: 'awaiting_party',
  contentDeletedAt: null,
  consents: [],
  ...change,
});
export const payment = (change: Partial<AdminPayment> = {}): AdminPayment => ({
  ...somePayment,
  status: 'paid',
  ...{ refundReason: null, refundNote: null, refundedBy: null, refundedAt: null },
  ...change,
});

export function openSection(section: string) {
  answer('GET /api/admin/stats');
  return open(`/admin?section=${section}`, 'admin');
}

export const table = (name: string) => screen.findByRole('table', { name });
export const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
export const rows = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .slice(1);

export type Person = ReturnType<typeof open>['person'];

/** Gives the reason that each act needs, and does it. */
export async function giveReason(
  person: Person,
  confirm: string,
  reason = ' Asked by the owner ',
): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await fill(person, 'Reason', reason);
  await person.click(dialog.getByRole('button', { name: confirm }));
}
