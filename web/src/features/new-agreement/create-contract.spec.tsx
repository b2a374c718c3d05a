/** @jest-environment-options {"world": "microphone"} */
import { act, screen, waitFor } from '@testing-library/react';
import { showCarriedToast } from '../../components/ui/carried-toast';
import { clearToasts } from '../../components/ui/toast-store';
import { answer, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages } from '../../testing/browser';
import type { FakeBrowser } from '../../testing/fake-browser';
import { holdPermission, leaveDraft, plugMicrophone } from '../../testing/microphone';
import { answerUpload, BEGIN, FINISH, fillDetails, ID } from '../../testing/new-agreement';
import { expectProblem, fill, open, place, type Role, toasted } from '../../testing/screen';

let browser: FakeBrowser;
beforeEach(async () => {
  browser = await plugMicrophone();
});

describe('the contract creation screen', () => {
  async function openPreview(role: Role = 'visitor') {
    const opened = open('/create-contract', role);
    await fillDetails(opened.person);
    await opened.person.click(await screen.findByRole('button', { name: 'Start Recording' }));
    await opened.person.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Fingerprint');
    return opened;
  }

  it('shows the form, and the recorder once the form is filled', async () => {
    const { person } = open('/create-contract');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Create Your Split Second Contract' }),
    ).toBeVisible();
    expect(screen.getByText('Record your agreement on this page. It is only $5 to unlock.')).toBeVisible();
    expect(screen.getByText('$5 per contract • 30-day storage • AI transcription')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(screen.getByText('Please fill in all party details to start recording')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start Recording' })).not.toBeInTheDocument();
    await fillDetails(person);
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  });

  it('plays five seconds, and leads a visitor to an account', async () => {
    answerUpload();
    answer('GET /api/agreements/{agreementId}');
    const { person } = await openPreview();
    expect(screen.getByRole('heading', { name: '5-Second Preview' })).toHaveFocus();
    expect(screen.getByText('Preview transcription')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Record Again' })).toBeVisible();
    await expectAccessible();
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await waitFor(() => expect(place()).toBe('/signup'));
    await toasted('Recording Saved!', 'Create an account to access your recording and full features.');
    expect(localStorage.getItem('pendingAgreementId')).toBe(ID);
  });

  it('leads a user to the checkout', async () => {
    answerUpload();
    const { person } = await openPreview('user');
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    await waitFor(() =>
      expect(loadedPages()).toEqual([expect.stringMatching(/^\/checkout\?.*agreementId=4207/)]),
    );
    // The next document has no message of this one but what was left for it.
    act(clearToasts);
    act(showCarriedToast);
    await toasted('Recording Saved!', 'Your voice contract has been recorded and saved.');
  });

  it('shows a kept recording in the place of one that waits for the microphone', async () => {
    const names = { partyAName: 'Otto', partyBName: 'Ida' };
    await leaveDraft({ form: { ...names, partyAEmail: 'o@example.com', partyBEmail: 'i@example.com' } });
    const { person } = open('/create-contract');
    await fillDetails(person);
    await screen.findByRole('button', { name: 'Keep' });
    const allow = holdPermission();
    await person.click(screen.getByRole('button', { name: 'Start Recording' }));
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(
      await screen.findByText(/^Spoken agreement between Otto \(Party A\) and Ida \(Party B\)/),
    ).toBeVisible();
    await allow();
    await waitFor(() => expect(browser.microphone.readyState).toBe('ended'));
    expect(browser.media).toEqual([]);
    expect(screen.getByText('Length').nextSibling).toHaveTextContent('1:05');
  });

  it('says why it was not saved, and records again', async () => {
    answerUpload();
    refuse(FINISH, 422, 'recording_too_long', 'The recording is longer than this plan allows.');
    const { person } = await openPreview();
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    expect(
      await screen.findByText('The recording is longer than this plan allows.', { selector: 'main *' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save as a file on my device' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Record Again' }));
    expect(await screen.findByText('Ready to record')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Back to the recording before' }));
    expect(await screen.findByRole('button', { name: 'Save & Continue' })).toBeVisible();
    await screen.findByText('Fingerprint');
  });

  it('checks the form once more before it saves', async () => {
    const { person } = await openPreview();
    await fill(person, 'Party B Email', 'anna@example.com');
    await person.click(screen.getByRole('button', { name: 'Save & Continue' }));
    expectProblem('Party B Email', 'Each of you needs an email address of their own');
    expect(sentTo(BEGIN)).toEqual([]);
  });
});
