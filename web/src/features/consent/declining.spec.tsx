/** @jest-environment-options {"world": "microphone"} */
import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse, sentTo, unreachable } from '../../testing/api';
import {
  CODE,
  CONFIRM_CODE,
  DECLINE,
  ID,
  leaveAndComeBack,
  openInvitation,
  READ,
} from '../../testing/invitation-screen';
import { plugMicrophone } from '../../testing/microphone';
import { fill, place } from '../../testing/screen';

beforeEach(plugMicrophone);

describe('declining', () => {
  it('needs no reason', async () => {
    answer(DECLINE);
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this agreement' }));
    await person.click(dialog.getByRole('button', { name: 'Decline Agreement' }));
    await screen.findByRole('heading', { level: 1, name: 'You declined this agreement' });
    expect(sentTo(DECLINE)[0]?.body).not.toHaveProperty('reason');
  });

  it('takes a reason of up to 500 characters, and ends the invitation', async () => {
    answer(DECLINE);
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline this agreement' }));
    expect(
      dialog.getByText(
        'Anna Miller is told that you decline, and reads your reason if you give one. The agreement ends; this cannot be undone.',
      ),
    ).toBeVisible();
    await fill(person, 'Your reason', 'x'.repeat(501));
    await person.click(dialog.getByRole('button', { name: 'Decline Agreement' }));
    expect(dialog.getByText('Please keep it under 500 characters')).toBeVisible();
    expect(sentTo(DECLINE)).toEqual([]);
    await fill(person, 'Your reason', ' The price is wrong. ');
    await person.click(dialog.getByRole('button', { name: 'Decline Agreement' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You declined this agreement' }),
    ).toBeVisible();
    expect(
      screen.getByText(
        'Anna Miller is told, and reads your reason if you gave one. Nothing of your voice was sent.',
      ),
    ).toBeVisible();
    expect(sentTo(DECLINE).map(({ body }) => body)).toEqual([
      { reason: 'The price is wrong.', key: 'k-ben' },
    ]);
  });

  it('is asked about at once when the mailed link says no, and can be left', async () => {
    const { person } = openInvitation(`/remote-contract/${ID}?key=k-ben&decline=1`);
    expect(await screen.findByRole('dialog', { name: 'Decline this agreement' })).toBeVisible();
    expect(place()).toBe(`/remote-contract/${ID}`);
    await person.click(screen.getByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Agreement Details' })).toBeVisible();
  });

  it('says that the answer could not be sent', async () => {
    unreachable(DECLINE);
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    await screen.findByRole('dialog');
    await fill(person, 'Your reason', 'No longer needed');
    await person.click(screen.getByRole('button', { name: 'Decline Agreement' }));
    expect(await screen.findByText('Your answer could not be sent. Please try again.')).toBeVisible();
  });

  it('is over for whoever comes back', async () => {
    answer(DECLINE);
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    await person.click(await screen.findByRole('button', { name: 'Decline Agreement' }));
    await screen.findByRole('heading', { level: 1, name: 'You declined this agreement' });
    await leaveAndComeBack(person, 410, 'invitation_cancelled');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This agreement was cancelled' }),
    ).toBeVisible();
  });

  it('after the code has run out begins with a new one', async () => {
    refuse(DECLINE, 403, 'link_required', 'Open the link in your email to listen and to answer.');
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    await person.click(await screen.findByRole('button', { name: 'Decline Agreement' }));
    const access = within(await screen.findByRole('region', { name: 'Show that this is you' }));
    expect(access.getByRole('alert')).toHaveTextContent('Your code has run out. Get a new one to go on.');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    answer(CODE);
    answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2099-01-01T00:00:00.000Z' });
    await person.click(access.getByRole('button', { name: 'Get a code' }));
    await person.type(await access.findByLabelText('Code from the email'), '042917{Enter}');
    answer(DECLINE);
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    await person.click(await screen.findByRole('button', { name: 'Decline Agreement' }));
    await screen.findByRole('heading', { level: 1, name: 'You declined this agreement' });
    expect(sentTo(DECLINE).map(({ body }) => body)).toEqual([{ key: 'k-ben' }, { key: 'c.ben' }]);
  });

  it('that comes too late is over for whoever comes back', async () => {
    refuse(DECLINE, 409, 'invitation_answered', 'Answered.');
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    await person.click(await screen.findByRole('button', { name: 'Decline Agreement' }));
    await screen.findByRole('heading', { level: 1, name: 'Already answered' });
    await leaveAndComeBack(person, 409, 'invitation_answered');
    expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
    expect(sentTo(READ)).toHaveLength(2);
  });

  it('comes too late', async () => {
    refuse(DECLINE, 409, 'invitation_answered', 'Answered.');
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Decline' }));
    await screen.findByRole('dialog');
    await fill(person, 'Your reason', 'No longer needed');
    await person.click(screen.getByRole('button', { name: 'Decline Agreement' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
  });
});
