import { screen, waitFor } from '@testing-library/react';
import {
  cells,
  giveReason,
  ID,
  openSection,
  PAYMENTS,
  payment,
  rows,
  SHOWN_ID,
  USERS,
  user,
} from '../../testing/admin-lists';
import { answer, example, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { toasted } from '../../testing/screen';

describe('payments', () => {
  it('are listed with what they were for', async () => {
    answer(PAYMENTS, [
      payment(),
      payment({
        id: 'p-2',
        purpose: 'manual_transcription',
        status: 'quarantined',
        receiptNumber: null,
        amountCents: 200,
      }),
      payment({ id: 'p-3', status: 'refunding' }),
    ]);
    openSection('payments');
    const found = await rows('Payments');
    expect(found.map((row) => cells(row).slice(0, 4))).toEqual([
      ['ContractReceipt SSC-2026-000042 · Payer: user 17', SHOWN_ID, '$5.00', 'Paid'],
      ['Transcript by a personNo receipt · Payer: user 17', SHOWN_ID, '$2.00', 'Set aside'],
      ['ContractReceipt SSC-2026-000042 · Payer: user 17', SHOWN_ID, '$5.00', 'Being refunded'],
    ]);
    expect(screen.getAllByRole('button', { name: /^Refund payment/ })).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: `Find contract ${SHOWN_ID}` })[0]).toHaveAttribute(
      'href',
      `/admin?section=agreements&q=${ID}`,
    );
  });

  it('say who has refunded them by hand, and when the money was back', async () => {
    const refundedAt = '2026-11-24T10:00:00.000Z';
    answer(PAYMENTS, [
      payment({ id: 'p-1', status: 'refunded', refundedBy: 44, refundedAt }),
      payment({ id: 'p-2', status: 'refunding', refundedBy: 45 }),
      payment({ id: 'p-3', status: 'refunded', refundedAt }),
    ]);
    answer(USERS, [user({ id: 44, username: 'Dora Fox', email: 'dora@example.com', role: 'admin' })]);
    openSection('payments');
    expect(await screen.findByRole('link', { name: 'Dora Fox' })).toBeVisible();
    expect((await rows('Payments')).map((row) => cells(row)[3])).toEqual([
      expect.stringMatching(/^RefundedNov 24, 2026.*Refund started by: Dora Fox$/),
      'Being refundedRefund started by: user 45',
      expect.stringMatching(/^RefundedNov 24, 2026(?!.*started by)/),
    ]);
    await expectAccessible();
  });

  it('say which deal each was for, asked for once', async () => {
    const [deal] = example('GET /api/admin/agreements');
    if (!deal) throw new Error('no example');
    const title = 'Honda Civic';
    answer('GET /api/admin/agreements', [{ ...deal, agreementId: ID, title, amount: '2000.00' }]);
    answer(PAYMENTS, [payment(), payment({ id: 'p-2' })]);
    openSection('payments');
    expect(await screen.findAllByText(/^Honda Civic · \$2,000\.00/)).toHaveLength(2);
    expect(sentTo('GET /api/admin/agreements').map(({ query }) => query)).toEqual([
      { limit: '100', ids: ID },
    ]);
    await expectAccessible();
  });

  it('say what went back already, and why the rest has not', async () => {
    const lastError = 'The payment is disputed; its bank decides first';
    answer(PAYMENTS, [
      payment({ refundedCents: 150 }),
      payment({ id: 'p-2', status: 'refunding', lastError }),
      payment({ id: 'p-3', status: 'refunded', refundedCents: 500 }),
      payment({ id: 'p-4', lastError: 'Your card was declined' }),
    ]);
    const { person } = openSection('payments');
    const found = (await rows('Payments')).map((row) => cells(row).slice(2, 4));
    expect(found).toEqual([
      ['$5.00$1.50 went back', 'Paid'],
      ['$5.00', `Being refundedNot sent back yet: ${lastError}`],
      ['$5.00', 'Refunded'],
      ['$5.00', 'Paid'],
    ]);
    const [first] = screen.getAllByRole('button', { name: 'Refund payment SSC-2026-000042' });
    if (first) await person.click(first);
    expect(
      await screen.findByText(
        '$3.50 goes back to the card it was paid with; $1.50 went back already. This cannot be taken back.',
      ),
    ).toBeVisible();
    await expectAccessible();
  });

  it('are refunded with a reason', async () => {
    const REFUND = 'POST /api/admin/payments/{id}/refund';
    answer(REFUND);
    answer(PAYMENTS, [payment()]);
    const { person } = openSection('payments');
    await person.click(await screen.findByRole('button', { name: 'Refund payment SSC-2026-000042' }));
    expect(
      await screen.findByText('$5.00 goes back to the card it was paid with. This cannot be taken back.'),
    ).toBeVisible();
    expect(
      screen.getByText(/are kept with the payment. Your reason is mailed to those it concerns/),
    ).toBeVisible();
    answer(PAYMENTS, [payment({ status: 'refunded' })]);
    await giveReason(person, 'Refund');
    await toasted('Refund started', 'The person who paid is told by email.');
    expect(sentTo(REFUND).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10' }, body: { reason: 'Asked by the owner' } },
    ]);
    expect(await screen.findByText('Refunded', { selector: 'span' })).toBeVisible();
    await waitFor(() => expect(sentTo('GET /api/admin/stats').length).toBe(2));
  });
});
