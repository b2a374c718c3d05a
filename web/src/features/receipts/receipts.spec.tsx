import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReceiptView } from '../../lib/api/api-types';
import { answer, example, hold, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { matchMedia } from '../../testing/browser';
import { open } from '../../testing/screen';

const [EXAMPLE] = example('GET /api/user/receipts');

function receipt(change: Partial<ReceiptView> = {}): ReceiptView {
  if (!EXAMPLE) throw new Error('The document has no example of a receipt');
  const { deal: _, ...plain } = EXAMPLE;
  return { ...plain, ...change };
}

const refunded = receipt({ refundedCents: 500, refundedAt: '2026-11-22T08:00:00.000Z' });
const partly = receipt({ amountCents: 8000, refundedCents: 2000 });

function receipts(...list: ReceiptView[]): UserEvent {
  answer('GET /api/user/receipts', list);
  return open('/receipts', 'user').person;
}

const cells = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );

/** A deal as the server tells it with what was paid for it. */
const deal: NonNullable<ReceiptView['deal']> = {
  ...{ agreementId: '4207731958026614', partyAName: 'Anna Miller', partyBName: 'Ben Carter' },
  ...{ kind: 'car', title: null, amount: '2000.00', currency: 'USD', durationSeconds: 11 },
  ...{ createdAt: '2026-11-21T10:00:00.000Z', recordedAt: '2026-11-21T10:00:00.000Z' },
};

describe('the receipts', () => {
  it('name the deal that was paid for', async () => {
    receipts(receipt({ deal }));
    expect(await screen.findByText('Anna Miller ↔ Ben Carter')).toBeVisible();
    expect(screen.getByText('Car sale · $2,000.00 · 0:11 · Nov 21, 2026')).toBeVisible();
  });

  it('stand in a table, test payments marked', async () => {
    receipts(receipt(), receipt({ number: 'SSC-2026-000043', isTest: false, agreementId: null }));
    expect(await cells()).toEqual([
      ['Nov 21, 2026', 'SSC-2026-000042TEST', 'Split Second Contract#4207 7319 5802 6614', '$5.00', 'Open'],
      ['Nov 21, 2026', 'SSC-2026-000043', 'Split Second Contract', '$5.00', 'Open'],
    ]);
    expect(sentTo('GET /api/user/receipts')[0]).toMatchObject({
      query: { limit: '25' },
      headers: { authorization: 'Bearer token-of-anna' },
    });
    await expectAccessible();
  });

  it.each([
    ['whole', refunded, '$5.00Refunded'],
    ['in part', partly, '$80.00$20.00 refunded'],
  ])('say what went back: %s', async (_, one, words) => {
    receipts(one);
    expect((await cells())[0]?.[3]).toBe(words);
  });

  it('are a list with the same content on a phone', async () => {
    matchMedia('(max-width: 51.99rem)');
    receipts(receipt());
    const open = await screen.findByRole('button', { name: 'Open receipt SSC-2026-000042' });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(open.closest('li')).toHaveTextContent(
      /Split Second Contract#4207 7319 5802 6614\$5\.00Nov 21, 2026SSC-2026-000042TESTOpen/,
    );
  });

  it('load', async () => {
    const letGo = hold('GET /api/user/receipts');
    open('/receipts', 'user');
    const box = within(await screen.findByRole('region', { name: 'Receipts' }));
    expect(box.getByRole('status')).toHaveTextContent('Loading');
    letGo([receipt()]);
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('are none yet', async () => {
    receipts();
    expect(await screen.findByRole('heading', { name: 'No receipts yet' })).toBeVisible();
    expect(screen.getByText('When you pay for something, its receipt appears here.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('that cannot be loaded are safe, and asked for again', async () => {
    refuse('GET /api/user/receipts', 503, 'unavailable', 'x');
    const { person } = open('/receipts', 'user');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'Your receipts could not be loaded.They are safe on our server. Check your connection and try again.',
    );
    answer('GET /api/user/receipts', [receipt()]);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('come page by page, and say when the next one does not come', async () => {
    answer('GET /api/user/receipts', [receipt()], { headers: { 'x-next-cursor': 'next-1' } });
    const { person } = open('/receipts', 'user');
    const more = await screen.findByRole('button', { name: 'Show more' });
    refuse('GET /api/user/receipts', 503, 'unavailable', 'x');
    await person.click(more);
    expect(await screen.findByText('The next receipts could not be loaded. Please try again.')).toBeVisible();
    expect(screen.getByRole('table')).toBeVisible();
    answer('GET /api/user/receipts', [receipt({ number: 'SSC-2026-000001' })]);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await cells()).toHaveLength(2));
    expect(sentTo('GET /api/user/receipts').at(-1)?.query).toEqual({ limit: '25', cursor: 'next-1' });
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});

describe('a receipt', () => {
  async function opened(one: ReceiptView) {
    const person = receipts(one);
    await person.click(await screen.findByRole('button', { name: 'Open receipt SSC-2026-000042' }));
    return { person, box: within(await screen.findByRole('dialog', { name: 'Receipt' })) };
  }

  type Box = Awaited<ReturnType<typeof opened>>['box'];
  const fact = (box: Box, name: string | RegExp) =>
    box.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

  it('says what was paid, when, for what and by whom', async () => {
    const { box } = await opened(receipt());
    expect(fact(box, 'Receipt number')).toBe('SSC-2026-000042');
    expect(fact(box, 'Paid')).toBe('Nov 21, 2026, 10:00 AM UTC');
    expect(fact(box, 'For')).toBe('Split Second Contract');
    expect(fact(box, 'Agreement ID')).toBe('#4207 7319 5802 6614');
    expect(fact(box, 'Paid by')).toBe('Anna Milleranna@example.com');
    expect(fact(box, 'Amount paid')).toBe('$5.00');
    expect(box.queryByText('Total after refund')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('says which deal it was for', async () => {
    const { box } = await opened(receipt({ deal: { ...deal, title: 'Honda Civic' } }));
    expect(await box.findByText(/^Honda Civic · /)).toBeVisible();
    expect(box.getByText(`${deal.partyAName} ↔ ${deal.partyBName}`)).toBeVisible();
    await expectAccessible();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('of a test payment says so (%s)', async (isTest, times) => {
    const { box } = await opened(receipt({ isTest }));
    expect(box.queryAllByText('TEST')).toHaveLength(times);
    expect(box.queryAllByText('Made in test mode. No money moved.')).toHaveLength(times);
  });

  it('says what went back, when, and what is left', async () => {
    const { box } = await opened(partly);
    expect(fact(box, /^Refunded Nov 21, 2026/)).toBe('−$20.00');
    expect(fact(box, 'Total after refund')).toBe('$60.00');
  });

  it('says what went back where nobody knows when', async () => {
    const { box } = await opened(receipt({ refundedCents: 500, refundedAt: null }));
    expect(fact(box, 'Refunded')).toBe('−$5.00');
    expect(fact(box, 'Total after refund')).toBe('$0.00');
  });

  it('is printed under its number', async () => {
    const print = jest.fn<() => void>();
    const { print: before } = window;
    window.print = print;
    const { person, box } = await opened(receipt());
    await person.click(box.getByRole('button', { name: 'Print or Save as PDF' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.title).toBe('receipt_SSC-2026-000042');
    window.dispatchEvent(new Event('afterprint'));
    expect(document.title).toBe('Receipts · Split Second Contract');
    window.print = before;
  });

  it('closes, and the focus goes back', async () => {
    const { person, box } = await opened(receipt());
    await person.click(box.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Open receipt SSC-2026-000042' })).toHaveFocus();
  });
});
