import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AgreementView, TranscriptView } from '../lib/api/api-types';
import { answerDashboard, transcript } from './agreements';
import { answer } from './api';
import { open } from './screen';

export const VIEWER = 'Voice Contract Viewer';
export const TERM: TranscriptView['terms'][number] = {
  ...{ kind: 'amount' as const, text: 'two thousand dollars', value: '2000.00 USD' },
  ...{ recording: 'a' as const, start: 1, speaker: '1', isUnsure: false },
};
export const SHARE = 'Generated Transcript';
/** While there is no transcript to share. */
export const SHARE_LATER = 'Share the transcript';
export const dialog = (name = VIEWER) => within(screen.getByRole('dialog', { name }));

export function answerLog(): void {
  answer('GET /api/agreements/{agreementId}/events', []);
}

export async function view(
  one: AgreementView,
  text: TranscriptView | null = transcript(),
): Promise<UserEvent> {
  answerDashboard(one);
  answerLog();
  if (text) answer('GET /api/agreements/{agreementId}/transcript', text);
  const { person } = open('/dashboard', 'user');
  await person.click(await screen.findByRole('button', { name: /^View contract/ }));
  await screen.findByRole('dialog', { name: VIEWER });
  return person;
}

export async function share(
  one: AgreementView,
  text: TranscriptView | null = null,
  title = SHARE,
): Promise<UserEvent> {
  answerDashboard(one);
  if (text) answer('GET /api/agreements/{agreementId}/transcript', text);
  const { person } = open('/dashboard', 'user');
  // One that is not paid has it in the menu of its row.
  const isInMenu = one.status === 'pending';
  const more = { name: /^More for the contract with/ };
  if (isInMenu) await person.click(await screen.findByRole('button', more));
  const button = isInMenu
    ? { role: 'menuitem', name: /^Share/ }
    : { role: 'button', name: /^Share contract/ };
  await person.click(await screen.findByRole(button.role, { name: button.name }));
  await screen.findByRole('dialog', { name: title });
  return person;
}

export const fact = (name: string) => dialog().getByText(name, { selector: 'dt' }).nextElementSibling;
export const press = (person: UserEvent, name: string, box = dialog()) =>
  person.click(box.getByRole('button', { name }));
