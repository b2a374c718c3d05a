import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AgreementView } from '../../lib/api/api-types';
import { rememberPaid } from '../../lib/session/pending-checkout';
import { AGREEMENT_ID, agreement, answerDashboard, contracts, transcript } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { dashboard, row } from '../../testing/dashboard-screen';
import { type LiveSocket, liveSockets, tellLive } from '../../testing/live';
import { open } from '../../testing/screen';

const LIST = 'GET /api/users/{id}/agreements';
const PENDING = 'GET /api/user/pending-payments';
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('live events on the dashboard', () => {
  afterEach(() => jest.useRealTimers());

  it('are heard with the token of the session, and no longer when the screen is left', async () => {
    const person = await dashboard(contracts.processing);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    expect(liveSockets()[0]?.auth).toEqual({ token: 'token-of-anna' });
    await person.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Support' }),
    );
    await screen.findByRole('heading', { level: 1, name: 'Contact Support' });
    expect(liveSockets()).toHaveLength(0);
  });

  it('show at once what they tell, then what the server says', async () => {
    await dashboard(agreement({ transcript: { stage: 'queued', percent: 0 } }));
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    const asked = sentTo('GET /api/users/{id}/agreements').length;
    tellLive({ agreementId: AGREEMENT_ID, stage: 'transcribing', percent: 30 });
    expect(await row().findByText('Transcribing 30%')).toBeVisible();
    answerDashboard(contracts.completed);
    tellLive({ agreementId: AGREEMENT_ID, status: 'completed', stage: 'done' });
    expect(await row().findByText('Completed')).toBeVisible();
    await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBeGreaterThan(asked));
    expect(await screen.findByRole('button', { name: 'Completed (1)' })).toBeVisible();
  });

  it('end an invitation at once', async () => {
    await dashboard(contracts.awaiting);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    answerDashboard(contracts.processing);
    tellLive({ agreementId: AGREEMENT_ID, status: 'processing' });
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Remind Ben Carter' })).not.toBeInTheDocument(),
    );
    await waitFor(() => expect(sentTo('GET /api/users/{id}/stats').length).toBeGreaterThan(1));
  });

  it('that were missed are asked for when there is a connection again', async () => {
    await dashboard(contracts.processing);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    const asked = sentTo('GET /api/users/{id}/agreements').length;
    liveSockets()[0]?.emit('connect');
    await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBeGreaterThan(asked));
    answerDashboard(contracts.completed);
    liveSockets()[0]?.emit('connect');
    expect(await row().findByText('Completed')).toBeVisible();
  });

  describe('while the list has more than a page', () => {
    const further = agreement({
      ...contracts.completed,
      agreementId: '1111222233334444',
      partyBName: 'Carla',
    });

    /** The first page is there; the next one is what the promise says. */
    async function openFirstPage(next: AgreementView[] | Promise<AgreementView[]>) {
      answerDashboard();
      answer(LIST, ({ query }) => (query.cursor ? next : [contracts.processing]), {
        headers: { 'x-next-cursor': 'next-1' },
      });
      const { person } = open('/dashboard', 'user');
      await person.click(await screen.findByRole('button', { name: 'Show more' }));
      await waitFor(() => expect(sentTo(LIST)).toHaveLength(2));
      await waitFor(() => expect(liveSockets()).toHaveLength(1));
    }

    it('of progress alone show it and ask for no page again', async () => {
      await openFirstPage([further]);
      await screen.findByText('Anna Miller ↔ Carla');
      jest.useFakeTimers();
      for (const percent of [50, 60, 70]) {
        tellLive({ agreementId: AGREEMENT_ID, stage: 'transcribing', percent });
        await pass(1000);
      }
      expect(sentTo(LIST)).toHaveLength(2);
      expect(row().getByText('Transcribing 70%')).toBeVisible();
      expect(sentTo('GET /api/users/{id}/stats')).toHaveLength(1);
    });

    it('let the next page arrive before they ask again', async () => {
      let arrive: (page: AgreementView[]) => void = () => undefined;
      await openFirstPage(
        new Promise((resolve) => {
          arrive = resolve;
        }),
      );
      jest.useFakeTimers();
      for (const stage of ['sealing', 'done'] as const) {
        tellLive({ agreementId: AGREEMENT_ID, stage });
        await pass(1000);
      }
      arrive([further]);
      await pass(1000);
      expect(screen.getByText('Anna Miller ↔ Carla')).toBeVisible();
      expect(sentTo(LIST).map(({ query }) => query.cursor)).toEqual([
        undefined,
        'next-1',
        undefined,
        'next-1',
      ]);
    });
  });

  describe('about a contract that is further back than the list reaches', () => {
    const ONE = 'GET /api/agreements/{agreementId}';
    const EVENTS = 'GET /api/agreements/{agreementId}/events';
    const further = (change: Partial<AgreementView> = {}) => agreement({ ...contracts.awaiting, ...change });
    const listed = agreement({ ...contracts.completed, agreementId: '1111222233334444' });

    async function openLinked() {
      answer(EVENTS, []);
      answer('GET /api/agreements/{agreementId}/transcript');
      answer(ONE, further());
      answerDashboard(listed);
      open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
      const viewer = within(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' }));
      await waitFor(() => expect(liveSockets()).toHaveLength(1));
      return viewer;
    }

    it('are shown in its viewer, then what the server says', async () => {
      const viewer = await openLinked();
      expect(viewer.getByText('Awaiting Other Party')).toBeVisible();
      answer(ONE, further({ ...contracts.completed, partyBName: 'Ben T. Carter' }));
      tellLive({ agreementId: AGREEMENT_ID, status: 'processing', stage: 'transcribing', percent: 30 });
      expect(await viewer.findByText('Transcribing 30%')).toBeVisible();
      expect(await viewer.findByText('Ben T. Carter', { selector: '.font-serif' })).toBeVisible();
      expect(sentTo(ONE)).toHaveLength(2);
    });

    it('that were missed are asked for when there is a connection again', async () => {
      const viewer = await openLinked();
      liveSockets()[0]?.emit('connect');
      await waitFor(() => expect(sentTo(ONE)).toHaveLength(2));
      answer(ONE, contracts.completed);
      liveSockets()[0]?.emit('connect');
      expect(await viewer.findByText('Completed')).toBeVisible();
      expect(sentTo(ONE)).toHaveLength(3);
    });

    it.each(['the first one', 'one that comes back'])(
      'that are missing in its log are asked for with a connection: %s',
      async (connection) => {
        const viewer = await openLinked();
        expect(await viewer.findByText('No entries yet.')).toBeVisible();
        if (connection !== 'the first one') {
          liveSockets()[0]?.emit('connect');
          await waitFor(() => expect(sentTo(EVENTS)).toHaveLength(2));
        }
        answer(EVENTS);
        liveSockets()[0]?.emit('connect');
        await waitFor(() => expect(viewer.queryByText('No entries yet.')).not.toBeInTheDocument());
      },
    );

    it('leave it open when the server cannot be asked again', async () => {
      await openLinked();
      unreachable(ONE);
      tellLive({ agreementId: AGREEMENT_ID, status: 'processing' });
      await waitFor(() => expect(sentTo(ONE)).toHaveLength(2));
      expect(screen.queryByText('This contract could not be opened')).not.toBeInTheDocument();
      expect(screen.getByRole('dialog', { name: 'Voice Contract Viewer' })).toBeVisible();
    });

    it('move on what is said of a payment a moment ago', async () => {
      rememberPaid(AGREEMENT_ID);
      answer(ONE, contracts.processing);
      await dashboard(listed);
      const panel = within(await screen.findByRole('region', { name: 'Paid. It is safe.' }));
      await waitFor(() => expect(liveSockets()).toHaveLength(1));
      tellLive({ agreementId: AGREEMENT_ID, stage: 'transcribing', percent: 77 });
      expect(await panel.findByText('Transcribing 77%')).toBeVisible();
    });

    it('about another one leave it as it is', async () => {
      const viewer = await openLinked();
      tellLive({ agreementId: listed.agreementId, status: 'cancelled' });
      await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBe(2));
      expect(viewer.getByText('Awaiting Other Party')).toBeVisible();
      expect(sentTo(ONE)).toHaveLength(1);
    });
  });

  describe('whose connection the server ends or refuses', () => {
    const connection = async () => {
      await dashboard(contracts.processing);
      await waitFor(() => expect(liveSockets()).toHaveLength(1));
      const [socket] = liveSockets();
      if (!socket) throw new Error('no connection');
      // The library tries no more by itself.
      socket.active = false;
      return socket;
    };
    const shutOut: [string, (socket: LiveSocket) => void][] = [
      ['ended', (socket) => socket.emit('disconnect', 'io server disconnect')],
      ['refused', (socket) => socket.emit('connect_error', { message: 'unauthenticated' })],
    ];

    it.each(shutOut)('leave no contract on the screen when the session is over: %s', async (_, happen) => {
      const socket = await connection();
      answer('GET /api/auth/user');
      refuse('GET /api/users/{id}/stats', 401, 'unauthenticated', 'Please log in to continue.');
      happen(socket);
      expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
      expect(localStorage.getItem('userToken')).toBeNull();
      expect(liveSockets()).toHaveLength(0);
    });

    it.each(shutOut)('are asked for again when the session goes on: %s', async (_, happen) => {
      const socket = await connection();
      const asked = sentTo('GET /api/users/{id}/stats').length;
      happen(socket);
      await waitFor(() => expect(socket.connects).toBe(1), { timeout: 4000 });
      expect(sentTo('GET /api/users/{id}/stats')).toHaveLength(asked + 1);
    });

    it('are asked for again when the server cannot say whether the session goes on', async () => {
      const socket = await connection();
      unreachable('GET /api/users/{id}/stats');
      socket.emit('disconnect', 'io server disconnect');
      await waitFor(() => expect(socket.connects).toBe(1), { timeout: 4000 });
      expect(row().getByText('Processing')).toBeVisible();
    });

    it('are asked for again after another refusal, without a question', async () => {
      const socket = await connection();
      const asked = sentTo('GET /api/users/{id}/stats').length;
      socket.emit('connect_error', { message: 'unavailable' });
      await waitFor(() => expect(socket.connects).toBe(1), { timeout: 4000 });
      expect(sentTo('GET /api/users/{id}/stats')).toHaveLength(asked);
    });
  });
});

describe('a transcript that is being made', () => {
  const TRANSCRIPT = 'GET /api/agreements/{agreementId}/transcript';
  const asked = () => sentTo(TRANSCRIPT).length;

  afterEach(() => jest.useRealTimers());

  it('is asked for every few seconds without a connection, and now and again with one', async () => {
    answerDashboard(contracts.processing);
    answer('GET /api/agreements/{agreementId}/events', []);
    answer(TRANSCRIPT, { ...example(TRANSCRIPT), status: 'transcribing', percent: 10, segments: [] });
    answer('GET /api/agreements/{agreementId}/outline');
    open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
    await screen.findByRole('dialog', { name: 'Voice Contract Viewer' });
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    await waitFor(() => expect(asked()).toBeGreaterThan(0));
    jest.useFakeTimers();
    const before = asked();
    liveSockets()[0]?.emit('connect');
    await pass(1000);
    // What was told before the connection was there is asked for.
    expect(asked()).toBe(before + 1);
    await pass(25_000);
    expect(asked()).toBe(before + 1);
    await pass(10_000);
    expect(asked()).toBe(before + 2);
    tellLive({ agreementId: AGREEMENT_ID, stage: 'queued', percent: 0 });
    await pass(1000);
    expect(asked()).toBe(before + 3);
    liveSockets()[0]?.emit('disconnect', 'transport close');
    await pass(11_000);
    expect(asked()).toBeGreaterThan(before + 4);
  });

  it('again is asked for in the same way: nothing tells that this has failed', async () => {
    answerDashboard(contracts.completed);
    answer('GET /api/agreements/{agreementId}/events', []);
    answer(TRANSCRIPT, transcript({ isRenewing: true }));
    answer('GET /api/agreements/{agreementId}/outline');
    open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
    const viewer = within(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' }));
    const words = 'A better speech engine is making this transcript again. Until then you see the old one.';
    expect(await viewer.findByText(words)).toBeVisible();
    jest.useFakeTimers();
    liveSockets()[0]?.emit('connect');
    await pass(1000);
    answer(TRANSCRIPT, transcript());
    await pass(35_000);
    expect(viewer.queryByText(words)).not.toBeInTheDocument();
    const last = asked();
    await pass(35_000);
    expect(asked()).toBe(last);
  });
});

describe('open payments on the dashboard', () => {
  const payment = (
    agreementId: string,
    type: 'contract' | 'manual_transcription' | 'held_payment',
    amount: number,
  ) => ({
    agreementId,
    type,
    amount,
    description: `Voice contract ${agreementId.slice(0, 4)}`,
  });

  async function withPayments(...pendingPayments: ReturnType<typeof payment>[]) {
    answerDashboard();
    answer('GET /api/user/pending-payments', { pendingPayments });
    open('/dashboard', 'user');
    return within(await screen.findByRole('region', { name: 'Open payments' }));
  }

  it('lead to where each is paid', async () => {
    const card = await withPayments(
      payment('1111111111111111', 'contract', 5),
      payment('2222222222222222', 'manual_transcription', 2),
      payment('3333333333333333', 'held_payment', 80.5),
    );
    expect(card.getByText('3 payments wait for you.')).toBeVisible();
    const links = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Pay $5.00', '/checkout?agreementId=1111111111111111'],
      ['Pay $2.00', '/checkout?service=manual-transcription&agreementId=2222222222222222'],
      ['Pay $80.50', '/escrow?agreementId=3333333333333333'],
    ]);
    expect(
      card.getByRole('link', { name: 'Pay $5.00 for Voice contract 1111 #1111 1111 1111 1111' }),
    ).toBeVisible();
  });

  it('say which deal each is for', async () => {
    answerDashboard();
    answer('GET /api/user/pending-payments', {
      pendingPayments: [payment('3333333333333333', 'held_payment', 80.5)],
      deals: [
        {
          ...{ agreementId: '3333333333333333', partyAName: 'Anna Miller', partyBName: 'Ben Carter' },
          ...{ kind: 'car', title: 'Honda Civic', amount: '2000.00', currency: 'USD', durationSeconds: 11 },
          ...{ createdAt: '2026-11-22T12:00:00.000Z', recordedAt: '2026-11-23T12:00:00.000Z' },
        },
      ],
    });
    open('/dashboard', 'user');
    const card = within(await screen.findByRole('region', { name: 'Open payments' }));
    expect(card.getByText('Anna Miller ↔ Ben Carter')).toBeVisible();
    expect(card.getByText('Honda Civic · $2,000.00 · 0:11 · Nov 23, 2026')).toBeVisible();
    await expectAccessible();
  });

  it('are three at most, and all at the checkout', async () => {
    const card = await withPayments(...[1, 2, 3, 4].map((n) => payment(String(n).repeat(16), 'contract', 5)));
    expect(card.getAllByRole('listitem')).toHaveLength(3);
    expect(card.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/checkout');
  });

  it('leave out a contract that can be paid where it stands in the list, and nothing else of it', async () => {
    answerDashboard(contracts.pending);
    answer('GET /api/user/pending-payments', {
      pendingPayments: [
        payment(AGREEMENT_ID, 'contract', 5),
        payment(AGREEMENT_ID, 'manual_transcription', 2),
      ],
    });
    open('/dashboard', 'user');
    const card = within(await screen.findByRole('region', { name: 'Open payments' }));
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Pay $2.00']);
    expect(screen.getAllByRole('link', { name: 'Complete Payment' })).toHaveLength(1);
  });

  it('are no card of their own where the list has them all', async () => {
    answerDashboard(contracts.pending);
    answer('GET /api/user/pending-payments', { pendingPayments: [payment(AGREEMENT_ID, 'contract', 5)] });
    open('/dashboard', 'user');
    expect(await screen.findByRole('link', { name: 'Complete Payment' })).toBeVisible();
    await act(async () => undefined);
    expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument();
  });

  it('are no card either for a listed contract that was paid a moment ago', async () => {
    answerDashboard(contracts.pending);
    answer(PENDING, { pendingPayments: [payment(AGREEMENT_ID, 'contract', 5)] });
    open('/dashboard', 'user');
    await screen.findByRole('link', { name: 'Complete Payment' });
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    hold(PENDING);
    tellLive({ agreementId: AGREEMENT_ID, status: 'processing' });
    expect(await row().findByText('Processing')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument();
  });

  it.each([
    ['it is told', () => tellLive({ agreementId: '1111111111111111', status: 'processing' })],
    [
      'it was told while there was no connection',
      () => {
        liveSockets()[0]?.emit('connect');
        liveSockets()[0]?.emit('connect');
      },
    ],
  ])('go when %s that a contract further back is paid', async (_, tell) => {
    await withPayments(payment('1111111111111111', 'contract', 5));
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    answer(PENDING, { pendingPayments: [] });
    tell();
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument(),
    );
  });

  it('say so where it is one', async () => {
    const card = await withPayments(payment('1111111111111111', 'contract', 5));
    expect(card.getByText('One payment waits for you.')).toBeVisible();
  });

  it('are nothing to speak of where there are none', async () => {
    await dashboard();
    await act(async () => undefined);
    expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument();
  });
});
