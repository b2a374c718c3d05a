/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ErrorBody, RemoteAgreement } from '../../lib/api/api-types';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { asksBeforeUnload, breakSounds, loadedPages, textOf } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import { liveSockets, tellLive } from '../../testing/live';
import { fillDevice, leaveDraft, plugMicrophone } from '../../testing/microphone';
import { fill, open, place, toasted } from '../../testing/screen';
import { openDraftDb } from '../recording/drafts/draft-db';

const ID = '4207731958026614';
const READ = 'GET /api/agreements/remote/{agreementId}';
const VIEW = 'POST /api/agreements/remote/{agreementId}/view';
const DECLINE = 'POST /api/agreements/remote/{agreementId}/decline';
const CONSENT = 'POST /api/agreements/remote/{agreementId}/consent';
const SEND_LINK = 'POST /api/agreements/remote/{agreementId}/send-link';
const CODE = 'POST /api/agreements/remote/{agreementId}/code';
const CONFIRM_CODE = 'POST /api/agreements/remote/{agreementId}/code/confirm';
const OUTLINE = 'GET /api/agreements/remote/{agreementId}/outline';
const AUDIO = 'GET /api/agreements/remote/{agreementId}/audio';

const agreement = {
  ...example(READ),
  partyAName: 'Anna Miller',
  partyBName: 'Ben Carter',
  amount: '250.00',
  photoUrl: `/api/agreements/remote/${ID}/photo`,
  durationSeconds: 65.4,
};

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

function openInvitation(address = `/remote-contract/${ID}?key=k-ben`, change: Partial<RemoteAgreement> = {}) {
  answer(READ, { ...agreement, ...change });
  answer(VIEW);
  answer(OUTLINE, { peaks: [0.1, 0.9] });
  return open(address);
}

/** Leaves the invitation and comes back to it; by then the server says that it is over. */
async function leaveAndComeBack(
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

async function tickAll(person: ReturnType<typeof open>['person']): Promise<void> {
  for (const box of await screen.findAllByRole('checkbox')) await person.click(box);
}

describe('an invitation', () => {
  it('says that it is loading', async () => {
    const letGo = hold(READ);
    answer(VIEW);
    answer(OUTLINE);
    open(`/remote-contract/${ID}`);
    expect(await screen.findByText('Loading agreement...')).toBeVisible();
    letGo(agreement);
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

describe('an invitation of which somebody knows the number alone', () => {
  async function openByNumber() {
    const { person } = openInvitation(`/remote-contract/${ID}`);
    await screen.findByRole('region', { name: 'Show that this is you' });
    return person;
  }

  async function askForCode() {
    answer(CODE);
    const person = await openByNumber();
    await person.click(screen.getByRole('button', { name: 'Get a code' }));
    const field = await screen.findByLabelText('Code from the email');
    return { person, field };
  }

  it('shows the facts, and neither the recording nor the statements', async () => {
    await openByNumber();
    expect(screen.getByRole('region', { name: 'Agreement Details' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Important Information' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Listen first' })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(sentTo(OUTLINE)).toEqual([]);
    await expectAccessible();
  });

  it('has the link sent, and says nothing about the address', async () => {
    const letGo = hold(SEND_LINK);
    const person = await openByNumber();
    // It is there before its first words, or they would not be read out.
    const card = within(screen.getByRole('region', { name: 'Show that this is you' }));
    expect(card.getByRole('status')).not.toHaveClass('empty:hidden');
    await person.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeVisible();
    letGo(undefined);
    expect(await screen.findByText(/^If this agreement waits for you, the link is on its way/)).toBeVisible();
    expect(sentTo(SEND_LINK).map(({ params }) => params)).toEqual([{ agreementId: ID }]);
    await expectAccessible();
  });

  it('says that it was asked for too often, or that nothing came through', async () => {
    refuse(SEND_LINK, 429, 'too_many_requests', 'Too many requests.');
    const person = await openByNumber();
    await person.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests from here.');
    unreachable(SEND_LINK);
    await person.click(screen.getByRole('button', { name: 'Send me the link' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('That did not work.'));
  });

  it('opens with the code of the mail, and goes on with its key', async () => {
    answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2099-01-01T00:00:00.000Z' });
    const { person, field } = await askForCode();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible();
    await person.type(field, '042 917{Enter}');
    expect(await screen.findByRole('region', { name: 'Listen first' })).toBeVisible();
    expect(sentTo(CONFIRM_CODE).map(({ body }) => body)).toEqual([{ code: '042917' }]);
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
    await waitFor(() => expect(sentTo(VIEW).map(({ body }) => body)).toEqual([{}, { key: 'c.ben' }]));
    expect(sentTo(OUTLINE).map(({ query }) => query)).toEqual([{ key: 'c.ben' }]);
  });

  describe('and then a code', () => {
    const facts = () => within(screen.getByRole('region', { name: 'Agreement Details' }));

    /** The server says what party A calls it only to those who bring a key. */
    function answerByKey(): void {
      answer(READ, ({ query }) => ({ ...agreement, title: query.key ? 'Honda Civic' : null }));
      answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2099-01-01T00:00:00.000Z' });
    }

    async function confirmCode() {
      const { person, field } = await askForCode();
      answerByKey();
      return { person, confirm: () => person.type(field, '042917{Enter}') };
    }

    it('shows what the contract is about before anything can be answered', async () => {
      const { confirm } = await confirmCode();
      expect(facts().queryByText('Honda Civic · Car sale')).not.toBeInTheDocument();
      await confirm();
      await screen.findAllByRole('checkbox');
      expect(facts().getByText('Honda Civic · Car sale')).toBeVisible();
      expect(sentTo(READ).map(({ query }) => query)).toEqual([{}, { key: 'c.ben' }]);
    });

    it('waits for what it is about', async () => {
      const { confirm } = await confirmCode();
      const letGo = hold(READ);
      await confirm();
      await waitFor(() => expect(sentTo(READ)).toHaveLength(2));
      expect(facts().getByText('Anna Miller')).toBeVisible();
      expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
      letGo({ ...agreement, title: 'Honda Civic' });
      expect(await screen.findAllByRole('checkbox')).toHaveLength(4);
      expect(facts().getByText('Honda Civic · Car sale')).toBeVisible();
    });

    it('asks again for what it is about when that could not be reached', async () => {
      const { person, confirm } = await confirmCode();
      unreachable(READ);
      await confirm();
      expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the server.');
      expect(facts().getByText('Anna Miller')).toBeVisible();
      expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
      answerByKey();
      await person.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findAllByRole('checkbox')).toHaveLength(4);
      expect(facts().getByText('Honda Civic · Car sale')).toBeVisible();
    });

    it('is over when it was answered meanwhile', async () => {
      const { confirm } = await confirmCode();
      refuse(READ, 409, 'invitation_answered', 'Answered.');
      await confirm();
      expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
    });
  });

  it('says how many tries are left, and when a code is spent', async () => {
    const { person, field } = await askForCode();
    await person.type(field, '12345{Enter}');
    expect(await screen.findByText('Please enter the 6 digits of the code')).toBeVisible();
    expect(sentTo(CONFIRM_CODE)).toEqual([]);
    refuse(CONFIRM_CODE, 422, 'code_wrong', 'This is not the code.', { triesLeft: 4 });
    await person.type(field, '6{Enter}');
    expect(await screen.findByText('This is not the code. 4 tries are left.')).toBeVisible();
    expect(field).toHaveFocus();
    refuse(CONFIRM_CODE, 422, 'code_wrong', 'This is not the code.', { triesLeft: 1 });
    await person.click(screen.getByRole('button', { name: 'Confirm Code' }));
    expect(await screen.findByText('This is not the code. You can try once more.')).toBeVisible();
    refuse(CONFIRM_CODE, 410, 'code_expired', 'Expired.');
    await person.click(screen.getByRole('button', { name: 'Confirm Code' }));
    expect(await screen.findByText('This code can no longer be used. Get a new one.')).toBeVisible();
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
    answer(READ, agreement);
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

describe('a consent', () => {
  async function openRecorder(change: Partial<RemoteAgreement> = {}) {
    const opened = openInvitation(undefined, change);
    await tickAll(opened.person);
    await opened.person.click(screen.getByRole('button', { name: 'Accept & Record Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Recording Your Consent' });
    return opened;
  }

  async function openReview(change: Partial<RemoteAgreement> = {}) {
    const opened = await openRecorder(change);
    await opened.person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await opened.person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Consent' });
    await screen.findByText('Fingerprint');
    return opened;
  }

  /** Answers a consent with the fingerprint of what was sent. */
  function answerConsent(): void {
    answer(CONSENT, async ({ body }) => {
      const sound = (body as FormData).get('audio') as Blob;
      const digest = await crypto.subtle.digest('SHA-256', await sound.arrayBuffer());
      return { ...example(CONSENT), sha256: Buffer.from(digest).toString('hex'), durationSeconds: 65 };
    });
  }

  it('needs all four statements', async () => {
    const { person } = openInvitation();
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      'I am Ben Carter, the person named as Party B.',
      'I agree that my voice is recorded and turned into text.',
      'I agree to receive and keep this agreement as electronic records.',
      'I have heard or read the terms of this agreement.',
    ]);
    const accept = screen.getByRole('button', { name: 'Accept & Record Consent' });
    expect(accept).toHaveAccessibleDescription('Tick all four statements to continue. 4 are left.');
    await person.click(accept);
    for (const box of boxes.slice(0, 3)) await person.click(box);
    expect(accept).toHaveAccessibleDescription('Tick the last statement to continue.');
    await person.click(accept);
    expect(screen.getByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible();
    if (boxes[3]) await person.click(boxes[3]);
    expect(accept).toHaveAccessibleDescription(
      'The microphone is asked for on the next screen, when you start.',
    );
    await person.click(accept);
    expect(await screen.findByRole('heading', { level: 1, name: 'Recording Your Consent' })).toBeVisible();
    expect(screen.getByText('Record your verbal consent for the agreement with Anna Miller.')).toBeVisible();
    expect(browser.asked).toEqual([]);
  });

  it('is recorded with a script, and can be left before it begins', async () => {
    const { person } = await openRecorder();
    expect(screen.getByText('Ready to record')).toBeVisible();
    expect(screen.getByText('“My name is Ben Carter.”')).toBeVisible();
    for (let i = 0; i < 3; i += 1) await person.click(screen.getByRole('button', { name: 'Next line' }));
    expect(screen.getByText('“The amount is $250.00.”')).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Back to the agreement' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible();
  });

  it('is sent with statements, wording and sound, and proven by its fingerprint', async () => {
    answerConsent();
    const { person } = await openReview({ title: 'Honda Civic' });
    expect(browser.microphone.readyState).toBe('ended');
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    expect(screen.getByText('Anna Miller is told now. There is nothing more for you to do.')).toBeVisible();
    const [sent] = sentTo(CONSENT);
    const form = sent?.body as FormData;
    expect(JSON.parse(String(form.get('consent')))).toEqual({
      key: 'k-ben',
      wordingVersion: '2026-11',
      statements: {
        isNamedPerson: true,
        agreesToRecording: true,
        agreesToElectronicRecords: true,
        hasHeardTerms: true,
      },
      spoken: { language: 'en', startedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const sound = form.get('audio') as File;
    expect(sound.name).toBe('recording.webm');
    expect(await textOf(sound)).toMatch(/^(sound)+$/);
    expect(screen.getByText('About').nextSibling).toHaveTextContent('Honda Civic');
    expect(screen.getByText('1:05')).toBeVisible();
    const fingerprint = screen.getByText(/^[0-9a-f]{64}$/).textContent;
    await person.click(screen.getByRole('button', { name: 'Copy Fingerprint' }));
    await toasted('Copied to Clipboard');
    expect(await navigator.clipboard.readText()).toBe(fingerprint);
    const refused = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await person.click(screen.getByRole('button', { name: 'Copy Fingerprint' }));
    await toasted('Not copied', 'This browser did not allow it. Mark the text and copy it by hand.');
    refused.mockRestore();
  });

  it('is over for whoever comes back', async () => {
    answerConsent();
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' });
    expect(sentTo(READ)).toHaveLength(1);
    await leaveAndComeBack(person, 409, 'invitation_answered');
    expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
  });

  it('tells how far the transcript is', async () => {
    answerConsent();
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' });
    await waitFor(() =>
      expect(liveSockets().map(({ auth }) => auth)).toEqual([{ agreementId: ID, key: 'k-ben' }]),
    );
    tellLive({ agreementId: ID, status: 'processing', stage: 'transcribing', percent: 40 });
    expect(screen.getByRole('progressbar', { name: 'Making the transcript' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    expect(screen.getByText('Transcribing 40%')).toBeVisible();
    tellLive({ agreementId: ID, status: 'processing', stage: 'failed' });
    expect(
      screen.getByText(
        'Transcription is taking a break. Both recordings are safe, and the transcript still comes to you by email.',
      ),
    ).toBeVisible();
    tellLive({ agreementId: ID, status: 'completed', stage: 'done', percent: 100 });
    expect(screen.getByText('The transcript is ready. It is on its way to you by email.')).toBeVisible();
  });

  it('is kept when the key of a code has run out before it was sent', async () => {
    refuse(CONSENT, 403, 'link_required', 'Open the link in your email.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByText(/^Your code has run out\./)).toBeVisible();
    answer(CODE);
    answer(CONFIRM_CODE, { key: 'c.new', expiresAt: '2099-01-01T00:00:00.000Z' });
    answerConsent();
    // What was recorded does not depend on reading the agreement once more.
    unreachable(READ);
    await person.click(screen.getByRole('button', { name: 'Get a code' }));
    await person.type(await screen.findByLabelText('Code from the email'), '042917{Enter}');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Show that this is you' })).not.toBeInTheDocument(),
    );
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    const form = sentTo(CONSENT).at(-1)?.body as FormData;
    expect(JSON.parse(String(form.get('consent')))).toMatchObject({ key: 'c.new' });
  });

  it('is not believed when the server has other bytes', async () => {
    answer(CONSENT);
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not sentThe server received other bytes than this device kept. Please send it again.',
    );
  });

  it.each([
    [
      'consent_repeats_recording',
      'This repeats an earlier recording. Please record your own voice anew, saying that you agree.',
    ],
    [
      'consent_without_speech',
      'Nobody can be heard in this recording. Please check the microphone and say that you agree.',
    ],
  ] as const)(
    'is refused for its sound with what to do, and can be recorded again: %s',
    async (code, words) => {
      refuse(CONSENT, 422, code, words);
      const { person } = await openReview();
      await person.click(screen.getByRole('button', { name: 'Send Consent' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(`Not sent${words}`);
      expect(screen.getByRole('button', { name: 'Record Again' })).toBeEnabled();
      expect(screen.getByRole('button', { name: 'Record Again' })).toHaveFocus();
      expect(screen.queryByRole('button', { name: 'Send Consent' })).not.toBeInTheDocument();
      await expectAccessible();
    },
  );

  it('asks to open the page again when the statements have changed', async () => {
    refuse(CONSENT, 409, 'wording_outdated', 'The statements have changed.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The statements have changed');
    await person.click(screen.getByRole('button', { name: 'Open the page again' }));
    expect(loadedPages()).toEqual(['reload']);
  });

  it('ends with the invitation when that ended meanwhile', async () => {
    refuse(CONSENT, 410, 'invitation_cancelled', 'Cancelled.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This agreement was cancelled' }),
    ).toBeVisible();
  });

  it('says why the server will not have it', async () => {
    refuse(CONSENT, 422, 'recording_too_long', 'The recording is longer than this plan allows.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not sentThe recording is longer than this plan allows.',
    );
  });

  it('waits for the network without the person, or is tried again by them', async () => {
    unreachable(CONSENT);
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    const [waiting] = await screen.findAllByText(
      'Waiting for the network. It is sent when you are back online.',
    );
    expect(waiting).toBeVisible();
    answerConsent();
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
  });

  it('can be recorded again', async () => {
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Recording Your Consent' })).toBeVisible();
    expect(screen.getByText('Ready to record')).toBeVisible();
  });

  it('that was kept on the device is reviewed and sent', async () => {
    await leaveDraft({ form: { consentFor: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' } });
    await leaveDraft({ id: 'other', form: { partyAName: 'Somebody', partyBName: 'Else' } });
    const { person } = openInvitation();
    expect(await screen.findByText(/^We kept 1:05 from /)).toHaveTextContent('Anna Miller and Ben Carter');
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    const ready = await screen.findByText(
      'Your kept recording is ready. Tick the statements, then review and send it.',
    );
    expect(ready.closest('[role="status"]')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await tickAll(person);
    await person.click(screen.getByRole('button', { name: 'Accept & Review Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Your Consent' })).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it('that was kept last is the one that is sent, of two on the device', async () => {
    answerConsent();
    const kept = { consentFor: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' };
    const newer = { id: 'newer', form: kept, elapsedMs: 20_000, updatedAt: Date.now() - 300_000 };
    await leaveDraft({ id: 'older', form: kept, elapsedMs: 65_000 });
    await leaveDraft(newer, 'the newer one');
    const { person } = openInvitation();
    expect(await screen.findByText(/^We kept 0:20 from /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByText(/^We kept 1:05 from /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByText(/^We kept /)).not.toBeInTheDocument());
    await tickAll(person);
    await person.click(screen.getByRole('button', { name: 'Accept & Review Consent' }));
    await person.click(await screen.findByRole('button', { name: 'Send Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' });
    const [form] = sentTo(CONSENT).map(({ body }) => body as FormData);
    expect(await textOf(form?.get('audio') as File)).toBe('sound');
    const db = await openDraftDb();
    await waitFor(async () => expect(await db.get('sessions', 'older')).toHaveProperty('savedAs', ID));
    expect(await db.get('sessions', 'newer')).toHaveProperty('savedAs', null);
  });

  it('that is in memory alone is not left without a question until it is sent', async () => {
    answerConsent();
    const empty = fillDevice();
    const { person } = await openReview();
    empty();
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    expect(asksBeforeUnload()).toBe(true);
    await person.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Español' }));
    await toasted('Not now');
    expect(loadedPages()).toEqual([]);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave this page?' }));
    expect(
      question.getByText(
        'Your recording is kept only while this page is open. If you leave before it is sent, it is lost.',
      ),
    ).toBeVisible();
    await person.click(question.getByRole('button', { name: 'Stay' }));
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    expect(asksBeforeUnload()).toBe(false);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('that is on the device may be left, but not silently while it is sent', async () => {
    const { person } = await openReview();
    expect(asksBeforeUnload()).toBe(false);
    hold(CONSENT);
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(asksBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave this page?' }));
    expect(
      question.getByText('Your recording is safe on this device. If you leave now, it is not sent.'),
    ).toBeVisible();
    await person.click(question.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(place()).toBe('/'));
  });
});
