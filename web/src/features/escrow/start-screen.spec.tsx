import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buttonClass } from '../../components/ui/button-class';
import { getToasts } from '../../components/ui/toast-store';
import type { AgreementView } from '../../lib/api/api-types';
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
import { expectProblem, fill, open, place, saidInPlace } from '../../testing/screen';
import { readUnderway } from '../payments/settlement';
import type { Escrow } from './escrow';

const ID = '4207731958026614';
const READ = 'GET /api/escrow/{agreementId}';
const AGREEMENT = 'GET /api/agreements/{agreementId}';
const SEND_LINK = 'POST /api/escrow/{agreementId}/send-link';
const CREATE = 'POST /api/create-escrow-intent';

function agreement(change: Partial<AgreementView> = {}): AgreementView {
  return {
    ...example(AGREEMENT),
    contentDeletedAt: null,
    status: 'awaiting_party',
    partyAName: 'Anna Miller',
    partyAEmail: 'anna@example.com',
    partyBName: 'Ben Carter',
    partyBEmail: 'ben@example.com',
    amount: '250.00',
    escrowHoldPeriod: '3days',
    ...change,
  };
}

function escrowOf(change: Partial<Escrow> = {}): Escrow {
  return {
    ...example(READ),
    state: 'requires_onboarding',
    role: 'buyer',
    buyerParty: 'a',
    amount: 25_000,
    platformFee: 1250,
    sellerAmount: 23_750,
    buyerRefund: 0,
    holdHours: 24,
    heldAt: null,
    settledAt: null,
    chargeback: null,
    isBankTaking: false,
    isContentDeleted: false,
    sentBack: 0,
    seller: 'b**@example.com',
    actions: [],
    steps: [],
    ...change,
  };
}

/** Opens the form: nothing is held yet for the contract. */
async function openForm(change: Partial<AgreementView> = {}) {
  refuse(READ, 404, 'not_found', 'Not found');
  answer(AGREEMENT, agreement(change));
  const opened = open(`/escrow?agreementId=${ID}`, 'user');
  await screen.findByRole('heading', { name: 'What you pay' });
  return opened;
}

const submit = () => screen.getByRole('button', { name: 'Continue' });

describe('the address of the payment protection', () => {
  it('without a contract begins with which one it is, and says what is missing', async () => {
    const open1 = agreement({ kind: 'car' });
    const other = agreement({ agreementId: '4207731958026615', partyBName: 'Cara Diaz', status: 'pending' });
    answer('GET /api/users/{id}/agreements', [open1, other]);
    const { person } = open('/escrow', 'user');
    const choice = await screen.findByLabelText('Contract');
    expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Choose a contract',
      expect.stringMatching(/^Anna Miller ↔ Ben Carter · Car sale · \$250\.00 · /),
    ]);
    await person.click(submit());
    await saidInPlace('Missing Information', 'Please fill in all required fields');
    expectProblem('Contract', 'Please fill in all required fields');
    expect(sentTo(CREATE)).toEqual([]);
    await person.selectOptions(choice, ID);
    expect(screen.getByLabelText('Amount')).toHaveValue('250');
    expect(screen.getByLabelText('Seller email')).toHaveValue('ben@example.com');
    answer(CREATE, {
      ...example(CREATE),
      requiresOnboarding: true,
      clientSecret: null,
      paymentIntentId: null,
    });
    answer(READ, escrowOf());
    answer(AGREEMENT, open1);
    await person.click(submit());
    await waitFor(() => expect(place()).toBe(`/escrow?agreementId=${ID}`));
    await expectAccessible();
  });

  it('without a contract keeps what was typed before one is chosen, and fills in the rest', async () => {
    const cara = {
      agreementId: '4207731958026615',
      partyBName: 'Cara Diaz',
      partyBEmail: 'cara@example.com',
    };
    answer('GET /api/users/{id}/agreements', [agreement(), agreement({ ...cara, amount: '80.00' })]);
    const { person } = open('/escrow', 'user');
    const choice = await screen.findByLabelText('Contract');
    await fill(person, 'Amount', '99');
    await person.selectOptions(choice, ID);
    expect(screen.getByLabelText('Amount')).toHaveValue('99');
    expect(screen.getByLabelText('Seller email')).toHaveValue('ben@example.com');
    await person.selectOptions(choice, cara.agreementId);
    expect(screen.getByLabelText('Amount')).toHaveValue('99');
    expect(screen.getByLabelText('Seller email')).toHaveValue('cara@example.com');
    await fill(person, 'Seller email', 'garage@example.org');
    await fill(person, 'Amount', '');
    await person.selectOptions(choice, ID);
    expect(screen.getByLabelText('Amount')).toHaveValue('250');
    expect(screen.getByLabelText('Seller email')).toHaveValue('garage@example.org');
  });

  it('without a contract looks on to those that are further back', async () => {
    const list = 'GET /api/users/{id}/agreements';
    let letGo = (_page: AgreementView[]) => {};
    const first = new Promise<AgreementView[]>((resolve) => {
      letGo = resolve;
    });
    answer(list, first, { headers: { 'x-next-cursor': 'next-1' } });
    open('/escrow', 'user');
    await waitFor(() => expect(sentTo(list)).toHaveLength(1));
    answer(list, [agreement()]);
    letGo([agreement({ agreementId: '4207731958026615', status: 'pending' })]);
    expect(await screen.findByLabelText('Contract')).toBeVisible();
    expect(sentTo(list)[1]).toMatchObject({ query: { cursor: 'next-1' } });
  });

  it('without a contract says what to do first where none can be protected', async () => {
    answer('GET /api/users/{id}/agreements', [agreement({ status: 'pending' })]);
    open('/escrow', 'user');
    expect(await screen.findByText('You have no contract that a payment can be protected for')).toBeVisible();
    expect(screen.queryByLabelText('Amount')).not.toBeInTheDocument();
  });

  it.each(['seller:bounced', 'partyB:bounced,seller:undelivered', 'partyB:bounced', null])(
    'tells a buyer who waits for the seller whether our mail arrived: %s',
    async (mailProblem) => {
      answer(READ, escrowOf());
      answer(AGREEMENT, agreement({ mailProblem }));
      open(`/escrow?agreementId=${ID}`, 'user');
      await screen.findByRole('heading', { name: 'Seller Onboarding Required' });
      const words = 'Our email to the seller did not arrive. Check the address.';
      if (mailProblem?.includes('seller')) expect(await screen.findByText(words)).toBeVisible();
      else {
        await screen.findByText(/We mailed ben@example\.com/);
        expect(screen.queryByText(words)).not.toBeInTheDocument();
      }
    },
  );

  it('leads sellers back to their mail, and buyers to their account', async () => {
    open(`/escrow?agreementId=${ID}`);
    expect(await screen.findByText(/use its link\. The link has your key/)).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    expect(main.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/contact');
    expect(place()).toBe(`/escrow?agreementId=${ID}`);
    await expectAccessible();
  });

  it('leads sellers who are signed in back to their mail, too, before it asks for a payment', async () => {
    refuse(READ, 404, 'not_found', 'Not found');
    refuse(AGREEMENT, 404, 'agreement_not_found', 'No such agreement');
    answer(SEND_LINK, Promise.resolve(undefined));
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    const seller = within(await screen.findByRole('region', { name: 'Are you the seller?' }));
    await person.click(seller.getByRole('button', { name: 'Send it again' }));
    expect(await seller.findByText(/^If a payment waits for you/)).toBeVisible();
    expect(sentTo(SEND_LINK)).toMatchObject([{ params: { agreementId: ID } }]);
    expect(screen.getByRole('heading', { name: 'Are you the buyer?' })).toBeVisible();
    await expectAccessible();
  });

  it('takes nobody for a seller because the contract could not be read', async () => {
    refuse(READ, 404, 'not_found', 'Not found');
    refuse(AGREEMENT, 503, 'unavailable', 'Not now');
    open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByRole('heading', { name: 'What you pay' })).toBeVisible();
    expect(await screen.findByLabelText('Seller email')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Are you the seller?' })).not.toBeInTheDocument();
  });

  it('sends sellers who have lost it their link again, and does not tell whether there is one', async () => {
    const { person } = open(`/escrow?agreementId=${ID}`);
    const letGo = hold(SEND_LINK);
    const button = await screen.findByRole('button', { name: 'Send it again' });
    // It is there before its first words, or they would not be read out.
    const status = within(screen.getByRole('main')).getByRole('status');
    expect(status).not.toHaveClass('empty:hidden');
    await person.click(button);
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeVisible();
    letGo(undefined);
    expect(
      await screen.findByText(
        /If a payment waits for you, the link is on its way to the address that it names/,
      ),
    ).toBeVisible();
    expect(status).toHaveTextContent(/^If a payment waits/);
    expect(sentTo(SEND_LINK)).toMatchObject([{ params: { agreementId: ID } }]);
    await expectAccessible();
  });

  it.each([
    [429, 'too_many_requests', /^Too many requests from here/],
    [503, 'unavailable', /^That did not work/],
  ] as const)('says why the link is not sent again (%s)', async (status, code, words) => {
    refuse(SEND_LINK, status, code, 'No');
    const { person } = open(`/escrow?agreementId=${ID}`);
    await person.click(await screen.findByRole('button', { name: 'Send it again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });

  it('says that it is loading', async () => {
    const letGo = hold(READ);
    open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByText('Loading', { selector: 'main [role=status] *' })).toBeInTheDocument();
    letGo(escrowOf({ state: 'released' }));
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
  });
});

describe('the form of a held payment', () => {
  it('is filled from the contract, shows the fee, and can be read out', async () => {
    await openForm();
    expect(await screen.findByLabelText('Amount')).toHaveValue('250');
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(
      'What you and the seller agreed, from $0.50 to $100,000',
    );
    expect(screen.getByLabelText('Seller email')).toHaveValue('ben@example.com');
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'You pay',
      'Protection fee (5%)',
      'Seller gets',
    ]);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '$250.00',
      '$12.50',
      '$237.50',
    ]);
    expect(await screen.findByText('The fee is $12.50. The seller gets $237.50.')).toBeInTheDocument();
    expect(
      screen.getByText('From then on you have 3 days to look at it and report a problem.'),
    ).toBeVisible();
    await expectAccessible();
  });

  it('takes party A for the seller where party B pays', async () => {
    await openForm({ partyBEmail: 'anna@example.com', partyAEmail: 'otto@example.com' });
    expect(await screen.findByLabelText('Seller email')).toHaveValue('otto@example.com');
  });

  it('is empty where the reader may not read the contract', async () => {
    refuse(READ, 404, 'not_found', 'Not found');
    refuse(AGREEMENT, 403, 'forbidden', 'No');
    open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByLabelText('Amount')).toHaveValue('');
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['–', '–', '–']);
    expect(
      screen.getByText(
        'From then on you have the time that the contract sets, at least 24 hours, to look at it and report a problem.',
      ),
    ).toBeVisible();
  });

  it('asks for what is missing, in the words of the specification', async () => {
    const { person } = await openForm({ amount: null });
    await person.clear(await screen.findByLabelText('Seller email'));
    await person.click(submit());
    await saidInPlace('Missing Information', 'Please fill in all required fields');
    expectProblem('Amount', 'Please fill in all required fields');
    expectProblem('Seller email', 'Please fill in all required fields');
    expect(screen.getByLabelText('Amount')).toHaveFocus();
    const said = screen.getByRole('alert');
    await person.click(submit());
    // A new one is read out again.
    expect(screen.getByRole('alert')).not.toBe(said);
    expect(sentTo(CREATE)).toEqual([]);
  });

  it.each([
    ['much', 'Please enter an amount such as 250 or 250.50'],
    ['0.49', 'Please enter an amount from $0.50 to $100,000'],
    ['100000.01', 'Please enter an amount from $0.50 to $100,000'],
  ])('refuses the amount “%s”', async (typed, problem) => {
    const { person } = await openForm();
    await screen.findByLabelText('Amount');
    await fill(person, 'Amount', typed);
    await person.click(submit());
    expectProblem('Amount', problem);
    expect(sentTo(CREATE)).toEqual([]);
  });

  it('shows no fee of an amount that cannot be protected', async () => {
    const { person } = await openForm({ amount: null });
    const lines = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
    await screen.findByLabelText('Amount');
    await fill(person, 'Amount', '100000');
    expect(lines()).toEqual(['$100,000.00', '$5,000.00', '$95,000.00']);
    await fill(person, 'Amount', '100000.01');
    expect(lines()).toEqual(['–', '–', '–']);
    await fill(person, 'Amount', '0.49');
    expect(lines()).toEqual(['–', '–', '–']);
  });

  it.each([
    ['ben', 'Please enter a valid email address'],
    ['ANNA@example.com', 'Buyer and seller cannot be the same person.'],
  ])('refuses the seller “%s”', async (typed, problem) => {
    const { person } = await openForm();
    await screen.findByLabelText('Seller email');
    await fill(person, 'Seller email', typed);
    await person.click(submit());
    expectProblem('Seller email', problem);
    expect(screen.getByLabelText('Seller email')).toHaveFocus();
    expect(sentTo(CREATE)).toEqual([]);
  });

  it('warns of a seller who is not of the contract', async () => {
    const { person } = await openForm();
    await screen.findByLabelText('Seller email');
    await fill(person, 'Seller email', 'stranger@example.com');
    expect(
      screen.getByText(
        'stranger@example.com is not the address of Anna Miller or Ben Carter in this contract. That can be right. Check it once more: whoever receives this mail is paid.',
      ),
    ).toBeVisible();
  });

  it('sends the amount in dollars with the fee that was shown, and waits for the seller', async () => {
    answer(CREATE, {
      ...example(CREATE),
      requiresOnboarding: true,
      clientSecret: null,
      paymentIntentId: null,
    });
    const { person } = await openForm();
    await screen.findByLabelText('Amount');
    await fill(person, 'Amount', '$1,250.50');
    await fill(person, 'Seller email', ' ben@example.com ');
    answer(READ, escrowOf());
    await person.click(submit());
    // It takes the place of the form, so no message in the corner says it once more.
    expect(await screen.findByRole('heading', { name: 'Seller Onboarding Required' })).toHaveFocus();
    expect(screen.getByText(/^The seller must complete the connected-account setup first\./)).toBeVisible();
    expect(getToasts().filter((one) => one.open)).toEqual([]);
    expect(sentTo(CREATE).map(({ body }) => body)).toEqual([
      { agreementId: ID, amount: 1250.5, sellerEmail: 'ben@example.com', platformFeePercent: 5 },
    ]);
    expect(await screen.findByRole('button', { name: 'Start Seller Onboarding' })).toBeVisible();
  });

  it('goes on to the payment where the seller can be paid already', async () => {
    answer(CREATE, { ...example(CREATE), requiresOnboarding: false });
    answer('GET /api/config');
    const { person } = await openForm();
    answer('GET /api/config', {
      ...example('GET /api/config'),
      payments: { mode: 'sandbox', publishableKey: 'pk_test', sandboxConfirmUrl: 'http://localhost:1' },
    });
    await screen.findByLabelText('Amount');
    answer(READ, escrowOf({ state: 'requires_payment', actions: ['pay'] }));
    await person.click(submit());
    expect(await screen.findByRole('heading', { name: 'Payment summary' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Payment' })).toHaveFocus();
    // The secret came with the answer: nothing else is asked for.
    expect(sentTo('POST /api/create-payment-intent')).toEqual([]);
  });

  it('shows in the words of the specification that it failed, and why', async () => {
    refuse(CREATE, 503, 'internal', 'Please try again later.');
    const { person } = await openForm();
    await screen.findByLabelText('Amount');
    await person.click(submit());
    await saidInPlace('Error', 'Failed to create escrow paymentPlease try again later. Nothing was charged.');
  });

  it.each([
    ['amount_out_of_range', 'The amount must be between $0.50 and $100,000.', 'Amount'],
    ['seller_is_buyer', 'Buyer and seller cannot be the same person.', 'Seller email'],
  ] as const)('shows the refusal %s at its field', async (code, sentence, label) => {
    refuse(CREATE, 422, code, sentence);
    const { person } = await openForm();
    await screen.findByLabelText('Amount');
    await person.click(submit());
    await waitFor(() => expectProblem(label, sentence));
  });

  it('looks again when somebody was faster', async () => {
    refuse(CREATE, 409, 'already_held', 'This contract already has payment protection.');
    const { person } = await openForm();
    await screen.findByLabelText('Amount');
    answer(READ, escrowOf({ state: 'held' }));
    await person.click(submit());
    expect(
      await screen.findByText('We hold your money. When you have what was agreed, say so here.'),
    ).toBeVisible();
  });

  it('starts again where nobody had paid', async () => {
    answer(READ, escrowOf({ state: 'failed', isContractCancelled: false }));
    answer(AGREEMENT, agreement());
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    await person.click(await screen.findByRole('button', { name: 'Start Again' }));
    expect(screen.getByRole('heading', { name: 'What you pay' })).toHaveFocus();
    expect(await screen.findByLabelText('Amount')).toHaveValue('250');
  });
});

describe('a contract that nothing can be protected for', () => {
  it('is not paid yet', async () => {
    await openForm({ status: 'pending' });
    expect(await screen.findByText('Pay for the contract first')).toBeVisible();
    expect(
      screen.getByText('A payment can be protected once its contract is paid for. Your recording is safe.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Complete Payment' })).toHaveAttribute(
      'href',
      `/checkout?agreementId=${ID}&plan=split-second-contract`,
    );
    expect(screen.queryByLabelText('Amount')).not.toBeInTheDocument();
  });

  it('has no recording any more', async () => {
    await openForm({ status: 'completed', contentDeletedAt: '2026-11-21T10:00:00.000Z' });
    expect(await screen.findByText('The recording is no longer kept')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });

  it('was cancelled', async () => {
    await openForm({ status: 'cancelled' });
    expect(await screen.findByText('This contract was cancelled')).toBeVisible();
    expect(screen.getByText('Nothing can be paid for it any more.')).toBeVisible();
    expect(screen.queryByLabelText('Amount')).not.toBeInTheDocument();
  });
});

describe('a seller who has to set up payouts', () => {
  const CONNECT = 'POST /api/create-connect-account';

  it('is set up by the buyer in a new tab', async () => {
    const tab = { closed: false, opener: window, location: { replace: jest.fn() }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    answer(READ, escrowOf());
    answer(AGREEMENT, agreement());
    answer(CONNECT, { onboardingUrl: 'https://connect.stripe.com/setup/x' });
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByRole('heading', { name: 'Seller Onboarding Required' })).toBeVisible();
    expect(
      screen.getByText(
        'We mailed ben@example.com a link to set up payouts. You can leave this page and come back.',
      ),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('Seller email')).not.toBeInTheDocument());
    await person.click(screen.getByRole('button', { name: 'Start Seller Onboarding' }));
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://connect.stripe.com/setup/x'),
    );
    expect(sentTo(CONNECT).map(({ body }) => body)).toEqual([{ userId: 17, email: 'ben@example.com' }]);
    opened.mockRestore();
  });

  it('is not the job of the buyer: the mail comes first, and the button is second and quiet', async () => {
    answer(READ, escrowOf());
    answer(AGREEMENT, agreement());
    open(`/escrow?agreementId=${ID}`, 'user');
    const start = await screen.findByRole('button', { name: 'Start Seller Onboarding' });
    const mailed = await screen.findByText(/^We mailed .* a link to set up payouts\./);
    expect(mailed.compareDocumentPosition(start)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(start).toHaveClass(...buttonClass('secondary').split(' '));
    const loud = screen.getByRole('main').querySelectorAll('.bg-accent');
    expect([...loud].map(({ textContent }) => textContent)).toEqual([]);
  });

  it('closes the tab when it fails, in the words of the specification', async () => {
    const tab = { closed: false, opener: window, location: { replace: jest.fn() }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    answer(READ, escrowOf());
    answer(AGREEMENT, agreement());
    answer(CONNECT, { onboardingUrl: 'javascript:alert(1)' });
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByRole('heading', { name: 'Seller Onboarding Required' })).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('Seller email')).not.toBeInTheDocument());
    await person.click(screen.getByRole('button', { name: 'Start Seller Onboarding' }));
    await saidInPlace('Error', 'Failed to start seller onboarding');
    expect(tab.close).toHaveBeenCalledTimes(1);
    expect(tab.location.replace).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('is named again where this page does not know the address', async () => {
    answer(READ, escrowOf());
    refuse(AGREEMENT, 403, 'forbidden', 'No');
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    await screen.findByLabelText('Seller email');
    await fill(person, 'Seller email', 'carl@example.com');
    await person.click(screen.getByRole('button', { name: 'Start Seller Onboarding' }));
    expectProblem('Seller email', 'Please enter the address that belongs to b**@example.com');
    expect(sentTo(CONNECT)).toEqual([]);
  });

  it('is looked for again, and then the payment begins', async () => {
    answer(READ, escrowOf());
    answer(AGREEMENT, agreement());
    answer('POST /api/create-payment-intent', {
      ...example('POST /api/create-payment-intent'),
      clientSecret: null,
    });
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByText('We look again by ourselves while this page is open.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Look Again' }));
    expect(await screen.findByText('Not finished yet. We keep looking.')).toBeVisible();
    expect(sentTo(READ)).toHaveLength(2);
    answer(READ, escrowOf({ state: 'requires_payment', actions: ['pay'] }));
    await person.click(screen.getByRole('button', { name: 'Look Again' }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toHaveFocus();
  });

  it('is not said to be unfinished where the server could not be asked', async () => {
    answer(READ, escrowOf());
    answer(AGREEMENT, agreement());
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    await screen.findByText('We look again by ourselves while this page is open.');
    unreachable(READ);
    await person.click(screen.getByRole('button', { name: 'Look Again' }));
    expect(await screen.findByText('We could not look just now. We try again by ourselves.')).toBeVisible();
    expect(screen.queryByText(/Not finished yet/)).not.toBeInTheDocument();
    answer(READ, escrowOf());
    await person.click(screen.getByRole('button', { name: 'Look Again' }));
    expect(await screen.findByText('Not finished yet. We keep looking.')).toBeVisible();
  });
});

describe('the payment of the buyer', () => {
  const INTENT = 'POST /api/create-payment-intent';

  async function openPayment() {
    answer(READ, escrowOf({ state: 'requires_payment', actions: ['pay'] }));
    answer('GET /api/config', {
      ...example('GET /api/config'),
      payments: { mode: 'sandbox', publishableKey: 'pk_test', sandboxConfirmUrl: 'http://localhost:1' },
    });
    const opened = open(`/escrow?agreementId=${ID}`, 'user');
    await screen.findByRole('heading', { name: 'Payment summary' });
    return opened;
  }

  it('is prepared for the amount and says that it is a test', async () => {
    answer(INTENT, { ...example(INTENT), amount: 25_000 });
    await openPayment();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Ben Carter · b**@example.com',
      '24 hours',
      '$12.50',
      '$237.50',
      '$250.00',
    ]);
    expect(await screen.findByRole('button', { name: 'Pay $250.00' })).toBeVisible();
    expect(sentTo(INTENT).map(({ body }) => body)).toEqual([
      { amount: 250, type: 'held_payment', agreementId: ID, description: 'Payment protection' },
    ]);
  });

  it('leads to the dashboard once the server has the money, and keeps what it has to say there', async () => {
    const CONFIRM = 'http://localhost:1/v1/payment_intents/pi_3QK8x2eZvKYlo2C/confirm';
    answer(INTENT, { ...example(INTENT), amount: 25_000 });
    answerElsewhere(CONFIRM, { status: 'succeeded' });
    const { person } = await openPayment();
    const pay = await screen.findByRole('button', { name: 'Pay $250.00' });
    const held = escrowOf({ state: 'held', heldAt: '2026-11-21T10:00:00.000Z' });
    const toPay = escrowOf({ state: 'requires_payment', actions: ['pay'] });
    answer(READ, () => (sentElsewhere(CONFIRM).length > 0 ? held : toPay));
    await person.click(pay);
    expect(await screen.findByText('Taking you to your dashboard.')).toBeVisible();
    await waitFor(() => expect(loadedPages()).toEqual(['/dashboard?paid=1']));
    expect(readUnderway()).toMatchObject({ kind: 'order', agreementId: ID, type: 'held_payment' });
  });

  it('is corrected before anybody pays: another amount, another seller', async () => {
    answer(AGREEMENT, agreement());
    answer(INTENT, { ...example(INTENT), amount: 25_000 });
    const { person } = await openPayment();
    await person.click(screen.getByRole('button', { name: 'Change amount or seller' }));
    expect(await screen.findByRole('heading', { name: 'Change amount or seller' })).toHaveFocus();
    expect(screen.getByLabelText('Amount')).toHaveValue('250');
    expect(screen.getByLabelText('Seller email')).toHaveValue('ben@example.com');
    expect(screen.queryByRole('button', { name: 'Pay $250.00' })).not.toBeInTheDocument();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Keep it as it is' }));
    expect(screen.getByRole('button', { name: 'Change amount or seller' })).toHaveFocus();

    await person.click(screen.getByRole('button', { name: 'Change amount or seller' }));
    await fill(person, 'Amount', '80');
    await fill(person, 'Seller email', 'garage@example.org');
    answer(CREATE, {
      ...example(CREATE),
      requiresOnboarding: false,
      clientSecret: 'pi_2_secret_b',
      paymentIntentId: 'pi_2',
    });
    answer(
      READ,
      escrowOf({ state: 'requires_payment', actions: ['pay'], amount: 8000, seller: 'g***@example.org' }),
    );
    await person.click(submit());
    expect(await screen.findByRole('button', { name: 'Pay $80.00' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Payment' })).toHaveFocus();
    expect(sentTo(CREATE).map(({ body }) => body)).toEqual([
      { agreementId: ID, amount: 80, sellerEmail: 'garage@example.org', platformFeePercent: 5 },
    ]);
    // What was prepared for the former amount is not asked for again.
    expect(sentTo(INTENT)).toHaveLength(1);
  });

  it('is corrected while its seller is not ready, by somebody who may not read the contract', async () => {
    answer(READ, escrowOf());
    refuse(AGREEMENT, 403, 'forbidden', 'No');
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    await person.click(await screen.findByRole('button', { name: 'Change amount or seller' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('250');
    expect(screen.getByLabelText('Seller email')).toHaveValue('');
  });

  it('says in the words of the specification that it could not be prepared, and tries again', async () => {
    refuse(INTENT, 503, 'internal', 'Later.');
    const { person } = await openPayment();
    await saidInPlace('Payment Setup Error', 'Unable to initialize payment. Please try again.');
    answer(INTENT, { ...example(INTENT), amount: 25_000 });
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Pay $250.00' })).toBeVisible();
  });

  it('is prepared anew when its amount was changed in another tab', async () => {
    answer(INTENT, { ...example(INTENT), amount: 25_000 });
    await openPayment();
    expect(await screen.findByRole('button', { name: 'Pay $250.00' })).toBeVisible();
    answer(INTENT, { ...example(INTENT), amount: 8000 });
    answer(READ, escrowOf({ state: 'requires_payment', actions: ['pay'], amount: 8000 }));
    act(() => window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('button', { name: 'Pay $80.00' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay $250.00' })).not.toBeInTheDocument();
    expect(sentTo(INTENT)).toHaveLength(2);
  });

  it('is prepared anew when what was prepared was withdrawn for another seller', async () => {
    const CONFIRM = 'http://localhost:1/v1/payment_intents/pi_1/confirm';
    const prepared = { ...example(INTENT), amount: 25_000 };
    answer(INTENT, { ...prepared, clientSecret: 'pi_1_secret_a' });
    answerElsewhere(CONFIRM, { error: { message: 'x', payment_intent: { status: 'canceled' } } }, 400);
    const { person } = await openPayment();
    const pay = await screen.findByRole('button', { name: 'Pay $250.00' });
    answer(INTENT, { ...prepared, clientSecret: 'pi_2_secret_b' });
    answer(READ, escrowOf({ state: 'requires_payment', actions: ['pay'], seller: 'g***@example.org' }));
    await person.click(pay);
    await saidInPlace(
      'This payment has changed',
      'It was changed on another page or device. Look at the amount again before you pay.',
    );
    expect(await screen.findByText(/g\*\*\*@example\.org/)).toBeVisible();
    expect(sentTo(INTENT)).toHaveLength(2);
  });

  it('shows how it stands when it was paid in another tab', async () => {
    refuse(INTENT, 409, 'already_held', 'This contract already has payment protection.');
    answer(READ, ({ headers }) => escrowOf(headers ? { state: 'requires_payment', actions: ['pay'] } : {}));
    await openPayment();
    answer(READ, escrowOf({ state: 'held' }));
    expect(
      await screen.findByText('We hold your money. When you have what was agreed, say so here.'),
    ).toBeVisible();
  });
});
