/** @jest-environment-options {"world": "own"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { carryToast } from '../../components/ui/carried-toast';
import { clearToasts, toast } from '../../components/ui/toast-store';
import type { PendingPayment } from '../../lib/api/api-types';
import { rememberOrdered, wasJustOrdered } from '../../lib/session/pending-checkout';
import { readPending, rememberPending } from '../../lib/session/pending-notes';
import { startSession } from '../../lib/session/session';
import { AGREEMENT_ID } from '../../testing/agreements';
import { answer, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import {
  CONTRACT,
  checkout,
  HUMAN_TRANSCRIPT,
  intent,
  OTHER_ID,
  payButton,
  payment,
  sandbox,
  summary,
} from '../../testing/checkout-screen';
import { anna, open, saidInPlace, toasted } from '../../testing/screen';
import { StripeStandIn } from '../../testing/stripe';

const stripe = new StripeStandIn();
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.load }));

beforeEach(() => stripe.reset());

describe('an order', () => {
  it('begins with what the document before it had to say, once', async () => {
    answer('POST /api/create-payment-intent', intent);
    toast({ title: 'Recording Saved!', text: 'Your voice contract has been recorded and saved.' });
    carryToast();
    clearToasts();
    checkout();
    await toasted('Recording Saved!', 'Your voice contract has been recorded and saved.');
    expect(sessionStorage).toHaveLength(0);
  });

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

  it('that a bank takes its time over is not to be paid once more, and nobody says that it failed', async () => {
    refuse('POST /api/create-payment-intent', 409, 'payment_processing', 'x');
    checkout();
    expect(await screen.findByText('Not confirmed yet')).toBeVisible();
    expect(payment().getByRole('status')).toHaveTextContent('Your bank is working on it.');
    expect(payment().getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText(/[Nn]othing was charged/)).not.toBeInTheDocument();
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

describe('a transcript that was ordered a moment ago, once more', () => {
  beforeEach(() => {
    rememberOrdered(AGREEMENT_ID);
    refuse('POST /api/create-payment-intent', 409, 'already_paid', 'x');
  });
  afterEach(() => jest.useRealTimers());

  it('is paid as soon as payments has heard of the order', async () => {
    checkout(HUMAN_TRANSCRIPT);
    await waitFor(() => expect(sentTo('POST /api/create-payment-intent')).not.toHaveLength(0));
    answer('POST /api/create-payment-intent', { ...intent, amount: 200 });
    expect(await screen.findByRole('button', { name: 'Pay $2.00' }, { timeout: 5000 })).toBeVisible();
    expect(screen.queryByText('This is already paid.')).not.toBeInTheDocument();
    // From here on payments knows the order, and is believed when it says that it is paid.
    expect(wasJustOrdered(AGREEMENT_ID)).toBe(false);
  });

  it('is noted where payments does not hear of it for a while; nobody says that it is paid', async () => {
    jest.useFakeTimers();
    checkout(HUMAN_TRANSCRIPT);
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(payment().getByText('Your order is noted')).toBeVisible();
    expect(payment().getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    expect(screen.queryByText('This is already paid.')).not.toBeInTheDocument();
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
          ...{ createdAt: '2026-11-22T12:00:00.000Z', recordedAt: '2026-11-23T12:00:00.000Z' },
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
    expect(screen.getByRole('heading', { name: 'Order summary' })).toHaveFocus();
    await payButton('$2.00');
    expect(sentTo('POST /api/create-payment-intent')[0]?.body).toEqual(open2);
    await person.click(screen.getByRole('button', { name: 'Other open payments' }));
    expect(screen.getByRole('heading', { name: 'Which payment?' })).toHaveFocus();
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
