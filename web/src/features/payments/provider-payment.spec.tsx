/** @jest-environment-options {"world": "own"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AppConfig } from '../../lib/api/api-types';
import { rememberPending } from '../../lib/session/pending-notes';
import { AGREEMENT_ID, answerDashboard } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo } from '../../testing/api';
import { loadedPages } from '../../testing/browser';
import { CONTRACT, checkout, intent, paid, payButton, SAFE, sandbox } from '../../testing/checkout-screen';
import { open, place, saidInPlace } from '../../testing/screen';
import { StripeStandIn } from '../../testing/stripe';
import { forgetUnderway, readUnderway, rememberUnderway } from './settlement';

const stripe = new StripeStandIn();
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.load }));

beforeEach(() => stripe.reset());

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

  it('is told while it is on its way', async () => {
    let decline = () => {};
    stripe.answerWith(
      new Promise((resolve) => {
        decline = () => resolve({ error: { type: 'card_error', message: 'Your card was declined.' } });
      }),
    );
    const person = await form();
    await stripe.becomeReady();
    const places = screen.getAllByRole('status');
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    const told = await screen.findByText('Processing...', { selector: '[role=status]' });
    // What appears together with its first words may not be read out.
    expect(places).toContain(told);
    await act(async () => decline());
    await saidInPlace('Payment Failed', 'Your card was declined.');
    expect(told).toBeEmptyDOMElement();
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

  it('by a bank account that has to be confirmed first is not called accepted, and the form stays', async () => {
    stripe.answerWith({ paymentIntent: { status: 'requires_action' } });
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    await saidInPlace(
      'Confirm your bank account first',
      'Stripe sends you an email with the next step. Nothing is paid until you have done it.',
    );
    expect(screen.queryByText('Confirming…')).not.toBeInTheDocument();
    expect(screen.queryByText(/Your bank has accepted/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled();
  });

  it('that ends in a state that nobody knows is not called accepted', async () => {
    stripe.answerWith({ paymentIntent: { status: 'requires_payment_method' } });
    const person = await form();
    await stripe.becomeReady();
    await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
    await saidInPlace('Payment Error', 'An unexpected error occurred. Please try again.');
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

  describe('that was withdrawn on another device', () => {
    const withdrawn = {
      error: { type: 'invalid_request_error', message: 'x', payment_intent: { status: 'canceled' } },
    };

    it('is prepared anew, and says so', async () => {
      stripe.answerWith(withdrawn);
      const person = await form();
      await stripe.becomeReady();
      answer('POST /api/create-payment-intent', { ...intent, clientSecret: 'pi_2_secret_3' });
      await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
      await saidInPlace(
        'This payment has changed',
        'It was changed on another page or device. Look at the amount again before you pay.',
      );
      await waitFor(() => expect(stripe.options).toMatchObject({ clientSecret: 'pi_2_secret_3' }));
    });

    it('is not offered any more where there is nothing left to pay', async () => {
      stripe.answerWith(withdrawn);
      const person = await form();
      await stripe.becomeReady();
      refuse('POST /api/create-payment-intent', 409, 'invalid_transition', 'This contract was cancelled.');
      await person.click(screen.getByRole('button', { name: 'Pay $5.00' }));
      const said = await screen.findByText('This contract was cancelled.');
      expect(said.closest('[role=alert]')).toHaveTextContent('Payment Setup Error');
      expect(screen.queryByRole('button', { name: 'Pay $5.00' })).not.toBeInTheDocument();
    });
  });

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

  describe('that the server does not confirm for long', () => {
    const asked = () => sentTo('GET /api/payments/{agreementId}').length;
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    let visibility: jest.SpiedGetter<DocumentVisibilityState>;

    beforeEach(async () => {
      visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
      const letGo = hold('GET /api/payments/{agreementId}');
      come('succeeded');
      await screen.findByText('Confirming…');
      jest.useFakeTimers();
      answer('GET /api/payments/{agreementId}', paid('open'));
      letGo(paid('open'));
      await pass(31_000);
      expect(screen.getByText('Not confirmed yet')).toBeVisible();
    });

    afterEach(() => visibility.mockRestore());

    it('shows as soon as it is confirmed', async () => {
      const before = asked();
      await pass(60_000);
      expect(asked() - before).toBeGreaterThanOrEqual(6);
      expect(asked() - before).toBeLessThanOrEqual(12);
      answer('GET /api/payments/{agreementId}', paid('paid'));
      await pass(10_000);
      expect(screen.getByText('Payment received')).toBeVisible();
      const last = asked();
      await pass(60_000);
      expect(asked()).toBe(last);
    });

    it('is not asked for while nobody looks', async () => {
      visibility.mockReturnValue('hidden');
      await pass(10_000);
      const before = asked();
      await pass(60_000);
      expect(asked()).toBe(before);
      visibility.mockReturnValue('visible');
      answer('GET /api/payments/{agreementId}', paid('paid'));
      await pass(10_000);
      expect(screen.getByText('Payment received')).toBeVisible();
    });

    it('is asked for at once on request', async () => {
      const letGo = hold('GET /api/payments/{agreementId}');
      await act(async () => screen.getByRole('button', { name: 'Check Again' }).click());
      expect(screen.getByText('Confirming…')).toBeVisible();
      expect(screen.getByText('Confirming…').closest('[aria-live]')).toHaveFocus();
      letGo(paid('paid'));
      await pass(0);
      expect(screen.getByText('Payment received')).toBeVisible();
    });
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
