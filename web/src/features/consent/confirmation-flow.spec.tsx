import { act, screen, waitFor, within } from '@testing-library/react';
import type { ConfirmationView } from '../../lib/api/api-types';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { fill, open, place } from '../../testing/screen';

const ID = '4207731958026614';
const READ = 'GET /api/agreements/remote/{agreementId}/confirmation';
const SAY = 'POST /api/agreements/remote/{agreementId}/confirmation';

const OUTLINE = 'GET /api/agreements/remote/{agreementId}/confirmation/outline';

const contract: ConfirmationView = {
  ...example(READ),
  agreementId: ID,
  partyAName: 'Anna Miller',
  partyBName: 'Ben Carter',
  kind: 'car',
  isOnDeviceOfA: false,
  title: null,
  amount: '250.00',
  createdAt: '2026-11-21T10:00:00.000Z',
  hasAudioRecording: true,
  answer: null,
  answeredAt: null,
};
const said = (what: 'yes' | 'no'): ConfirmationView => ({
  ...contract,
  answer: what,
  answeredAt: '2026-11-21T12:00:00.000Z',
});

function openConfirmation(change: Partial<ConfirmationView> = {}) {
  answer(READ, { ...contract, ...change });
  return open(`/confirm/${ID}?key=m.ben`);
}

beforeEach(() => answer(OUTLINE, { peaks: [0.2, 1, 0.4] }));

const button = (name: string) => screen.getByRole('button', { name });

describe('the question whether it was you', () => {
  it('says that it is loading, and takes the key out of the address', async () => {
    const letGo = hold(READ);
    open(`/confirm/${ID}?key=m.ben`);
    expect(await screen.findByText('Loading agreement...')).toBeVisible();
    letGo(contract);
    expect(await screen.findByRole('heading', { level: 1, name: 'Was that you?' })).toBeVisible();
    expect(place()).toBe(`/confirm/${ID}`);
    expect(sentTo(READ).map(({ query, params }) => ({ query, params }))).toEqual([
      { query: { key: 'm.ben' }, params: { agreementId: ID } },
    ]);
  });

  it.each<[string | null, ConfirmationView['kind'], string | undefined]>([
    ['Honda Civic', 'car', 'Honda Civic · Car sale'],
    [null, 'loan', 'Small loan'],
    [null, 'other', undefined],
    [null, null, undefined],
  ])('says what it is about: %s, %s', async (title, kind, about) => {
    openConfirmation({ title, kind });
    const details = within(await screen.findByRole('region', { name: 'Agreement Details' }));
    expect(details.queryByText('About')?.nextElementSibling?.textContent).toBe(about);
  });

  it('shows the facts and the recording beside its two answers', async () => {
    openConfirmation();
    const details = within(await screen.findByRole('region', { name: 'Agreement Details' }));
    expect(details.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Anna Miller',
      'Ben Carter',
      'Car sale',
      '$250.00',
      expect.stringMatching(/^Nov 21, 2026, /),
      '#4207 7319 5802 6614',
    ]);
    expect(screen.getByRole('region', { name: 'Listen first' })).toBeVisible();
    expect(button('Yes, that was me')).toBeVisible();
    expect(button('That was not me')).toBeVisible();
    await expectAccessible();
  });

  it('draws the real shape of the recording, opened with the same key', async () => {
    const letGo = hold(OUTLINE);
    openConfirmation();
    const player = await screen.findByRole('region', { name: 'Recording of Anna Miller' });
    const shape = () => player.querySelector('svg[preserveAspectRatio] path')?.getAttribute('d');
    expect(shape()).toBeUndefined();
    letGo({ peaks: [0.2, 1, 0.4] });
    await waitFor(() => expect(shape()?.match(/V/g)).toHaveLength(96));
    expect(sentTo(OUTLINE).map(({ query, params }) => ({ query, params }))).toEqual([
      { query: { key: 'm.ben' }, params: { agreementId: ID } },
    ]);
  });

  it('is answered with yes', async () => {
    answer(SAY, said('yes'));
    const { person } = openConfirmation();
    await person.click(await screen.findByRole('button', { name: 'Yes, that was me' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Thank you: you confirmed it' }),
    ).toHaveFocus();
    expect(screen.queryByText('Was that you?')).not.toBeInTheDocument();
    expect(screen.getByText(/^You said on Nov 21, 2026/)).toBeVisible();
    expect(sentTo(SAY).map(({ body }) => body)).toEqual([{ key: 'm.ben', answer: 'yes' }]);
    expect(screen.queryByRole('button', { name: 'Yes, that was me' })).not.toBeInTheDocument();
    expect(button('It was not me after all')).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['same_device', 'link'],
    ['confirmed_on_screen', 'link'],
    ['confirmed_by_code', 'link'],
    ['same_device', 'screen'],
  ] as const)(
    'is asked once more where it was confirmed on the device of party A: %s, %s',
    async (grade, via) => {
      const [someConsent] = contract.consents;
      if (!someConsent) throw new Error('no example');
      const given = {
        answer: 'yes',
        answeredAt: '2026-11-21T11:00:00.000Z',
        isOnDeviceOfA: true,
        via,
      } as const;
      const consents = [{ ...someConsent, party: 'b', grade } as const];
      // What counts is where this was said, whatever the grade is by then.
      answer(SAY, { ...said('yes'), via, consents });
      const { person } = openConfirmation({ ...given, consents });
      expect(await screen.findByText('Confirmed on the other person’s device')).toBeVisible();
      expect(screen.getByText(/on a device of Anna Miller, who could have done that alone/)).toBeVisible();
      await expectAccessible();
      // It is asked once more.
      expect(screen.getByRole('heading', { level: 1, name: 'Was that you?' })).toBeVisible();
      await person.click(button('Yes, that was me'));
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Thank you: you confirmed it' }),
      ).toHaveFocus();
      expect(screen.queryByRole('button', { name: 'Yes, that was me' })).not.toBeInTheDocument();
    },
  );

  it('is answered with no, in words of one’s own, and that stays', async () => {
    answer(SAY, said('no'));
    const { person } = openConfirmation({ answer: 'yes', answeredAt: '2026-11-21T11:00:00.000Z' });
    await person.click(await screen.findByRole('button', { name: 'It was not me after all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'That was not me' }));
    await expectAccessible();
    await fill(person, 'What happened', 'x'.repeat(501));
    await person.click(dialog.getByRole('button', { name: 'Say that it was not me' }));
    expect(dialog.getByText('Please keep it under 500 characters')).toBeVisible();
    await fill(person, 'What happened', ' I was in Rome. ');
    await person.click(dialog.getByRole('button', { name: 'Say that it was not me' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your objection is on record' }),
    ).toHaveFocus();
    expect(sentTo(SAY).map(({ body }) => body)).toEqual([
      { key: 'm.ben', answer: 'no', reason: 'I was in Rome.' },
    ]);
    expect(screen.queryByRole('button', { name: /not me/ })).not.toBeInTheDocument();
  });

  it('stays answered for whoever comes back', async () => {
    answer(SAY, said('yes'));
    const { person } = openConfirmation();
    await person.click(await screen.findByRole('button', { name: 'Yes, that was me' }));
    await screen.findByText('Thank you: you confirmed it');
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    await screen.findByRole('heading', { level: 1, name: /^Turn a spoken agreement/ });
    act(() => window.history.back());
    expect(await screen.findByText('Thank you: you confirmed it')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Yes, that was me' })).not.toBeInTheDocument();
  });

  it('says that the answer could not be sent', async () => {
    unreachable(SAY);
    const { person } = openConfirmation();
    await person.click(await screen.findByRole('button', { name: 'Yes, that was me' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(button('Yes, that was me')).toBeVisible();
    await person.click(button('That was not me'));
    await person.click(await screen.findByRole('button', { name: 'Say that it was not me' }));
    await waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeVisible());
  });

  it('says what to do about a code that has run out meanwhile', async () => {
    refuse(SAY, 410, 'link_invalid', 'This link was used already or has expired.');
    const { person } = openConfirmation();
    await person.click(await screen.findByRole('button', { name: 'Yes, that was me' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This code has run out. Ask the other person to show a new one, or use the link in your email.',
    );
  });

  it('can be answered when the recording is gone', async () => {
    openConfirmation({ hasAudioRecording: false });
    expect(await screen.findByText(/^The recording is no longer kept\./)).toBeVisible();
    expect(sentTo(OUTLINE)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Listen first' })).not.toBeInTheDocument();
    expect(button('That was not me')).toBeVisible();
  });

  it.each([
    [404, 'agreement_not_found', 'Agreement Not Found'],
    [410, 'link_invalid', 'This code has run out'],
    [410, 'invitation_cancelled', 'This agreement was cancelled'],
    [409, 'invitation_not_paid', 'Not ready yet'],
  ] as const)('%s %s', async (status, code, title) => {
    refuse(READ, status, code, 'The words of the server.');
    open(`/confirm/${ID}?key=m.ben`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  });

  it('is tried again when the server could not be reached', async () => {
    unreachable(READ);
    const { person } = open(`/confirm/${ID}?key=m.ben`);
    await screen.findByText('We cannot reach the server. Check your connection and try again.');
    answer(READ, contract);
    await person.click(button('Try Again'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Was that you?' })).toBeVisible();
  });
});
