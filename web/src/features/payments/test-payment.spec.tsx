/** @jest-environment-options {"world": "own"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { rememberPending } from '../../lib/session/pending-notes';
import { AGREEMENT_ID } from '../../testing/agreements';
import { answer, answerElsewhere, hold, sentElsewhere, sentTo } from '../../testing/api';
import { loadedPages } from '../../testing/browser';
import {
  CONFIRM,
  CONTRACT,
  checkout,
  intent,
  OTHER_ID,
  PROVIDER,
  paid,
  payButton,
  payWith,
  SAFE,
} from '../../testing/checkout-screen';
import { saidInPlace } from '../../testing/screen';
import { StripeStandIn } from '../../testing/stripe';
import { readUnderway } from './settlement';

const stripe = new StripeStandIn();
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.load }));

beforeEach(() => stripe.reset());

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
