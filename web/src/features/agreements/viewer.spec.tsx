import { act, screen, waitFor, within } from '@testing-library/react';
import type { AgreementView, ConsentView, TranscriptView } from '../../lib/api/api-types';
import { AGREEMENT_ID, agreement, answerDashboard, contracts, transcript } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { breakSounds, heardSounds, savedFiles, textOf } from '../../testing/browser';
import { open, toasted } from '../../testing/screen';
import { answerLog, dialog, fact, press, VIEWER, view } from '../../testing/viewer-dialog';

describe('what was said', () => {
  const none = { reason: null, recording: null, start: null, text: null };
  const spoken = (b: Partial<TranscriptView['spokenConsents'][number]>) => [
    {
      ...none,
      party: 'a' as const,
      state: 'said' as const,
      recording: 'a' as const,
      start: 65.4,
      text: 'I agree.',
    },
    { ...none, party: 'b' as const, state: 'not_said' as const, ...b },
  ];
  const region = async () => within(await dialog().findByRole('region', { name: 'What was said' }));

  it.each([
    [{ state: 'not_said' as const }, 'Ben Carter is not heard saying “I agree”.'],
    [{ state: 'silent' as const }, 'Ben Carter is not heard in the recording.'],
    [{ state: 'unchecked' as const, reason: 'words' as const }, /words of this transcript are not reliable/],
    [{ state: 'unchecked' as const, reason: 'voices' as const }, /nobody could tell the voices apart/],
    [
      { state: 'unchecked' as const, reason: 'taken_back' as const },
      'Ben Carter says “I agree”, and later something that may take it back. Please listen.',
    ],
  ])('is listed with its second, and what is missing is named: %j', async (b, words) => {
    const found = { spokenConsents: spoken(b), voiceMatch: 'different' as const, language: 'es' };
    await view(contracts.completed, transcript(found));
    const said = await region();
    const [anna, ben] = said.getAllByRole('listitem');
    expect(anna).toHaveTextContent('Anna Miller says at 1:05: “I agree.”');
    expect(said.getByText('I agree.')).toHaveAttribute('lang', 'es');
    expect(ben).toHaveTextContent(words);
    expect(said.queryByText('The two recordings sound like one person')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('says that two recordings sound like one person, as a hint and not as proof', async () => {
    await view(contracts.completed, transcript({ spokenConsents: spoken({}), voiceMatch: 'alike' }));
    const said = await region();
    expect(said.getByText('The two recordings sound like one person')).toBeVisible();
    expect(said.getByText(/a hint and no proof/)).toBeVisible();
    await expectAccessible();
  });
});

describe('who agreed', () => {
  const ofA: ConsentView = {
    party: 'a',
    kind: 'agreement',
    grade: 'voice_only',
    at: '2026-11-21T10:00:00.000Z',
    maskedEmail: null,
    origin: null,
    isDeviceAlike: false,
    objection: null,
    objectedGrade: null,
  };
  const ofB = (change: Partial<ConsentView> = {}): ConsentView => ({ ...ofA, party: 'b', ...change });
  const LINK = 'POST /api/agreements/{agreementId}/confirmation-link';
  const list = () => within(dialog().getByRole('region', { name: 'Who agreed' })).getAllByRole('listitem');

  it.each([
    ['unconfirmed', 'Not confirmed: answered with the number of the contract alone'],
    ['voice_only', 'Voice only'],
    ['same_device', 'Answered on the device of party A'],
    ['confirmed_on_screen', "Confirmed on a phone that scanned party A's screen"],
    ['confirmed_by_code', 'Confirmed with a code sent to b***@example.com'],
    ['confirmed_by_link', 'Confirmed through the link sent to b***@example.com'],
  ] as const)('is shown as it was: %s', async (grade, words) => {
    const origin = { address: '198.51.100.7', device: 'Phone of Ben' };
    const consents = [ofA, ofB({ grade, origin, maskedEmail: 'b***@example.com' })];
    await view(agreement({ isRemoteContract: true, consents }));
    const [anna, ben] = list();
    expect(anna).toHaveTextContent('Anna Miller · The termsVoice only');
    expect(ben).toHaveTextContent(`Ben Carter · The terms${words}`);
    expect(ben).toHaveTextContent('IP address 198.51.100.7');
    expect(ben).toHaveTextContent('Phone of Ben');
    expect(dialog().queryByRole('button', { name: 'Let Ben Carter confirm' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('says when the device may have been that of party A', async () => {
    await view(agreement({ consents: [ofA, ofB({ isDeviceAlike: true })] }));
    expect(list()[0]).not.toHaveTextContent('perhaps the same device');
    expect(list()[1]).toHaveTextContent('same kind of browser: perhaps the same device.');
  });

  it('shows an objection above all else, and on the dashboard', async () => {
    const objection: ConsentView['objection'] = {
      at: '2026-11-22T10:00:00.000Z',
      reason: 'I was in Rome.',
      via: 'link',
      address: null,
      device: null,
    };
    const consents = [ofA, ofB({ grade: 'objected', objection, objectedGrade: 'voice_only' })];
    await view(agreement({ consents }));
    expect(dialog().getByText('Ben Carter says: that was not me')).toBeVisible();
    expect(dialog().getByText('“I was in Rome.”')).toBeVisible();
    expect(list()[1]).toHaveTextContent('Before the objection: Voice only');
    expect(screen.getAllByText('Objection: not them')[0]).toBeInTheDocument();
    await expectAccessible();
  });

  it('asks party B by a code on the screen, where the two were together', async () => {
    const url = `http://localhost:8080/confirm/${AGREEMENT_ID}?key=s.1.x`;
    answer(LINK, { url, expiresAt: '2026-11-21T10:15:00.000Z' });
    const person = await view(agreement({ isRemoteContract: false, consents: [ofA, ofB()] }));
    await press(person, 'Let Ben Carter confirm');
    const box = within(await screen.findByRole('dialog', { name: 'Let Ben Carter confirm' }));
    const code = await box.findByRole('img', { name: 'Code with the address of the confirmation page' });
    expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000);
    expect(box.getByText(/^Can be scanned until Nov 21, 2026/)).toBeVisible();
    expect(box.getByText(/^This says less than the link/)).toBeVisible();
    await expectAccessible();
    await press(person, 'Copy the address', box);
    await toasted('Copied to Clipboard');
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it('asks once more where the yes came from a device of party A', async () => {
    await view(agreement({ isRemoteContract: false, consents: [ofA, ofB({ grade: 'same_device' })] }));
    expect(dialog().getByRole('button', { name: 'Let Ben Carter confirm' })).toBeVisible();
  });

  it.each(['confirmed_on_screen', 'confirmed_by_link', 'objected'] as const)(
    'asks no more after an answer that shows more: %s',
    async (grade) => {
      await view(agreement({ isRemoteContract: false, consents: [ofA, ofB({ grade })] }));
      expect(dialog().queryByRole('button', { name: 'Let Ben Carter confirm' })).not.toBeInTheDocument();
    },
  );

  it('says that the code could not be made, and makes it when it is tried again', async () => {
    unreachable(LINK);
    const person = await view(agreement({ isRemoteContract: false, consents: [ofA, ofB()] }));
    await press(person, 'Let Ben Carter confirm');
    const box = within(await screen.findByRole('dialog', { name: 'Let Ben Carter confirm' }));
    await box.findByRole('alert');
    answer(LINK, { url: 'http://localhost:8080/confirm/1', expiresAt: '2026-11-21T10:15:00.000Z' });
    await press(person, 'Try Again', box);
    expect(await box.findByRole('img')).toBeVisible();
  });
});

describe('the facts of a contract', () => {
  it('name the parties, the date, the state, the number, the amount and the payment', async () => {
    await view(contracts.completed);
    expect(dialog().getByText('Anna Miller', { selector: '.font-serif' })).toBeVisible();
    expect(dialog().getByText('Ben Carter', { selector: '.font-serif' })).toBeVisible();
    expect(fact('Created')).toHaveTextContent('Nov 21, 2026, 10:00 AM UTC');
    expect(fact('Status')).toHaveTextContent('Completed');
    expect(fact('Agreement ID')).toHaveTextContent('#4207 7319 5802 6614');
    expect(fact('Agreed amount')).toHaveTextContent('$250.00');
    expect(fact('Payment')).toHaveTextContent('Paid Nov 21, 2026, 10:00 AM UTC');
    expect(fact('Consent recorded')).toHaveTextContent('Nov 21, 2026, 11:00 AM UTC');
    expect(fact('Access until')).toHaveTextContent('Dec 21, 2026, 10:00 AM UTC');
    await dialog().findByText('No entries yet.');
    await expectAccessible();
  });

  it('say what it is about, where party A said so', async () => {
    await view(agreement({ title: 'Honda Civic', kind: 'car' }));
    expect(fact('About')).toHaveTextContent(/^Honda Civic · Car sale$/);
  });

  it('say what kind of deal it is', async () => {
    await view(agreement({ kind: 'loan' }));
    expect(fact('About')).toHaveTextContent(/^Small loan$/);
  });

  it('say nothing of a kind that says nothing', async () => {
    await view(agreement({ kind: 'other' }));
    expect(dialog().queryByText('About', { selector: 'dt' })).not.toBeInTheDocument();
  });

  it('leave out an amount that nobody named', async () => {
    await view(agreement({ amount: null }));
    expect(dialog().queryByText('Agreed amount')).not.toBeInTheDocument();
  });

  it('say when an invitation was sent, and when it was opened', async () => {
    await view(contracts.awaiting);
    expect(fact('Invitation')).toHaveTextContent(
      'Sent Nov 21, 2026, 10:05 AM UTC; the link works until Dec 5, 2026, 10:05 AM UTC. Not opened yet.',
    );
  });

  it('say when an invitation was opened', async () => {
    const invitation = { ...contracts.awaiting.invitation, openedAt: '2026-11-21T12:00:00.000Z' };
    await view(agreement({ ...contracts.awaiting, invitation: invitation as AgreementView['invitation'] }));
    expect(fact('Invitation')).toHaveTextContent('Opened Nov 21, 2026, 12:00 PM UTC');
  });

  it('say why a contract ended, in the words of whoever ended it', async () => {
    await view(agreement({ ...contracts.cancelled, statusReason: 'declined', cancelNote: 'Too dear.' }));
    expect(fact('Cancelled')).toHaveTextContent('Nov 22, 2026, 9:00 AM UTCBen Carter declined“Too dear.”');
    expect(dialog().queryByText('Access until')).not.toBeInTheDocument();
  });

  it.each([
    ['partyB:bounced', /^Mail to ben@example.com could not be delivered\./],
    ['partyA:bounced', /^An email to you came back\. Check the address of your account in your profile\.$/],
    ['support:bounced', /^A message about this contract could not be delivered\.$/],
  ])('say what to do about a mail that came back: %s', async (mailProblem, words) => {
    await view(agreement({ ...contracts.awaiting, mailProblem } as Partial<AgreementView>));
    expect(dialog().getByText(words)).toBeVisible();
  });

  it('show the photo that belongs to it', async () => {
    await view(agreement({ photoUrl: `/api/agreements/${AGREEMENT_ID}/photo` }));
    expect(dialog().getByRole('img', { name: 'Photo that belongs to this contract' })).toHaveAttribute(
      'src',
      `/api/agreements/${AGREEMENT_ID}/photo`,
    );
  });

  it.each([
    ['disputed', '2026-01-21T10:00:00.000Z', true],
    ['released', '2026-01-21T10:00:00.000Z', false],
    ['disputed', '2099-01-21T10:00:00.000Z', false],
  ])('say what keeps a contract past its end: %s, %s', async (escrowStatus, expiresAt, isSaid) => {
    await view(agreement({ ...contracts.completed, escrowStatus, expiresAt }));
    const words = 'Kept longer, while the payment is protected.';
    if (isSaid) expect(fact('Access until')).toHaveTextContent(words);
    else expect(fact('Access until')).not.toHaveTextContent(words);
  });

  it('say that recording and transcript are no longer kept', async () => {
    await view(
      agreement({ ...contracts.completed, contentDeletedAt: '2026-12-28T10:00:00.000Z', photoUrl: '/photo' }),
      null,
    );
    expect(dialog().getByText('Recording and transcript are no longer kept')).toBeVisible();
    expect(
      dialog().getByText(
        'They were deleted on Dec 28, 2026, 10:00 AM UTC, when access ended. The log and its fingerprints stay as proof.',
      ),
    ).toBeVisible();
    expect(fact('Access ended')).toHaveTextContent('Dec 21, 2026');
    for (const name of ['Play Audio', 'Download', 'Generate Transcript']) {
      expect(dialog().queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(dialog().queryByRole('img')).not.toBeInTheDocument();
    expect(sentTo('GET /api/agreements/{agreementId}/transcript')).toEqual([]);
  });

  it.each<[string, Partial<AgreementView>]>([
    ['was cancelled before it was paid', contracts.cancelled],
    ['was paid, and lost them before its time', contracts.completed],
  ])('say only when they were deleted, of a contract that %s', async (_, one) => {
    await view(agreement({ ...one, contentDeletedAt: '2026-11-22T09:00:05.000Z' }), null);
    expect(
      dialog().getByText('Deleted on Nov 22, 2026, 9:00 AM UTC. The log and its fingerprints stay as proof.'),
    ).toBeVisible();
    expect(dialog().queryByText(/access ended/i)).not.toBeInTheDocument();
  });

  it('say until when a contract that was paid and then cancelled is kept', async () => {
    await view(agreement({ ...contracts.cancelled, paidAt: contracts.completed.paidAt }));
    expect(fact('Access until')).toHaveTextContent('Dec 21, 2026');
  });

  it('offer nobody who could write down a recording that is no longer kept', async () => {
    const stuck = { statusReason: 'needs_fallback', transcript: { stage: 'failed', percent: 0 } } as const;
    await view(agreement({ ...stuck, contentDeletedAt: '2026-12-28T10:00:00.000Z' }), null);
    expect(dialog().getByText('Recording and transcript are no longer kept')).toBeVisible();
    expect(dialog().queryByText(/saved securely/)).not.toBeInTheDocument();
    expect(dialog().queryByRole('button', { name: /^Request/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/^Transcription paused/)).not.toBeInTheDocument();
  });

  it.each<[AgreementView['escrowStatus'], string, string]>([
    [null, 'None', 'Payment protection'],
    ['held', 'Payment held', 'See how it stands'],
    ['released', 'Released', 'See how it stands'],
  ])('say how the held payment stands: %s', async (escrowStatus, words, link) => {
    await view(agreement({ ...contracts.completed, escrowStatus }));
    expect(fact('Payment protection')).toHaveTextContent(words);
    expect(dialog().getByRole('link', { name: link })).toHaveAttribute(
      'href',
      `/escrow?agreementId=${AGREEMENT_ID}`,
    );
  });

  it('close, and the focus goes back to where it was', async () => {
    const person = await view(contracts.completed);
    await press(person, 'Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^View contract/ })).toHaveFocus();
  });
});

describe('a contract that is not paid', () => {
  /** Upper end of each bar of the shape. */
  const barHeights = () => {
    const shape = screen.getByRole('dialog', { name: VIEWER }).querySelector('svg[preserveAspectRatio] path');
    return [...(shape?.getAttribute('d') ?? '').matchAll(/ ([\d.]+)V/g)].map(([, top]) => top);
  };

  it('offers five seconds of sound and the way to pay', async () => {
    const person = await view(contracts.pending, null);
    expect(fact('Payment')).toHaveTextContent('Not paid yet');
    expect(
      dialog().getByText('Pay to unlock the full recording, the transcript and downloads.'),
    ).toBeVisible();
    expect(dialog().getByText('5-Second Preview')).toBeVisible();
    expect(dialog().getByRole('link', { name: 'Complete Payment' })).toHaveAttribute(
      'href',
      `/checkout?agreementId=${AGREEMENT_ID}&plan=split-second-contract`,
    );
    for (const name of ['Download', 'Generate Transcript']) {
      expect(dialog().queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(dialog().queryByRole('heading', { name: 'Transcript' })).not.toBeInTheDocument();
    await press(person, 'Play Audio');
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/preview`]);
    expect(sentTo('GET /api/agreements/{agreementId}/transcript')).toEqual([]);
  });

  it.each([
    [20, 5, 1],
    [3, 3, 3],
  ])('of %s seconds draws and plays %s of them', async (durationSeconds, seconds, heights) => {
    // The shape of the whole recording has three parts, each of another height.
    await view(agreement({ ...contracts.pending, durationSeconds }), null);
    const slider = dialog().getByRole('slider', { name: 'Position in the recording' });
    expect(slider).toHaveAttribute('max', String(seconds));
    await waitFor(() => expect(new Set(barHeights()).size).toBe(heights));
  });

  it('has nothing to play where nothing was recorded', async () => {
    await view(agreement({ ...contracts.pending, hasAudioRecording: false }), null);
    expect(dialog().queryByRole('button', { name: 'Play Audio' })).not.toBeInTheDocument();
    expect(dialog().queryByRole('slider')).not.toBeInTheDocument();
  });
});

describe('the recording of a contract', () => {
  const bar = async () => within(await dialog().findByRole('toolbar', { name: 'Reading tools' }));
  const shape = () =>
    screen.getByRole('dialog', { name: VIEWER }).querySelector('svg[preserveAspectRatio] path');
  const controls = () => dialog().getAllByRole('button', { name: 'Play Audio' });

  it.each<[string, AgreementView, Partial<TranscriptView>, number]>([
    ['read along with', agreement({ ...contracts.completed, consentedAt: null }), {}, 1],
    ['of two people apart', contracts.completed, {}, 2],
    ['not written down yet', contracts.processing, { status: 'none', segments: [], text: '' }, 1],
    ['that could not be written down', contracts.processing, { status: 'failed', segments: [] }, 1],
  ])('has one control, and no second one: %s', async (_, one, change, count) => {
    await view(one, transcript(change));
    await waitFor(() => expect(controls()).toHaveLength(count));
    await dialog().findByRole('heading', { name: 'Transcript' });
    expect(controls()).toHaveLength(count);
    expect(dialog().getAllByRole('slider')).toHaveLength(count);
  });

  it('has one control also where its words are shown on request', async () => {
    const one = agreement({ ...contracts.completed, consentedAt: null });
    const person = await view(one, transcript({ quality: 'unclear', draft: true }));
    const ask = await dialog().findByRole('button', { name: 'Show the words anyway' });
    expect(controls()).toHaveLength(1);
    await person.click(ask);
    expect((await bar()).getByRole('button', { name: 'Play Audio' })).toBeVisible();
    expect(controls()).toHaveLength(1);
  });

  it('has no control that moves away as soon as its words are there', async () => {
    const letGo = hold('GET /api/agreements/{agreementId}/transcript');
    await view(contracts.completed, null);
    expect(dialog().queryByRole('button', { name: 'Play Audio' })).not.toBeInTheDocument();
    letGo(transcript());
    expect((await bar()).getByRole('button', { name: 'Play Audio' })).toBeVisible();
  });

  it.each([
    ['pending', contracts.pending],
    ['awaiting', contracts.awaiting],
    ['declined', contracts.cancelled],
    ['completed', contracts.completed],
  ])('has its real shape, also %s', async (_, one) => {
    await view(one);
    // Bars of different heights, not one line.
    await waitFor(() => expect(shape()?.getAttribute('d')?.match(/V/g)).toHaveLength(96));
    expect(sentTo('GET /api/agreements/{agreementId}/outline')).toHaveLength(1);
  });

  it('has no shape as long as it is asked for, and a track where nobody knows it', async () => {
    answerDashboard(contracts.pending);
    answerLog();
    const letGo = hold('GET /api/agreements/{agreementId}/outline');
    const { person } = open('/dashboard', 'user');
    await person.click(await screen.findByRole('button', { name: /^View contract/ }));
    await screen.findByRole('dialog', { name: VIEWER });
    expect(shape()).toBeNull();
    letGo({ peaks: [] });
    await waitFor(() => expect(shape()).toHaveAttribute('stroke-width', '8'));
  });

  it('is played, said and paused', async () => {
    const person = await view(contracts.completed);
    await press(person, 'Play Audio', await bar());
    await toasted('Playing Audio');
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/audio?format=mp3`]);
    await press(person, 'Pause Audio', await bar());
    expect(heardSounds()).toEqual([]);
    expect((await bar()).getByRole('button', { name: 'Play Audio' })).toBeVisible();
  });

  it('is heard alone: the consent falls silent', async () => {
    const person = await view(contracts.completed);
    const consent = within(await dialog().findByRole('region', { name: 'Consent of Ben Carter' }));
    await press(person, 'Play Audio', consent);
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/audio?format=mp3&party=b`]);
    await press(person, 'Play Audio', await bar());
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/audio?format=mp3`]);
  });

  it('is moved in by the arrow keys', async () => {
    const person = await view(contracts.completed);
    const slider = (await bar()).getByRole('slider', { name: 'Position in the recording' });
    act(() => slider.focus());
    await person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(slider).toHaveValue('5');
    expect(slider).toHaveAttribute('aria-valuetext', '5 seconds of 20 seconds');
    await person.keyboard('{PageUp}');
    expect(slider).toHaveAttribute('aria-valuetext', '20 seconds of 20 seconds');
  });

  it.each([
    ['in the words of the server', 410, 'The sound was moved.', 'The sound was moved.'],
    ['where it has none', 500, '', 'Could not play the audio file'],
  ] as const)('that cannot be played says why, %s', async (_, status, sentence, words) => {
    const person = await view(contracts.completed);
    breakSounds();
    if (sentence) refuse('GET /api/agreements/{agreementId}/audio', status, 'recording_expired', sentence);
    else unreachable('GET /api/agreements/{agreementId}/audio');
    await press(person, 'Play Audio', await bar());
    await toasted('Audio Playback Failed', words);
    expect(sentTo('GET /api/agreements/{agreementId}/audio')[0]?.headers).toMatchObject({
      range: 'bytes=0-0',
    });
  });

  it('is kept as a file with its number in the name', async () => {
    const person = await view(contracts.completed);
    answer('GET /api/agreements/{agreementId}/audio', new Blob(['the sound']));
    await press(person, 'Download');
    await toasted('Download Started');
    const [file] = savedFiles();
    expect(file?.name).toBe(`agreement_${AGREEMENT_ID}_recording.mp3`);
    expect(await textOf(file?.blob ?? new Blob())).toBe('the sound');
    expect(sentTo('GET /api/agreements/{agreementId}/audio')[0]).toMatchObject({
      query: { t: expect.stringMatching(/^\d+$/), format: 'mp3', download: '1' },
      headers: { authorization: 'Bearer token-of-anna' },
    });
  });

  it.each([
    ['in the words of the server', 'Paid access has ended.', 'Paid access has ended.'],
    ['where it has none', '', 'Could not download the audio file'],
  ] as const)('that cannot be kept says why, %s', async (_, sentence, words) => {
    const person = await view(contracts.completed);
    if (sentence) refuse('GET /api/agreements/{agreementId}/audio', 410, 'recording_expired', sentence);
    else unreachable('GET /api/agreements/{agreementId}/audio');
    await press(person, 'Download');
    await toasted('Download Failed', words);
    expect(savedFiles()).toEqual([]);
  });

  it.each([
    ['Download PDF Summary', 'summary.pdf', `certificate_${AGREEMENT_ID}.pdf`],
    // Not sealed yet: nobody is to take it for the certificate.
    ['Download PDF Summary', 'summary.pdf', `draft_${AGREEMENT_ID}.pdf`],
    ['Download Evidence Packet', 'evidence.zip', `evidence_${AGREEMENT_ID}.zip`],
  ] as const)(
    '%s keeps a file under the name that the server gives it: %s, %s',
    async (button, path, name) => {
      const person = await view(contracts.completed);
      answer(`GET /api/agreements/{agreementId}/${path}`, new Blob(['the file']), {
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      });
      await press(person, button);
      await toasted('Download Started');
      expect(savedFiles().map((file) => file.name)).toEqual([name]);
    },
  );

  it('is not sealed yet, and says so', async () => {
    const person = await view(contracts.completed);
    refuse('GET /api/agreements/{agreementId}/evidence.zip', 404, 'not_ready', 'Not ready');
    await press(person, 'Download Evidence Packet');
    await toasted('Download Failed', 'It is being sealed right now. Please try again in a few seconds.');
    expect(savedFiles()).toEqual([]);
  });

  it('goes with the session: signing out elsewhere closes everything', async () => {
    await view(contracts.completed);
    localStorage.clear();
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the log of a contract', () => {
  const entry = example('GET /api/agreements/{agreementId}/events')[0];

  it('and the whole contract carry full fingerprints, the number, the time and how to check on paper', async () => {
    if (!entry) throw new Error('no example');
    const sha256 = 'ab'.repeat(32);
    answerDashboard(agreement({ ...contracts.completed, sha256 }));
    answer('GET /api/agreements/{agreementId}/transcript', transcript());
    answer('GET /api/agreements/{agreementId}/events', [
      { ...entry, hash: 'cd'.repeat(32), detail: { sha256 } as never },
    ]);
    const { person } = open('/dashboard', 'user');
    await person.click(await screen.findByRole('button', { name: /^View contract/ }));
    expect(await screen.findByText('cd'.repeat(32))).toBeInTheDocument();
    expect(dialog().getAllByText(new RegExp(sha256))).toHaveLength(2);
    expect(dialog().getByText('Record of a spoken agreement')).toBeInTheDocument();
    expect(dialog().getByText(/#4207 7319 5802 6614 · printed \w+ \d+, \d{4}, /)).toBeInTheDocument();
    expect(dialog().getByText(/\/verify\/4207731958026614 and choose the recording/)).toBeInTheDocument();
  });

  it('says what happened, when and by whom', async () => {
    if (!entry) throw new Error('no example');
    answerDashboard(contracts.completed);
    answer('GET /api/agreements/{agreementId}/transcript', transcript());
    answer('GET /api/agreements/{agreementId}/events', [
      entry,
      {
        ...{ ...entry, seq: 2, type: 'consented', actor: 'party-b', at: '2026-11-21T11:00:00.000Z' },
        ...{ address: '203.0.113.7', device: 'Old Phone/7' },
      },
      { ...entry, seq: 3, type: 'completed', actor: 'system' },
      {
        ...entry,
        seq: 4,
        type: 'admin-downloaded-audio',
        actor: 'admin:1',
        detail: { reason: 'A court asked.' } as never,
      },
    ]);
    const { person } = open('/dashboard', 'user');
    await person.click(await screen.findByRole('button', { name: /^View contract/ }));
    await screen.findByText(/Contract completed/);
    const lines = within(dialog().getByRole('region', { name: 'Log' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Nov 21, 2026, 10:00 AM UTCRecording stored · Anna Miller/),
      expect.stringMatching(
        /^Nov 21, 2026, 11:00 AM UTCParty B recorded their consent · Ben Carter.*203\.0\.113\.7 · Old Phone\/7/,
      ),
      expect.stringMatching(/Contract completed · By the system/),
      expect.stringMatching(/Our support downloaded the recording · Support“A court asked\.”/),
    ]);
  });

  it('says when it could not be loaded', async () => {
    answerDashboard(contracts.pending);
    refuse('GET /api/agreements/{agreementId}/events', 503, 'unavailable', 'Later.');
    const { person } = open('/dashboard', 'user');
    await person.click(await screen.findByRole('button', { name: /^View contract/ }));
    await screen.findByRole('dialog', { name: VIEWER });
    const log = within(dialog().getByRole('region', { name: 'Log' }));
    expect(await log.findByText('This part could not be loaded.')).toBeVisible();
  });
});
