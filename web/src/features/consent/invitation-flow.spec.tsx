/** @jest-environment-options {"world": "microphone"} */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ErrorBody, RemoteAgreement } from '../../lib/api/api-types';
import { answer, hold, refuse, refuseSome, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { breakSounds } from '../../testing/browser';
import { AUDIO, ID, invited, OUTLINE, openInvitation, READ, VIEW } from '../../testing/invitation-screen';
import { plugMicrophone } from '../../testing/microphone';
import { open, place, toasted } from '../../testing/screen';

beforeEach(plugMicrophone);

describe('an invitation', () => {
  it('says that it is loading', async () => {
    const letGo = hold(READ);
    answer(VIEW);
    answer(OUTLINE);
    open(`/remote-contract/${ID}`);
    expect(await screen.findByText('Loading agreement...')).toBeVisible();
    letGo(invited);
    expect(await screen.findByText('Anna Miller asks you to confirm a spoken agreement.')).toBeVisible();
  });

  it('shows what was agreed and what answering means, to somebody without an account', async () => {
    openInvitation();
    const details = within(await screen.findByRole('region', { name: 'Agreement Details' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible();
    const facts = details.getAllByRole('term').map(({ textContent }) => textContent);
    expect(facts).toEqual([
      'Party A (Creator)',
      'Party B (You)',
      'About',
      'Amount',
      'Length of the recording',
      'Created',
      'Plan',
      'Agreement ID',
    ]);
    const values = details.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(values).toEqual([
      'Anna Miller',
      'Ben Carter',
      'Car sale',
      '$250.00',
      '1:05',
      expect.stringMatching(/^Nov 21, 2026, /),
      'Split Second Contract',
      '#4207 7319 5802 6614',
    ]);
    expect(details.getByRole('img')).toHaveAttribute('src', `/api/agreements/remote/${ID}/photo?key=k-ben`);
    expect(
      within(screen.getByRole('region', { name: 'Important Information' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Anna Miller already paid for this contract.',
      'No payment is needed from you.',
      'Both parties receive the final transcript by email.',
      'Your voice recording creates a legally binding agreement.',
    ]);
    await expectAccessible();
  });

  it('is read with the key of the link, which leaves the address bar, and is noted once somebody is there', async () => {
    const { person } = openInvitation();
    const details = await screen.findByRole('region', { name: 'Agreement Details' });
    expect(sentTo(READ).map(({ query, params }) => ({ query, params }))).toEqual([
      { query: { key: 'k-ben' }, params: { agreementId: ID } },
    ]);
    expect(place()).toBe(`/remote-contract/${ID}`);
    // A program that reads mails has the page drawn as well, and touches nothing.
    await waitFor(() => expect(sentTo(OUTLINE)).toHaveLength(1));
    expect(sentTo(VIEW)).toEqual([]);
    await person.hover(details);
    await person.keyboard('{Tab}');
    await waitFor(() => expect(sentTo(VIEW).map(({ body }) => body)).toEqual([{ key: 'k-ben' }]));
  });

  it.each([
    ['pointer', (page: Element) => fireEvent.pointerDown(page)],
    ['moving pointer', (page: Element) => fireEvent.pointerMove(page)],
    ['key', (page: Element) => fireEvent.keyDown(page, { key: 'Tab' })],
    ['finger', (page: Element) => fireEvent.touchStart(page)],
    ['wheel', (page: Element) => fireEvent.wheel(page)],
    ['press by a screen reader', (page: Element) => fireEvent.click(page)],
  ])('is noted by the first sign of a person: a %s', async (_, show) => {
    openInvitation();
    show(await screen.findByRole('region', { name: 'Agreement Details' }));
    await waitFor(() => expect(sentTo(VIEW).map(({ body }) => body)).toEqual([{ key: 'k-ben' }]));
  });

  it('without a key is noted as soon as it is read', async () => {
    openInvitation(`/remote-contract/${ID}`);
    await screen.findByRole('region', { name: 'Agreement Details' });
    await waitFor(() => expect(sentTo(VIEW).map(({ body }) => body)).toEqual([{}]));
  });

  it('leaves amount and photo out where there are none', async () => {
    openInvitation(undefined, { amount: null, photoUrl: null });
    const details = within(await screen.findByRole('region', { name: 'Agreement Details' }));
    expect(details.queryByText('Amount')).not.toBeInTheDocument();
    expect(details.queryByRole('img')).not.toBeInTheDocument();
  });

  it('plays what party A recorded', async () => {
    const { person } = openInvitation();
    const listen = within(await screen.findByRole('region', { name: 'Listen first' }));
    await person.click(listen.getByRole('button', { name: /play/i }));
    expect(await listen.findByRole('button', { name: /pause/i })).toBeVisible();
  });

  it('is read once, also by whoever looks elsewhere and comes back', async () => {
    const { person } = openInvitation();
    await screen.findByRole('region', { name: 'Agreement Details' });
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    await screen.findByRole('heading', { level: 1, name: /^Turn a spoken agreement/ });
    act(() => window.history.back());
    await screen.findByRole('region', { name: 'Agreement Details' });
    expect(sentTo(READ)).toHaveLength(1);
  });
});

describe('a recording of party A that cannot be heard', () => {
  async function play(): Promise<void> {
    breakSounds();
    const { person } = openInvitation();
    await person.click(await screen.findByRole('button', { name: 'Play Audio' }));
  }

  it('because the code has run out leads to a new one', async () => {
    refuse(AUDIO, 403, 'link_required', 'Open the link in your email to listen and to answer.');
    await play();
    const access = within(await screen.findByRole('region', { name: 'Show that this is you' }));
    expect(access.getByRole('alert')).toHaveTextContent('Your code has run out. Get a new one to go on.');
    expect(screen.queryByRole('region', { name: 'Listen first' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('because the link was replaced leads to a new link or a code', async () => {
    refuse(AUDIO, 404, 'agreement_not_found', 'There is none.');
    await play();
    const access = within(await screen.findByRole('region', { name: 'Show that this is you' }));
    expect(access.getByRole('alert')).toHaveTextContent('This link was replaced by a newer one.');
    expect(screen.getByRole('region', { name: 'Agreement Details' })).toBeVisible();
  });

  it('because the invitation has ended says so', async () => {
    refuse(AUDIO, 410, 'invitation_cancelled', 'Cancelled.');
    await play();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This agreement was cancelled' }),
    ).toBeVisible();
  });

  it.each([
    ['the server cannot be reached', () => unreachable(AUDIO)],
    ['it is still prepared', () => refuse(AUDIO, 404, 'not_ready', 'Later.')],
    ['the browser cannot play it', () => answer(AUDIO, new Blob(['sound']))],
  ])('because %s can be played again', async (_, fail) => {
    fail();
    await play();
    await toasted('The recording could not be played', 'Check your connection and try again.');
    expect(screen.getByRole('region', { name: 'Listen first' })).toBeVisible();
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
  });
});

describe('an invitation whose link was replaced', () => {
  async function openReplaced(decline = '') {
    answer(READ, invited);
    refuseSome(READ, ({ query }) => 'key' in query, 404, 'agreement_not_found', 'There is none.');
    answer(VIEW);
    answer(OUTLINE);
    const opened = open(`/remote-contract/${ID}?key=k-ben${decline}`);
    return { ...opened, access: await screen.findByRole('region', { name: 'Show that this is you' }) };
  }

  it('opens by its number, says so, and offers a link and a code', async () => {
    const { access } = await openReplaced();
    expect(within(access).getByRole('alert')).toHaveTextContent(
      'This link was replaced by a newer one. Use the newest message in your mailbox, or go on from here.',
    );
    expect(within(access).getByRole('button', { name: 'Send me the link' })).toBeVisible();
    expect(within(access).getByRole('button', { name: 'Get a code' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Agreement Details' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Listen first' })).not.toBeInTheDocument();
    expect(sentTo(READ).map(({ query }) => query)).toEqual([{ key: 'k-ben' }, {}]);
    await expectAccessible();
  });

  it('is not asked for with the old key any more in this tab', async () => {
    const { unmount } = await openReplaced();
    unmount();
    open(`/remote-contract/${ID}`);
    expect(await screen.findByRole('region', { name: 'Show that this is you' })).toBeVisible();
    expect(sentTo(READ).filter(({ query }) => 'key' in query)).toHaveLength(1);
  });

  it('does not ask why it is declined before there is a key', async () => {
    await openReplaced('&decline=1');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says how it stands when it can no longer be answered', async () => {
    refuse(READ, 409, 'invitation_answered', 'Answered.');
    refuseSome(READ, ({ query }) => 'key' in query, 404, 'agreement_not_found', 'There is none.');
    open(`/remote-contract/${ID}?key=k-ben`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
  });
});

describe('an invitation that does not open', () => {
  it.each([
    [
      409,
      'invitation_answered',
      'agreed',
      'You agreed on Nov 21, 2026, 9:05 AM UTC. Nothing more is needed.',
    ],
    [
      410,
      'invitation_cancelled',
      'declined',
      'You declined on Nov 21, 2026, 9:05 AM UTC. There is no contract between you.',
    ],
  ] as const)('says what was answered, and when (%s)', async (status, code, answered, sentence) => {
    const given = { answer: answered, answeredAt: '2026-11-21T09:05:00.000Z' };
    refuse(READ, status, code, 'The words of the server.', given);
    open(`/remote-contract/${ID}?key=k-ben`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    await expectAccessible();
  });

  it.each<[ErrorBody['code'], number, string, string]>([
    ['agreement_not_found', 404, 'Agreement Not Found', 'The requested agreement could not be found.'],
    [
      'invitation_not_paid',
      409,
      'Not ready yet',
      'This contract has not been paid for yet. You can answer as soon as the other person has paid.',
    ],
    [
      'invitation_cancelled',
      410,
      'This agreement was cancelled',
      'It can no longer be answered. You do not have to do anything.',
    ],
    ['invitation_expired', 410, 'This invitation has expired', 'Its link no longer opens the agreement.'],
    [
      'invitation_answered',
      409,
      'Already answered',
      'This invitation has already been answered. Nothing more is needed.',
    ],
  ])('%s', async (code, status, title, sentence) => {
    refuse(READ, status, code, 'The words of the server.');
    open(`/remote-contract/${ID}?key=k-ben`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
    expect(sentTo(VIEW)).toEqual([]);
  });

  it('is tried again when the server could not be reached', async () => {
    unreachable(READ);
    const { person } = open(`/remote-contract/${ID}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Agreement Not Found' })).toBeVisible();
    expect(
      screen.getByText('We cannot reach the server. Check your connection and try again.'),
    ).toBeVisible();
    answer(READ, invited);
    answer(VIEW);
    answer(OUTLINE);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Agreement Details' })).toBeVisible();
  });

  it('shows the sentence of the server for anything else', async () => {
    refuse(READ, 503, 'internal', 'The service is busy.');
    open(`/remote-contract/${ID}`);
    expect(await screen.findByText('The service is busy.')).toBeVisible();
  });
});

describe('what an invitation is about', () => {
  it.each<[string | null, RemoteAgreement['kind'], string[]]>([
    ['Honda Civic', 'car', ['Honda Civic · Car sale']],
    ['Honda Civic', null, ['Honda Civic']],
    [null, 'loan', ['Small loan']],
    [null, 'other', []],
  ])('is one fact: %s, %s', async (title, kind, about) => {
    openInvitation(undefined, { title, kind });
    const details = within(await screen.findByRole('region', { name: 'Agreement Details' }));
    expect(details.queryAllByText('About').map((term) => term.nextElementSibling?.textContent)).toEqual(
      about,
    );
  });

  it('leaves out a length that nobody knows', async () => {
    openInvitation(undefined, { durationSeconds: null });
    const details = within(await screen.findByRole('region', { name: 'Agreement Details' }));
    expect(details.queryByText('Length of the recording')).not.toBeInTheDocument();
  });
});

describe('having heard', () => {
  it('says that only the recording is shown, and that it counts', async () => {
    openInvitation();
    const words = 'Only the recording is shown here: it is what counts.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(
      screen.getByRole('checkbox', { name: 'I have heard or read the terms of this agreement.' }),
    ).toBeVisible();
  });

  it('has no shape of the recording as long as it is asked for, then its own', async () => {
    openInvitation();
    const letGo = hold(OUTLINE);
    const player = await screen.findByRole('region', { name: 'Recording of Anna Miller' });
    const shape = () => player.querySelector('svg[preserveAspectRatio] path')?.getAttribute('d');
    expect(shape()).toBeUndefined();
    letGo({ peaks: [0.1, 0.9] });
    await waitFor(() => expect(shape()?.match(/V/g)).toHaveLength(96));
  });

  it('is asked for quietly until the recording was played', async () => {
    const { person } = openInvitation();
    const words = 'You have not listened to the recording yet.';
    expect(await screen.findByText(words)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Play Audio' }));
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  });
});
