import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AgreementView } from '../lib/api/api-types';
import { answerDashboard } from './agreements';
import { open } from './screen';

export const LATER = '2099-11-22T10:05:00.000Z';

export async function dashboard(...agreements: AgreementView[]) {
  answerDashboard(...agreements);
  const { person } = open('/dashboard', 'user');
  await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' });
  if (agreements.length > 0) await screen.findAllByRole('button', { name: /^View contract/ });
  return person;
}

export const rows = () => screen.queryAllByRole('row').slice(1);
export const row = () => within(rows()[0] as HTMLElement);
export const names = (box = row()) =>
  box.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

export async function choose(person: UserEvent, name: string): Promise<void> {
  await person.click(row().getByRole('button', { name: /^More for the contract with/ }));
  await person.click(await screen.findByRole('menuitem', { name }));
}

export const pressIn = async (person: UserEvent, dialog: string, name: string) =>
  person.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }));
