import { act, screen, waitFor } from '@testing-library/react';
import type { ErrorBody, RemoteAgreement } from '../lib/api/api-types';
import { answer, example, refuse } from './api';
import { open, place } from './screen';

export const ID = '4207731958026614';
export const READ = 'GET /api/agreements/remote/{agreementId}';
export const VIEW = 'POST /api/agreements/remote/{agreementId}/view';
export const DECLINE = 'POST /api/agreements/remote/{agreementId}/decline';
export const CONSENT = 'POST /api/agreements/remote/{agreementId}/consent';
export const SEND_LINK = 'POST /api/agreements/remote/{agreementId}/send-link';
export const CODE = 'POST /api/agreements/remote/{agreementId}/code';
export const CONFIRM_CODE = 'POST /api/agreements/remote/{agreementId}/code/confirm';
export const OUTLINE = 'GET /api/agreements/remote/{agreementId}/outline';
export const AUDIO = 'GET /api/agreements/remote/{agreementId}/audio';

/** What party B is invited to. */
export const invited = {
  ...example(READ),
  partyAName: 'Anna Miller',
  partyBName: 'Ben Carter',
  amount: '250.00',
  photoUrl: `/api/agreements/remote/${ID}/photo`,
  durationSeconds: 65.4,
};

/** Opens the invitation as somebody who has its link. */
export function openInvitation(
  address = `/remote-contract/${ID}?key=k-ben`,
  change: Partial<RemoteAgreement> = {},
) {
  answer(READ, { ...invited, ...change });
  answer(VIEW);
  answer(OUTLINE, { peaks: [0.1, 0.9] });
  return open(address);
}

/** Leaves the invitation and comes back to it; by then the server says that it is over. */
export async function leaveAndComeBack(
  person: ReturnType<typeof open>['person'],
  status: number,
  code: ErrorBody['code'],
): Promise<void> {
  refuse(READ, status, code, 'Over.');
  await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
  await screen.findByRole('heading', { level: 1, name: /^Turn a spoken agreement/ });
  act(() => window.history.back());
  await waitFor(() => expect(place()).toBe(`/remote-contract/${ID}`));
}

/** Ticks all statements. */
export async function tickAll(person: ReturnType<typeof open>['person']): Promise<void> {
  for (const box of await screen.findAllByRole('checkbox')) await person.click(box);
}
