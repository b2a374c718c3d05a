import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { SubscriptionView } from '../../lib/api/api-types';
import { answer, answerElsewhere, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages } from '../../testing/browser';
import { open, saidInPlace, toasted } from '../../testing/screen';
import { readUnderway } from '../payments/settlement';

const CONFIRM = 'http://provider.test/v1/payment_intents/pi_1/confirm';

const active: SubscriptionView = {
  ...example('GET /api/user/subscription'),
  status: 'active',
  periodEnd: '2099-12-21T10:00:00.000Z',
  paymentDue: null,
};

function subscribe(change: Partial<SubscriptionView>, plans = example('GET /api/config').plans): UserEvent {
  answer('GET /api/config', {
    ...example('GET /api/config'),
    plans,
    payments: { mode: 'sandbox', publishableKey: 'pk_test_1', sandboxConfirmUrl: 'http://provider.test' },
  });
  answer('GET /api/user/subscription', { ...active, ...change });
  return open('/subscribe', 'user').person;
}

const portal = () => screen.findByRole('region', { name: 'Your subscription' });
const fact = (box: HTMLElement, name: string) =>
  within(box).getByText(name, { selector: 'dt' }).nextElementSibling;

describe('the offer of a subscription', () => {
  it.each(['none', 'incomplete'] as const)('to those whose subscription is %s', async (status) => {
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    subscribe({ status });
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeVisible();
    const plan = within(screen.getByRole('region', { name: 'Monthly unlimited subscription' }));
    expect(plan.getByText('$20/month')).toBeVisible();
    expect(plan.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Unlimited Standard agreements',
      'Up to 10 minutes of recording each',
      'Enhanced AI transcription',
      'PDF and email delivery',
      '1-year storage',
      'Priority support',
      'Cancel anytime',
    ]);
    expect(plan.getByText('$20 today, then $20 every month until you cancel.')).toBeVisible();
    expect(plan.getByText(/That month is not paid back\.$/)).toBeVisible();
    expect(sentTo('POST /api/create-subscription').map(({ body }) => body)).toEqual([{ userId: 17 }]);
    expect(readUnderway()).toEqual({ kind: 'subscription', payPath: '/subscribe' });
    await waitFor(() => expect(document.title).toBe('TEST · Monthly Subscription · Split Second Contract'));
    await expectAccessible();
  });

  it('says how long a recording may be in this installation', async () => {
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    subscribe({ status: 'none' }, { standard: { priceCents: 500, maxSeconds: 1800 } });
    expect(await screen.findByText('Up to 30 minutes of recording each')).toBeVisible();
  });

  it('that is paid waits for the server, then opens the dashboard', async () => {
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    answerElsewhere(CONFIRM, { status: 'succeeded' });
    subscribe({ status: 'none' });
    const pay = await screen.findByRole('button', { name: 'Pay $20.00' });
    jest.useFakeTimers();
    await act(async () => pay.click());
    expect(screen.getByText('Confirming…')).toBeVisible();
    answer('GET /api/user/subscription', active);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Payment received')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1200));
    expect(loadedPages()).toEqual(['/dashboard']);
  });

  it('that is refused has cost nothing', async () => {
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    answerElsewhere(CONFIRM, { error: { message: 'Your card was declined.' } }, 402);
    const person = subscribe({ status: 'none' });
    await person.click(await screen.findByRole('button', { name: 'Pay $20.00' }));
    await saidInPlace('Payment Failed', 'Your card was declined.');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Nothing was charged, and you have no subscription yet.',
    );
  });

  it.each([
    ['fails', () => refuse('POST /api/create-subscription', 503, 'unavailable', 'x')],
    ['cannot be reached', () => unreachable('POST /api/create-subscription')],
  ])('whose preparation %s says so and tries again', async (_, fail) => {
    fail();
    const person = subscribe({ status: 'none' });
    await saidInPlace('Payment Setup Error', 'Unable to initialize payment. Please try again.');
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeVisible();
  });

  it('waits for its payment to be prepared', async () => {
    const letGo = hold('POST /api/create-subscription');
    subscribe({ status: 'none' });
    expect(await screen.findByRole('region', { name: 'Payment' })).toHaveTextContent('Loading');
    letGo({ clientSecret: 'pi_1_secret_2' });
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeVisible();
  });

  it('whose first month a bank takes its time over asks for nothing', async () => {
    refuse('POST /api/create-subscription', 409, 'payment_processing', 'x');
    subscribe({ status: 'incomplete' });
    expect(await screen.findByText('Not confirmed yet')).toBeVisible();
    expect(screen.getByText(/^Your bank is working on it.*we email you the result/)).toBeVisible();
    expect(screen.queryByText(/dashboard shows the result/)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText(/[Nn]othing was charged/)).not.toBeInTheDocument();
  });

  it('says so to those whose subscription does not start, who can cancel it', async () => {
    refuse('POST /api/create-subscription', 409, 'already_subscribed', 'x');
    const person = subscribe({ status: 'incomplete', periodEnd: null });
    expect(await screen.findByText('Not started yet')).toBeVisible();
    expect(screen.getByText(/its payment has not reached us/)).toBeVisible();
    const payment = within(screen.getByRole('region', { name: 'Payment' }));
    expect(payment.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/contact');
    await expectAccessible();
    await person.click(payment.getByRole('button', { name: 'Cancel Subscription' }));
    const question = within(await screen.findByRole('alertdialog'));
    answer('POST /api/user/subscription/cancel', { ...active, status: 'none', periodEnd: null });
    answer('GET /api/user/subscription', { ...active, status: 'none', periodEnd: null });
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    await person.click(question.getByRole('button', { name: 'Cancel Subscription' }));
    await toasted('Subscription cancelled', 'Nothing more is charged.');
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeVisible();
    expect(screen.queryByText('Not started yet')).not.toBeInTheDocument();
  });

  it('is none for those who have one meanwhile', async () => {
    refuse('POST /api/create-subscription', 409, 'already_subscribed', 'x');
    answer('GET /api/config');
    let asked = 0;
    answer('GET /api/user/subscription', () => {
      asked += 1;
      return asked === 1 ? { ...active, status: 'none' as const } : active;
    });
    open('/subscribe', 'user');
    expect(await portal()).toHaveTextContent('Active');
  });
});

describe('a subscription', () => {
  it('loads', async () => {
    const letGo = hold('GET /api/user/subscription');
    open('/subscribe', 'user');
    await screen.findByRole('heading', { level: 1, name: 'Monthly Subscription' });
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Loading');
    letGo(active);
    expect(await portal()).toBeVisible();
  });

  it('that cannot be loaded says so and is asked for again', async () => {
    refuse('GET /api/user/subscription', 503, 'unavailable', 'x');
    const { person } = open('/subscribe', 'user');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'Your subscription could not be loaded.Nothing has changed. Check your connection and try again.',
    );
    answer('GET /api/user/subscription', active);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await portal()).toBeVisible();
  });

  it('that is active shows its facts', async () => {
    subscribe({});
    const box = await portal();
    expect(within(box).getByText('Active')).toBeVisible();
    expect(fact(box, 'Price')).toHaveTextContent('$20.00/month');
    expect(fact(box, 'Next payment')).toHaveTextContent('$20.00 on Dec 21, 2099');
    expect(fact(box, 'Started')).toHaveTextContent('Nov 21, 2026');
    expect(fact(box, 'Card')).toHaveTextContent('Visa ending in 4242');
    expect(within(box).getByRole('link', { name: 'See Receipts' })).toHaveAttribute('href', '/receipts');
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it.each([
    [null, 'None saved'],
    [{ brand: 'amex', last4: '0005' }, 'American Express ending in 0005'],
    [{ brand: 'odd', last4: '1111' }, 'odd ending in 1111'],
  ])('names its card: %j', async (card, words) => {
    subscribe({ card });
    expect(fact(await portal(), 'Card')).toHaveTextContent(words);
  });

  it('is cancelled after a question', async () => {
    const person = subscribe({});
    await person.click(within(await portal()).getByRole('button', { name: 'Cancel Subscription' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel your subscription?' }));
    expect(
      question.getByText(
        'It stays until Dec 21, 2099, and nothing more is charged. Until then you can resume it. Contracts you have made keep their storage.',
      ),
    ).toBeVisible();
    answer('POST /api/user/subscription/cancel', { ...active, endsAtPeriodEnd: true });
    await person.click(question.getByRole('button', { name: 'Cancel Subscription' }));
    await toasted('Subscription cancelled', 'It stays until Dec 21, 2099. Nothing more is charged.');
    const box = await portal();
    expect(within(box).getByText('Ends soon')).toBeVisible();
    expect(within(box).getByText('Your subscription ends on Dec 21, 2099')).toBeVisible();
    expect(fact(box, 'Next payment')).toHaveTextContent('None. Nothing more is charged.');
  });

  it('is kept by those who think again', async () => {
    const person = subscribe({});
    await person.click(within(await portal()).getByRole('button', { name: 'Cancel Subscription' }));
    await person.click(await screen.findByRole('button', { name: 'Keep Subscription' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(sentTo('POST /api/user/subscription/cancel')).toEqual([]);
  });

  it('that ends is resumed', async () => {
    const person = subscribe({ endsAtPeriodEnd: true });
    answer('POST /api/user/subscription/resume', active);
    expect(fact(await portal(), 'Stays until')).toHaveTextContent('Dec 21, 2099');
    await person.click(screen.getByRole('button', { name: 'Resume Subscription' }));
    await toasted('Subscription resumed', 'The next payment is on Dec 21, 2099.');
    expect(await screen.findByText('Active')).toBeVisible();
  });

  it.each([
    ['cancelled', {}, 'POST /api/user/subscription/cancel'],
    ['resumed', { endsAtPeriodEnd: true }, 'POST /api/user/subscription/resume'],
  ] as const)('that cannot be %s is as it was', async (what, change, call) => {
    const person = subscribe(change);
    unreachable(call);
    await portal();
    if (what === 'resumed') await person.click(screen.getByRole('button', { name: 'Resume Subscription' }));
    else {
      await person.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
      const question = within(await screen.findByRole('alertdialog'));
      await person.click(question.getByRole('button', { name: 'Cancel Subscription' }));
    }
    await toasted('Not changed', 'Your subscription is as it was. Please try again.');
  });

  it('whose payment is due can be paid now', async () => {
    subscribe({ status: 'past_due', paymentDue: { clientSecret: 'pi_1_secret_2', amountCents: 2000 } });
    const box = await portal();
    expect(within(box).getByText('The last payment did not go through')).toBeVisible();
    expect(
      within(box).getByText(
        'Pay $20.00 now to keep your subscription. Your contracts and recordings are safe.',
      ),
    ).toBeVisible();
    expect(fact(box, 'Next payment')).toHaveTextContent('$20.00, payment due');
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeVisible();
    expect(sentTo('POST /api/create-subscription')).toEqual([]);
  });

  it('whose payment is due and asked for again by the bank', async () => {
    subscribe({ status: 'past_due' });
    expect(
      await screen.findByText(
        'We try to charge your card again in the next days. Your contracts and recordings are safe.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });

  it('that has ended can be begun again', async () => {
    const person = subscribe({ status: 'canceled', periodEnd: '2026-11-01T10:00:00.000Z' });
    const box = await portal();
    expect(within(box).getByText('Your subscription has ended')).toBeVisible();
    expect(
      within(box).getByText('Contracts you made with it keep their storage. New ones are paid one by one.'),
    ).toBeVisible();
    expect(within(box).queryByRole('button', { name: 'Cancel Subscription' })).not.toBeInTheDocument();
    answer('POST /api/create-subscription', { clientSecret: 'pi_1_secret_2' });
    await person.click(within(box).getByRole('button', { name: 'Subscribe Again' }));
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeVisible();
  });
});
