import { screen, waitFor, within } from '@testing-library/react';
import { answer, type CallName, example, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { savedFiles, textOf } from '../../testing/browser';
import { boss, expectProblem, fill, open, place, toasted } from '../../testing/screen';
import type { DeadLetter, HumanTranscriptOrder, Job, Ticket } from './api';

const ID = '4207731958026614';
const SHOWN_ID = '#4207 7319 5802 6614';
const HOUR_MS = 3_600_000;

const TICKETS = 'GET /api/admin/tickets';
const TICKET = 'GET /api/admin/tickets/{number}';
const ANSWER = 'POST /api/admin/tickets/{number}/answer';
const ORDERS = 'GET /api/admin/manual-transcriptions';
const FULFIL = 'POST /api/admin/manual-transcriptions/{orderId}/fulfil';
const CORRECT = 'POST /api/admin/manual-transcriptions/{orderId}/correct';
const AUDIO = 'GET /api/admin/download-audio/{agreementId}';
const JOBS = 'GET /api/admin/jobs';
const RETRY = 'POST /api/admin/jobs/{service}/{id}/retry';
const LETTERS = 'GET /api/admin/dead-letters';
const REPLAY = 'POST /api/admin/dead-letters/{service}/{id}/replay';

const [someTicket] = example(TICKETS) as [Ticket];
const [someOrder] = example(ORDERS) as [HumanTranscriptOrder];
const [someJob] = example(JOBS) as [Job];
const [someLetter] = example(LETTERS) as [DeadLetter];

const order = (change: Partial<HumanTranscriptOrder> = {}): HumanTranscriptOrder => ({
  ...someOrder,
  ...{ status: 'paid', deliveredAt: null, deliveredBy: null, replacedAt: null, correctsOrderId: null },
  dueAt: new Date(Date.now() + 5 * HOUR_MS + 119_000).toISOString(),
  ...change,
});

function openSection(section: string) {
  answer('GET /api/admin/stats');
  return open(`/admin?section=${section}`, 'admin');
}

type Person = ReturnType<typeof open>['person'];

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);

async function giveReason(person: Person, confirm: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await fill(person, 'Reason', ' It was our fault ');
  await person.click(dialog.getByRole('button', { name: confirm }));
}

describe('each list of work', () => {
  it.each<[string, CallName, string, string]>([
    ['tickets', TICKETS, 'No tickets yet', 'Messages from the contact page and help requests appear here.'],
    ['transcripts', ORDERS, 'No orders yet', 'Orders for a transcript by a person appear here.'],
    ['jobs', JOBS, 'No failed jobs', 'Work that gave up appears here, with its last error.'],
    ['jobs', LETTERS, 'No dead letters', 'Every message was handled.'],
  ])('%s may be empty, or fail and be tried again', async (section, name, title, text) => {
    if (section === 'jobs') {
      answer(JOBS, [someJob]);
      answer(LETTERS, [someLetter]);
    }
    unreachable(name);
    const { person } = openSection(section);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This list could not be loaded.Nothing is lost. Check your connection and try again.',
    );
    answer(name, [] as never);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe('the search of each list of work', () => {
  it.each<[string, CallName, string, string]>([
    ['tickets', TICKETS, 'Ticket, contract, name or email', 'q'],
    ['transcripts', ORDERS, 'Number of the contract', 'q'],
    ['jobs', JOBS, 'Job or contract', 'q'],
    ['jobs', LETTERS, 'Message, handler or contract', 'message'],
    ['acts', 'GET /api/admin/acts', 'Name, reason or what was done', 'q'],
  ])('%s asks the server, says when nothing matches, and is cleared', async (section, name, label, kept) => {
    const all = example(name as typeof TICKETS);
    for (const list of [JOBS, LETTERS] as const) answer(list, []);
    answer(name, (({ query }: { query: Record<string, string> }) => (query.q ? [] : all)) as never);
    const { person } = openSection(section);
    await screen.findAllByRole('table');
    await fill(person, label, ` ${SHOWN_ID} `);
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(sentTo(name).at(-1)?.query).toMatchObject({ q: ID });
    expect(new URLSearchParams(place().split('?')[1]).get(kept)).toBe(SHOWN_ID);
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Clear search and filter' }));
    expect(await screen.findAllByRole('table')).not.toHaveLength(0);
    expect(place()).toBe(`/admin?section=${section}`);
  });
});

it('a search keeps the space between two words when typing pauses', async () => {
  answer(TICKETS, []);
  const { person } = openSection('tickets');
  const box = await screen.findByRole('searchbox', { name: 'Ticket, contract, name or email' });
  await person.type(box, 'Ana ');
  await waitFor(() => expect(sentTo(TICKETS).at(-1)?.query).toMatchObject({ q: 'Ana' }));
  expect(box).toHaveValue('Ana ');
  await person.type(box, 'García');
  await waitFor(() => expect(sentTo(TICKETS).at(-1)?.query).toMatchObject({ q: 'Ana García' }));
});

describe('a list of several services of which one did not answer', () => {
  const away = { headers: { 'x-incomplete': 'payments, auth' } };

  it('says whose part is missing, instead of that there is none', async () => {
    answer(JOBS, [], away);
    answer(LETTERS, [], away);
    openSection('jobs');
    await waitFor(() => expect(screen.getAllByText(/Payments, Accounts did not answer/)).toHaveLength(2));
    expect(screen.queryByText('No failed jobs')).not.toBeInTheDocument();
    expect(screen.queryByText('No dead letters')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: '– stopped jobs' })).toBeVisible();
    expect(screen.getByRole('link', { name: '– dead letters' })).toBeVisible();
    await expectAccessible();
  });

  it('counts what is known, with more that may be', async () => {
    answer(JOBS, [someJob], away);
    answer(LETTERS, []);
    openSection('jobs');
    expect(await screen.findByRole('link', { name: '1+ stopped jobs' })).toBeVisible();
    expect(screen.getByText(/Payments, Accounts did not answer/)).toBeVisible();
    expect(await rows('Jobs')).toHaveLength(1);
    expect(screen.getByText('No dead letters')).toBeVisible();
  });
});

describe('tickets', () => {
  it('are listed, and narrowed to a state', async () => {
    const other: Ticket = {
      ...{ ...someTicket, number: 'T-2', status: 'open', issueType: 'other' },
      isPriority: true,
    };
    answer(TICKETS, ({ query }) => (query.status === 'open' ? [] : [someTicket, other]));
    const { person } = openSection('tickets');
    const asked = 'I paid twice for the same contract. Can you look at it?';
    expect((await rows('Tickets')).map((row) => cells(row).slice(0, 4))).toEqual([
      [`T-100001${asked}`, 'Anna Weberanna@example.com', 'Payment and billing', 'Answered'],
      [`T-2Subscriber${asked}`, 'Anna Weberanna@example.com', 'Other', 'Open'],
    ]);
    await person.selectOptions(screen.getByLabelText('State'), 'Open');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(place()).toBe('/admin?section=tickets&status=open');
  });

  it('are read as a conversation with an address of its own', async () => {
    answer(TICKETS, [someTicket]);
    answer(TICKET, { ...example(TICKET), agreementId: ID });
    const [someUser] = example('GET /api/admin/users');
    if (!someUser) throw new Error('no example');
    answer('GET /api/admin/users', [{ ...someUser, id: 1, username: 'Olive Grey' }]);
    const { person } = openSection('tickets');
    await person.click(await screen.findByRole('button', { name: 'Read ticket T-100001' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ticket T-100001' }));
    expect(place()).toBe('/admin?section=tickets&ticket=T-100001');
    expect(await dialog.findByText('I paid twice for the same contract. Can you look at it?')).toBeVisible();
    expect(await dialog.findByRole('link', { name: 'Olive Grey' })).toBeVisible();
    const said = within(dialog.getByRole('list', { name: 'Message' })).getAllByRole('listitem');
    expect(said.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Anna Weber · Nov 21, 2026/),
      expect.stringMatching(
        /^Administrator: Olive Grey · .*We have returned the second payment\. It takes up to five days to arrive\.$/,
      ),
    ]);
    expect(dialog.getByRole('link', { name: `Find contract ${SHOWN_ID}` })).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(place()).toBe('/admin?section=tickets'));
  });

  it.each([
    ['bounced', 'This answer did not arrive'],
    ['undelivered', 'This answer did not arrive'],
    ['sent', null],
  ] as const)('say of an answer whose mail is %s: %s', async (mailStatus, words) => {
    answer(TICKETS, []);
    const ticket = example(TICKET);
    answer(TICKET, { ...ticket, answers: ticket.answers.map((one) => ({ ...one, mailStatus })) });
    openSection('tickets&ticket=T-100001');
    expect(await screen.findByText(/^We have returned the second payment/)).toBeVisible();
    if (words === null) expect(screen.queryByText('This answer did not arrive')).not.toBeInTheDocument();
    else expect(screen.getByText(words)).toBeVisible();
  });

  it('are answered by mail', async () => {
    answer(TICKETS, []);
    answer(TICKET, { ...example(TICKET), answers: [], status: 'open' });
    answer(ANSWER);
    const { person } = openSection('tickets&ticket=T-100001');
    expect(await screen.findByText('Not answered yet.')).toBeVisible();
    const send = screen.getByRole('button', { name: 'Send answer' });
    expect(screen.getByLabelText('Your answer')).toHaveAccessibleDescription(
      'It is mailed to anna@example.com.',
    );
    await fill(person, 'Your answer', '  ');
    await person.click(send);
    expectProblem('Your answer', 'Please write an answer first');
    expect(sentTo(ANSWER)).toEqual([]);
    answer(TICKET);
    await fill(person, 'Your answer', ' We look into it. ');
    await person.click(send);
    await toasted('Answer sent', 'It is on its way to anna@example.com.');
    expect(sentTo(ANSWER).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { number: 'T-100001' }, body: { message: 'We look into it.', seen: 0 } },
    ]);
    expect(await screen.findByText(/^We have returned the second payment/)).toBeVisible();
    expect(screen.getByLabelText('Your answer')).toHaveValue('');
  });

  it('keep the answer when it could not be sent', async () => {
    answer(TICKETS, []);
    answer(TICKET);
    refuse(ANSWER, 503, 'internal', 'The service is busy.');
    const { person } = openSection('tickets&ticket=T-100001');
    await screen.findByLabelText('Your answer');
    await fill(person, 'Your answer', 'We look into it.');
    await person.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server had a problem.The service is busy. Refresh the list and look before you try again. Your text is still here.',
    );
    expect(screen.getByLabelText('Your answer')).toHaveValue('We look into it.');
  });

  it('show what somebody else has answered meanwhile, and keep the own answer', async () => {
    answer(TICKETS, []);
    answer(TICKET, { ...example(TICKET), answers: [], status: 'open' });
    refuse(ANSWER, 409, 'invalid_transition', 'This ticket was answered in the meantime.');
    const { person } = openSection('tickets&ticket=T-100001');
    expect(await screen.findByText('Not answered yet.')).toBeVisible();
    await fill(person, 'Your answer', 'We do not pay it back.');
    answer(TICKET);
    await person.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This was not done.This ticket was answered in the meantime.',
    );
    expect(await screen.findByText(/^We have returned the second payment/)).toBeVisible();
    expect(screen.getByLabelText('Your answer')).toHaveValue('We do not pay it back.');
  });

  it('are read again whenever they are opened', async () => {
    answer(TICKETS, [someTicket]);
    answer(TICKET, { ...example(TICKET), answers: [], status: 'open' });
    const { person } = openSection('tickets&ticket=T-100001');
    expect(await screen.findByText('Not answered yet.')).toBeVisible();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    answer(TICKET);
    await person.click(await screen.findByRole('button', { name: 'Read ticket T-100001' }));
    expect(await screen.findByText(/^We have returned the second payment/)).toBeVisible();
  });

  it('keep the answer when the session has ended, and are open again after signing in', async () => {
    answer(TICKETS, []);
    answer(TICKET);
    refuse(ANSWER, 401, 'unauthenticated', 'Please sign in.');
    const { person } = openSection('tickets&ticket=T-100001');
    await screen.findByLabelText('Your answer');
    await fill(person, 'Your answer', 'We look into it.');
    for (const name of [TICKET, TICKETS, 'GET /api/admin/stats'] as const)
      refuse(name, 401, 'unauthenticated', 'Please sign in.');
    await person.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Your text is still here\.$/);
    expect(screen.getByLabelText('Your answer')).toHaveValue('We look into it.');
    expect(localStorage.getItem('adminToken')).toBeNull();

    await person.clear(screen.getByLabelText('Your answer'));
    await screen.findByRole('heading', { level: 1, name: 'Admin Login' });
    answer(TICKETS, []);
    answer(TICKET);
    answer('GET /api/admin/stats');
    answer('POST /api/admin/login', { ...example('POST /api/admin/login'), user: boss });
    await fill(person, 'Email', 'olive@example.com');
    await fill(person, 'Password', 'three brown horses');
    await person.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('dialog', { name: 'Ticket T-100001' })).toBeVisible();
    expect(place()).toBe('/admin?section=tickets&ticket=T-100001');
  });

  it('may not be there', async () => {
    answer(TICKETS, []);
    refuse(TICKET, 404, 'not_found', 'There is no such ticket.');
    openSection('tickets&ticket=T-9');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This ticket could not be loaded.There is no such ticket. Nothing is lost. Please try again in a moment.',
    );
  });
});

describe('transcripts by a person', () => {
  it('are listed with the 24 hours that are left', async () => {
    answer(ORDERS, [
      order(),
      order({ orderId: 'late', dueAt: new Date(Date.now() - 2 * HOUR_MS - 61_000).toISOString() }),
      order({ orderId: 'unpaid', status: 'requested', dueAt: null }),
      order({ orderId: 'done', status: 'delivered', deliveredAt: '2026-11-21T10:00:00.000Z' }),
      order({ orderId: 'back', status: 'refunded' }),
    ]);
    openSection('transcripts');
    const found = await rows('Transcripts by people');
    expect(found.map((row) => cells(row)[1])).toEqual([
      'To transcribe',
      'To transcribe',
      'Not paid yet',
      'Delivered',
      'Refunded',
    ]);
    expect(found.map((row) => cells(row)[3])).toEqual([
      expect.stringMatching(/^5 h 1 min leftDue /),
      expect.stringMatching(/^Late by 2 h 1 minDue /),
      'Starts when it is paid',
      expect.stringMatching(/^Delivered Nov 21, 2026/),
      'Stopped: the money went back',
    ]);
    expect(found.map((row) => within(row).queryByRole('button', { name: /^Deliver/ })?.textContent)).toEqual([
      'Deliver',
      'Deliver',
      'Deliver',
      undefined,
      undefined,
    ]);
  });

  it('are delivered as text', async () => {
    answer(ORDERS, [order()]);
    answer(FULFIL);
    const { person } = openSection('transcripts');
    await person.click(await screen.findByRole('button', { name: `Deliver the transcript of ${SHOWN_ID}` }));
    expect(
      await screen.findByText(
        'It is kept beside the machine’s text, marked as made by a person, and sealed.',
      ),
    ).toBeVisible();
    await giveReason(person, 'Deliver');
    expectProblem('Transcript', 'Please enter the transcript');
    expect(sentTo(FULFIL)).toEqual([]);
    await fill(person, 'Transcript', ' I sell you my bicycle. ');
    await giveReason(person, 'Deliver');
    await toasted('Transcript delivered', 'Its owner is told by email.');
    const [sent] = sentTo(FULFIL);
    expect(sent?.params).toEqual({ orderId: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10' });
    expect(Object.fromEntries(sent?.body as FormData)).toEqual({
      reason: 'It was our fault',
      text: 'I sell you my bicycle.',
    });
  });

  it('are delivered as a file, if it is one of text', async () => {
    answer(ORDERS, [order()]);
    answer(FULFIL);
    const { person } = openSection('transcripts');
    await person.click(await screen.findByRole('button', { name: `Deliver the transcript of ${SHOWN_ID}` }));
    await person.click(await screen.findByRole('radio', { name: 'Send a text file' }));
    const field = screen.getByLabelText('Transcript file');
    expect(field).toHaveAccessibleDescription('A .txt, .srt or .vtt file, up to 1 MB');
    for (const wrong of [new File([], 'empty.txt'), new File(['x'.repeat(1024 * 1024 + 1)], 'long.txt')]) {
      await person.upload(field, wrong);
      await giveReason(person, 'Deliver');
      expectProblem('Transcript file', 'Please choose a .txt, .srt or .vtt file up to 1 MB');
    }
    expect(sentTo(FULFIL)).toEqual([]);
    await person.upload(field, new File(['I sell you my bicycle.'], 'deal.txt', { type: 'text/plain' }));
    await giveReason(person, 'Deliver');
    await toasted('Transcript delivered');
    const [form] = sentTo(FULFIL).map(({ body }) => body as FormData);
    const file = form?.get('transcript') as File;
    expect([file.name, await textOf(file)]).toEqual(['deal.txt', 'I sell you my bicycle.']);
  });

  const apart = (change: Partial<HumanTranscriptOrder> = {}) =>
    order({
      recordings: [
        { party: 'a', durationSeconds: 65.4 },
        { party: 'b', durationSeconds: 5 },
      ],
      ...change,
    });

  it('are heard and saved recording by recording, each with a reason', async () => {
    const sound = new Blob(['sound of b'], { type: 'audio/mp4' });
    answer(ORDERS, [apart()]);
    answer(AUDIO, sound, {
      headers: { 'content-disposition': `attachment; filename="${ID}_recording_party_b.m4a"` },
    });
    const { person } = openSection('transcripts');
    expect(await screen.findByText(/^Party A’s recording · 1:05$/)).toBeVisible();
    expect(screen.getByText(/^Party B’s recording · 0:05$/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: `Listen to Party B’s recording, ${SHOWN_ID}` }));
    expect(
      await screen.findByText('Your name and reason go into the log of the contract, and its owner is told.'),
    ).toBeVisible();
    await giveReason(person, 'Listen');
    await toasted('Recording ready', 'Its owner is told by email.');
    expect(sentTo(AUDIO).map(({ query, params }) => ({ query, params }))).toEqual([
      { query: { reason: 'It was our fault', party: 'b' }, params: { agreementId: ID } },
    ]);
    const player = screen.getByRole('region', { name: 'Party B’s recording' });
    expect(within(player).getByRole('button', { name: 'Play Audio' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Party A’s recording' })).toBeNull();
    await person.click(screen.getByRole('button', { name: `Save file: Party B’s recording, ${SHOWN_ID}` }));
    expect(savedFiles().map(({ name, blob }) => [name, blob])).toEqual([
      [`${ID}_recording_party_b.m4a`, sound],
    ]);
    await person.click(screen.getByRole('button', { name: `Deliver the transcript of ${SHOWN_ID}` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Play Audio' })).toBeVisible();
    expect(sentTo(AUDIO)).toHaveLength(1);
  });

  it('name the one recording of a contract made in one room, or say that none is kept', async () => {
    answer(ORDERS, [
      order({ recordings: [{ party: 'a', durationSeconds: 20 }] }),
      order({ orderId: 'gone', recordings: [] }),
    ]);
    answer(AUDIO, new Blob(['sound']));
    const { person } = openSection('transcripts');
    expect(await screen.findByText('Recording · 0:20')).toBeVisible();
    expect(screen.getByText('No recording is kept')).toBeVisible();
    await person.click(screen.getByRole('button', { name: `Listen to Recording, ${SHOWN_ID}` }));
    await giveReason(person, 'Listen');
    await toasted('Recording ready');
    expect(sentTo(AUDIO).map(({ query }) => query)).toEqual([{ reason: 'It was our fault' }]);
  });

  it('say that a recording could not be fetched', async () => {
    answer(ORDERS, [apart()]);
    refuse(AUDIO, 410, 'recording_expired', 'The recording is deleted.');
    const { person } = openSection('transcripts');
    await person.click(
      await screen.findByRole('button', { name: `Listen to Party A’s recording, ${SHOWN_ID}` }),
    );
    await giveReason(person, 'Listen');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'The recording could not be fetched',
    );
  });

  it('ask for the words of each of two recordings', async () => {
    answer(ORDERS, [apart()]);
    answer(FULFIL);
    const { person } = openSection('transcripts');
    await person.click(await screen.findByRole('button', { name: `Deliver the transcript of ${SHOWN_ID}` }));
    await screen.findByRole('dialog');
    expect(screen.queryByLabelText('Transcript')).toBeNull();
    await fill(person, 'What party A says', ' I sell you my bicycle. ');
    await giveReason(person, 'Deliver');
    expectProblem('What party B says', 'Please write what is said, or tick that nothing is said');
    expect(screen.getByLabelText('What party A says')).not.toHaveAttribute('aria-invalid');
    expect(sentTo(FULFIL)).toEqual([]);
    await person.click(screen.getByLabelText('Nothing is said in party A’s recording'));
    await person.click(screen.getByLabelText('Nothing is said in party B’s recording'));
    expect(screen.getByLabelText('What party A says')).toBeDisabled();
    await giveReason(person, 'Deliver');
    expect(screen.getAllByText('Please write what is said in at least one recording')).toHaveLength(2);
    expect(sentTo(FULFIL)).toEqual([]);
    await person.click(screen.getByLabelText('Nothing is said in party A’s recording'));
    expect(screen.getByLabelText('What party A says')).toHaveValue(' I sell you my bicycle. ');
    await expectAccessible();
    await giveReason(person, 'Deliver');
    await toasted('Transcript delivered');
    const forms = sentTo(FULFIL).map(({ body }) => Object.fromEntries(body as FormData));
    expect(forms).toEqual([{ reason: 'It was our fault', textA: 'I sell you my bicycle.', silentB: 'true' }]);
  });

  it('take no file of two recordings that has no times', async () => {
    answer(ORDERS, [apart()]);
    answer(FULFIL);
    const { person } = openSection('transcripts');
    await person.click(await screen.findByRole('button', { name: `Deliver the transcript of ${SHOWN_ID}` }));
    await person.click(await screen.findByRole('radio', { name: 'Send a text file' }));
    const field = screen.getByLabelText('Transcript file');
    expect(field).toHaveAccessibleDescription(/with the times of both recordings, one after the other$/);
    expect(field).toHaveAttribute('accept', '.srt,.vtt');
    await person.upload(field, new File(['1'], 'deal.srt'));
    await giveReason(person, 'Deliver');
    await toasted('Transcript delivered');
    const files = sentTo(FULFIL).map(({ body }) => (body as FormData).get('transcript') as File);
    expect(files.map(({ name }) => name)).toEqual(['deal.srt']);
  });

  it('are corrected once they are delivered, unless another has their place or the recording is gone', async () => {
    const delivered = { status: 'delivered', deliveredAt: '2026-11-20T09:00:00.000Z' } as const;
    answer(ORDERS, [
      order(delivered),
      order({ ...delivered, orderId: 'replaced', replacedAt: delivered.deliveredAt }),
      order({ ...delivered, orderId: 'deleted', recordings: [] }),
    ]);
    answer(CORRECT);
    const { person } = openSection('transcripts');
    const [now, before, deleted] = await rows('Transcripts by people');
    expect(cells(before as HTMLElement)[1]).toBe('Replaced');
    for (const row of [before, deleted])
      expect(within(row as HTMLElement).queryByRole('button', { name: /^(Correct|Deliver) / })).toBeNull();
    const correct = within(now as HTMLElement).getByRole('button', {
      name: `Correct the transcript of ${SHOWN_ID}`,
    });
    await person.click(correct);
    expect(await screen.findByText(/^Give the whole transcript as it should be\./)).toBeVisible();
    await expectAccessible();
    await fill(person, 'Transcript', ' I sell you my bicycle. ');
    await giveReason(person, 'Correct');
    await toasted('Transcript corrected', 'Its owner is told by email.');
    expect(sentTo(CORRECT).map(({ body }) => Object.fromEntries(body as FormData))).toEqual([
      { reason: 'It was our fault', text: 'I sell you my bicycle.' },
    ]);
    expect(sentTo(FULFIL)).toEqual([]);
  });

  it('say that they could not be delivered', async () => {
    answer(ORDERS, [order()]);
    unreachable(FULFIL);
    const { person } = openSection('transcripts');
    await person.click(await screen.findByRole('button', { name: `Deliver the transcript of ${SHOWN_ID}` }));
    await screen.findByRole('dialog');
    await fill(person, 'Transcript', 'I sell you my bicycle.');
    await giveReason(person, 'Deliver');
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the server.');
  });
});

describe('jobs', () => {
  it('begin with those that failed, and show other states', async () => {
    answer(JOBS, ({ query }) =>
      query.status === 'failed' ? [{ ...someJob, lastError: 'Error: '.repeat(20) }] : [],
    );
    answer(LETTERS, []);
    const { person } = openSection('jobs');
    const [row] = await rows('Jobs');
    expect(cells(row as HTMLElement).slice(0, 3)).toEqual([
      `Write a transcripttranscribe-recordingTranscripts · ${SHOWN_ID}`,
      'Failed',
      '5',
    ]);
    expect(within(row as HTMLElement).getByText('Whole text')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Queue monitor/ })).toHaveAttribute('href', '/api/admin/queues');
    await person.selectOptions(screen.getByLabelText('State'), 'Running');
    expect(await screen.findByText('No jobs in this state')).toBeVisible();
    expect(sentTo(JOBS).map(({ query }) => query.status)).toEqual(['failed', 'running']);
  });

  it('are retried with a reason', async () => {
    answer(JOBS, [someJob]);
    answer(LETTERS, []);
    answer(RETRY);
    const { person } = openSection('jobs');
    await person.click(await screen.findByRole('button', { name: `Retry Write a transcript ${SHOWN_ID}` }));
    expect(
      await screen.findByText('Write a transcript in Transcripts starts again with fresh attempts.'),
    ).toBeVisible();
    expect(
      screen.getByText(
        'Your name and reason are recorded. When this concerns a contract, its owner is told.',
      ),
    ).toBeVisible();
    await giveReason(person, 'Retry');
    await toasted('The job starts again');
    expect(sentTo(RETRY).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { service: 'transcription', id: '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c10' },
        body: { reason: 'It was our fault' },
      },
    ]);
  });
});

describe('dead letters', () => {
  it('keep the focus in their own list when the pressed button is gone', async () => {
    answer(JOBS, [someJob]);
    answer(LETTERS, [someLetter]);
    answer(REPLAY);
    const { person } = openSection('jobs');
    await person.click(await screen.findByRole('button', { name: /^Replay / }));
    answer(LETTERS, []);
    await giveReason(person, 'Replay');
    expect(await screen.findByText('No dead letters')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Dead letters' })).toHaveFocus());
  });

  it('are narrowed to those that wait', async () => {
    answer(JOBS, []);
    answer(LETTERS, ({ query }) => (query.state === 'waiting' ? [] : [someLetter]));
    const { person } = openSection('jobs');
    await rows('Dead letters');
    await person.selectOptions(screen.getByLabelText('State of the message'), 'Waiting');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(place()).toBe('/admin?section=jobs&state=waiting');
  });

  it('are listed, and replayed once with a reason', async () => {
    answer(JOBS, []);
    answer(LETTERS, [
      someLetter,
      { ...someLetter, id: '2', retryAt: null, replayedAt: '2026-11-21T11:00:00.000Z' },
      { ...someLetter, id: '3', retryAt: null },
    ]);
    answer(REPLAY);
    const { person } = openSection('jobs');
    const found = await rows('Dead letters');
    expect(found.map((row) => cells(row).slice(0, 3))).toEqual([
      ...Array.from({ length: 3 }, () => [
        `A contract was completedagreements.agreement.completed.v1${SHOWN_ID}`,
        'Emailsnotifications.mail-proof',
        'TypeError: cannot read the date',
      ]),
    ]);
    expect(found.map((row) => cells(row)[4])).toEqual([
      expect.stringMatching(/^WaitingTried again at Nov 21, 2026/),
      expect.stringMatching(/^ReplayedNov 21, 2026/),
      'WaitingNot tried again by itself',
    ]);
    const replay = screen.getAllByRole('button', { name: /^Replay / });
    expect(replay).toHaveLength(2);
    if (replay[0]) await person.click(replay[0]);
    expect(
      await screen.findByText(
        'notifications.mail-proof handles this message once more; no other handler sees it.',
      ),
    ).toBeVisible();
    await giveReason(person, 'Replay');
    await toasted('The message was handed over once more');
    expect(sentTo(REPLAY).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { service: 'notifications', id: '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c11' },
        body: { reason: 'It was our fault' },
      },
    ]);
  });
});
