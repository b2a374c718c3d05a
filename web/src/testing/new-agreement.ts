import { screen } from '@testing-library/react';
import { answer, example } from './api';
import { fill, open, type Role } from './screen';

export const ID = '4207731958026614';
export const BEGIN = 'POST /api/recordings';
export const PUT = 'PUT /api/recordings/{recordingId}/chunks/{n}';
export const FINISH = 'POST /api/recordings/{recordingId}/finalize';

type Person = ReturnType<typeof open>['person'];

export async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Buffer.from(digest).toString('hex');
}

/** A server that keeps the parts of a recording and puts them together. */
export function answerUpload(): void {
  let whole = '';
  answer(BEGIN);
  answer(PUT, async ({ body, params }) => {
    whole = await sha256(body as Blob);
    return { n: Number(params.n), bytes: (body as Blob).size, sha256: whole };
  });
  answer(FINISH, () => ({ ...example(FINISH), agreementId: ID, claimToken: 'claim', sha256: whole }));
}

export async function fillDetails(person: Person): Promise<void> {
  await screen.findByLabelText('Party A Name');
  await fill(person, 'Party A Name', 'Anna Miller');
  await fill(person, 'Party A Email', 'anna@example.com');
  await fill(person, 'Party B Name', 'Ben Carter');
  await fill(person, 'Party B Email', 'ben@example.com');
}

/** Records a deal and opens its review. */
export async function openReview(role: Role = 'visitor') {
  const opened = open('/record-voice-deal', role);
  await fillDetails(opened.person);
  await opened.person.click(screen.getByRole('button', { name: 'Start Recording' }));
  await opened.person.click(await screen.findByRole('button', { name: 'Stop' }));
  await screen.findByRole('heading', { level: 1, name: 'Review Recording' });
  await screen.findByText('Fingerprint');
  return opened;
}
