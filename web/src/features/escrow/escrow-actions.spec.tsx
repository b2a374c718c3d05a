import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { endSession, startSession } from '../../lib/session/session';
import { answer, refuse, sentTo, unreachable } from '../../testing/api';
import { asksBeforeUnload } from '../../testing/browser';
import { escrowOf, follow, ID, READ } from '../../testing/escrow-screen';
import { anna, fill, toasted } from '../../testing/screen';
import type { Escrow } from './escrow';

describe('a step of the buyer', () => {
  it.each<[string, Escrow['actions'][number], string, string, string, string]>([
    [
      'I Received It',
      'received',
      'Did you receive it?',
      'You then have 3 days to look at it and report a problem. After that the seller is paid.',
      'I Received It',
      'Marked as received',
    ],
    [
      'Release Now',
      'release',
      'Release $237.50 to Ben Carter?',
      'Funds release within 24 hours. This cannot be undone.',
      'Release Escrow',
      'Released',
    ],
    [
      'Take Money Back',
      'take-back',
      'Take the money back?',
      '$250.00 goes back to you. This ends the protection.',
      'Take Money Back',
      'The money goes back to you',
    ],
  ])('%s is asked about, sent and told', async (button, action, question, detail, confirm, done) => {
    const name =
      action === 'take-back'
        ? 'POST /api/escrow/{agreementId}/refund'
        : action === 'received'
          ? 'POST /api/escrow/{agreementId}/received'
          : 'POST /api/escrow/{agreementId}/release';
    answer(name, escrowOf({ state: 'releasing' }));
    const { person } = follow({ actions: [action] });
    await person.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('alertdialog', { name: question }));
    expect(dialog.getByText(detail)).toBeVisible();
    expect(sentTo(name)).toEqual([]);
    await person.click(dialog.getByRole('button', { name: confirm }));
    await toasted(done);
    expect(sentTo(name)).toEqual([
      expect.objectContaining({ body: {}, params: { agreementId: ID }, query: {} }),
    ]);
    expect(screen.getByText('Being released')).toBeVisible();
  });

  it('is left out by going back', async () => {
    const { person } = follow({ actions: ['received'] });
    await person.click(await screen.findByRole('button', { name: 'I Received It' }));
    await person.click(await screen.findByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(sentTo('POST /api/escrow/{agreementId}/received')).toEqual([]);
  });

  it('begins with the question to release when the dashboard asks for it', async () => {
    follow({ state: 'release_due', actions: ['release', 'problem'] }, '&release=1');
    expect(await screen.findByRole('alertdialog', { name: 'Release $237.50 to Ben Carter?' })).toBeVisible();
  });

  it('does not ask to release what cannot be released', async () => {
    follow({ state: 'released' }, '&release=1');
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('puts what is usually next first', async () => {
    follow({ state: 'release_due', actions: ['received', 'problem', 'release'] });
    const group = await screen.findByRole('group', { name: 'What you can do' });
    expect(
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Release Now', 'I Received It', 'Report a Problem']);
    for (const [name, hint] of [
      [
        'Release Now',
        'Releases $237.50 to Ben Carter within 24 hours. Their bank then takes its usual time.',
      ],
      ['I Received It', 'Starts 3 days to check. Then the seller is paid.'],
      ['Report a Problem', 'Stops the clock until our support has decided.'],
    ] as const) {
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(hint);
    }
  });

  it('reports a problem in 3 to 500 characters', async () => {
    const name = 'POST /api/escrow/{agreementId}/problem';
    answer(name, escrowOf({ state: 'disputed', problem: 'It does not start.' }));
    const { person } = follow({ state: 'release_due', actions: ['problem'] });
    await person.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
    expect(asksBeforeUnload()).toBe(false);
    await fill(person, 'What is wrong?', ' x ');
    expect(asksBeforeUnload()).toBe(true);
    await person.click(dialog.getByRole('button', { name: 'Report Problem' }));
    expect(dialog.getByText('Please write 3 to 500 characters')).toBeVisible();
    expect(screen.getByLabelText('What is wrong?')).toHaveFocus();
    expect(sentTo(name)).toEqual([]);
    await fill(person, 'What is wrong?', ' It does not start. ');
    await person.click(dialog.getByRole('button', { name: 'Report Problem' }));
    await toasted('Problem reported', 'The release has stopped.');
    expect(sentTo(name).map(({ body }) => body)).toEqual([{ reason: 'It does not start.' }]);
    expect(screen.queryByRole('dialog', { name: 'Report a problem' })).not.toBeInTheDocument();
    expect(asksBeforeUnload()).toBe(false);
    expect(screen.getByText('It does not start.')).toBeVisible();
  });

  it('shows the server’s reason for refusing a problem in the dialog', async () => {
    refuse('POST /api/escrow/{agreementId}/problem', 422, 'invalid_input', 'Please check the form.', {
      errors: [{ field: 'reason', message: 'reason must be a text' }],
    });
    const { person } = follow({ state: 'release_due', actions: ['problem'] });
    await person.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    await fill(person, 'What is wrong?', 'It does not start.');
    await person.click(screen.getByRole('button', { name: 'Report Problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('reason must be a text');
  });

  it.each([
    ['the answer says that', () => undefined],
    ['another tab has signed out, and', () => act(() => endSession())],
  ])('keeps a problem that is being written when %s the session has ended', async (_how, happens) => {
    refuse('POST /api/escrow/{agreementId}/problem', 401, 'unauthenticated', 'Please sign in.');
    const { person } = follow({ state: 'release_due', actions: ['problem'] });
    await person.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    await fill(person, 'What is wrong?', 'It does not start.');
    refuse(READ, 401, 'unauthenticated', 'Please sign in.');
    happens();
    await person.click(screen.getByRole('button', { name: 'Report Problem' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please sign in.');
    expect(screen.getByLabelText('What is wrong?')).toHaveValue('It does not start.');
    expect(localStorage.getItem('userToken')).toBeNull();

    await person.clear(screen.getByLabelText('What is wrong?'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment protection' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'What happens next' })).not.toBeInTheDocument();
  });

  it('keeps a problem that is being written while somebody else is signed in, to whom it is not shown', async () => {
    const { person } = follow({ state: 'release_due', actions: ['problem'] });
    await person.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    await fill(person, 'What is wrong?', 'It does not start.');
    refuse(READ, 404, 'not_found', 'Not found');
    refuse('GET /api/agreements/{agreementId}', 404, 'not_found', 'Not found');
    const bea = { ...anna, id: anna.id + 1, username: 'Bea Novak', email: 'bea@example.com' };
    act(() => startSession({ token: 'token-of-bea', user: bea }));
    await waitFor(() => expect(sentTo(READ)).toHaveLength(2));
    await toasted('You are now signed in as Bea Novak');
    expect(screen.getByLabelText('What is wrong?')).toHaveValue('It does not start.');
  });

  it('opens a problem without the failure of another step', async () => {
    refuse('POST /api/escrow/{agreementId}/received', 500, 'internal', 'Something went wrong.');
    const { person } = follow({ actions: ['received', 'problem'] });
    await person.click(await screen.findByRole('button', { name: 'I Received It' }));
    await person.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'I Received It' }),
    );
    expect(await screen.findByRole('alert')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Report a Problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('looks again when the payment has moved on meanwhile', async () => {
    refuse(
      'POST /api/escrow/{agreementId}/release',
      409,
      'held_payment_moved',
      'This payment is no longer at that step.',
    );
    const { person } = follow({ state: 'release_due', actions: ['release'] });
    await person.click(await screen.findByRole('button', { name: 'Release Now' }));
    answer(READ, escrowOf({ state: 'released' }));
    await person.click(await screen.findByRole('button', { name: 'Release Escrow' }));
    expect(
      await screen.findByText('This payment moved on meanwhile. Below you see how it stands now.'),
    ).toBeVisible();
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
  });

  it('says that the server was not reached', async () => {
    unreachable('POST /api/escrow/{agreementId}/received');
    const { person } = follow({ actions: ['received'] });
    await person.click(await screen.findByRole('button', { name: 'I Received It' }));
    await person.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'I Received It' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'ErrorWe cannot reach the server. Check your connection and look here again.',
    );
  });
});

describe('a step of the seller', () => {
  const REFUND = 'POST /api/escrow/{agreementId}/refund';

  it('marks as delivered with the key of the mailed link', async () => {
    const name = 'POST /api/escrow/{agreementId}/delivered';
    answer(name, escrowOf({ role: 'seller', state: 'release_due', deliveredAt: '2026-11-21T09:00:00.000Z' }));
    const { person } = follow({ role: 'seller', actions: ['delivered', 'refund'], holdHours: 24 });
    await person.click(await screen.findByRole('button', { name: 'Mark as Delivered' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Is it delivered?' }));
    expect(
      dialog.getByText(
        'The buyer is told and has 24 hours to look at it. After that you are paid, unless there is a problem.',
      ),
    ).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Mark as Delivered' }));
    await toasted('Marked as delivered');
    expect(sentTo(name).map(({ query }) => query)).toEqual([{ key: 'k-seller' }]);
    expect(screen.getByText('Time to check')).toBeVisible();
  });

  it('gives all of the money back', async () => {
    answer(REFUND, escrowOf({ role: 'seller', state: 'refunding' }));
    const { person } = follow({ role: 'seller', actions: ['refund'] });
    await person.click(await screen.findByRole('button', { name: 'Give Money Back' }));
    expect(await screen.findByRole('radio', { name: /All of it, \$250\.00/ })).toBeChecked();
    await person.click(screen.getByRole('button', { name: 'Give All Back' }));
    await toasted('The buyer is told');
    expect(sentTo(REFUND).map(({ body }) => body)).toEqual([{}]);
  });

  it('gives a part back, above what is promised and below the whole', async () => {
    answer(REFUND, escrowOf({ role: 'seller', buyerRefund: 10_000 }));
    // Opened at another fee than that of today.
    const { person } = follow({ role: 'seller', actions: ['refund'], buyerRefund: 5000, feePercent: 4 });
    await person.click(await screen.findByRole('button', { name: 'Give Money Back' }));
    await person.click(await screen.findByRole('radio', { name: /A part/ }));
    for (const wrong of ['50', '250', 'much', '']) {
      await fill(person, 'Amount for the buyer', wrong);
      await person.click(screen.getByRole('button', { name: 'Give This Part Back' }));
      expect(screen.getByText('Please enter an amount above $50.00 and below $250.00')).toBeVisible();
    }
    expect(sentTo(REFUND)).toEqual([]);
    await fill(person, 'Amount for the buyer', '100');
    expect(screen.getByText('You then get $144.00 after a fee of $6.00.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Give This Part Back' }));
    await toasted('The buyer is told');
    expect(sentTo(REFUND).map(({ body }) => body)).toEqual([{ amount: 100 }]);
  });

  it('keeps the dialog with the reason when giving back is refused', async () => {
    refuse(REFUND, 422, 'amount_out_of_range', 'The amount must be between $0.50 and $100,000.');
    const { person } = follow({ role: 'seller', actions: ['refund'] });
    await person.click(await screen.findByRole('button', { name: 'Give Money Back' }));
    await person.click(await screen.findByRole('button', { name: 'Give All Back' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Give money back' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The amount must be between $0.50 and $100,000.',
    );
  });

  it('sets up payouts in a new tab', async () => {
    const tab = { closed: false, opener: window, location: { replace: jest.fn() }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    answer('POST /api/escrow/{agreementId}/onboarding', {
      onboardingUrl: 'https://connect.stripe.com/setup/x',
    });
    const { person } = follow({
      role: 'seller',
      state: 'requires_onboarding',
      actions: ['onboard'],
      heldAt: null,
    });
    await person.click(await screen.findByRole('button', { name: 'Set Up Payouts' }));
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://connect.stripe.com/setup/x'),
    );
    expect(opened).toHaveBeenCalledTimes(1);
    expect(tab.opener).toBeNull();
    opened.mockRestore();
  });

  it('is given a link where the browser opens no tab', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    answer('POST /api/escrow/{agreementId}/onboarding', {
      onboardingUrl: 'https://connect.stripe.com/setup/x',
    });
    const { person } = follow({
      role: 'seller',
      state: 'requires_onboarding',
      actions: ['onboard'],
      heldAt: null,
    });
    await person.click(await screen.findByRole('button', { name: 'Set Up Payouts' }));
    expect(await screen.findByText('Your browser did not open a new tab.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the setup page' })).toHaveAttribute(
      'href',
      'https://connect.stripe.com/setup/x',
    );
    opened.mockRestore();
  });
});
