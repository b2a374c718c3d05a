import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App } from '../app/app';
import { getToasts } from '../components/ui/toast-store';
import type { User } from '../lib/api/api-types';
import { startAdminSession } from '../lib/session/admin-session';
import { startSession } from '../lib/session/session';
import { answer, example, isAnswered } from './api';

/** Who looks at the screen. */
export type Role = 'visitor' | 'user' | 'admin';

const { user: USER } = example('POST /api/auth/login');

/** The signed-in person of a test, as the document's example describes them. */
export const anna: User = { ...USER, username: 'Anna Miller' };

/** The administrator of a test. */
export const boss: User = {
  ...USER,
  id: 1,
  username: 'Olive Grey',
  email: 'olive@example.com',
  role: 'admin',
};

const ADMIN_LISTS = [
  'GET /api/admin/users',
  'GET /api/admin/agreements',
  'GET /api/admin/payments',
  'GET /api/admin/tickets',
  'GET /api/admin/held-payments',
  'GET /api/admin/manual-transcriptions',
  'GET /api/admin/jobs',
  'GET /api/admin/dead-letters',
] as const;

/** What needs somebody, and the names of people, are on every part of the administration: nothing and nobody, so far. */
export function answerAdministration(): void {
  for (const name of ADMIN_LISTS) if (!isAnswered(name)) answer(name, []);
}

/**
 * Opens the app at an address as a person of a role. Prices, limits and languages are the document's unless the test has
 * answered with its own before.
 */
export function open(address: string, role: Role = 'visitor') {
  if (role === 'user') startSession({ token: 'token-of-anna', user: anna });
  if (role === 'admin') {
    startAdminSession({ token: 'token-of-olive', user: boss });
    answerAdministration();
  }
  window.history.replaceState(null, '', address);
  for (const name of ['GET /api/config', 'GET /api/speech'] as const) if (!isAnswered(name)) answer(name);
  const person = somebody();
  const shown = render(<App />);
  return { person, ...shown };
}

/**
 * Somebody with a mouse and a keyboard. A sheet that came up takes the pointer one drawing after it is there, so each
 * press waits for that, as anybody's does.
 */
export function somebody(): UserEvent {
  const person = userEvent.setup({ delay: null });
  const { click } = person;
  return Object.assign(person, {
    click: async (element: Element): Promise<void> => {
      if (takesNoPointer(element)) await waitFor(() => expect(takesNoPointer(element)).toBe(false));
      await click(element);
    },
  });
}

/** Whether the page takes no pointer and nothing between it and the element does. */
function takesNoPointer(element: Element): boolean {
  const nearest = element.closest<HTMLElement>('[style*="pointer-events"]');
  return nearest === document.body && nearest.style.pointerEvents === 'none';
}

/** Where the browser is now. */
export function place(): string {
  return window.location.pathname + window.location.search;
}

/** The message that came up in the corner, once it has; another page draws it anew. */
export async function toasted(title: string, text?: string): Promise<void> {
  await waitFor(() => {
    const box = screen.getByText(title, { selector: 'li *' }).closest('li');
    expect(box).toBeInTheDocument();
    if (box && text !== undefined) expect(within(box).getByText(text)).toBeInTheDocument();
  });
}

/** The question of this name that came up. */
export async function question(name: string) {
  return within(await screen.findByRole('alertdialog', { name }));
}

/** What failed stands in its place, and only there: no message in the corner says it once more. */
export async function saidInPlace(title: string, text = ''): Promise<void> {
  const shown = await screen.findByText(title, { selector: '[role=alert] *' });
  expect(shown.closest('[role=alert]')).toHaveTextContent(title + text);
  expect(getToasts().filter((one) => one.open && one.title === title)).toEqual([]);
}

/** Writes into the field of a label, in place of what is there. */
export async function fill(person: UserEvent, label: string, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await person.clear(field);
  await person.click(field);
  if (text) await person.paste(text);
}

/** The field of a label is marked as wrong, and its description says why. */
export function expectProblem(label: string, problem: string): void {
  const field = screen.getByLabelText(label);
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveAccessibleDescription(expect.stringContaining(problem));
}
