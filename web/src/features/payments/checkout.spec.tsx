/** @jest-environment-options {"world": "own"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AppConfig, PaymentIntentAnswer, PendingPayment } from '../../lib/api/api-types';
import { readPending, rememberPending } from '../../lib/session/pending-notes';
import { startSession } from '../../lib/session/session';
import { AGREEMENT_ID, agreement, answerDashboard } from '../../testing/agreements';
import {
  answer,
  answerElsewhere,
  example,
  hold,
  refuse,
  sentElsewhere,
  sentTo,
  unreachable,
} from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages } from '../../testing/browser';
import { anna, open, place, saidInPlace } from '../../testing/screen';
import { StripeStandIn } from '../../testing/stripe';
import { forgetUnderway, readUnderway, rememberUnderway } from './settlement';

const CONTRACT = `/checkout?agreementId=${AGREEMENT_ID}&plan=split-second-contract`;
const HUMAN_TRANSCRIPT = `/checkout?service=manual-transcription&agreementId=${AGREEMENT_ID}`;
const OTHER_ID = '1111222233334444';
const PROVIDER = 'http://provider.test';
const CONFIRM = `${PROVIDER}/v1/payment_intents/pi_1/confirm`;
const SAFE = 'Nothing was charged, and your recording is safe.';

const sandbox: AppConfig = {
  ...example('GET /api/config'),
  payments: { mode: 'sandbox', publishableKey: 'pk_test_1', sandboxConfirmUrl: PROVIDER },
};

const intent: PaymentIntentAnswer = {
  ...example('POST /api/create-payment-intent'),
  clientSecret: 'pi_1_secret_2',
  coveredBy: null,
};

const stripe = new StripeStandIn();
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.load }));

beforeEach(() => stripe.reset());

function checkout(address = CONTRACT, config = sandbox): UserEvent {
  answer('GET /api/config', config);
  answer(
    'GET /api/agreements/{agreementId}',
    agreement({ kind: 'car', partyBName: 'Ben Carter', durationSeconds: 11, amount: '2000.00' }),
  );
  return open(address, 'user').person;
}

const payButton = (price = '$5.00') => screen.findByRole('button', { name: `Pay ${price}` });
const summary = () => within(screen.getByRole('region', { name: 'Order summary' }));
const payment = () => within(screen.getByRole('region', { name: 'Payment' }));
const paid = (status: 'paid' | 'open' | 'failed') => ({
  ...example('GET /api/payments/{agreementId}'),
  status,
});

async function payWith(person: UserEvent, outcome: string): Promise<void> {
  await person.click(await screen.findByRole('radio', { name: outcome }));
  await person.click(screen.getByRole('button', { name: /^Pay / }));
}

describe('an order', () => {
  it('of a contract says what it costs and includes', async () => {
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(summary().getByText('Split Second Contract')).toBeVisible();
    expect(summary().getByText('#4207 7319 5802 6614')).toBeVisible();
    expect(await summary().findByText('Your recording with Ben Carter')).toBeVisible();
    expect(summary().getByText(/^Car sale · \$2,000\.00 · 0:11 · /)).toBeVisible();
    expect(
      summary()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '30-day recording access',
      'On-demand AI transcription',
      'Audio download',
      'Photo upload',
      'Escrow protection',
      'Remote voice contracts',
      'Digital receipts',
      'Recordings of up to 10 minutes',
    ]);
    expect(summary().getAllByText('$5.00')).toHaveLength(2);
    expect(sentTo('POST /api/create-payment-intent').map(({ body }) => body)).toEqual([
      { planType: 'split-second-contract', agreementId: AGREEMENT_ID },
    ]);
    await expectAccessible();
  });

  it.each([
    ['basic', 'Basic Plan', 'Recordings of up to 3 minutes', 180],
    ['standard', 'Standard Plan', 'Recordings of up to 10 minutes', 600],
    ['pro', 'Pro Plan', 'Recordings without a time limit', 0],
  ])('of the plan %s', async (plan, name, limit, maxSeconds) => {
    answer('POST /api/create-payment-intent', intent);
    const plans = { ...sandbox.plans, [plan]: { priceCents: 500, maxSeconds } };
    checkout(`/checkout?agreementId=${AGREEMENT_ID}&plan=${plan}`, { ...sandbox, plans });
    await payButton();
    expect(summary().getByText(name)).toBeVisible();
    expect(summary().getByText(limit)).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'See the subscription' })).toHaveLength(
      plan === 'pro' ? 0 : 1,
    );
  });

  it('claims the recording that this browser has saved', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: 'claim-1' });
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(screen.getByText('Step 4 of 4: Payment')).toBeVisible();
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toMatchObject({ claimToken: 'claim-1' });
  });

  it('claims the recording of its number, also when another one was saved after it', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: 'claim-1' });
    rememberPending({ agreementId: OTHER_ID, planType: 'split-second-contract', claimToken: 'claim-2' });
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(screen.getByText('Step 4 of 4: Payment')).toBeVisible();
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toMatchObject({ claimToken: 'claim-1' });
  });

  it('that is claimed concerns nobody else on this device', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: 'claim-1' });
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(readPending()?.agreementId).toBe(AGREEMENT_ID);
    act(() => startSession({ token: 'token-of-bea', user: { ...anna, id: 18 } }));
    expect(readPending()).toBeNull();
  });

  it('of a visitor who has just signed up is the last of five steps', async () => {
    rememberPending({
      ...{ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: 'claim-1' },
      byVisitor: true,
    });
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(screen.getByText('Step 5 of 5: Payment')).toBeVisible();
  });

  it('of a transcript by a person costs two dollars and takes 24 hours', async () => {
    answer('POST /api/create-payment-intent', { ...intent, amount: 200 });
    checkout(HUMAN_TRANSCRIPT);
    await payButton('$2.00');
    expect(summary().getByText('Professional Transcription Service')).toBeVisible();
    expect(summary().getByText('24-hour delivery, counted from your payment')).toBeVisible();
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toEqual({
      amount: 2,
      type: 'manual_transcription',
      agreementId: AGREEMENT_ID,
      description: 'Professional Transcription Service',
    });
  });

  it('folds what it includes on phones, where the way to the payment is long', async () => {
    answer('POST /api/create-payment-intent', intent);
    const person = checkout();
    await payButton();
    const fold = summary().getByRole('button', { name: 'What is included' });
    const list = summary().getByRole('list');
    // Wider screens have the heading in place of the button, and the list whether it is unfolded or not.
    expect(fold).toHaveClass('md:hidden');
    expect(summary().getByRole('heading', { name: 'What is included' })).toHaveClass('max-md:hidden');
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    expect(fold).toHaveAttribute('aria-controls', list.id);
    expect(list).toHaveClass('max-md:hidden');
    await person.click(fold);
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    expect(list).not.toHaveClass('max-md:hidden');
  });

  it('comes before its payment, and the other way to pay after it', async () => {
    answer('POST /api/create-payment-intent', intent);
    checkout();
    const pay = await payButton();
    const offer = screen.getByRole('link', { name: 'See the subscription' });
    const order = screen.getByRole('region', { name: 'Order summary' });
    expect(order.compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(pay.compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('offers the subscription in a line', async () => {
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(screen.getByText(/\$20 a month covers unlimited Standard agreements\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the subscription' })).toHaveAttribute('href', '/subscribe');
  });

  it('says in the title and above everything that no money moves', async () => {
    answer('POST /api/create-payment-intent', intent);
    checkout();
    await payButton();
    expect(screen.getByRole('complementary', { name: 'Test mode' })).toHaveTextContent(
      'Test mode. No money moves. Do not enter a real card.',
    );
    await waitFor(() => expect(document.title).toBe('TEST · Checkout · Split Second Contract'));
  });

  it('waits for its payment to be prepared', async () => {
    const letGo = hold('POST /api/create-payment-intent');
    checkout();
    await screen.findByRole('region', { name: 'Payment' });
    expect(await payment().findByText('Loading')).toBeInTheDocument();
    letGo(intent);
    expect(await payButton()).toBeVisible();
  });

  it.each([
    [
      'fails',
      () => refuse('POST /api/create-payment-intent', 503, 'unavailable', 'x'),
      'Your recording is safe, and nothing was charged.',
    ],
    [
      'cannot be reached',
      () => unreachable('POST /api/create-payment-intent'),
      'Your recording is safe, and nothing was charged.',
    ],
    [
      'is refused',
      () =>
        refuse('POST /api/create-payment-intent', 404, 'agreement_not_found', 'There is no such agreement.'),
      'There is no such agreement.',
    ],
  ])('whose preparation %s says so and is prepared again', async (_, fail, advice) => {
    fail();
    const person = checkout();
    await saidInPlace('Payment Setup Error', 'Unable to initialize payment. Please try again.');
    const alert = payment().getByRole('alert');
    expect(alert).toHaveTextContent(
      `Payment Setup ErrorUnable to initialize payment. Please try again.${advice}`,
    );
    answer('POST /api/create-payment-intent', intent);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await payButton()).toBeVisible();
  });

  it('whose prices cannot be loaded says so', async () => {
    refuse('GET /api/config', 503, 'unavailable', 'x');
    open(CONTRACT, 'user');
    await saidInPlace('Payment Setup Error', 'Unable to initialize payment. Please try again.');
    expect(sentTo('POST /api/create-payment-intent')).toEqual([]);
  });

  it.each([
    [CONTRACT, 'This contract is already paid.'],
    [HUMAN_TRANSCRIPT, 'This is already paid.'],
  ])('that is paid already is nothing to pay: %s', async (address, words) => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: null });
    refuse('POST /api/create-payment-intent', 409, 'already_paid', 'x');
    checkout(address);
    expect(await screen.findByText(words)).toBeVisible();
    expect(payment().getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    expect(localStorage.getItem('pendingAgreementId')).toBeNull();
  });

  describe('that cannot be paid', () => {
    const NOTE = { agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: null };

    it.each([
      [409, 'invalid_transition'],
      [409, 'already_refunded'],
      [404, 'agreement_not_found'],
    ] as const)('any more waits no longer on this device: %s %s', async (status, code) => {
      rememberPending({ ...NOTE, agreementId: OTHER_ID });
      rememberPending(NOTE);
      refuse('POST /api/create-payment-intent', status, code, 'The words of the server.');
      checkout();
      await saidInPlace('Payment Setup Error');
      const alert = within(payment().getByRole('alert'));
      expect(alert.getByText('The words of the server.')).toBeVisible();
      expect(alert.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
      await waitFor(() => expect(readPending(AGREEMENT_ID)).toBeNull());
      expect(readPending()).toMatchObject({ agreementId: OTHER_ID });
    });

    it.each([
      ['now', CONTRACT, 503, 'unavailable'],
      ['at this price', CONTRACT, 422, 'price_mismatch'],
      ['as a transcript', HUMAN_TRANSCRIPT, 409, 'invalid_transition'],
    ] as const)('%s goes on waiting', async (_, address, status, code) => {
      rememberPending(NOTE);
      refuse('POST /api/create-payment-intent', status, code, 'The words of the server.');
      checkout(address);
      await saidInPlace('Payment Setup Error');
      expect(readPending(AGREEMENT_ID)).not.toBeNull();
    });

    it('by whoever is signed in goes on waiting for its owner', async () => {
      rememberPending({ ...NOTE, userId: 99 });
      refuse('POST /api/create-payment-intent', 404, 'agreement_not_found', 'The words of the server.');
      checkout();
      await saidInPlace('Payment Setup Error');
      expect(localStorage.getItem('pendingAgreementId')).toBe(AGREEMENT_ID);
    });
  });

  it.each([
    ['subscription', 'Your subscription covers this contract. It goes on by itself.', '1-year storage'],
    [
      'credit',
      'A payment that you already made covers this. It goes on by itself.',
      '30-day recording access',
    ],
  ] as const)('covered by a %s is nothing to pay', async (coveredBy, words, included) => {
    answer('POST /api/create-payment-intent', { ...intent, clientSecret: null, coveredBy });
    checkout();
    expect(await screen.findByText('Nothing to pay')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(summary().getByText('Covered')).toBeVisible();
    expect(summary().getByText('$0.00')).toBeVisible();
    expect(summary().getByText(included)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'See the subscription' })).not.toBeInTheDocument();
  });
});

describe('a checkout without an order in its address', () => {
  const open1: PendingPayment = {
    agreementId: '1111111111111111',
    type: 'contract',
    amount: 5,
    description: 'Voice contract with Ben Ode',
  };
  const open2: PendingPayment = {
    agreementId: '2222222222222222',
    type: 'manual_transcription',
    amount: 2,
    description: 'Transcript by a person',
  };

  it('pays the recording that was saved last on this device', async () => {
    rememberPending({ agreementId: OTHER_ID, planType: 'split-second-contract', claimToken: 'claim-1' });
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: 'claim-2' });
    answer('GET /api/user/pending-payments', { pendingPayments: [] });
    answer('POST /api/create-payment-intent', intent);
    checkout('/checkout');
    await payButton();
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toMatchObject({
      agreementId: AGREEMENT_ID,
      claimToken: 'claim-2',
    });
  });

  it('says that nothing is open', async () => {
    answer('GET /api/user/pending-payments', { pendingPayments: [] });
    checkout('/checkout');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Payment Setup ErrorUnable to initialize payment. Please try again.');
    expect(alert).toHaveTextContent('There is no open payment in this account.');
    expect(within(alert).getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
  });

  it('pays the one that is open, as the server lists it', async () => {
    answer('GET /api/user/pending-payments', { pendingPayments: [open1] });
    answer('POST /api/create-payment-intent', intent);
    checkout('/checkout');
    await payButton();
    expect(summary().getByText('Voice contract with Ben Ode')).toBeVisible();
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toEqual(open1);
  });

  it('lets people choose between several, and go back', async () => {
    answer('GET /api/user/pending-payments', {
      pendingPayments: [open1, open2],
      deals: [
        {
          ...{ agreementId: open2.agreementId, partyAName: 'Anna Miller', partyBName: 'Ben Carter' },
          ...{ kind: 'car', title: 'Honda Civic', amount: '2000.00', currency: 'USD', durationSeconds: 11 },
          createdAt: '2026-11-23T12:00:00.000Z',
        },
      ],
    });
    answer('POST /api/create-payment-intent', { ...intent, amount: 200 });
    const person = checkout('/checkout');
    expect(await screen.findByRole('heading', { name: 'Which payment?' })).toBeVisible();
    expect(screen.getByText('Honda Civic · $2,000.00 · 0:11 · Nov 23, 2026')).toBeVisible();
    await person.click(
      screen.getByRole('button', { name: 'Pay $2.00 for Transcript by a person #2222 2222 2222 2222' }),
    );
    await payButton('$2.00');
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toEqual(open2);
    await person.click(screen.getByRole('button', { name: 'Other open payments' }));
    expect(screen.getByRole('heading', { name: 'Which payment?' })).toBeVisible();
  });

  it('says when the list cannot be loaded, and asks again', async () => {
    refuse('GET /api/user/pending-payments', 503, 'unavailable', 'x');
    const person = checkout('/checkout');
    await saidInPlace('Payment Setup Error', 'Unable to initialize payment. Please try again.');
    answer('GET /api/user/pending-payments', { pendingPayments: [open1] });
    answer('POST /api/create-payment-intent', intent);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await payButton()).toBeVisible();
  });

  it('is for transcripts where only the service is named', async () => {
    answer('GET /api/user/pending-payments', { pendingPayments: [open1, open2] });
    answer('POST /api/create-payment-intent', { ...intent, amount: 200 });
    checkout('/checkout?service=manual-transcription');
    await payButton('$2.00');
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toEqual(open2);
  });
});

describe('a test payment', () => {
  async function form(): Promise<UserEvent> {
    answer('POST /api/create-payment-intent', intent);
    const person = checkout();
    await payButton();
    return person;
  }

  it('has its methods in their order and no field for a card', async () => {
    await form();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Card',
      'Apple Pay (simulated)',
      'Google Pay (simulated)',
    ]);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Succeeds' })).toBeChecked();
  });

  it('says on phones what the chosen outcome does, and of each to whoever listens', async () => {
    const person = await form();
    const declined = screen.getByRole('radio', { name: 'Declined' });
    const hint = screen.getByText('The bank refuses the card.');
    expect(declined).toHaveAccessibleDescription('The bank refuses the card.');
    expect(hint).toHaveClass('max-sm:sr-only');
    await person.click(declined);
    expect(hint).not.toHaveClass('max-sm:sr-only');
    expect(screen.getByText('The payment is accepted.')).toHaveClass('max-sm:sr-only');
  });

  it('with another method says what it stands for', async () => {
    const person = await form();
    await person.click(screen.getByRole('tab', { name: /^Apple Pay/ }));
    expect(
      screen.getByText('Stands in for Apple Pay. No wallet opens, and your device is not asked.'),
    ).toBeVisible();
  });

  it('that succeeds is confirmed by the server, then the dashboard opens', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: null });
    answerElsewhere(CONFIRM, { status: 'succeeded' });
    const settle = hold('GET /api/payments/{agreementId}');
    const person = await form();
    expect(readUnderway()).toMatchObject({ kind: 'order', agreementId: AGREEMENT_ID, payPath: CONTRACT });
    await payWith(person, 'Succeeds');
    expect(await screen.findByText('Confirming…')).toBeVisible();
    expect(screen.getByText('Your bank has accepted. We are waiting for the confirmation.')).toBeVisible();
    expect(sentElsewhere(CONFIRM).map(({ body, headers }) => [body, headers.authorization])).toEqual([
      [
        {
          payment_method: 'pm_card_visa',
          client_secret: 'pi_1_secret_2',
          return_url: 'http://localhost/dashboard',
        },
        'Bearer pk_test_1',
      ],
    ]);
    expect(sentTo('GET /api/payments/{agreementId}')[0]).toMatchObject({
      params: { agreementId: AGREEMENT_ID },
      query: { type: 'contract' },
    });
    jest.useFakeTimers();
    settle(paid('paid'));
    expect(await screen.findByText('Payment received')).toBeVisible();
    expect(loadedPages()).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(1200));
    expect(loadedPages()).toEqual(['/dashboard']);
    expect(localStorage.getItem('pendingAgreementId')).toBeNull();
    expect(readUnderway()).toBeNull();
  });

  it('leaves another recording waiting', async () => {
    rememberPending({ agreementId: OTHER_ID, planType: 'split-second-contract', claimToken: 'claim-1' });
    answerElsewhere(CONFIRM, { status: 'succeeded' });
    answer('GET /api/payments/{agreementId}', paid('paid'));
    const person = await form();
    await payWith(person, 'Succeeds');
    await waitFor(() => expect(loadedPages()).toEqual(['/dashboard']));
    expect(localStorage.getItem('pendingAgreementId')).toBe(OTHER_ID);
  });

  it('that the server does not confirm is not lost, and is asked about again', async () => {
    answerElsewhere(CONFIRM, { status: 'succeeded' });
    answer('GET /api/payments/{agreementId}', paid('failed'));
    await form();
    jest.useFakeTimers();
    await act(async () => screen.getByRole('button', { name: 'Pay $5.00' }).click());
    expect(screen.getByText('Confirming…')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(screen.getByText('Not confirmed yet')).toBeVisible();
    expect(
      screen.getByText(
        'The confirmation is taking longer than usual. Your payment is not lost; your dashboard shows it as soon as it arrives.',
      ),
    ).toBeVisible();
    expect(sentTo('GET /api/payments/{agreementId}').length).toBeGreaterThanOrEqual(29);
    expect(loadedPages()).toEqual([]);
    answer('GET /api/payments/{agreementId}', paid('paid'));
    await act(async () => screen.getByRole('button', { name: 'Check Again' }).click());
    expect(screen.getByText('Payment received')).toBeVisible();
  });

  it.each([
    ['Declined', 'pm_card_chargeDeclined', 'Your card was declined.'],
    ['Insufficient funds', 'pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
  ])('that is refused (%s) says so in the words of the provider', async (outcome, card, message) => {
    answerElsewhere(CONFIRM, { error: { message } }, 402);
    const person = await form();
    await payWith(person, outcome);
    await saidInPlace('Payment Failed', message + SAFE);
    expect(sentElsewhere(CONFIRM)[0]?.body).toMatchObject({ payment_method: card });
    expect(screen.getByRole('button', { name: 'Pay $5.00' })).toBeVisible();
  });

  it('that needs the bank goes to its page', async () => {
    const url = `${PROVIDER}/bank/pi_1`;
    answerElsewhere(CONFIRM, { status: 'requires_action', next_action: { redirect_to_url: { url } } });
    const person = await form();
    await payWith(person, 'Needs authentication');
    await waitFor(() => expect(loadedPages()).toEqual(['/bank/pi_1']));
  });

  it('never goes to a page of somebody else', async () => {
    const next_action = { redirect_to_url: { url: 'http://elsewhere.test/bank' } };
    answerElsewhere(CONFIRM, { status: 'requires_action', next_action });
    const person = await form();
    await payWith(person, 'Needs authentication');
    await saidInPlace('Payment Error', 'An unexpected error occurred. Please try again.');
    expect(loadedPages()).toEqual([]);
  });

  it('that the bank takes its time for is under way', async () => {
    answerElsewhere(CONFIRM, { status: 'processing' });
    answer('GET /api/payments/{agreementId}', paid('open'));
    const person = await form();
    await payWith(person, 'Succeeds');
    expect(
      await screen.findByText(
        'Your bank is working on it. You can leave this page; your dashboard shows the result.',
      ),
    ).toBeVisible();
  });

  it('whose provider cannot be reached can be tried again without being charged twice', async () => {
    const person = await form();
    answerElsewhere(CONFIRM, Promise.reject(new TypeError('Failed to fetch')));
    await payWith(person, 'Succeeds');
    await saidInPlace('Payment Error', 'An unexpected error occurred. Please try again.');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'You can safely try again: the same payment cannot be charged twice.',
    );
  });

  it('that is refused once more is told once more, in sight', async () => {
    const sought = jest.spyOn(Element.prototype, 'scrollIntoView');
    answerElsewhere(CONFIRM, { error: { message: 'Your card was declined.' } }, 402);
    const person = await form();
    await payWith(person, 'Declined');
    const first = await screen.findByRole('alert');
    expect(sought).toHaveBeenCalledTimes(1);
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    // A new element: the same one with the same words would not be read out again.
    await waitFor(() => expect(first).not.toBeInTheDocument());
    expect(screen.getByRole('alert')).toHaveTextContent('Your card was declined.');
    expect(sought).toHaveBeenCalledTimes(2);
    sought.mockRestore();
  });

  it('without a network says so', async () => {
    const person = await form();
    answerElsewhere(CONFIRM, Promise.reject(new TypeError('Failed to fetch')));
    const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await payWith(person, 'Succeeds');
    await saidInPlace('Payment Error', 'You are offline. Pay when the network is back.');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'You can safely try again: the same payment cannot be charged twice.',
    );
    network.mockRestore();
  });

  it('that is tried again after it was paid counts as paid', async () => {
    answerElsewhere(
      CONFIRM,
      { error: { message: 'Already confirmed.', payment_intent: { status: 'succeeded' } } },
      400,
    );
    answer('GET /api/payments/{agreementId}', paid('open'));
    const person = await form();
    await payWith(person, 'Succeeds');
    expect(await screen.findByText('Confirming…')).toBeVisible();
  });

  it('that the bank works on takes ten seconds, busy and sent once', async () => {
    answerElsewhere(CONFIRM, { status: 'succeeded' });
    answer('GET /api/payments/{agreementId}', paid('open'));
    const person = await form();
    await person.click(screen.getByRole('radio', { name: 'Processing' }));
    jest.useFakeTimers();
    await act(async () => screen.getByRole('button', { name: 'Pay $5.00' }).click());
    const busy = screen.getByRole('button', { name: 'Processing...' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    await act(async () => busy.click());
    await act(() => jest.advanceTimersByTimeAsync(9_900));
    expect(sentElsewhere(CONFIRM)).toHaveLength(0);
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(sentElsewhere(CONFIRM)).toHaveLength(1);
    expect(screen.getByText('Confirming…')).toBeVisible();
  });

  it('whose form never loads says so after 15 seconds, refuses to be pressed, and can be tried again', async () => {
    const person = await form();
    await person.click(screen.getByRole('radio', { name: 'Never loads' }));
    jest.useFakeTimers();
    await act(async () => screen.getByRole('button', { name: 'Open the Form That Never Loads' }).click());
    expect(screen.getByText('The payment form is loading.')).toBeInTheDocument();
    await act(async () => screen.getByRole('button', { name: 'Pay $5.00' }).click());
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Payment ErrorPayment system is not ready. Please refresh the page',
    );
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByText('Still loading')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    const warning = screen.getByText('Still loading').closest('[role=alert]') as HTMLElement;
    expect(warning).toHaveTextContent(
      'The payment form is taking longer than usual. A content blocker or a weak connection can cause this.',
    );
    await act(async () => within(warning).getByRole('button', { name: 'Try Again' }).click());
    expect(screen.getByRole('radio', { name: 'Succeeds' })).toBeChecked();
  });
});

describe('a payment by the provider’s own form', () => {
  const live: AppConfig = {
    ...sandbox,
    payments: { mode: 'stripe', publishableKey: 'pk_live_1', sandboxConfirmUrl: null },
  };

  async function form(): Promise<UserEvent> {
    answer('POST /api/create-payment-intent', intent);
    const person = checkout(CONTRACT, live);
    await payButton();
    return person;
  }

  it('takes card, Apple Pay and Google Pay, and speaks of no test', async () => {
    await form();
    await waitFor(() => expect(stripe.element).not.toBeNull());
    expect(stripe.keys).toEqual(['pk_live_1']);
    expect(stripe.element?.options).toMatchObject({
      paymentMethodOrder: ['card', 'apple_pay', 'google_pay'],
    });
    expect(stripe.options).toMatchObject({ clientSecret: 'pi_1_secret_2' });
    expect(screen.queryByText(/Test mode/)).not.toBeInTheDocument();
    expect(document.title).toBe('Checkout · Split Second Contract');
  });

  it('is not sent before its form is ready', async () => {
    const person = await form();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    await saidInPlace('Payment Error', 'Payment system is not ready. Please refresh the page');
    expect(stripe.confirmations).toHaveLength(0);
  });

  it('that succeeds waits for the server', async () => {
    answer('GET /api/payments/{agreementId}', paid('open'));
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    expect(await screen.findByText('Confirming…')).toBeVisible();
    expect(stripe.confirmations).toEqual([
      expect.objectContaining({
        confirmParams: { return_url: 'http://localhost/dashboard' },
        redirect: 'if_required',
      }),
    ]);
  });

  it('that is refused says so in the words of the provider', async () => {
    stripe.answerWith({ error: { type: 'card_error', message: 'Your card was declined.' } });
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    await saidInPlace('Payment Failed', 'Your card was declined.');
    expect(screen.getByRole('alert')).toHaveTextContent(SAFE);
  });

  it('that was paid by an earlier press counts as paid', async () => {
    answer('GET /api/payments/{agreementId}', paid('open'));
    stripe.answerWith({ error: { message: 'x', payment_intent: { status: 'succeeded' } } });
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    expect(await screen.findByText('Confirming…')).toBeVisible();
  });

  it('that the bank still works on after an earlier press is under way', async () => {
    answer('GET /api/payments/{agreementId}', paid('open'));
    stripe.answerWith({
      error: { type: 'invalid_request_error', message: 'x', payment_intent: { status: 'processing' } },
    });
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    expect(
      await screen.findByText(
        'Your bank is working on it. You can leave this page; your dashboard shows the result.',
      ),
    ).toBeVisible();
  });

  it.each(['api_connection_error', 'api_error'])(
    'whose answer is lost (%s) is not called free of charge',
    async (type) => {
      stripe.answerWith({
        error: { type, message: 'We are experiencing issues connecting to our servers.' },
      });
      const person = await form();
      await stripe.becomeReady();
      await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
      await saidInPlace('Payment Error', 'An unexpected error occurred. Please try again.');
      expect(screen.getByRole('alert')).toHaveTextContent(
        'You can safely try again: the same payment cannot be charged twice.',
      );
      expect(screen.queryByText(/Nothing was charged/)).not.toBeInTheDocument();
    },
  );

  it('that breaks says so', async () => {
    stripe.answerWith(new Error('broken'));
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    await saidInPlace('Payment Error', 'An unexpected error occurred. Please try again.');
  });

  it.each([
    ['script', true],
    ['fields', false],
  ])('whose %s cannot be loaded says what to do', async (_, isBlocked) => {
    if (isBlocked) stripe.block();
    answer('POST /api/create-payment-intent', intent);
    const person = checkout(CONTRACT, live);
    if (!isBlocked) await stripe.failToLoad();
    const alert = await screen.findByText('The payment form did not load');
    expect(alert.closest('[role=alert]')).toHaveTextContent(
      'The payment form could not be loaded. Switch off content blockers for this page and try again.',
    );
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(loadedPages()).toEqual(['reload']);
  });
});

describe('back from the bank', () => {
  const RETURNED =
    '/dashboard?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=';

  function come(status: string): UserEvent {
    answerDashboard();
    const { person } = open(`${RETURNED}${status}`, 'user');
    return person;
  }

  beforeEach(() =>
    rememberUnderway({ kind: 'order', agreementId: AGREEMENT_ID, type: 'contract', payPath: CONTRACT }),
  );

  it('asks the server, and keeps the secret out of the address', async () => {
    hold('GET /api/payments/{agreementId}');
    come('succeeded');
    expect(
      await screen.findByText('You are back from your bank. We are asking whether the payment went through.'),
    ).toBeVisible();
    expect(place()).toBe('/dashboard');
  });

  it('says that it is paid, and where the receipt is', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: null });
    const settle = hold('GET /api/payments/{agreementId}');
    come('succeeded');
    await screen.findByText('No contracts yet');
    settle(paid('paid'));
    expect(await screen.findByText('Payment received')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See Receipts' })).toHaveAttribute('href', '/receipts');
    expect(readUnderway()).toBeNull();
    await waitFor(() => expect(localStorage.getItem('pendingAgreementId')).toBeNull());
    await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBeGreaterThan(1));
  });

  it('says the same of a payment that was held a moment ago on its own screen, and of no other visit', async () => {
    rememberUnderway({ kind: 'order', agreementId: AGREEMENT_ID, type: 'held_payment', payPath: '/escrow' });
    answerDashboard();
    answer('GET /api/payments/{agreementId}', paid('paid'));
    open('/dashboard?paid=1', 'user');
    expect(await screen.findByText('Payment received')).toBeVisible();
    expect(place()).toBe('/dashboard');
    expect(sentTo('GET /api/payments/{agreementId}')[0]?.query).toEqual({ type: 'held_payment' });
    expect(readUnderway()).toBeNull();
  });

  it('says nothing where an address only claims it', async () => {
    forgetUnderway();
    answerDashboard();
    open('/dashboard?paid=1', 'user');
    expect(await screen.findByText('No contracts yet')).toBeVisible();
    expect(screen.queryByText('Not confirmed yet')).not.toBeInTheDocument();
  });

  it('says that the bank refused, and leads back to the payment', async () => {
    answer('GET /api/payments/{agreementId}', paid('failed'));
    come('failed');
    expect(
      await screen.findByText(
        'Your bank did not confirm the payment. Nothing was charged, and your recording is safe.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pay Again' })).toHaveAttribute('href', CONTRACT);
  });

  it('believes the server, not the address', async () => {
    answer('GET /api/payments/{agreementId}', paid('paid'));
    come('failed');
    expect(await screen.findByText('Payment received')).toBeVisible();
  });

  it('without a memory of what was paid says that it is not lost', async () => {
    sessionStorage.clear();
    come('succeeded');
    expect(
      await screen.findByText('Your payment is not lost. It shows here as soon as the confirmation arrives.'),
    ).toBeVisible();
  });

  it('of a subscription asks for that', async () => {
    rememberUnderway({ kind: 'subscription', payPath: '/subscribe' });
    answer('GET /api/user/subscription', { ...example('GET /api/user/subscription'), status: 'active' });
    come('succeeded');
    expect(await screen.findByText('Payment received')).toBeVisible();
  });
});
