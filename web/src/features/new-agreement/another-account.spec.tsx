/** @jest-environment-options {"world": "microphone"} */
import { act, screen, waitFor } from '@testing-library/react';
import { readPending } from '../../lib/session/pending-notes';
import { endSession, startSession } from '../../lib/session/session';
import { answer, example, hold, refuse, sentTo } from '../../testing/api';
import { loadedPages } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import { fillDevice, plugMicrophone } from '../../testing/microphone';
import { answerUpload, FINISH, fillDetails, ID, PUT, sha256 } from '../../testing/new-agreement';
import { anna, open, type Role, toasted } from '../../testing/screen';
import { openDraftDb } from '../recording/drafts/draft-db';

const bea = { ...anna, id: anna.id + 1, username: 'Bea Novak', email: 'bea@example.com' };
const OFFERED = /· Anna Miller and Ben Carter$/;

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

const keptDrafts = async () => (await openDraftDb()).count('sessions');

async function startRecording(address: string, role: Role) {
  const opened = open(address, role);
  await fillDetails(opened.person);
  await opened.person.click(await screen.findByRole('button', { name: 'Start Recording' }));
  await screen.findByRole('button', { name: 'Stop' });
  return opened;
}

async function openReview(address: string, role: Role = 'user') {
  const opened = await startRecording(address, role);
  await opened.person.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('Fingerprint');
  await waitFor(async () => expect(await keptDrafts()).toBe(1));
  return opened;
}

/** Signs in in another tab, in the place of whoever was. */
const signIn = (user: typeof anna) => act(() => startSession({ token: `token-of-${user.id}`, user }));

const expectNothingOfAnna = () => {
  expect(screen.queryByText('Fingerprint')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Record Again' })).not.toBeInTheDocument();
  expect(screen.queryByText(/Anna Miller|Ben Carter/)).not.toBeInTheDocument();
  expect(screen.queryByDisplayValue(/anna|ben@/i)).not.toBeInTheDocument();
};

describe.each(['/record-voice-deal', '/create-contract'])('a finished recording on %s', (address) => {
  it('is gone from the screen once somebody else is signed in, and offered to who made it', async () => {
    const { person } = await openReview(address);
    signIn(bea);
    await toasted('You are now signed in as Bea Novak');
    expect(await screen.findByLabelText('Party A Name')).toHaveValue('Bea Novak');
    expect(screen.getByLabelText('Party B Name')).toHaveValue('');
    expectNothingOfAnna();
    expect(await keptDrafts()).toBe(1);
    signIn(anna);
    expect(await screen.findByText(OFFERED)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByText('Fingerprint')).toBeVisible();
    expect(screen.getByText(/between Anna Miller \(Party A\) and Ben Carter/)).toBeVisible();
  });

  it('is gone from the screen once nobody is signed in, and offered to who signs in again', async () => {
    await openReview(address);
    act(() => endSession());
    expect(await screen.findByLabelText('Party A Name')).toHaveValue('');
    expect(await screen.findByText(/Sign in to that account to go on with it/)).toBeVisible();
    expectNothingOfAnna();
    signIn(anna);
    expect(await screen.findByText(OFFERED)).toBeVisible();
  });

  it('of a visitor stays when they sign in', async () => {
    await openReview(address, 'visitor');
    signIn(anna);
    expect(screen.getByText('Fingerprint')).toBeVisible();
    expect(screen.getByText(/between Anna Miller \(Party A\) and Ben Carter/)).toBeVisible();
  });
});

it('a visitor who signs in elsewhere once it is saved goes on to the payment', async () => {
  answerUpload();
  answer('GET /api/user/subscription');
  answer('GET /api/user/credits', []);
  const { person } = await openReview('/record-voice-deal', 'visitor');
  await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  expect(await screen.findByText(/^Step 4 of 5/)).toBeVisible();
  signIn(anna);
  expect(await screen.findByText(/^Step 4 of 4: \S/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Complete Payment' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Create.*Account/ })).not.toBeInTheDocument();
});

describe('a contract that is saved when its session has ended', () => {
  const READS = ['GET /api/user/subscription', 'GET /api/user/credits'] as const;
  const endOnServer = () => {
    for (const name of READS) refuse(name, 401, 'unauthenticated', 'Please sign in.');
  };

  async function save(role: Role) {
    answerUpload();
    const opened = await openReview('/record-voice-deal', role);
    await opened.person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    return opened;
  }

  async function expectKept() {
    await waitFor(() => expect(localStorage.getItem('userToken')).toBeNull());
    expect(screen.getByRole('heading', { level: 1, name: 'Complete Payment' })).toBeVisible();
    expect(screen.getByText(/^Step 4 of 4: \S/)).toBeVisible();
    expect(screen.getByText('Fingerprint')).toBeVisible();
    expect(screen.getByText('Safe on our server')).toBeVisible();
  }

  it('stays on the screen, and leads to its payment', async () => {
    endOnServer();
    const { person } = await save('user');
    await screen.findByRole('heading', { level: 1, name: 'Complete Payment' });
    await expectKept();
    await person.click(screen.getByRole('button', { name: 'Pay $5 - Complete Contract' }));
    expect(loadedPages()).toEqual([`/checkout?agreementId=${ID}&plan=split-second-contract`]);
  });

  it('stays also when the account came after it', async () => {
    await save('visitor');
    await screen.findByRole('heading', { level: 1, name: 'Create Account' });
    endOnServer();
    signIn(anna);
    await expectKept();
  });

  it('stays for who signs in again, and is gone once somebody else does', async () => {
    endOnServer();
    await save('user');
    await screen.findByRole('heading', { level: 1, name: 'Complete Payment' });
    await expectKept();
    answer('GET /api/user/subscription');
    answer('GET /api/user/credits', []);
    signIn(anna);
    expect(screen.getByText('Safe on our server')).toBeVisible();
    act(() => endSession());
    signIn(bea);
    expect(await screen.findByLabelText('Party A Name')).toHaveValue('Bea Novak');
    expectNothingOfAnna();
  });
});

describe.each(['/record-voice-deal', '/create-contract'])('a recording that runs on %s', (address) => {
  it('goes on while somebody else signs in, and is kept for who made it', async () => {
    const { person } = await startRecording(address, 'user');
    signIn(bea);
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    expect(browser.microphone.readyState).toBe('live');
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.getByLabelText('Party A Name')).toHaveValue('Bea Novak'));
    expectNothingOfAnna();
    await waitFor(async () => expect(await keptDrafts()).toBe(1));
    signIn(anna);
    expect(await screen.findByText(OFFERED)).toBeVisible();
  });

  it('goes on when its session has ended, and for who signs in again', async () => {
    const { person } = await startRecording(address, 'user');
    act(() => endSession());
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    signIn(anna);
    await person.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Fingerprint')).toBeVisible();
  });
});

describe('a recording that only the page keeps', () => {
  const WHOLE = 'POST /api/agreements/temporary';
  const send = () => screen.getByRole('button', { name: 'Continue to Payment' });
  const accounts = () => sentTo(WHOLE).map(({ headers }) => headers['x-account-id']);
  let empty: () => void;

  beforeEach(() => {
    empty = fillDevice();
    answer(WHOLE, async ({ body }) => ({
      ...{ ...example(WHOLE), agreementId: ID, claimToken: 'claim' },
      sha256: await sha256((body as FormData).get('audio') as Blob),
    }));
    answer('GET /api/user/subscription');
    answer('GET /api/user/credits', []);
  });
  afterEach(() => empty());

  async function openUnkept() {
    const opened = await startRecording('/record-voice-deal', 'user');
    await opened.person.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByText('Kept while this page is open');
    await screen.findByText('Fingerprint');
    return opened;
  }

  it('is not sent while somebody else is signed in, and is when its account is again', async () => {
    const { person } = await openUnkept();
    signIn(bea);
    await person.click(send());
    await toasted(
      'Error',
      'This recording was made in another account, so it was not sent. Sign in to that account in another tab, then send it here.',
    );
    expect(accounts()).toEqual([]);
    signIn(anna);
    await person.click(send());
    expect(await screen.findByRole('heading', { level: 1, name: 'Complete Payment' })).toBeVisible();
    expect(accounts()).toEqual([String(anna.id)]);
  });

  it('is sent for its account alone while nobody is signed in', async () => {
    const { person } = await openUnkept();
    act(() => endSession());
    await person.click(send());
    await toasted('Recording Saved!');
    expect(await screen.findByLabelText('Party A Name')).toHaveValue('');
    expect(accounts()).toEqual([undefined]);
    expect(readPending()).toBeNull();
    signIn(bea);
    expect(readPending()).toBeNull();
    signIn(anna);
    expect(readPending()?.agreementId).toBe(ID);
  });
});

it('sending that ends after its account has gone leaves no name for the next one', async () => {
  answerUpload();
  const letGo = hold(FINISH);
  const { person } = await openReview('/record-voice-deal');
  await person.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() => expect(sentTo(FINISH)).toHaveLength(1));
  act(() => endSession());
  letGo({
    ...example(FINISH),
    agreementId: ID,
    claimToken: 'claim',
    sha256: await sha256(sentTo(PUT)[0]?.body as Blob),
  });
  await waitFor(async () => expect(await (await openDraftDb()).count('uploads')).toBe(0));
  await toasted('Recording Saved!');
  expect(localStorage.getItem('lastPartyA')).toBeNull();
});
