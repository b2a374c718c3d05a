/** @jest-environment-options {"world": "microphone"} */
import { screen, waitFor } from '@testing-library/react';
import { answer, example, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { leaveDraft, plugMicrophone } from '../../testing/microphone';
import { expectProblem, fill, open } from '../../testing/screen';

const BEGIN = 'POST /api/recordings';
const PUT = 'PUT /api/recordings/{recordingId}/chunks/{n}';
const FINISH = 'POST /api/recordings/{recordingId}/finalize';

const FORM = {
  partyAName: 'Otto',
  partyAEmail: 'otto@example.com',
  partyBName: 'Ida',
  partyBEmail: 'ida@example.com',
};
const change = () => screen.findByRole('button', { name: 'Change details' });
const done = () => screen.getByRole('button', { name: 'Back to the review' });
const goOn = () => screen.findByRole('button', { name: 'Continue to Payment' });

beforeEach(plugMicrophone);

async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Buffer.from(digest).toString('hex');
}

/** A server that refuses party B's address. Call the answer, and it takes what comes. */
function refuseAddress(): () => void {
  let whole = '';
  answer(BEGIN);
  answer(PUT, async ({ body, params }) => {
    whole = await sha256(body as Blob);
    return { n: Number(params.n), bytes: (body as Blob).size, sha256: whole };
  });
  refuse(FINISH, 400, 'invalid_input', 'Please check what you entered.', {
    errors: [{ field: 'partyBEmail', message: 'Please enter a valid email address' }],
  });
  return () => answer(FINISH, () => ({ ...example(FINISH), sha256: whole }));
}

/** The review of a recording that was left on the device with these details. */
async function openReview(form: Record<string, string> = FORM) {
  await leaveDraft({ form });
  const opened = open('/record-voice-deal');
  await opened.person.click(await screen.findByRole('button', { name: 'Keep' }));
  await screen.findByText('Fingerprint');
  return opened;
}

describe('the details in the review of a recording', () => {
  it('can be changed, and are noted beside the sound', async () => {
    const { person } = await openReview();
    await person.click(await change());
    expect(screen.getByRole('heading', { name: 'Agreement Details' })).toHaveFocus();
    expect(screen.getByLabelText('Party B Name')).toHaveValue('Ida');
    await expectAccessible();
    await fill(person, 'Party B Name', 'Ida Berg');
    await fill(person, 'What is this about?', 'Bicycle');
    await person.click(done());
    expect(await change()).toHaveFocus();
    expect(screen.getByText(/^Spoken agreement between Otto \(Party A\) and Ida Berg/)).toBeVisible();
  });

  it('stay open while something is wrong with them', async () => {
    const { person } = await openReview();
    await person.click(await change());
    await fill(person, 'Party B Email', 'ida@example');
    await person.click(done());
    expectProblem('Party B Email', 'Please enter a valid email address');
    expect(screen.getByLabelText('Party B Email')).toHaveFocus();
  });

  it('are asked for before anything is sent when the device kept wrong ones', async () => {
    const { person } = await openReview({ ...FORM, partyBEmail: 'ida@example.c' });
    await person.click(await goOn());
    expectProblem('Party B Email', 'Please enter a valid email address');
    expect(screen.getByLabelText('Party B Email')).toHaveFocus();
    expect(sentTo(BEGIN)).toEqual([]);
  });

  it('are asked for again when the server refuses them; the same recording is then saved', async () => {
    const takeAll = refuseAddress();
    const { person } = await openReview();
    await person.click(await goOn());
    await waitFor(() => expectProblem('Party B Email', 'Please enter a valid email address'));
    expect(screen.getByLabelText('Party B Email')).toHaveFocus();
    await fill(person, 'Party B Email', 'ida.berg@example.com');
    await person.click(done());
    takeAll();
    await person.click(await goOn());
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
    const sent = sentTo(FINISH).map(({ body }) => String((body as FormData).get('agreementData')));
    expect(sent.at(-1)).toContain('ida.berg@example.com');
  });
});

describe('the details beside a recording on the contract creation screen', () => {
  it('say at the field what the server refuses', async () => {
    refuseAddress();
    await leaveDraft({ form: FORM });
    const { person } = open('/create-contract');
    await person.click(await screen.findByRole('button', { name: 'Keep' }));
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await waitFor(() => expectProblem('Party B Email', 'Please enter a valid email address'));
    expect(screen.getByLabelText('Party B Email')).toHaveFocus();
  });
});
