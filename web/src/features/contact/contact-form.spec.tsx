import { act, screen, waitFor, within } from '@testing-library/react';
import { contactTexts } from '#texts/contact';
import { endSession, startSession, updateUser } from '../../lib/session/session';
import { answer, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { asksBeforeUnload } from '../../testing/browser';
import { anna, expectProblem, fill, open, question, saidInPlace, toasted } from '../../testing/screen';
import { checkContact, ISSUES } from './contact-form';

const SEND = 'POST /api/contact';

const bea = { ...anna, id: anna.id + 1, username: 'Bea Novak', email: 'bea@example.com' };
/** Signs in in another tab, in the place of whoever was. */
const signIn = (user: typeof anna) => act(() => startSession({ token: `token-of-${user.id}`, user }));

type Person = ReturnType<typeof open>['person'];

async function write(person: Person): Promise<void> {
  await screen.findByLabelText('Name');
  await fill(person, 'Name', ' Ben Carter ');
  await fill(person, 'Email', ' ben@example.com ');
  await person.selectOptions(screen.getByLabelText('Issue category'), 'Payment and billing');
  await fill(person, 'Message', ' Where is my receipt? ');
}

const send = () => screen.getByRole('button', { name: 'Send Message' });

describe('the support screen', () => {
  it('offers the categories, says what helps, and leads employees to their login', async () => {
    open('/contact');
    const category = await screen.findByLabelText('Issue category');
    expect(
      within(category)
        .getAllByRole('option')
        .map((option) => [option.getAttribute('value'), option.textContent]),
    ).toEqual([
      ['', 'Choose a category'],
      ['audio_recording', 'Audio recording'],
      ['transcription', 'Transcription'],
      ['payment_billing', 'Payment and billing'],
      ['escrow_release', 'Payment protection: release'],
      ['agreement_access', 'Access to an agreement'],
      ['plan_features', 'Plan features'],
      ['legal_questions', 'Legal questions'],
      ['technical_support', 'Technical support'],
      ['account_access', 'Account access'],
      ['contract_disputes', 'Contract disputes'],
      ['feature_request', 'Feature request'],
      ['other', 'Something else'],
    ]);
    for (const name of ['Email support', 'Response time', 'Common issues']) {
      expect(screen.getByRole('region', { name })).toBeVisible();
    }
    expect(screen.getByText('Usually within a few hours.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Current Employees' })).toHaveAttribute('href', '/admin-login');
    await expectAccessible();
  });

  it('knows who is signed in', async () => {
    open('/contact', 'user');
    expect(await screen.findByLabelText('Name')).toHaveValue('Anna Miller');
    expect(screen.getByLabelText('Email')).toHaveValue('anna@example.com');
  });

  it('follows the account with what nobody has edited', async () => {
    const { person } = open('/contact', 'user');
    await screen.findByLabelText('Name');
    await fill(person, 'Name', 'Annie');
    signIn(bea);
    await toasted('You are now signed in as Bea Novak');
    expect(screen.getByLabelText('Name')).toHaveValue('Bea Novak');
    expect(screen.getByLabelText('Email')).toHaveValue('bea@example.com');
    act(() => updateUser({ ...bea, email: 'bea.novak@example.com' }));
    expect(screen.getByLabelText('Email')).toHaveValue('bea.novak@example.com');
    act(() => endSession());
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });

  it('keeps what a visitor has edited when they sign in', async () => {
    const { person } = open('/contact');
    await screen.findByLabelText('Name');
    await fill(person, 'Name', 'Annie');
    signIn(anna);
    expect(screen.getByLabelText('Name')).toHaveValue('Annie');
    expect(screen.getByLabelText('Email')).toHaveValue('anna@example.com');
  });

  it('keeps a message that is being written, and whose it is, until it is given up', async () => {
    const { person } = open('/contact', 'user');
    await screen.findByLabelText('Name');
    await fill(person, 'Message', 'Where is my receipt?');
    signIn(bea);
    expect(screen.getByLabelText('Message')).toHaveValue('Where is my receipt?');
    expect(screen.getByLabelText('Email')).toHaveValue('anna@example.com');
    await person.clear(screen.getByLabelText('Message'));
    expect(screen.getByLabelText('Email')).toHaveValue('bea@example.com');
  });

  it('forgets the ticket of one account with the account', async () => {
    const { person } = open('/contact', 'user');
    await write(person);
    answer(SEND, { ticketNumber: 'T-100001' });
    await person.click(send());
    await screen.findByText('T-100001');
    signIn(bea);
    expect(await screen.findByLabelText('Email')).toHaveValue('bea@example.com');
    expect(screen.queryByText('T-100001')).not.toBeInTheDocument();
  });

  it('needs everything', async () => {
    const { person } = open('/contact');
    await screen.findByLabelText('Name');
    await person.click(send());
    expectProblem('Name', 'Please enter your name');
    expectProblem('Email', 'Please enter a valid email address');
    expectProblem('Issue category', 'Please choose a category');
    expectProblem('Message', 'Please write a message');
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(sentTo(SEND)).toEqual([]);
  });

  it('leads to the first field that is wrong', async () => {
    const { person } = open('/contact');
    await write(person);
    await fill(person, 'Email', 'ben');
    await person.click(send());
    expectProblem('Email', 'Please enter a valid email address');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await fill(person, 'Email', 'ben@example.com');
    expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-invalid');
    expect(sentTo(SEND)).toEqual([]);
  });

  it('keeps a message below 5000 characters', async () => {
    const { person } = open('/contact');
    await write(person);
    await fill(person, 'Message', 'x'.repeat(5001));
    await person.click(send());
    expectProblem('Message', 'Please keep it under 5000 characters');
    expect(sentTo(SEND)).toEqual([]);
  });

  it('asks before a message is lost that was not sent', async () => {
    const { person } = open('/contact');
    await write(person);
    expect(asksBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    const leaving = await question('Leave this page?');
    expect(
      leaving.getByText('What you have written was not sent. If you leave now, it is lost.'),
    ).toBeVisible();
    await person.click(leaving.getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText('Message')).toHaveValue(' Where is my receipt? ');
    answer(SEND, { ticketNumber: 'T-100001' });
    await person.click(send());
    await screen.findByRole('heading', { level: 1, name: 'We have your message' });
    expect(asksBeforeUnload()).toBe(false);
  });

  it('asks nothing while there is no message', async () => {
    const { person } = open('/contact');
    await screen.findByLabelText('Name');
    await fill(person, 'Name', 'Ben Carter');
    expect(asksBeforeUnload()).toBe(false);
  });

  it('sends the message once and names the ticket', async () => {
    const letGo = hold(SEND);
    const { person } = open('/contact');
    await write(person);
    await person.click(send());
    const sending = await screen.findByRole('button', { name: 'Sending...' });
    await person.click(sending);
    letGo({ ticketNumber: 'T-100001' });
    expect(await screen.findByRole('heading', { level: 1, name: 'We have your message' })).toBeVisible();
    expect(screen.getByText('T-100001')).toBeVisible();
    expect(
      screen.getByText('We answer to ben@example.com. Please keep the number until then.'),
    ).toBeVisible();
    expect(sentTo(SEND).map(({ body }) => body)).toEqual([
      {
        name: 'Ben Carter',
        email: 'ben@example.com',
        issueType: 'payment_billing',
        message: 'Where is my receipt?',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    await person.click(screen.getByRole('button', { name: 'Send Another Message' }));
    expect(await screen.findByLabelText('Message')).toHaveValue('');
  });

  it.each<[string, () => void, string]>([
    ['the server is away', () => unreachable(SEND), 'Failed to send message. Please try again.'],
    [
      'the server fails',
      () => refuse(SEND, 500, 'internal', 'Something went wrong.'),
      'Failed to send message. Please try again.',
    ],
    [
      'there were too many',
      () => refuse(SEND, 429, 'too_many_requests', 'Slow down.'),
      'You sent several messages in a short time. Please wait a little and try again.',
    ],
  ])('says that it failed when %s, and keeps what was written', async (_when, prepare, sentence) => {
    prepare();
    const { person } = open('/contact');
    await write(person);
    await person.click(send());
    await saidInPlace('Error', sentence);
    expect(screen.getByLabelText('Message')).toHaveValue(' Where is my receipt? ');
    answer(SEND, { ticketNumber: 'T-100002' });
    await person.click(send());
    expect(await screen.findByText('T-100002')).toBeVisible();
  });

  it.each([
    ['Message', 'message', 'message has characters that cannot be read'],
    ['Name', 'name', 'name is too long'],
  ])('says at the field %s what the server does not take of it', async (label, field, message) => {
    refuse(SEND, 400, 'invalid_input', 'Please check the form.', { errors: [{ field, message }] });
    const { person } = open('/contact');
    await write(person);
    await person.click(send());
    await waitFor(() => expectProblem(label, message));
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(screen.queryByText('Failed to send message. Please try again.')).not.toBeInTheDocument();
    await fill(person, label, 'Something else');
    expect(screen.getByLabelText(label)).not.toHaveAttribute('aria-invalid');
    answer(SEND, { ticketNumber: 'T-100003' });
    await person.click(send());
    expect(await screen.findByText('T-100003')).toBeVisible();
  });

  it('says that it failed when what the server does not take is in no field', async () => {
    refuse(SEND, 400, 'invalid_input', 'Please check the form.', {
      errors: [{ field: 'timestamp', message: 'timestamp must be a date' }],
    });
    const { person } = open('/contact');
    await write(person);
    await person.click(send());
    await saidInPlace('Error', 'Failed to send message. Please try again.');
  });

  it('takes no name that is longer than the server takes', async () => {
    open('/contact');
    expect(await screen.findByLabelText('Name')).toHaveAttribute('maxlength', '120');
  });
});

const GOOD = {
  name: 'Maria',
  email: 'maria@example.com',
  issueType: 'transcription',
  message: 'The transcript stops in the middle.',
};

describe('the contact form', () => {
  it('accepts a whole message', () => {
    expect(checkContact(GOOD)).toEqual({});
  });

  it('needs every field', () => {
    expect(checkContact({ name: ' ', email: '', issueType: '', message: '\n' })).toEqual({
      name: contactTexts.nameRequired,
      email: contactTexts.emailInvalid,
      issueType: contactTexts.issueRequired,
      message: contactTexts.messageRequired,
    });
  });

  it('refuses a category that does not exist and a message without end', () => {
    expect(checkContact({ ...GOOD, issueType: 'refund' })).toEqual({ issueType: contactTexts.issueRequired });
    expect(checkContact({ ...GOOD, message: 'x'.repeat(5001) })).toHaveProperty('message');
  });

  it('offers the twelve categories in words', () => {
    expect(ISSUES).toHaveLength(12);
    for (const issue of ISSUES) expect(contactTexts.issues[issue]).toMatch(/^[A-Z]/);
  });
});
