import { screen, waitFor, within } from '@testing-library/react';
import { answer, example, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { expectProblem, fill, open, place, toasted } from '../../testing/screen';
import type { AdminEscrow, AdminEscrowDetail } from './escrow-api';

const SHOWN_ID = '#4207 7319 5802 6614';
const LIST = 'GET /api/admin/held-payments';
const DETAIL = 'GET /api/admin/held-payments/{id}';
const DECIDE = 'POST /api/admin/held-payments/{id}/decide';
const LEDGER = 'GET /api/admin/ledger';

const NOTHING = {
  ...{ heldAt: null, deliveredAt: null, receivedAt: null, releaseAt: null, backAt: null, settledAt: null },
  ...{
    problem: null,
    decision: null,
    decidedBy: null,
    chargeback: null,
    isContractCancelled: false,
    isAccountDisabled: false,
    isBuyerUnreached: false,
    isChargePossible: false,
    disabledParty: null,
    chargedBack: 0,
    lastError: null,
    isOverdue: false,
  },
} satisfies Partial<AdminEscrow>;
const AMOUNTS = { amount: 25_000, platformFee: 1250, sellerAmount: 23_750, buyerRefund: 0, buyerId: 17 };

const [someEscrow] = example(LIST) as [AdminEscrow];

function escrowOf(change: Partial<AdminEscrow> = {}): AdminEscrow {
  return {
    ...someEscrow,
    ...NOTHING,
    ...AMOUNTS,
    ...{ id: 'h-1', state: 'disputed', sellerEmail: 'ben@example.com', problem: 'It does not start.' },
    ...change,
  };
}

function detail(change: Partial<AdminEscrowDetail> = {}): AdminEscrowDetail {
  return { ...example(DETAIL), ...escrowOf(), steps: [], ...change };
}

/** The two lists answer apart: what waits for a decision, and all. */
function openEscrows(all: AdminEscrow[], waiting = all.filter(({ state }) => state === 'disputed')) {
  answer('GET /api/admin/stats');
  answer(LIST, ({ query }) => (query.waitsFor === 'decision' ? waiting : all));
  return open('/admin?section=held', 'admin');
}

beforeEach(() => answer(LEDGER));

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);

type Person = ReturnType<typeof open>['person'];

async function openDecision(person: Person) {
  const [button] = await screen.findAllByRole('button', {
    name: `Decide about payment protection of ${SHOWN_ID}`,
  });
  if (button) await person.click(button);
  return within(await screen.findByRole('dialog', { name: 'Decide about payment protection' }));
}

describe('held payments of everybody', () => {
  it('are found by contract, receipt or seller', async () => {
    answer('GET /api/admin/stats');
    answer(LIST, ({ query }) => (query.q ? [] : [escrowOf({ state: 'held' })]));
    const { person } = open('/admin?section=held', 'admin');
    await rows('All payment protection');
    await fill(person, 'Contract, receipt or seller’s email', 'ben@');
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(sentTo(LIST).at(-1)?.query).toEqual({ limit: '50', q: 'ben@' });
    await person.click(screen.getByRole('button', { name: 'Clear search and filter' }));
    expect(place()).toBe('/admin?section=held');
  });

  it('say of one that it waits because no email reaches its buyer', async () => {
    openEscrows([escrowOf({ problem: null, isBuyerUnreached: true })]);
    expect((await rows('Waiting for a decision')).map((row) => cells(row)[1])).toEqual([
      'Payment stoppedOur emails do not reach the buyer, so an administrator decides',
    ]);
  });

  it('begin with those that wait for a decision', async () => {
    openEscrows([
      escrowOf(),
      escrowOf({ id: 'h-2', state: 'release_due', problem: null, releaseAt: '2026-11-23T10:00:00.000Z' }),
      escrowOf({ id: 'h-3', state: 'held', heldAt: '2026-11-21T10:00:00.000Z', isOverdue: true }),
      escrowOf({ id: 'h-4', state: 'held', chargeback: 'open', buyerRefund: 5000, lastError: 'No balance' }),
      escrowOf({
        ...{ id: 'h-6', problem: null, isContractCancelled: true },
        ...{ heldAt: '2026-11-21T10:00:00.000Z', backAt: '2027-02-13T10:00:00.000Z' },
      }),
      escrowOf({ id: 'h-7', problem: null, isAccountDisabled: true, disabledParty: 'buyer' }),
      escrowOf({ id: 'h-5', state: 'released', settledAt: '2026-11-24T10:00:00.000Z' }),
    ]);
    expect((await rows('Waiting for a decision')).map((row) => cells(row)[1])).toEqual([
      'Payment stopped',
      'Payment stoppedThe contract was cancelled',
      'Payment stoppedThe account of the buyer was disabled, so an administrator decides',
    ]);
    const all = await rows('All payment protection');
    expect(all.map((row) => cells(row)[1])).toEqual([
      'Payment stopped',
      'Time to check',
      'Payment heldHeld for too long: it may be decided',
      'Payment heldNot moved: No balanceThe bank asks for it back',
      'Payment stoppedThe contract was cancelled',
      'Payment stoppedThe account of the buyer was disabled, so an administrator decides',
      'Released',
    ]);
    expect(cells(all[0] as HTMLElement)[0]).toBe(`${SHOWN_ID}Buyer: user 17Seller: ben@example.com`);
    expect(all.map((row) => cells(row)[2])).toEqual([
      '$250.00Seller gets $237.50',
      '$250.00Seller gets $237.50',
      '$250.00Seller gets $237.50',
      '$250.00Seller gets $237.50Back $50.00',
      '$250.00Seller gets $237.50',
      '$250.00Seller gets $237.50',
      '$250.00Seller gets $237.50',
    ]);
    expect(all.map((row) => cells(row)[4]?.replace(/(Nov|Feb).*/, ''))).toEqual([
      '–',
      'Release',
      'Held',
      '–',
      'Goes back',
      '–',
      'Settled',
    ]);
    // While a bank asks for the money back, nobody decides.
    expect(all.map((row) => within(row).queryByRole('button', { name: /^Decide/ }) !== null)).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
    await expectAccessible();
  });

  it('say who has decided', async () => {
    answer('GET /api/admin/users', []);
    answer(DETAIL, detail({ state: 'resolving', decision: 'Half each.', decidedBy: 44 }));
    const { person } = openEscrows([
      escrowOf({ state: 'resolving', decidedBy: 44 }),
      escrowOf({ id: 'h-2', state: 'released' }),
    ]);
    const all = await rows('All payment protection');
    expect(all.map((row) => cells(row)[1])).toEqual(['Decision carried outDecided by: user 44', 'Released']);
    const [steps] = screen.getAllByRole('button', { name: `Steps of payment protection of ${SHOWN_ID}` });
    await person.click(steps as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: `Payment protection of ${SHOWN_ID}` }));
    expect(await dialog.findByText('Half each.')).toBeVisible();
    expect(dialog.getByText('Decided by: user 44')).toBeVisible();
    await expectAccessible();
  });

  it('may be none', async () => {
    const { person } = openEscrows([]);
    expect(await screen.findByText('Nothing waits for a decision')).toBeVisible();
    expect(await screen.findByText('No payment protection yet')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('State'), 'Sent back');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(place()).toBe('/admin?section=held&state=refunded');
  });

  it('show every step', async () => {
    answer(
      DETAIL,
      detail({
        decision: 'Half each.',
        steps: [
          {
            at: '2026-11-21T10:00:00.000Z',
            by: 'buyer',
            change: 'problem',
            state: 'disputed',
            note: 'Broken',
          },
          { at: '2026-11-21T11:00:00.000Z', by: 'admin', change: 'decide', state: 'resolving', note: null },
        ],
      }),
    );
    const { person } = openEscrows([escrowOf({ state: 'resolving' })]);
    await person.click(
      await screen.findByRole('button', { name: `Steps of payment protection of ${SHOWN_ID}` }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: `Payment protection of ${SHOWN_ID}` }));
    expect(await dialog.findByText('It does not start.')).toBeVisible();
    expect(dialog.getByText('Half each.')).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('A problem was reported · Buyer“Broken”'),
      expect.stringContaining('A decision was made · Support'),
    ]);
    expect(sentTo(DETAIL)[0]?.params).toEqual({ id: 'h-1' });
    // The row said something older: what was read last counts.
    await person.click(dialog.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByRole('dialog', { name: 'Decide about payment protection' })).toBeVisible();
  });

  it('are decided as they were read last, with what was promised since', async () => {
    answer(DETAIL, detail({ buyerRefund: 5000 }));
    const { person } = openEscrows([escrowOf()]);
    await rows('All payment protection');
    const [steps] = screen.getAllByRole('button', { name: `Steps of payment protection of ${SHOWN_ID}` });
    await person.click(steps as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: `Payment protection of ${SHOWN_ID}` }));
    await waitFor(() => expect(sentTo(DETAIL)).toHaveLength(1));
    await dialog.findAllByText('$50.00');
    await person.click(dialog.getByRole('button', { name: 'Decide' }));
    const decision = within(await screen.findByRole('dialog', { name: 'Decide about payment protection' }));
    await person.click(decision.getByRole('button', { name: 'All to the seller' }));
    const amounts = decision.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(amounts).toEqual(['$190.00', '$10.00', '$50.00', '$250.00']);
  });

  it('say that the steps could not be loaded', async () => {
    unreachable(DETAIL);
    const { person } = openEscrows([escrowOf({ state: 'held' })]);
    await person.click(
      await screen.findByRole('button', { name: `Steps of payment protection of ${SHOWN_ID}` }),
    );
    expect(await screen.findByText('Payment protection could not be loaded.')).toBeVisible();
    answer(DETAIL, detail({ state: 'held' }));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No entries yet.')).toBeVisible();
  });
});

describe('a decision', () => {
  it('divides what is held, with the fee in sight', async () => {
    answer(DECIDE);
    const { person } = openEscrows([escrowOf()]);
    const dialog = await openDecision(person);
    expect(dialog.getByText('It does not start.')).toBeVisible();
    expect(
      dialog.getByText(
        'Divide what is held. Both sides are told, with your reason. This cannot be taken back.',
      ),
    ).toBeVisible();
    expect(dialog.getByText(/^Your name and reason are kept with the payment/)).toBeVisible();
    const amounts = () => dialog.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(amounts()).toEqual(['–', '–', '–', '$250.00']);
    await person.click(dialog.getByRole('button', { name: 'Half each' }));
    expect(amounts()).toEqual(['$118.75', '$6.25', '$125.00', '$250.00']);
    await person.click(dialog.getByRole('button', { name: 'All to the buyer' }));
    expect(amounts()).toEqual(['$0.00', '$0.00', '$250.00', '$250.00']);
    await person.click(dialog.getByRole('button', { name: 'All to the seller' }));
    expect(amounts()).toEqual(['$237.50', '$12.50', '$0.00', '$250.00']);
    await fill(person, 'Part of the seller, before the fee', '100.50');
    await fill(person, 'Reason', ' Both are right. ');
    await person.click(dialog.getByRole('button', { name: 'Decide' }));
    await toasted('Decided', 'Both sides are told by email.');
    expect(sentTo(DECIDE).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: 'h-1' }, body: { sellerAmount: 100.5, reason: 'Both are right.' } },
    ]);
    await waitFor(() => expect(sentTo(LEDGER)).toHaveLength(2));
  });

  it('leaves with the buyer what the seller has given back', async () => {
    const { person } = openEscrows([escrowOf({ buyerRefund: 5000 })]);
    const dialog = await openDecision(person);
    expect(dialog.getByText('The seller gives back $50.00; that part is the buyer’s.')).toBeVisible();
    for (const wrong of ['200.01', '-1', 'half', '']) {
      await fill(person, 'Part of the seller, before the fee', wrong);
      await fill(person, 'Reason', 'Both are right.');
      await person.click(dialog.getByRole('button', { name: 'Decide' }));
      expectProblem('Part of the seller, before the fee', 'Please enter an amount from $0 to $200.00');
    }
    expect(sentTo(DECIDE)).toEqual([]);
  });

  it('comes too late', async () => {
    refuse(DECIDE, 409, 'held_payment_moved', 'This payment is no longer at that step.');
    const { person } = openEscrows([escrowOf()]);
    const dialog = await openDecision(person);
    await person.click(dialog.getByRole('button', { name: 'Half each' }));
    await fill(person, 'Reason', 'Both are right.');
    await person.click(dialog.getByRole('button', { name: 'Decide' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'This was not done.This payment is no longer at that step. Nothing was changed. Refresh the list to see how it stands now.',
    );
  });
});

describe('the ledger', () => {
  it('puts the accounts of single payments together, and is in balance', async () => {
    answer(LEDGER, {
      balances: [
        { account: 'stripe', balanceCents: 50_500 },
        { account: 'held:h-1', balanceCents: -25_000 },
        { account: 'held:h-2', balanceCents: -25_000 },
        { account: 'sales:contract', balanceCents: -500 },
      ],
      sumCents: 0,
    });
    openEscrows([]);
    const card = within(await screen.findByRole('region', { name: 'Ledger' }));
    expect(await card.findByText('In balance')).toBeVisible();
    expect(card.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'AccountBalance',
      'At the payment provider$505.00',
      'Held for buyers and sellers · 2 payments-$500.00',
      'Contracts sold-$5.00',
      'All balances together$0.00',
    ]);
  });

  it('is loud when it is not', async () => {
    answer(LEDGER, { ...example(LEDGER), sumCents: -12_500 });
    openEscrows([]);
    expect(
      await screen.findByText('Not in balance. Tell the developers before anything else is paid.'),
    ).toBeVisible();
  });

  it('may be empty, or fail and be tried again', async () => {
    unreachable(LEDGER);
    const { person } = openEscrows([]);
    expect(await screen.findByText('The ledger could not be loaded.')).toBeVisible();
    answer(LEDGER, { balances: [], sumCents: 0 });
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Nothing was booked yet.')).toBeVisible();
  });
});
