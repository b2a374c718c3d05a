/** @jest-environment-options {"world": "microphone"} */
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { RemoteAgreement } from '../../lib/api/api-types';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { asksBeforeUnload, loadedPages, textOf } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import {
  CODE,
  CONFIRM_CODE,
  CONSENT,
  ID,
  leaveAndComeBack,
  openInvitation,
  READ,
  tickAll,
} from '../../testing/invitation-screen';
import { liveSockets, tellLive } from '../../testing/live';
import { fillDevice, leaveDraft, plugMicrophone } from '../../testing/microphone';
import { place, toasted } from '../../testing/screen';
import { openDraftDb } from '../recording/drafts/draft-db';

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

describe('a consent', () => {
  async function openRecorder(change: Partial<RemoteAgreement> = {}) {
    const opened = openInvitation(undefined, change);
    await tickAll(opened.person);
    await opened.person.click(screen.getByRole('button', { name: 'Accept & Record Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Recording Your Consent' });
    return opened;
  }

  async function openReview(change: Partial<RemoteAgreement> = {}) {
    const opened = await openRecorder(change);
    await opened.person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await opened.person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByRole('heading', { level: 1, name: 'Review Your Consent' });
    await screen.findByText('Fingerprint');
    return opened;
  }

  /** Answers a consent with the fingerprint of what was sent. */
  function answerConsent(): void {
    answer(CONSENT, async ({ body }) => {
      const sound = (body as FormData).get('audio') as Blob;
      const digest = await crypto.subtle.digest('SHA-256', await sound.arrayBuffer());
      return { ...example(CONSENT), sha256: Buffer.from(digest).toString('hex'), durationSeconds: 65 };
    });
  }

  it('needs all four statements', async () => {
    const { person } = openInvitation();
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      'I am Ben Carter, the person named as Party B.',
      'I agree that my voice is recorded and turned into text.',
      'I agree to receive and keep this agreement as electronic records.',
      'I have heard or read the terms of this agreement.',
    ]);
    const accept = screen.getByRole('button', { name: 'Accept & Record Consent' });
    expect(accept).toHaveAccessibleDescription('Tick all four statements to continue. 4 are left.');
    await person.click(accept);
    for (const box of boxes.slice(0, 3)) await person.click(box);
    expect(accept).toHaveAccessibleDescription('Tick the last statement to continue.');
    await person.click(accept);
    expect(screen.getByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible();
    if (boxes[3]) await person.click(boxes[3]);
    expect(accept).toHaveAccessibleDescription(
      'The microphone is asked for on the next screen, when you start.',
    );
    await person.click(accept);
    expect(await screen.findByRole('heading', { level: 1, name: 'Recording Your Consent' })).toBeVisible();
    expect(screen.getByText('Record your verbal consent for the agreement with Anna Miller.')).toBeVisible();
    expect(browser.asked).toEqual([]);
  });

  it('is recorded with a script, and can be left before it begins', async () => {
    const said = () =>
      `“Today is ${new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date())}.”`;
    const before = said();
    const { person } = await openRecorder();
    expect(screen.getByText('Ready to record')).toBeVisible();
    expect(screen.getByText('“My name is Ben Carter.”')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next line' }));
    const date = screen.getByText(/^“Today is /);
    expect(date).toBeVisible();
    // As it is said, with the month in full; the day may have changed meanwhile.
    expect([before, said()]).toContain(date.textContent);
    for (let i = 0; i < 2; i += 1) await person.click(screen.getByRole('button', { name: 'Next line' }));
    expect(screen.getByText('“The amount is $250.00.”')).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Back to the agreement' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Voice Contract Invitation' })).toBeVisible();
  });

  it('has nobody deny a price that is in the recording alone', async () => {
    const { person } = await openRecorder({ amount: null });
    const lines: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      await person.click(screen.getByRole('button', { name: 'Next line' }));
      lines.push(screen.getByRole('group', { name: 'Say next' }).textContent ?? '');
    }
    expect(lines.at(-1)).toContain('Say the amount, if money is part of this.');
    expect(lines.join(' ')).not.toMatch(/No amount/);
  });

  it('is sent with statements, wording and sound, and proven by its fingerprint', async () => {
    answerConsent();
    const { person } = await openReview({ title: 'Honda Civic' });
    expect(browser.microphone.readyState).toBe('ended');
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    expect(screen.getByText('Anna Miller is told now. There is nothing more for you to do.')).toBeVisible();
    const [sent] = sentTo(CONSENT);
    const form = sent?.body as FormData;
    expect(JSON.parse(String(form.get('consent')))).toEqual({
      key: 'k-ben',
      wordingVersion: '2026-11',
      statements: {
        isNamedPerson: true,
        agreesToRecording: true,
        agreesToElectronicRecords: true,
        hasHeardTerms: true,
      },
      spoken: { language: 'en', startedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const sound = form.get('audio') as File;
    expect(sound.name).toBe('recording.webm');
    expect(await textOf(sound)).toMatch(/^(sound)+$/);
    expect(screen.getByText('About').nextSibling).toHaveTextContent('Honda Civic');
    expect(screen.getByText('1:05')).toBeVisible();
    const fingerprint = screen.getByText(/^[0-9a-f]{64}$/).textContent;
    await person.click(screen.getByRole('button', { name: 'Copy Fingerprint' }));
    await toasted('Copied to Clipboard');
    expect(await navigator.clipboard.readText()).toBe(fingerprint);
    const refused = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await person.click(screen.getByRole('button', { name: 'Copy Fingerprint' }));
    await toasted('Not copied', 'This browser did not allow it. Mark the text and copy it by hand.');
    refused.mockRestore();
  });

  it('is over for whoever comes back', async () => {
    answerConsent();
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' });
    expect(sentTo(READ)).toHaveLength(1);
    await leaveAndComeBack(person, 409, 'invitation_answered');
    expect(await screen.findByRole('heading', { level: 1, name: 'Already answered' })).toBeVisible();
  });

  it('tells how far the transcript is', async () => {
    answerConsent();
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' });
    await waitFor(() =>
      expect(liveSockets().map(({ auth }) => auth)).toEqual([{ agreementId: ID, key: 'k-ben' }]),
    );
    // It is there before its first words, or they would not be read out.
    const places = screen.getAllByRole('status');
    const placeOf = (words: HTMLElement) => words.closest('[role=status]');
    tellLive({ agreementId: ID, status: 'processing', stage: 'transcribing', percent: 40 });
    expect(screen.getByRole('progressbar', { name: 'Making the transcript' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    expect(screen.getByText('Transcribing 40%')).toBeVisible();
    tellLive({ agreementId: ID, status: 'processing', stage: 'failed' });
    const paused = screen.getByText(
      'Transcription is taking a break. Both recordings are safe, and the transcript still comes to you by email.',
    );
    expect(paused).toBeVisible();
    expect(places).toContain(placeOf(paused));
    tellLive({ agreementId: ID, status: 'completed', stage: 'done', percent: 100 });
    const ready = screen.getByText('The transcript is ready. It is on its way to you by email.');
    expect(ready).toBeVisible();
    expect(places).toContain(placeOf(ready));
  });

  it('is kept when the key of a code has run out before it was sent', async () => {
    refuse(CONSENT, 403, 'link_required', 'Open the link in your email.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByText(/^Your code has run out\./)).toBeVisible();
    answer(CODE);
    answer(CONFIRM_CODE, { key: 'c.new', expiresAt: '2099-01-01T00:00:00.000Z' });
    answerConsent();
    // What was recorded does not depend on reading the agreement once more.
    unreachable(READ);
    await person.click(screen.getByRole('button', { name: 'Get a code' }));
    await person.type(await screen.findByLabelText('Code from the email'), '042917{Enter}');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Show that this is you' })).not.toBeInTheDocument(),
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Review Your Consent' })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    const form = sentTo(CONSENT).at(-1)?.body as FormData;
    expect(JSON.parse(String(form.get('consent')))).toMatchObject({ key: 'c.new' });
  });

  it('is kept on the page when the link was replaced before it was sent, and sent with a code', async () => {
    refuse(CONSENT, 404, 'agreement_not_found', 'There is none.');
    const empty = fillDevice();
    const { person } = await openReview();
    empty();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    const access = within(await screen.findByRole('region', { name: 'Show that this is you' }));
    expect(access.getByRole('alert')).toHaveTextContent(
      'This link was replaced by a newer one. What you recorded is kept here: get a code, then send it.',
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Review Your Consent' })).toBeVisible();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(asksBeforeUnload()).toBe(true);
    await expectAccessible();
    answer(CODE);
    answer(CONFIRM_CODE, { key: 'c.new', expiresAt: '2099-01-01T00:00:00.000Z' });
    answerConsent();
    await person.click(screen.getByRole('button', { name: 'Get a code' }));
    await person.type(await screen.findByLabelText('Code from the email'), '042917{Enter}');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Show that this is you' })).not.toBeInTheDocument(),
    );
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    const [, sent] = sentTo(CONSENT).map(({ body }) => body as FormData);
    expect(JSON.parse(String(sent?.get('consent')))).toMatchObject({ key: 'c.new' });
    expect(await textOf(sent?.get('audio') as File)).toMatch(/^(sound)+$/);
  });

  it('is not believed when the server has other bytes', async () => {
    answer(CONSENT);
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not sentThe server received other bytes than this device kept. Please send it again.',
    );
  });

  it.each([
    [
      'consent_repeats_recording',
      'This repeats an earlier recording. Please record your own voice anew, saying that you agree.',
    ],
    [
      'consent_without_speech',
      'Nobody can be heard in this recording, or too briefly. Please check the microphone and say the whole sentence.',
    ],
  ] as const)(
    'is refused for its sound with what to do, and can be recorded again: %s',
    async (code, words) => {
      refuse(CONSENT, 422, code, words);
      const { person } = await openReview();
      await person.click(screen.getByRole('button', { name: 'Send Consent' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(`Not sent${words}`);
      expect(screen.getByRole('button', { name: 'Record Again' })).toBeEnabled();
      expect(screen.getByRole('button', { name: 'Record Again' })).toHaveFocus();
      expect(screen.queryByRole('button', { name: 'Send Consent' })).not.toBeInTheDocument();
      await expectAccessible();
    },
  );

  it('asks to open the page again when the statements have changed', async () => {
    refuse(CONSENT, 409, 'wording_outdated', 'The statements have changed.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The statements have changed');
    await person.click(screen.getByRole('button', { name: 'Open the page again' }));
    expect(loadedPages()).toEqual(['reload']);
  });

  it('that only the page keeps is not said to be kept when the statements have changed', async () => {
    const empty = fillDevice();
    try {
      refuse(CONSENT, 409, 'wording_outdated', 'The statements have changed.');
      const { person } = await openReview();
      await person.click(screen.getByRole('button', { name: 'Send Consent' }));
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent('read the statements and record once more');
      expect(alert).not.toHaveTextContent('Your recording is kept');
    } finally {
      empty();
    }
  });

  it('ends with the invitation when that ended meanwhile', async () => {
    refuse(CONSENT, 410, 'invitation_cancelled', 'Cancelled.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This agreement was cancelled' }),
    ).toBeVisible();
    // What was recorded is not locked away with it.
    expect(await screen.findByRole('button', { name: 'Listen' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save as a file on my device' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    await person.click(await screen.findByRole('button', { name: 'Discard recording' }));
    await waitFor(async () => expect(await (await openDraftDb()).count('sessions')).toBe(0));
    expect(screen.queryByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
  });

  it('that only the page keeps can be saved as a file when the invitation ended meanwhile', async () => {
    const empty = fillDevice();
    refuse(CONSENT, 410, 'invitation_cancelled', 'Cancelled.');
    const { person } = await openReview();
    empty();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not sentCancelled.');
    expect(screen.getByRole('button', { name: 'Save as a file on my device' })).toBeVisible();
  });

  it('says why the server will not have it', async () => {
    refuse(CONSENT, 422, 'recording_too_long', 'The recording is longer than this plan allows.');
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not sentThe recording is longer than this plan allows.',
    );
  });

  it('waits for the network without the person, or is tried again by them', async () => {
    unreachable(CONSENT);
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    const [waiting] = await screen.findAllByText(
      'Waiting for the network. It is sent when you are back online.',
    );
    expect(waiting).toBeVisible();
    answerConsent();
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
  });

  it('can be recorded again', async () => {
    const { person } = await openReview();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Recording Your Consent' })).toBeVisible();
    expect(screen.getByText('Ready to record')).toBeVisible();
    // Until then the one before is there to go back to.
    await person.click(screen.getByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Your Consent' })).toBeVisible();
    await screen.findByText('Fingerprint');
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    await person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    await waitFor(async () => expect(await (await openDraftDb()).count('sessions')).toBe(1));
  });

  it('that was kept on the device is reviewed and sent', async () => {
    await leaveDraft({ form: { consentFor: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' } });
    await leaveDraft({ id: 'other', form: { partyAName: 'Somebody', partyBName: 'Else' } });
    const { person } = openInvitation();
    expect(await screen.findByText(/^We kept 1:05 from /)).toHaveTextContent('Anna Miller and Ben Carter');
    const places = screen.getAllByRole('status');
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    const ready = await screen.findByText(
      'Your kept recording is ready. Tick the statements, then review and send it.',
    );
    expect(ready).toBeVisible();
    expect(places).toContain(ready.closest('[role="status"]'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await tickAll(person);
    await person.click(screen.getByRole('button', { name: 'Accept & Review Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Review Your Consent' })).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it('that was kept last is the one that is sent, of two on the device', async () => {
    answerConsent();
    const kept = { consentFor: ID, partyAName: 'Anna Miller', partyBName: 'Ben Carter' };
    const newer = { id: 'newer', form: kept, elapsedMs: 20_000, updatedAt: Date.now() - 300_000 };
    await leaveDraft({ id: 'older', form: kept, elapsedMs: 65_000 });
    await leaveDraft(newer, 'the newer one');
    const { person } = openInvitation();
    expect(await screen.findByText(/^We kept 0:20 from /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByText(/^We kept 1:05 from /)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByText(/^We kept /)).not.toBeInTheDocument());
    await tickAll(person);
    await person.click(screen.getByRole('button', { name: 'Accept & Review Consent' }));
    await person.click(await screen.findByRole('button', { name: 'Send Consent' }));
    await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' });
    const [form] = sentTo(CONSENT).map(({ body }) => body as FormData);
    expect(await textOf(form?.get('audio') as File)).toBe('sound');
    const db = await openDraftDb();
    await waitFor(async () => expect(await db.get('sessions', 'older')).toHaveProperty('savedAs', ID));
    expect(await db.get('sessions', 'newer')).toHaveProperty('savedAs', null);
  });

  it('that is in memory alone is not left without a question until it is sent', async () => {
    answerConsent();
    const empty = fillDevice();
    const { person } = await openReview();
    empty();
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    expect(asksBeforeUnload()).toBe(true);
    await person.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Español' }));
    await toasted('Not now');
    expect(loadedPages()).toEqual([]);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave this page?' }));
    expect(
      question.getByText(
        'Your recording is kept only while this page is open. If you leave before it is sent, it is lost.',
      ),
    ).toBeVisible();
    await person.click(question.getByRole('button', { name: 'Stay' }));
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    expect(asksBeforeUnload()).toBe(false);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('is not offered again when a full device has a part of it and the server all', async () => {
    answerConsent();
    const { person } = await openRecorder();
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    const stop = await screen.findByRole('button', { name: 'Stop' });
    act(() => browser.media.at(-1)?.requestData());
    const keptDrafts = async () => (await openDraftDb()).count('sessions');
    await waitFor(async () => expect(await keptDrafts()).toBe(1));
    const empty = fillDevice();
    await person.click(stop);
    expect(await screen.findByText('Kept while this page is open')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your consent is recorded' })).toBeVisible();
    await waitFor(async () => expect(await keptDrafts()).toBe(0));
    empty();
  });

  it('that is on the device may be left, but not silently while it is sent', async () => {
    const { person } = await openReview();
    expect(asksBeforeUnload()).toBe(false);
    hold(CONSENT);
    await person.click(screen.getByRole('button', { name: 'Send Consent' }));
    expect(asksBeforeUnload()).toBe(true);
    await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave this page?' }));
    expect(
      question.getByText('Your recording is safe on this device. If you leave now, it is not sent.'),
    ).toBeVisible();
    await person.click(question.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(place()).toBe('/'));
  });
});
