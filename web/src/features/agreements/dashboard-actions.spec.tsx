import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AgreementView } from '../../lib/api/api-types';
import { rememberPaid } from '../../lib/session/pending-checkout';
import { readPending, rememberPending } from '../../lib/session/pending-notes';
import { AGREEMENT_ID, agreement, contracts } from '../../testing/agreements';
import { answer, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { matchMedia } from '../../testing/browser';
import { choose, dashboard, LATER, pressIn, row } from '../../testing/dashboard-screen';
import { expectProblem, fill, toasted } from '../../testing/screen';

describe('a contract that was just paid', () => {
  const panel = () => screen.findByRole('region', { name: 'Paid. It is safe.' });

  it('opens the dashboard: names, amount, fingerprint, who gets the proof, how far it is', async () => {
    rememberPaid(AGREEMENT_ID);
    const person = await dashboard(
      agreement({ kind: 'car', durationSeconds: 11, transcript: { stage: 'transcribing', percent: 46 } }),
    );
    const box = within(await panel());
    expect(box.getByText('Anna Miller ↔ Ben Carter')).toBeVisible();
    expect(box.getByText(/^Car sale · \$250\.00 · 0:11 · Nov 21, 2026$/)).toBeVisible();
    expect(box.getByText(/^Paid Nov 21, 2026.*Fingerprint/)).toBeVisible();
    expect(
      box.getByText('When it is sealed, both get the proof by email: anna@example.com and ben@example.com.'),
    ).toBeVisible();
    expect(box.getByText('Transcribing 46%')).toHaveRole('status');
    expect(box.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '/receipts');
    await expectAccessible();
    await person.click(box.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('Paid. It is safe.')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('says that party B is asked first where the two are apart', async () => {
    rememberPaid(AGREEMENT_ID);
    await dashboard(contracts.awaiting);
    expect(
      within(await panel()).getByText(
        /^Ben Carter is asked by email now: ben@example\.com\. When they have agreed/,
      ),
    ).toBeVisible();
  });

  it('is not there for a payment that has not arrived', async () => {
    rememberPaid(AGREEMENT_ID);
    await dashboard(contracts.pending);
    expect(screen.queryByText('Paid. It is safe.')).not.toBeInTheDocument();
  });
});

describe('a contract that came to nothing', () => {
  const declined = agreement({
    ...contracts.cancelled,
    statusReason: 'declined',
    paidAt: '2026-11-21T10:00:00.000Z',
  });
  const words =
    'We keep your $5: it pays for your next contract, if you use it by Dec 23, 2026, 10:00 AM UTC.';

  it('says in the row, above the list and in its viewer what became of the money', async () => {
    answer('GET /api/user/credits', [
      { agreementId: AGREEMENT_ID, amountCents: 500, currency: 'usd', expiresAt: '2026-12-23T10:00:00.000Z' },
    ]);
    answer('GET /api/agreements/{agreementId}/events', []);
    answer('GET /api/agreements/{agreementId}/transcript');
    const person = await dashboard(declined);
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
    expect(row().getByText(words)).toBeVisible();
    await person.click(row().getByRole('button', { name: /^View contract/ }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' }));
    expect(viewer.getByText(words)).toBeVisible();
  });

  it('says nothing where the credit is used, and asks nothing where nothing was paid', async () => {
    answer('GET /api/user/credits', []);
    await dashboard(declined, agreement({ ...contracts.pending, agreementId: '1111222233334444' }));
    await waitFor(() => expect(sentTo('GET /api/user/credits').length).toBeGreaterThan(0));
    expect(screen.queryByText(/it pays for your next contract/)).not.toBeInTheDocument();
  });
});

describe('a message to the other party', () => {
  const AGAIN = 'You can send again from Nov 22, 2099, 10:05 AM UTC';
  const openResend = async (person: UserEvent) => {
    await person.click(row().getByRole('button', { name: /^More for the contract with/ }));
    return screen.findByRole('menuitem', { name: 'Resend' });
  };

  it('reminds party B with a new link', async () => {
    const person = await dashboard(contracts.awaiting);
    answer('POST /api/agreements/{agreementId}/remind', {
      nextAllowedAt: LATER,
      expiresAt: '2099-12-01T08:30:00.000Z',
    });
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    await toasted(
      'Reminder sent',
      'ben@example.com has a new link that works until Dec 1, 2099, 8:30 AM UTC. The old link no longer opens.',
    );
    expect(sentTo('POST /api/agreements/{agreementId}/remind')[0]?.params).toEqual({
      agreementId: AGREEMENT_ID,
    });
    const again = row().getByRole('button', { name: 'Remind Ben Carter' });
    expect(again).toHaveAttribute('aria-disabled', 'true');
    expect(again).toHaveAccessibleDescription('You can send again from Nov 22, 2099, 10:05 AM UTC');
    await person.click(again);
    expect(sentTo('POST /api/agreements/{agreementId}/remind')).toHaveLength(1);
  });

  it('is said in the row: to whom, whether it was opened, and until when', async () => {
    await dashboard(contracts.awaiting);
    expect(
      row().getByText(
        'Sent to ben@example.com, not opened. It goes by email only, and only this address can open it. Works until Dec 5, 2026.',
      ),
    ).toBeVisible();
  });

  it('is explained also where nothing can be pointed at', async () => {
    matchMedia('(max-width: 71.99rem)');
    await dashboard(contracts.awaiting);
    expect(screen.getByText('Mails Ben Carter a new link')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remind Ben Carter' })).toHaveAccessibleDescription(
      'Mails Ben Carter a new link',
    );
  });

  it('sends party A the link to finish and pay', async () => {
    const person = await dashboard(contracts.pending);
    const item = await openResend(person);
    expect(item).toHaveAccessibleDescription('Mails you the link to pay');
    answer('POST /api/agreements/{agreementId}/resend', { nextAllowedAt: LATER });
    await person.click(item);
    await toasted('Link sent', 'The link to finish and pay was sent to anna@example.com.');
    const again = await openResend(person);
    expect(again).toHaveAttribute('aria-disabled', 'true');
    expect(again).toHaveAccessibleDescription(AGAIN);
    await person.click(again);
    expect(sentTo('POST /api/agreements/{agreementId}/resend')).toHaveLength(1);
  });

  it('sends party A no second link too soon, also after the page was opened anew', async () => {
    const person = await dashboard(agreement({ ...contracts.pending, nextResendAt: LATER }));
    const item = await openResend(person);
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(within(item).getByText(AGAIN)).toBeVisible();
    await person.click(item);
    expect(sentTo('POST /api/agreements/{agreementId}/resend')).toEqual([]);
  });

  it('is busy on its way', async () => {
    const person = await dashboard(contracts.awaiting);
    hold('POST /api/agreements/{agreementId}/remind');
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    expect(row().getByRole('button', { name: 'Remind Ben Carter' })).toHaveAttribute('aria-busy', 'true');
  });

  it('waits for the planned reminder', async () => {
    const invitation = {
      ...contracts.awaiting.invitation,
      nextReminderAt: LATER,
    } as AgreementView['invitation'];
    const person = await dashboard(agreement({ ...contracts.awaiting, invitation }));
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    expect(row().getByText('You can send again from Nov 22, 2099, 10:05 AM UTC')).toBeVisible();
    expect(sentTo('POST /api/agreements/{agreementId}/remind')).toEqual([]);
  });

  it.each([
    [
      'too soon, with a time',
      429,
      'too_many_reminders',
      { nextAllowedAt: LATER },
      'A message was sent a short while ago. You can send again from Nov 22, 2099, 10:05 AM UTC.',
    ],
    ['too soon', 429, 'too_many_reminders', {}, 'A message was sent a short while ago. Please try later.'],
    ['refused', 409, 'invalid_transition', {}, 'The contract has moved on.'],
  ] as const)('that is %s says so', async (_, status, code, more, words) => {
    const person = await dashboard(contracts.awaiting);
    refuse('POST /api/agreements/{agreementId}/remind', status, code, 'The contract has moved on.', {
      ...more,
    });
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    await toasted('Not sent', words);
    // That it is too soon is no failure.
    const told = screen.getByText('Not sent', { selector: 'li *' });
    expect(told.classList.contains('text-danger')).toBe(status !== 429);
  });

  it('that cannot be sent says so', async () => {
    const person = await dashboard(contracts.awaiting);
    unreachable('POST /api/agreements/{agreementId}/remind');
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    await toasted('Not sent', 'The message could not be sent. Please try again.');
  });
});

describe('a mail to party B that came back', () => {
  it('is mended where the address stands: there is no other way to the link', async () => {
    answer('GET /api/agreements/{agreementId}/events', []);
    answer('GET /api/agreements/{agreementId}/transcript');
    const person = await dashboard(agreement({ ...contracts.awaiting, mailProblem: 'partyB:bounced' }));
    await person.click(row().getByRole('button', { name: /^View contract/ }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' }));
    expect(
      viewer.getByText(
        "Mail to ben@example.com could not be delivered. It has to be an address of the other person's own, not the one of your account. Check it with them and correct it here while the invitation is unopened. The link goes by email only, and only that address can open it.",
      ),
    ).toBeVisible();
  });
});

describe('cancelling a contract', () => {
  const TITLE = 'Cancel this contract';

  const KEPT =
    'If you paid for this contract, your payment is not paid back: it is kept for you and pays your next contract within 30 days.';

  it.each<[AgreementView, string, string]>([
    [
      contracts.pending,
      'The recording is deleted from our server at once. Nobody pays, and party B hears nothing. This cannot be undone.',
      'Up to 500 characters. It is kept in the log.',
    ],
    [
      contracts.awaiting,
      'The link of Ben Carter stops working and they are told. This cannot be undone.',
      'Up to 500 characters. It is kept in the log. Ben Carter is told that you cancelled, not why.',
    ],
  ])('says what happens', async (one, words, hint) => {
    const person = await dashboard(one);
    await choose(person, 'Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: TITLE }));
    expect(dialog.getByText(words)).toBeVisible();
    expect(dialog.getByText(hint)).toBeVisible();
    expect(dialog.queryAllByText(KEPT)).toHaveLength(one.status === 'awaiting_party' ? 1 : 0);
    await expectAccessible();
    await person.click(dialog.getByRole('button', { name: 'Keep Contract' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')).toEqual([]);
  });

  it('sends the reason and shows that it is over', async () => {
    const person = await dashboard(contracts.awaiting);
    answer('POST /api/agreements/{agreementId}/cancel', contracts.cancelled);
    await choose(person, 'Cancel');
    await screen.findByRole('dialog', { name: TITLE });
    await fill(person, 'Reason', ' We agreed otherwise. ');
    const asked = sentTo('GET /api/users/{id}/stats').length;
    await pressIn(person, TITLE, 'Cancel Contract');
    await toasted('Contract cancelled');
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')[0]).toMatchObject({
      params: { agreementId: AGREEMENT_ID },
      body: { reason: 'We agreed otherwise.' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Cancelled by party A')).toBeVisible();
    await waitFor(() => expect(sentTo('GET /api/users/{id}/stats').length).toBeGreaterThan(asked));
  });

  it('stays open while it is sent: what it answers closes no other sheet', async () => {
    const person = await dashboard(contracts.pending);
    const letGo = hold('POST /api/agreements/{agreementId}/cancel');
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    await pressIn(person, TITLE, 'Keep Contract');
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: TITLE })).toBeVisible();
    letGo(contracts.cancelled);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('ends its note on this device, and no other', async () => {
    const note = { planType: 'split-second-contract', claimToken: null };
    rememberPending({ ...note, agreementId: '1111222233334444' });
    rememberPending({ ...note, agreementId: AGREEMENT_ID });
    const person = await dashboard(contracts.pending);
    answer('POST /api/agreements/{agreementId}/cancel', contracts.cancelled);
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    await toasted('Contract cancelled');
    expect(readPending(AGREEMENT_ID)).toBeNull();
    expect(readPending()).toMatchObject({ agreementId: '1111222233334444' });
  });

  it('that is refused keeps its note', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: null });
    const person = await dashboard(contracts.pending);
    refuse('POST /api/agreements/{agreementId}/cancel', 409, 'invalid_transition', 'No.');
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeVisible();
    expect(readPending(AGREEMENT_ID)).not.toBeNull();
  });

  it('sends no reason where none is given', async () => {
    const person = await dashboard(contracts.pending);
    answer('POST /api/agreements/{agreementId}/cancel', contracts.cancelled);
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    await toasted('Contract cancelled');
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')[0]?.body).toEqual({});
  });

  it('takes a reason of 500 characters at most', async () => {
    const person = await dashboard(contracts.pending);
    await choose(person, 'Cancel');
    await screen.findByRole('dialog', { name: TITLE });
    await fill(person, 'Reason', 'x'.repeat(501));
    expectProblem('Reason', 'Please keep it under 500 characters');
    await pressIn(person, TITLE, 'Cancel Contract');
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')).toEqual([]);
  });

  it.each([
    [
      'in the words of the server',
      () =>
        refuse(
          'POST /api/agreements/{agreementId}/cancel',
          409,
          'invalid_transition',
          'It is sealed already.',
        ),
      'It is sealed already.',
    ],
    [
      'when it cannot be reached',
      () => unreachable('POST /api/agreements/{agreementId}/cancel'),
      'The contract could not be cancelled. Please try again.',
    ],
  ])('says why not, %s', async (_, fail, words) => {
    const person = await dashboard(contracts.pending);
    fail();
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('dialog', { name: TITLE })).toBeVisible();
  });
});

describe('correcting the address of an invitation', () => {
  const TITLE = 'Correct the address';
  const LABEL = 'Email of Ben Carter';

  async function dialog(): Promise<UserEvent> {
    const person = await dashboard(contracts.awaiting);
    // Beside the address that it is about.
    const state = screen.getByText(/^Sent to ben@example\.com, not opened/).closest('td') as HTMLElement;
    await person.click(within(state).getByRole('button', { name: 'Correct address of Ben Carter' }));
    await screen.findByRole('dialog', { name: TITLE });
    return person;
  }

  it('begins with the address as it is', async () => {
    await dialog();
    expect(screen.getByLabelText(LABEL)).toHaveValue('ben@example.com');
    expect(
      screen.getByText(
        'Ben Carter has not opened the invitation yet. A new link goes to the new address; the old link stops working.',
      ),
    ).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['ben@', 'Please enter a valid email address'],
    ['Ben@Example.com', 'This is the address it was sent to already'],
    ['ANNA@example.com', 'This is your own address in this contract'],
  ])('does not take %s', async (address, problem) => {
    const person = await dialog();
    await fill(person, LABEL, address);
    await pressIn(person, TITLE, 'Send to This Address');
    expectProblem(LABEL, problem);
    expect(screen.getByLabelText(LABEL)).toHaveFocus();
    expect(sentTo('PATCH /api/agreements/{agreementId}/party-b')).toEqual([]);
  });

  it('sends the invitation to the new one', async () => {
    const person = await dialog();
    answer('PATCH /api/agreements/{agreementId}/party-b', {
      ...contracts.awaiting,
      partyBEmail: 'ben@example.org',
    });
    await fill(person, LABEL, ' ben@example.org ');
    await pressIn(person, TITLE, 'Send to This Address');
    await toasted('Invitation sent', 'A new link went to ben@example.org.');
    expect(sentTo('PATCH /api/agreements/{agreementId}/party-b')[0]).toMatchObject({
      params: { agreementId: AGREEMENT_ID },
      body: { email: 'ben@example.org' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it.each([
    [
      409,
      'invitation_opened',
      'x',
      'The invitation was opened, or a payment was protected, in the meantime, so its address can no longer be changed.',
    ],
    [409, 'invalid_transition', 'It is over.', 'It is over.'],
  ] as const)('says why not: %i %s', async (status, code, sentence, words) => {
    const person = await dialog();
    refuse('PATCH /api/agreements/{agreementId}/party-b', status, code, sentence);
    await fill(person, LABEL, 'ben@example.org');
    await pressIn(person, TITLE, 'Send to This Address');
    expect(await screen.findByText(words)).toBeVisible();
  });
});

describe('correcting the address of party B who was in the room', () => {
  const TITLE = 'Correct the address';
  const LABEL = 'Email of Ben Carter';
  const together = agreement({ isRemoteContract: false, escrowStatus: null });

  async function dialog(): Promise<UserEvent> {
    const person = await dashboard(together);
    await choose(person, 'Correct address of Ben Carter');
    await screen.findByRole('dialog', { name: TITLE });
    return person;
  }

  it('speaks of the proof, and of no invitation', async () => {
    const person = await dialog();
    expect(screen.getByText(/^The proof for Ben Carter, and the question whether it was them/)).toBeVisible();
    expect(screen.getByRole('dialog')).not.toHaveTextContent(/invitation/i);
    answer('PATCH /api/agreements/{agreementId}/party-b', { ...together, partyBEmail: 'ben@example.org' });
    await fill(person, LABEL, 'ben@example.com');
    await pressIn(person, TITLE, 'Use This Address');
    expectProblem(LABEL, 'This is the address in the contract already');
    await fill(person, LABEL, 'ben@example.org');
    await pressIn(person, TITLE, 'Use This Address');
    await toasted('Address corrected', 'The proof will go to ben@example.org.');
  });

  it.each(['invitation_opened', 'invitation_answered'] as const)('says why not: %s', async (code) => {
    const person = await dialog();
    refuse('PATCH /api/agreements/{agreementId}/party-b', 409, code, 'x');
    await fill(person, LABEL, 'ben@example.org');
    await pressIn(person, TITLE, 'Use This Address');
    expect(await screen.findByText(/^The other person has answered or was sent something/)).toBeVisible();
  });
});
