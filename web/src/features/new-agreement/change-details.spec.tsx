/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { fillDevice, leaveDraft, plugMicrophone } from '../../testing/microphone';
import { expectProblem, fill, open } from '../../testing/screen';
import { openDraftDb } from '../recording/drafts/draft-db';
import { keepPhoto, readKeptPhoto } from '../recording/drafts/kept-photo';

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

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

/** What the device keeps of the form, beside the sound. */
async function keptForm(): Promise<Record<string, string>> {
  return (await (await openDraftDb()).get('sessions', 'take-1'))?.form ?? {};
}

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

  it('come back after a reload as they were changed', async () => {
    const { person, unmount } = await openReview();
    await person.click(await change());
    await fill(person, 'Party B Name', 'Ida Berg');
    await person.click(done());
    await waitFor(async () => expect(await keptForm()).toMatchObject({ partyBName: 'Ida Berg' }));
    unmount();
    const again = open('/record-voice-deal');
    await again.person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByText(/^Spoken agreement between Otto \(Party A\) and Ida Berg/)).toBeVisible();
  });

  it('are kept also when the page is left at once', async () => {
    const { person, unmount } = await openReview();
    await person.click(await change());
    await fill(person, 'Party B Name', 'Ida Berg');
    unmount();
    await waitFor(async () => expect(await keptForm()).toMatchObject({ partyBName: 'Ida Berg' }));
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
  async function openPreview(form: Record<string, string> = FORM) {
    await leaveDraft({ form });
    const opened = open('/create-contract');
    await opened.person.click(await screen.findByRole('button', { name: 'Keep' }));
    await screen.findByText('Fingerprint');
    return opened;
  }

  it('stay as they were sent while the recording is saved, and can be changed again when it was not', async () => {
    const letGo = hold(BEGIN);
    const { person } = await openPreview();
    const fields = () => within(screen.getByRole('group', { name: 'Agreement Details' }));
    expect(fields().getByLabelText('Party B Name')).toBeEnabled();
    expect(screen.queryByText(/cannot be changed now/)).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await waitFor(() => expect(sentTo(BEGIN)).toHaveLength(1));
    expect(fields().getByLabelText('Party B Name')).toBeDisabled();
    expect(fields().getByLabelText('Plan')).toBeDisabled();
    expect(fields().getByLabelText('Photo Upload')).toBeDisabled();
    expect(screen.getByRole('group', { name: 'Agreement Details' })).toHaveAccessibleDescription(
      'These details are being saved with the recording, so they cannot be changed now.',
    );
    expect(
      screen.getByText('These details are being saved with the recording, so they cannot be changed now.'),
    ).toHaveAttribute('role', 'status');
    await expectAccessible();
    refuse(PUT, 415, 'unsupported_media', 'This is no recording.');
    letGo(example(BEGIN));
    await waitFor(() => expect(fields().getByLabelText('Party B Name')).toBeEnabled());
    expect(screen.queryByText(/cannot be changed now/)).not.toBeInTheDocument();
  });

  it('stay as they were sent while the recording waits for the network', async () => {
    unreachable(BEGIN);
    const { person } = await openPreview();
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByLabelText('Party B Name')).toBeDisabled();
  });

  it('come back after a reload as they were changed', async () => {
    const { person, unmount } = await openPreview();
    await fill(person, 'Party B Name', 'Ida Berg');
    await waitFor(async () => expect(await keptForm()).toMatchObject({ partyBName: 'Ida Berg' }));
    unmount();
    const again = open('/create-contract');
    await again.person.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await screen.findByLabelText('Party B Name')).toHaveValue('Ida Berg');
  });

  describe('with a photo', () => {
    const keptCar = () => keepPhoto(new File(['car'], 'car.jpg', { type: 'image/jpeg' }));
    const bike = new File(['bike'], 'bike.png', { type: 'image/png' });

    beforeEach(() => {
      const picture = { width: 40, height: 30, close: () => undefined };
      const read = () => Promise.resolve(picture);
      Object.defineProperty(globalThis, 'createImageBitmap', { value: read, configurable: true });
      const pen = { fillRect: () => undefined, drawImage: () => undefined };
      jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
      jest
        .spyOn(HTMLCanvasElement.prototype, 'toBlob')
        .mockImplementation((tell) => tell(new Blob(['jpeg'], { type: 'image/jpeg' })));
    });

    it('come back after a reload with the one that took its place', async () => {
      const car = await keptCar();
      const { person, unmount } = await openPreview({ ...FORM, keptPhoto: car });
      await person.click(await screen.findByRole('button', { name: 'Remove photo' }));
      await person.upload(screen.getByLabelText('Photo Upload'), bike);
      await screen.findByText('bike.jpg');
      await waitFor(async () => {
        const { keptPhoto = '' } = await keptForm();
        expect((await readKeptPhoto(keptPhoto))?.name).toBe('bike.jpg');
      });
      await waitFor(async () => expect(await readKeptPhoto(car)).toBeNull());
      unmount();
      const again = open('/create-contract');
      await again.person.click(await screen.findByRole('button', { name: 'Keep' }));
      expect(await screen.findByText('bike.jpg')).toBeVisible();
    });

    it('come back with the one before when the device could not keep the change', async () => {
      const car = await keptCar();
      const { person, unmount } = await openPreview({ ...FORM, keptPhoto: car });
      await screen.findByText('car.jpg');
      const empty = fillDevice();
      await person.click(screen.getByRole('button', { name: 'Remove photo' }));
      await person.upload(screen.getByLabelText('Photo Upload'), bike);
      await screen.findByText('bike.jpg');
      unmount();
      const again = open('/create-contract');
      await again.person.click(await screen.findByRole('button', { name: 'Keep' }));
      expect(await screen.findByText('car.jpg')).toBeVisible();
      empty();
    });
  });

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
