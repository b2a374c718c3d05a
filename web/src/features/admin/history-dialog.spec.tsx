import { screen, within } from '@testing-library/react';
import { AGREEMENTS, agreement, ID, openSection, SHOWN_ID, USERS, user } from '../../testing/admin-lists';
import { answer, example, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { detailPairs } from './history-dialog';

describe('the detail of a log entry', () => {
  it('becomes named texts', () => {
    expect(
      detailPairs({ reason: 'Asked by the owner', extendedDays: 30, 'sent-to': ['a', 'b'], note: null }),
    ).toEqual([
      ['Reason', 'Asked by the owner'],
      ['Extended days', '30'],
      ['Sent to', '["a","b"]'],
    ]);
  });

  it('has words for what the log names by keys', () => {
    expect(detailPairs({ durationMs: 4240, isDraft: true, bytes: 120_034 })).toEqual([
      ['Length', '0:04'],
      ['Draft', 'Yes'],
      ['Size in bytes', '120,034'],
    ]);
  });

  it('tells money, states and reasons in words', () => {
    expect(
      detailPairs({
        reason: 'by_creator',
        state: 'release_due',
        amountCents: 25_000,
        currency: 'usd',
        isKeyed: false,
      }),
    ).toEqual([
      ['Reason', 'cancelled by party A'],
      ['State', 'Time to check'],
      ['Amount', '$250.00'],
      ['With the mailed link', 'No'],
    ]);
    expect(detailPairs({ change: 'clock-started', from: 'awaiting_party', feeCents: 5 })).toEqual([
      ['Step', 'Payment protection: time to check began'],
      ['State before', 'Awaiting Other Party'],
      ['Fee', '$0.05'],
    ]);
    expect(detailPairs({ template: 'proof', recipient: 'partyB', outcome: 'bounced' })).toEqual([
      ['Email', 'Recording and transcript'],
      ['To', 'party B'],
      ['Outcome', 'Bounced'],
    ]);
  });

  it('keeps what a person wrote, and what it does not know', () => {
    expect(detailPairs({ reason: 'by_phone', state: 'constructor' })).toEqual([
      ['Reason', 'by_phone'],
      ['State', 'constructor'],
    ]);
  });

  it('shows a moment with its zone', () => {
    const [[name, text] = []] = detailPairs({ until: '2026-11-21T12:00:00.000Z' });
    expect(name).toBe('Until');
    expect(text).toMatch(/^Nov 2\d, 2026, .+[A-Z]/);
  });

  it.each([null, undefined, '', {}, 7])('%s says nothing', (detail) => {
    expect(detailPairs(detail)).toEqual([]);
  });

  it('keeps a plain sentence', () => {
    expect(detailPairs('Paid late')).toEqual([['', 'Paid late']]);
  });
});

describe('the log of a contract', () => {
  const EVENTS = 'GET /api/agreements/{agreementId}/events';
  const MAILS = 'GET /api/admin/mails';

  it('shows what happened, from where, and the emails', async () => {
    answer(AGREEMENTS, [agreement()]);
    answer(EVENTS);
    answer(MAILS, [
      ...example(MAILS),
      {
        key: 'k',
        template: 'invitation',
        recipient: 'partyB',
        status: 'bounced',
        sentAt: null,
        lastError: 'No such user',
      },
    ]);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: `Log of ${SHOWN_ID}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Log of ${SHOWN_ID}` }));
    expect(await dialog.findByText('from 203.0.113.7 · Mozilla/5.0')).toBeVisible();
    expect(await dialog.findByText('Recording and transcript')).toBeVisible();
    expect(dialog.getByText('Bounced')).toBeVisible();
    expect(dialog.getByText('No such user')).toBeVisible();
    expect(dialog.getByText('Not sent')).toBeVisible();
    expect(sentTo(EVENTS)[0]?.headers.authorization).toBe('Bearer token-of-olive');
    expect(sentTo(MAILS)[0]?.query).toEqual({ agreementId: ID });
  });

  it('says what is empty and what could not be read', async () => {
    answer(AGREEMENTS, [agreement()]);
    answer(EVENTS, []);
    unreachable(MAILS);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: `Log of ${SHOWN_ID}` }));
    expect(await screen.findByText('No entries yet.')).toBeVisible();
    expect(await screen.findByText('The emails could not be loaded.')).toBeVisible();
    answer(MAILS, []);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No email was sent about this contract.')).toBeVisible();
  });
});

describe('who acted, in the log of a contract', () => {
  it('has a name', async () => {
    const [event] = example('GET /api/agreements/{agreementId}/events');
    if (!event) throw new Error('no example');
    const by = (seq: number, actor: string, type: string) => ({
      ...event,
      seq,
      actor,
      type,
      detail: {} as never,
    });
    answer('GET /api/agreements/{agreementId}/events', [
      by(1, 'visitor', 'recorded'),
      by(2, 'user:1', 'claimed'),
      by(3, 'party-b', 'consented'),
      by(4, 'user:44', 'held-payment'),
      by(5, 'admin:3', 'admin-cancelled'),
      by(6, 'payments', 'paid'),
    ]);
    answer('GET /api/admin/mails', []);
    answer(AGREEMENTS, [agreement()]);
    answer(USERS, [user({ id: 44, username: 'Dora Fox', email: 'dora@example.com' })]);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: `Log of ${SHOWN_ID}` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('link', { name: 'Dora Fox' })).toBeVisible();
    const said = dialog
      .getAllByText((_, element) => element?.tagName === 'SPAN' && /^· /.test(element.textContent ?? ''))
      .map(({ textContent }) => textContent);
    expect(said).toEqual([
      '· Anna Miller, before signing in',
      '· Anna Miller',
      '· Ben Carter',
      '· The buyer: Dora Fox',
      '· Support: user 3',
      '· By the system',
    ]);
    await expectAccessible();
  });
});
