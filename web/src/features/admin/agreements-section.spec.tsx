import { screen, waitFor, within } from '@testing-library/react';
import {
  AGREEMENTS,
  agreement,
  cells,
  giveReason,
  ID,
  openSection,
  type Person,
  rows,
  SHOWN_ID,
  table,
} from '../../testing/admin-lists';
import { answer, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { savedFiles } from '../../testing/browser';
import { liveSockets, tellLive } from '../../testing/live';
import { expectProblem, fill, toasted } from '../../testing/screen';
import { possibleActions } from './agreements-section';

const PAID = {
  status: 'completed',
  hasAudioRecording: true,
  expiresAt: '2026-12-21T00:00:00Z',
  contentDeletedAt: null,
} as const;

describe('what an administrator may do with a contract', () => {
  it('never cancels a completed one', () => {
    expect(possibleActions(PAID)).toEqual(['download', 'extend', 'delete']);
  });

  it('cancels what still waits', () => {
    expect(possibleActions({ ...PAID, status: 'awaiting_party' })).toEqual(['download', 'extend', 'cancel']);
    expect(possibleActions({ ...PAID, status: 'pending', expiresAt: null })).toEqual(['download']);
    expect(possibleActions({ ...PAID, status: 'processing' })).toEqual(['download', 'extend']);
  });

  it('deletes what is over before its time', () => {
    expect(possibleActions({ ...PAID, status: 'cancelled' })).toEqual(['download', 'delete']);
  });

  it('offers nothing when the content is gone or never was', () => {
    expect(possibleActions({ ...PAID, contentDeletedAt: '2026-12-22T00:00:00Z' })).toEqual([]);
    expect(possibleActions({ ...PAID, status: 'cancelled', hasAudioRecording: false })).toEqual([]);
  });
});

/** Chooses from the menu of the contract's row. */
async function choose(person: Person, item: string): Promise<void> {
  await person.click(await screen.findByRole('button', { name: `More for ${SHOWN_ID}` }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
}

describe('agreements', () => {
  it('are listed with parties, state, terms and what may be done', async () => {
    answer(AGREEMENTS, [
      agreement(),
      agreement({
        agreementId: '1',
        status: 'cancelled',
        ownerId: null,
        amount: null,
        hasAudioRecording: false,
      }),
      agreement({ agreementId: '2', status: 'completed', contentDeletedAt: '2026-11-21T10:00:00.000Z' }),
      agreement({ agreementId: '3', status: 'pending', paidAt: null }),
    ]);
    openSection('agreements');
    const found = await rows('Agreements');
    expect(found.map((row) => cells(row).slice(0, 3))).toEqual([
      [
        `Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026${SHOWN_ID}Owner: user 1`,
        'Awaiting Other Party',
        'Split Second Contract$250.00',
      ],
      [
        'Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026#1No owner yet',
        'Cancelled',
        'Split Second Contract',
      ],
      [
        'Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026#2Owner: user 1',
        'Completed',
        'Split Second Contract$250.00',
      ],
      [
        'Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026#3Owner: user 1',
        'Awaiting Payment',
        'Split Second Contract$250.00',
      ],
    ]);
    expect(
      found.map((row) =>
        within(row)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([['Log', ''], ['Log'], ['Log'], ['Log', '']]);
    await expectAccessible();
    expect(cells(found[2] as HTMLElement)[4]).toBe('Content deleted');
    expect(cells(found[3] as HTMLElement)[4]).toMatch(/Not paid$/);
  });

  it('have the rest of what may be done in a menu, also by keyboard', async () => {
    answer(AGREEMENTS, [agreement(), agreement({ agreementId: '3', status: 'pending', paidAt: null })]);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: 'More for #3' }));
    const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items()).toEqual(['Download audio', 'Extend access']);
    await person.keyboard('{Escape}');
    const button = screen.getByRole('button', { name: `More for ${SHOWN_ID}` });
    button.focus();
    await person.keyboard('{Enter}');
    expect(items()).toEqual(['Download audio', 'Extend access', 'Cancel contract']);
    await person.keyboard('{End}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Cancel contract' })).toHaveFocus());
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Cancel contract' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('are found by number and state', async () => {
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection(`agreements&q=%23${SHOWN_ID.slice(1)}&status=pending`);
    await table('Agreements');
    expect(sentTo(AGREEMENTS)[0]?.query).toEqual({ limit: '50', q: ID, status: 'pending' });
    await person.selectOptions(screen.getByLabelText('State'), 'Completed');
    await waitFor(() =>
      expect(sentTo(AGREEMENTS).at(-1)?.query).toEqual({ limit: '50', q: ID, status: 'completed' }),
    );
  });

  it.each([
    ['WebM', 'audio/webm', `${ID}_recording.webm`],
    ['what was recorded while it is not paid', 'audio/mp4', `${ID}_recording.m4a`],
  ])('are heard only with a reason, as a file with the name of what it is: %s', async (_, type, name) => {
    const AUDIO = 'GET /api/admin/download-audio/{agreementId}';
    const sound = new Blob(['sound'], { type });
    answer(AUDIO, sound, { headers: { 'content-disposition': `attachment; filename="${name}"` } });
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection('agreements');
    await choose(person, 'Download audio');
    expect(
      await screen.findByText(
        'This is private speech. You receive the recording as a WebM file, or as it was recorded while the contract is not paid.',
      ),
    ).toBeVisible();
    expect(
      screen.getByText('Your name and reason go into the log of the contract, and its owner is told.'),
    ).toBeVisible();
    await giveReason(person, 'Download audio');
    await toasted('Download Started', 'Its owner is told by email.');
    expect(sentTo(AUDIO).map(({ query, params }) => ({ query, params }))).toEqual([
      { query: { reason: 'Asked by the owner' }, params: { agreementId: ID } },
    ]);
    expect(savedFiles().map((file) => [file.name, file.blob])).toEqual([[name, sound]]);
  });

  it('say in the words of the specification that a download failed', async () => {
    refuse('GET /api/admin/download-audio/{agreementId}', 404, 'not_found', 'Not found.');
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection('agreements');
    await choose(person, 'Download audio');
    await giveReason(person, 'Download audio');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Download FailedFailed to download audio file. Not found. Nothing was changed.',
    );
    expect(savedFiles()).toEqual([]);
  });

  it('are extended by 1 to 365 days', async () => {
    const EXTEND = 'POST /api/admin/agreements/{agreementId}/extend';
    answer(EXTEND);
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection('agreements');
    await choose(person, 'Extend access');
    expect(await screen.findByText(/^Recording and transcript are kept until Nov 21, 2026, /)).toBeVisible();
    expect(screen.getByLabelText('Days to add')).toHaveValue('30');
    for (const wrong of ['0', '366', '1.5', '']) {
      await fill(person, 'Days to add', wrong);
      await giveReason(person, 'Extend access');
      expectProblem('Days to add', 'Please enter whole days from 1 to 365');
    }
    expect(sentTo(EXTEND)).toEqual([]);
    await fill(person, 'Days to add', '90');
    await giveReason(person, 'Extend access');
    await toasted('Access extended', 'Its owner is told by email.');
    expect(sentTo(EXTEND).map(({ body }) => body)).toEqual([
      { reason: 'Asked by the owner', days: 90, from: agreement().expiresAt },
    ]);
  });

  it('are cancelled', async () => {
    const CANCEL = 'POST /api/admin/agreements/{agreementId}/cancel';
    answer(CANCEL);
    answer(AGREEMENTS, [agreement({ title: 'Honda Civic' })]);
    const { person } = openSection('agreements');
    await choose(person, 'Cancel contract');
    expect(await screen.findByText(`${SHOWN_ID} · Honda Civic`)).toBeVisible();
    expect(
      await screen.findByText('The contract ends for both parties. This cannot be taken back.'),
    ).toBeVisible();
    await giveReason(person, 'Cancel contract');
    await toasted('Contract cancelled', 'Its owner is told by email.');
    expect(sentTo(CANCEL).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { agreementId: ID }, body: { reason: 'Asked by the owner' } },
    ]);
    await waitFor(() => expect(sentTo(AGREEMENTS).length).toBeGreaterThan(1));
  });

  const DELETE = 'POST /api/admin/agreements/{agreementId}/delete-content';
  const DELETE_TEXT =
    'Recordings, photo and transcript are deleted before their time, for both parties. The log and the fingerprints stay. This cannot be taken back.';

  it('lose their recording where a person asks for it, a completed one where party B agrees', async () => {
    answer(DELETE);
    answer(AGREEMENTS, [agreement({ status: 'completed' })]);
    const { person } = openSection('agreements');
    await choose(person, 'Delete recording');
    expect(await screen.findByText(DELETE_TEXT)).toBeVisible();
    await giveReason(person, 'Delete recording');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Without party B the proof of a completed contract has to stay',
    );
    expect(sentTo(DELETE)).toEqual([]);
    await expectAccessible();
    await person.click(screen.getByRole('checkbox', { name: /^Party B agrees/ }));
    await person.click(screen.getByRole('button', { name: 'Delete recording' }));
    await toasted('Recording is being deleted', 'Its owner is told by email.');
    expect(sentTo(DELETE).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { agreementId: ID }, body: { reason: 'Asked by the owner', partyBAgrees: true } },
    ]);
  });

  it('need nobody else where they came to nothing', async () => {
    answer(DELETE);
    answer(AGREEMENTS, [agreement({ status: 'cancelled' })]);
    const { person } = openSection('agreements');
    await choose(person, 'Delete recording');
    expect(await screen.findByText(DELETE_TEXT)).toBeVisible();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await giveReason(person, 'Delete recording');
    await toasted('Recording is being deleted', 'Its owner is told by email.');
    expect(sentTo(DELETE)[0]?.body).toEqual({ reason: 'Asked by the owner', partyBAgrees: false });
  });

  it('are as they are now, by live events', async () => {
    answer(AGREEMENTS, [agreement()]);
    openSection('agreements');
    await table('Agreements');
    await waitFor(() => expect(liveSockets().map(({ auth }) => auth)).toEqual([{ token: 'token-of-olive' }]));
    tellLive({ agreementId: ID, status: 'processing', stage: 'transcribing', percent: 40 });
    const [row] = await rows('Agreements');
    expect(cells(row as HTMLElement)[1]).toBe('ProcessingTranscribing 40%');
  });
});
