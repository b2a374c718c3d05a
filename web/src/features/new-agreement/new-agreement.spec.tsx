/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { endSession, startSession } from '../../lib/session/session';
import { answer, example, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import { fillDevice, leaveDraft, plugMicrophone } from '../../testing/microphone';
import { answerUpload, BEGIN, FINISH, fillDetails, ID, openReview, PUT } from '../../testing/new-agreement';
import { anna, expectProblem, fill, open, toasted } from '../../testing/screen';
import { drafts, openDraftDb } from '../recording/drafts/draft-db';
import { DraftWriter } from '../recording/drafts/draft-writer';
import { keepPhoto, readKeptPhoto } from '../recording/drafts/kept-photo';

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

const start = () => screen.getByRole('button', { name: 'Start Recording' });

describe('the details of a voice deal', () => {
  it('are asked for first, and can be read out', async () => {
    open('/record-voice-deal');
    expect(await screen.findByRole('heading', { level: 1, name: 'Split Second Contract' })).toBeVisible();
    expect(screen.getByText('Record first, pay later')).toBeVisible();
    expect(screen.getByText('$5 per contract • 30-day storage • AI transcription')).toBeVisible();
    expect(screen.getByLabelText('Agreement Amount')).toHaveAttribute('placeholder', '0.00');
    expect(start()).toHaveAttribute('aria-disabled', 'true');
    expect(start()).toHaveAccessibleDescription(
      expect.stringContaining('Please fill in all party details to start recording'),
    );
    expect(screen.getByRole('radio', { name: /^Yes, we record together/ })).toBeChecked();
    await expectAccessible();
  });

  it.each(['Party A Name', 'Party A Email', 'Party B Name', 'Party B Email'])(
    'are not complete without %s',
    async (label) => {
      const { person } = open('/record-voice-deal');
      await fillDetails(person);
      expect(start()).not.toHaveAttribute('aria-disabled', 'true');
      await fill(person, label, ' ');
      expect(start()).toHaveAttribute('aria-disabled', 'true');
      await person.click(start());
      expect(screen.getByLabelText(label)).toHaveFocus();
      expect(browser.asked).toEqual([]);
    },
  );

  it.each([
    ['Party A Email', 'anna', 'Please enter a valid email address'],
    ['Party B Email', 'ben@', 'Please enter a valid email address'],
    ['Party B Email', 'ANNA@example.com', 'Each of you needs an email address of their own'],
    ['Agreement Amount', 'much', 'Use a number such as 250 or 250.00'],
    ['What is this about?', 'www.evil.example', 'This cannot have a web address in it'],
  ])('are checked before recording: %s “%s”', async (label, typed, problem) => {
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await fill(person, label, typed);
    await person.click(start());
    expectProblem(label, problem);
    expect(screen.getByLabelText(label)).toHaveFocus();
    await fill(person, label, 'x');
    expect(screen.getByLabelText(label)).not.toHaveAttribute('aria-invalid');
    expect(browser.asked).toEqual([]);
  });

  it.each([
    ['$1,250.00', '1250'],
    ['$1.25', '1.25'],
  ])('ask which amount is meant where there are two: %s', async (chosen, typed) => {
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await fill(person, 'Agreement Amount', '1.250');
    expect(screen.queryByRole('button', { name: '$1.25' })).toBeNull();
    await person.tab();
    expectProblem('Agreement Amount', '“1.250” can be $1,250.00 or $1.25. Please choose one.');
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: chosen }));
    expect(screen.getByLabelText('Agreement Amount')).toHaveValue(typed);
    expect(screen.getByLabelText('Agreement Amount')).toHaveFocus();
    expect(screen.queryByRole('button', { name: '$1.25' })).toBeNull();
  });

  it('say at the field and beside the button what is missing', async () => {
    const { person } = open('/record-voice-deal');
    await screen.findByLabelText('Party A Name');
    await fill(person, 'Party A Name', 'Anna Miller');
    await fill(person, 'Party A Email', 'anna@example.com');
    expect(start()).toHaveAccessibleDescription(
      expect.stringContaining('Missing: Party B Name, Party B Email'),
    );
    await person.click(start());
    expectProblem('Party B Name', 'Please fill this in');
    expect(screen.getByLabelText('Party B Name')).toHaveFocus();
    await fill(person, 'Party B Name', 'Ben Carter');
    expect(screen.getByLabelText('Party B Name')).not.toHaveAttribute('aria-invalid');
  });

  it('fold away what nobody needs to start', async () => {
    open('/record-voice-deal');
    const more = (await screen.findByText('More')).closest('details');
    expect(more).not.toHaveAttribute('open');
    for (const folded of ['Time to check after delivery', 'Photo Upload (optional)'])
      expect(more?.textContent).toContain(folded);
    expect(more).toContainElement(screen.getByText('Test your microphone'));
    expect(more).not.toContainElement(screen.getByLabelText('Agreement Amount'));
    expect(more).not.toContainElement(start());
  });

  it.each([
    [true, 'Emails about this contract go to anna@example.com, the confirmed address of your account.'],
    [false, ''],
  ])(
    'say where mail goes when the account has another address, confirmed: %s',
    async (emailVerified, words) => {
      startSession({ token: 'token-of-anna', user: { ...anna, emailVerified } });
      const { person } = open('/record-voice-deal');
      const field = await screen.findByLabelText('Party A Email');
      expect(field).toHaveAccessibleDescription('');
      await fill(person, 'Party A Email', 'office@example.com');
      expect(field).toHaveAccessibleDescription(words);
    },
  );

  it('are those of the account for who is signed in, and of the template in the address', async () => {
    open('/record-voice-deal?kind=loan', 'user');
    expect(await screen.findByLabelText('Party A Name')).toHaveValue('Anna Miller');
    expect(screen.getByLabelText('Party A Email')).toHaveValue('anna@example.com');
    expect(document.querySelector('[name="kind"]')).toHaveValue('loan');
  });

  it('lead back from the recorder', async () => {
    browser.answers = [new DOMException('', 'NotAllowedError')];
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await person.click(start());
    expect(await screen.findByText('Microphone is blocked')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Back to details' }));
    expect(await screen.findByLabelText('Party B Name')).toHaveValue('Ben Carter');
  });
});

describe('a voice deal', () => {
  it('is recorded with the names of both', async () => {
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await person.click(start());
    expect(
      await screen.findByRole('heading', {
        level: 1,
        name: 'Record your voice agreement (up to 10 minutes)',
      }),
    ).toBeVisible();
    expect(await screen.findByText('Recording in progress...')).toBeVisible();
    expect(screen.getByText('“I am Anna Miller, and I agree to be recorded.”')).toBeVisible();
    expect(screen.getByText('of 10:00')).toBeVisible();
  });

  it('takes as long as the server says', async () => {
    const config = example('GET /api/config');
    const plan = { priceCents: 500, maxSeconds: 90 };
    answer('GET /api/config', { ...config, plans: { ...config.plans, 'split-second-contract': plan } });
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await person.click(start());
    expect(await screen.findByText('of 1:30')).toBeVisible();
  });

  it('is reviewed: what is noted, where it is safe, and recorded again', async () => {
    const { person } = await openReview();
    expect(screen.getByText('Backup Transcript Preview')).toBeVisible();
    expect(
      screen.getByText(
        /^Spoken agreement between Anna Miller \(Party A\) and Ben Carter \(Party B\), recorded .*, length 0:0\d\.$/,
      ),
    ).toBeVisible();
    expect(screen.getByText('Safe on this device')).toBeVisible();
    expect(screen.getByText('On our server when you continue')).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByText('Ready to record')).toBeVisible();
  });

  it('is gone back to, with the time of its own notice, when the next one does not begin', async () => {
    answerUpload();
    const { person } = await openReview();
    const [before] = await (await openDraftDb()).getAll('sessions');
    browser.answers = [new DOMException('', 'NotAllowedError')];
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await screen.findByRole('alert');
    await person.click(screen.getByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Recording' })).toBeVisible();
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { level: 1, name: 'Create Account' });
    const [form] = sentTo(FINISH).map(({ body }) => body as FormData);
    const { noticeGivenAt } = JSON.parse(String(form?.get('agreementData'))) as { noticeGivenAt: string };
    expect(noticeGivenAt).toBe(before?.form.noticeGivenAt);
  });

  it('of a visitor is saved, and leads to an account', async () => {
    answerUpload();
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    await toasted('Recording Saved!', 'Create an account to access your recording and full features.');
    expect(await screen.findByText('Safe on our server')).toBeVisible();
    const card = within(screen.getByRole('main'));
    expect(card.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/signup');
    expect(card.getByText('Already have an account?')).toBeVisible();
    expect(card.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    const [form] = sentTo(FINISH).map(({ body }) => body as FormData);
    expect(JSON.parse(String(form?.get('agreementData')))).toEqual({
      partyAName: 'Anna Miller',
      partyAEmail: 'anna@example.com',
      partyBName: 'Ben Carter',
      partyBEmail: 'ben@example.com',
      planType: 'split-second-contract',
      backupTranscript: expect.stringContaining('Spoken agreement between Anna Miller'),
      temporary: true,
      isRemoteContract: false,
      escrowHoldPeriod: '24hrs',
      noticeGivenAt: expect.stringMatching(/^\d{4}-/),
      spoken: { language: 'en', startedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(localStorage.getItem('pendingAgreementId')).toBe(ID);
    expect(localStorage.getItem('pendingPlanType')).toBe('split-second-contract');
    expect(sentTo(PUT).map(({ headers }) => headers['x-upload-token'])).toEqual(['p0VbX6dQ1sNf4yHj']);
  });

  it('of a user is saved, and leads to the payment', async () => {
    answerUpload();
    answer('GET /api/user/subscription');
    answer('GET /api/user/credits', []);
    const { person } = await openReview('user');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Complete Payment' })).toBeVisible();
    await toasted('Recording Saved!', 'Your voice contract has been recorded and saved.');
    for (const item of [
      '30-day access to recording and transcript',
      'On-demand AI transcription',
      'Original audio download',
      'Escrow payment protection',
      'Recording expires in 30 days if not paid',
    ]) {
      expect(await screen.findByText(item)).toBeVisible();
    }
    await person.click(screen.getByRole('button', { name: 'Pay $5 - Complete Contract' }));
    expect(loadedPages()).toEqual([expect.stringMatching(/^\/checkout\?/)]);
    const query = new URLSearchParams(loadedPages()[0]?.split('?')[1]);
    expect([query.get('agreementId'), query.get('plan')]).toEqual([ID, 'split-second-contract']);
  });

  it('that is saved makes room for the next when somebody asks for it', async () => {
    answerUpload();
    answer('GET /api/user/subscription');
    answer('GET /api/user/credits', []);
    const { person } = await openReview('user');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { level: 1, name: 'Complete Payment' });
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    await person.click(bar.getByRole('link', { name: 'Create Contract' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Split Second Contract' });
    expect(heading).toHaveFocus();
    expect(screen.getByLabelText('Party B Name')).toHaveValue('');
    expect(screen.queryByText('We kept your last recording')).not.toBeInTheDocument();
    expect(localStorage.getItem('pendingAgreementId')).toBe(ID);
  });

  it('that is not saved stays when the link to it is pressed', async () => {
    const { person } = open('/record-voice-deal', 'user');
    await fillDetails(person);
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    await person.click(bar.getByRole('link', { name: 'Create Contract' }));
    expect(screen.getByLabelText('Party B Name')).toHaveValue('Ben Carter');
  });

  it('says which language is spoken, and whose lines were pressed', async () => {
    answerUpload();
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await person.selectOptions(screen.getByLabelText('Language you speak'), 'Spanish');
    await person.click(start());
    await screen.findByText('Recording in progress...');
    await person.click(screen.getByRole('button', { name: 'Said, next line' }));
    await person.click(screen.getByRole('button', { name: 'Said, next line' }));
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    await person.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { level: 1, name: 'Create Account' });
    const [form] = sentTo(FINISH).map(({ body }) => body as FormData);
    const { spoken } = JSON.parse(String(form?.get('agreementData')));
    expect(spoken).toEqual({
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      language: 'es',
      turns: [
        { party: 'a', start: 0, end: expect.any(Number) },
        { party: 'b', start: spoken.turns[0].end, end: expect.any(Number) },
      ],
    });
  });

  it('of a subscriber has nothing to pay', async () => {
    answerUpload();
    answer('GET /api/user/subscription', { ...example('GET /api/user/subscription'), status: 'active' });
    answer('GET /api/user/credits', []);
    const { person } = await openReview('user');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(
      await screen.findByText('Your subscription covers this contract. There is nothing to pay.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Complete Contract' })).toBeVisible();
    expect(screen.getByText('1-year storage of recording and transcript')).toBeVisible();
    expect(screen.getByText('Recording expires in 30 days if you do not complete it')).toBeVisible();
    expect(screen.queryByText('Recording expires in 30 days if not paid')).not.toBeInTheDocument();
  });

  it('of somebody with a credit has nothing to pay, and is kept as if it were paid', async () => {
    answerUpload();
    answer('GET /api/user/subscription');
    answer('GET /api/user/credits', [
      { agreementId: ID, amountCents: 500, currency: 'usd', expiresAt: '2026-12-23T10:00:00.000Z' },
    ]);
    const { person } = await openReview('user');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(
      await screen.findByText(
        'A payment that you already made covers this contract. There is nothing to pay.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Complete Contract' })).toBeVisible();
    expect(
      screen.getByText(/^Complete it by .*Dec 23, 2026.*: after that it is to be paid\.$/),
    ).toBeVisible();
    expect(screen.getByText('30-day access to recording and transcript')).toBeVisible();
    expect(screen.queryByText(/Pay \$5/)).not.toBeInTheDocument();
  });

  it('made apart carries the amount, the answer by link and the time to check', async () => {
    answerUpload();
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    await fill(person, 'Agreement Amount', '1,250.5');
    await person.click(screen.getByRole('radio', { name: /^No, they answer through a link/ }));
    await person.selectOptions(screen.getByLabelText('Time to check after delivery'), '7 days');
    await person.click(start());
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    expect(screen.getByText(/ Agreed amount: \$1,250\.50\.$/)).toBeVisible();
    await person.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
    await screen.findByRole('heading', { level: 1, name: 'Create Account' });
    const [form] = sentTo(FINISH).map(({ body }) => body as FormData);
    expect(JSON.parse(String(form?.get('agreementData')))).toMatchObject({
      agreementAmount: '1250.50',
      isRemoteContract: true,
      escrowHoldPeriod: '7days',
    });
  });

  it('that the server will not take stays, with its reason', async () => {
    answerUpload();
    refuse(FINISH, 422, 'recording_too_long', 'The recording is longer than this plan allows.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await toasted('Error', 'The recording is longer than this plan allows.');
    expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    expect(localStorage.getItem('pendingAgreementId')).toBeNull();
  });

  it('that arrives as other bytes is not called saved', async () => {
    answerUpload();
    answer(FINISH, { ...example(FINISH), agreementId: ID });
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await toasted('Error', 'The server received different bytes than this device kept. Please save again.');
    expect(screen.queryByText('Safe on our server')).not.toBeInTheDocument();
  });

  it('waits for the network, and goes on when asked to', async () => {
    answerUpload();
    unreachable(BEGIN);
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(
      await screen.findByText(
        'Your recording is kept on this device. You may close this page: it is sent when you come back.',
      ),
    ).toBeVisible();
    answer(BEGIN);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
  });

  it('that is in memory alone and did not get through is not called safe on the device', async () => {
    unreachable('POST /api/agreements/temporary');
    const empty = fillDevice();
    const { person } = await openReview();
    await screen.findByText('Kept while this page is open');
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const words = 'The recording could not be sent. It is kept while this page is open; please try again.';
    await toasted('Error', words);
    // The card has it too; it is read out once.
    expect(within(screen.getByRole('main')).getByText(words)).toBeVisible();
    expect(within(screen.getByRole('main')).queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText(/safe on this device/)).not.toBeInTheDocument();
    empty();
  });

  it('that a closed page has left is offered with its details', async () => {
    await leaveDraft({
      form: {
        partyAName: 'Otto',
        partyAEmail: 'o@example.com',
        partyBName: 'Ida',
        partyBEmail: 'i@example.com',
      },
    });
    const { person } = open('/record-voice-deal');
    expect(await screen.findByRole('heading', { name: 'We kept your last recording' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(
      await screen.findByText(/^Spoken agreement between Otto \(Party A\) and Ida \(Party B\)/),
    ).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it('that is begun while a kept one is read goes on', async () => {
    await leaveDraft({ form: { partyAName: 'Otto', partyBName: 'Ida' } });
    const { person } = open('/record-voice-deal');
    await fillDetails(person);
    const keep = await screen.findByRole('button', { name: 'Keep' });
    const db = openDraftDb();
    let read: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (read = resolve));
    jest.spyOn(drafts, 'open').mockImplementationOnce(() => held.then(() => db));
    await person.click(keep);
    await person.click(start());
    expect(await screen.findByText('Recording in progress...')).toBeVisible();
    await act(async () => {
      read();
      // Asked for after what the card asks for, and answered after it.
      for (let time = 0; time < 3; time += 1) await (await db).count('chunks');
    });
    expect(screen.getByText('Recording in progress...')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText(/^Spoken agreement between Anna Miller \(Party A\)/)).toBeVisible();
  });

  it('that somebody signed in has left is offered to them alone, and that of a visitor to anybody', async () => {
    const first = open('/record-voice-deal', 'user');
    await fillDetails(first.person);
    await first.person.click(start());
    await first.person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    first.unmount();
    await leaveDraft({ form: { partyAName: 'Otto', partyBName: 'Ida' } });

    const carl = { ...anna, id: anna.id + 1, username: 'Carl Jones' };
    act(() => startSession({ token: 'token-of-carl', user: carl }));
    open('/record-voice-deal');
    expect(await screen.findByText(/· Otto and Ida$/)).toBeVisible();
    expect(screen.queryByText('One more kept recording comes after this.')).not.toBeInTheDocument();
    // Signed in meanwhile, as in another tab.
    act(() => startSession({ token: 'token-of-anna', user: anna }));
    expect(await screen.findByText(/· Anna Miller and Ben Carter$/)).toBeVisible();
    expect(screen.getByText('One more kept recording comes after this.')).toBeVisible();
    act(() => endSession());
    expect(await screen.findByText(/· Otto and Ida$/)).toBeVisible();
    expect(screen.queryByText('One more kept recording comes after this.')).not.toBeInTheDocument();
    // With nothing of their own, visitors are told that there is something, and no more.
    await first.person.click(screen.getByRole('button', { name: 'Discard' }));
    await first.person.click(await screen.findByRole('button', { name: 'Discard recording' }));
    expect(await screen.findByText(/Sign in to that account to go on with it/)).toBeVisible();
    expect(within(screen.getByRole('main')).queryByText(/Anna Miller/)).not.toBeInTheDocument();
  });

  it('that a visitor has left says nothing of accounts when it is gone', async () => {
    await leaveDraft({ form: { partyAName: 'Otto', partyBName: 'Ida' } });
    const { person } = open('/record-voice-deal');
    await person.click(await screen.findByRole('button', { name: 'Discard' }));
    await person.click(await screen.findByRole('button', { name: 'Discard recording' }));
    await waitFor(() => expect(screen.queryByText(/· Otto and Ida$/)).not.toBeInTheDocument());
    expect(screen.queryByText(/Sign in to that account/)).not.toBeInTheDocument();
  });

  it('that is discarded takes its photo along, unless another one was made with it', async () => {
    const photo = (name: string) => keepPhoto(new File(['picture'], name, { type: 'image/jpeg' }));
    const [own, shared] = [await photo('own.jpg'), await photo('shared.jpg')];
    const times = { startedAt: Date.now(), updatedAt: Date.now() };
    await leaveDraft({
      id: 'first',
      ...times,
      form: { partyAName: 'Otto', partyBName: 'Ida', keptPhoto: own },
    });
    await leaveDraft({ id: 'second', form: { partyAName: 'Ute', partyBName: 'Ida', keptPhoto: shared } });
    await leaveDraft({ id: 'third', updatedAt: 1, form: { keptPhoto: shared } });
    const { person } = open('/record-voice-deal');
    const discard = async (names: RegExp) => {
      expect(await screen.findByText(names)).toBeVisible();
      await person.click(screen.getByRole('button', { name: 'Discard' }));
      await person.click(await screen.findByRole('button', { name: 'Discard recording' }));
      await waitFor(() => expect(screen.queryByText(names)).not.toBeInTheDocument());
    };
    await discard(/· Otto and Ida$/);
    expect(await readKeptPhoto(own)).toBeNull();
    await discard(/· Ute and Ida$/);
    expect((await readKeptPhoto(shared))?.name).toBe('shared.jpg');
  });

  it('that is left for another kept one keeps its photo', async () => {
    const keptPhoto = await keepPhoto(new File(['picture'], 'car.jpg', { type: 'image/jpeg' }));
    await leaveDraft({ id: 'with-photo', form: { partyAName: 'Otto', partyBName: 'Ida', keptPhoto } });
    await leaveDraft({ id: 'other', updatedAt: 1, form: { partyAName: 'Ute', partyBName: 'Ida' } });
    const { person } = open('/record-voice-deal');
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Back to details' }));
    expect(await screen.findByText(/· Ute and Ida$/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    await screen.findByText('Fingerprint');
    const other = async () => (await openDraftDb()).get('sessions', 'other');
    await waitFor(async () => expect((await other())?.form).toHaveProperty('keptPhoto', ''));
    expect((await readKeptPhoto(keptPhoto))?.name).toBe('car.jpg');
  });

  it('that is made again goes on with its photo', async () => {
    const keptPhoto = await keepPhoto(new File(['picture'], 'car.jpg', { type: 'image/jpeg' }));
    await leaveDraft({ form: { partyAName: 'Otto', partyBName: 'Ida', keptPhoto } });
    const { person } = open('/record-voice-deal');
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    await waitFor(async () => expect(await (await openDraftDb()).get('sessions', 'take-1')).toBeUndefined());
    expect((await readKeptPhoto(keptPhoto))?.name).toBe('car.jpg');
  });

  it('that was sent off and is not all on the device is offered, not sent', async () => {
    await leaveDraft({ id: 'short' });
    await (await openDraftDb()).put('uploads', {
      ...{ takeId: 'short', bytes: 99, recording: null, photo: null, createdAt: 0 },
      agreementData: JSON.stringify({ planType: 'split-second-contract' }),
    });
    open('/record-voice-deal');
    expect(await screen.findByRole('heading', { name: 'We kept your last recording' })).toBeVisible();
    expect(sentTo(BEGIN)).toEqual([]);
  });

  it('is sent once the device has written it', async () => {
    answerUpload();
    let write: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => (write = resolve));
    const slow = jest.spyOn(DraftWriter.prototype, 'settled').mockReturnValue(settled);
    const { person } = await openReview();
    slow.mockRestore();
    await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByText(/^Sending to our server/)).toBeVisible();
    expect(await (await openDraftDb()).count('uploads')).toBe(0);
    expect(sentTo(BEGIN)).toEqual([]);
    write();
    await toasted('Recording Saved!');
  });
});
