/** @jest-environment-options {"world": "microphone"} */
import { screen, waitFor, within } from '@testing-library/react';
import { answer, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import {
  CODE,
  CONFIRM_CODE,
  ID,
  invited,
  OUTLINE,
  openInvitation,
  READ,
  SEND_LINK,
  VIEW,
} from '../../testing/invitation-screen';
import { plugMicrophone } from '../../testing/microphone';

beforeEach(plugMicrophone);

describe('an invitation of which somebody knows the number alone', () => {
  async function openByNumber() {
    const { person } = openInvitation(`/remote-contract/${ID}`);
    await screen.findByRole('region', { name: 'Show that this is you' });
    return person;
  }

  async function askForCode() {
    answer(CODE);
    const person = await openByNumber();
    await person.click(screen.getByRole('button', { name: 'Get a code' }));
    const field = await screen.findByLabelText('Code from the email');
    return { person, field };
  }

  it('shows the facts, and neither the recording nor the statements', async () => {
    await openByNumber();
    expect(screen.getByRole('region', { name: 'Agreement Details' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Important Information' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Listen first' })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(sentTo(OUTLINE)).toEqual([]);
    await expectAccessible();
  });

  it('has the link sent, and says nothing about the address', async () => {
    const letGo = hold(SEND_LINK);
    const person = await openByNumber();
    // It is there before its first words, or they would not be read out.
    const card = within(screen.getByRole('region', { name: 'Show that this is you' }));
    expect(card.getByRole('status')).not.toHaveClass('empty:hidden');
    await person.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeVisible();
    letGo(undefined);
    expect(await screen.findByText(/^If this agreement waits for you, the link is on its way/)).toBeVisible();
    expect(sentTo(SEND_LINK).map(({ params }) => params)).toEqual([{ agreementId: ID }]);
    await expectAccessible();
  });

  it('says that it was asked for too often, or that nothing came through', async () => {
    refuse(SEND_LINK, 429, 'too_many_requests', 'Too many requests.');
    const person = await openByNumber();
    await person.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests from here.');
    unreachable(SEND_LINK);
    await person.click(screen.getByRole('button', { name: 'Send me the link' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('That did not work.'));
  });

  it('opens with the code of the mail, and goes on with its key', async () => {
    answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2099-01-01T00:00:00.000Z' });
    const { person, field } = await askForCode();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible();
    await person.type(field, '042 917{Enter}');
    expect(await screen.findByRole('region', { name: 'Listen first' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Listen first' })).toHaveFocus();
    expect(sentTo(CONFIRM_CODE).map(({ body }) => body)).toEqual([{ code: '042917' }]);
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
    await waitFor(() => expect(sentTo(VIEW).map(({ body }) => body)).toEqual([{}, { key: 'c.ben' }]));
    expect(sentTo(OUTLINE).map(({ query }) => query)).toEqual([{ key: 'c.ben' }]);
  });

  it('takes a code that was asked for before the page was loaded again, or opened from its mail', async () => {
    answer(CODE);
    answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2099-01-01T00:00:00.000Z' });
    const first = openInvitation(`/remote-contract/${ID}`);
    await first.person.click(await screen.findByRole('button', { name: 'Get a code' }));
    await screen.findByLabelText('Code from the email');
    first.unmount();
    const { person } = openInvitation(`/remote-contract/${ID}`);
    await person.click(await screen.findByRole('button', { name: 'I have a code' }));
    expect(screen.getByLabelText('Code from the email')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'I have a code' })).not.toBeInTheDocument();
    await expectAccessible();
    await person.keyboard('042917{Enter}');
    expect(await screen.findByRole('region', { name: 'Listen first' })).toBeVisible();
    // The code in their hand is not replaced by another one.
    expect(sentTo(CODE)).toHaveLength(1);
  });

  it('goes on with the key of the code after a reload, whatever the clock of the device says', async () => {
    answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2000-01-01T00:00:00.000Z' });
    answer(CODE);
    const { person, unmount } = openInvitation(`/remote-contract/${ID}`);
    await person.click(await screen.findByRole('button', { name: 'Get a code' }));
    await person.type(await screen.findByLabelText('Code from the email'), '042917{Enter}');
    await screen.findByRole('region', { name: 'Listen first' });
    unmount();
    openInvitation(`/remote-contract/${ID}`);
    expect(await screen.findByRole('region', { name: 'Listen first' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Show that this is you' })).not.toBeInTheDocument();
  });

  describe('and then a code', () => {
    const facts = () => within(screen.getByRole('region', { name: 'Agreement Details' }));

    /** The server says what party A calls it only to those who bring a key. */
    function answerByKey(): void {
      answer(READ, ({ query }) => ({ ...invited, title: query.key ? 'Honda Civic' : null }));
      answer(CONFIRM_CODE, { key: 'c.ben', expiresAt: '2099-01-01T00:00:00.000Z' });
    }

    async function confirmCode() {
      const { person, field } = await askForCode();
      answerByKey();
      return { person, confirm: () => person.type(field, '042917{Enter}') };
    }

    it('shows what the contract is about before anything can be answered', async () => {
      const { confirm } = await confirmCode();
      expect(facts().queryByText('Honda Civic · Car sale')).not.toBeInTheDocument();
      await confirm();
      await screen.findAllByRole('checkbox');
      expect(facts().getByText('Honda Civic · Car sale')).toBeVisible();
      expect(sentTo(READ).map(({ query }) => query)).toEqual([{}, { key: 'c.ben' }]);
    });

    it('waits for what it is about', async () => {
      const { confirm } = await confirmCode();
      const letGo = hold(READ);
      await confirm();
      await waitFor(() => expect(sentTo(READ)).toHaveLength(2));
      expect(facts().getByText('Anna Miller')).toBeVisible();
      expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
      letGo({ ...invited, title: 'Honda Civic' });
      expect(await screen.findAllByRole('checkbox')).toHaveLength(4);
      expect(facts().getByText('Honda Civic · Car sale')).toBeVisible();
    });

    it('asks again for what it is about when that could not be reached', async () => {
      const { person, confirm } = await confirmCode();
      unreachable(READ);
      await confirm();
      expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the server.');
      expect(facts().getByText('Anna Miller')).toBeVisible();
      expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
      answerByKey();
      await person.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findAllByRole('checkbox')).toHaveLength(4);
      expect(facts().getByText('Honda Civic · Car sale')).toBeVisible();
      expect(screen.getByRole('heading', { name: 'Listen first' })).toHaveFocus();
    });

    it('is over when it was answered meanwhile', async () => {
      const { confirm } = await confirmCode();
      refuse(READ, 409, 'invitation_answered', 'Answered.');
      await confirm();
      expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
    });
  });

  it('says how many tries are left, and when a code is spent', async () => {
    const { person, field } = await askForCode();
    await person.type(field, '12345{Enter}');
    expect(await screen.findByText('Please enter the 6 digits of the code')).toBeVisible();
    expect(sentTo(CONFIRM_CODE)).toEqual([]);
    refuse(CONFIRM_CODE, 422, 'code_wrong', 'This is not the code.', { triesLeft: 4 });
    await person.type(field, '6{Enter}');
    expect(await screen.findByText('This is not the code. 4 tries are left.')).toBeVisible();
    expect(field).toHaveFocus();
    refuse(CONFIRM_CODE, 422, 'code_wrong', 'This is not the code.', { triesLeft: 1 });
    await person.click(screen.getByRole('button', { name: 'Confirm Code' }));
    expect(await screen.findByText('This is not the code. You can try once more.')).toBeVisible();
    refuse(CONFIRM_CODE, 410, 'code_expired', 'Expired.');
    await person.click(screen.getByRole('button', { name: 'Confirm Code' }));
    expect(await screen.findByText('This code can no longer be used. Get a new one.')).toBeVisible();
  });
});
