import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AgreementView, ConsentView, TranscriptView } from '../../lib/api/api-types';
import { AGREEMENT_ID, agreement, answerDashboard, contracts, transcript } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { breakSounds, heardSounds, loadedPages, savedFiles, textOf } from '../../testing/browser';
import { liveSockets, tellLive } from '../../testing/live';
import { open, toasted } from '../../testing/screen';

const VIEWER = 'Voice Contract Viewer';
const TERM: TranscriptView['terms'][number] = {
  ...{ kind: 'amount' as const, text: 'two thousand dollars', value: '2000.00 USD' },
  ...{ recording: 'a' as const, start: 1, speaker: '1', isUnsure: false },
};
const SHARE = 'Generated Transcript';
const dialog = (name = VIEWER) => within(screen.getByRole('dialog', { name }));

function answerLog(): void {
  answer('GET /api/agreements/{agreementId}/events', []);
}

async function view(one: AgreementView, text: TranscriptView | null = transcript()): Promise<UserEvent> {
  answerDashboard(one);
  answerLog();
  if (text) answer('GET /api/agreements/{agreementId}/transcript', text);
  const { person } = open('/dashboard', 'user');
  await person.click(await screen.findByRole('button', { name: /^View contract/ }));
  await screen.findByRole('dialog', { name: VIEWER });
  return person;
}

async function share(one: AgreementView, text: TranscriptView | null = null): Promise<UserEvent> {
  answerDashboard(one);
  if (text) answer('GET /api/agreements/{agreementId}/transcript', text);
  const { person } = open('/dashboard', 'user');
  await person.click(await screen.findByRole('button', { name: /^Share contract/ }));
  await screen.findByRole('dialog', { name: SHARE });
  return person;
}

const fact = (name: string) => dialog().getByText(name, { selector: 'dt' }).nextElementSibling;
const press = (person: UserEvent, name: string, box = dialog()) =>
  person.click(box.getByRole('button', { name }));

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
    ['confirmed_by_code', 'Confirmed with a code sent to b…@example.com'],
    ['confirmed_by_link', 'Confirmed through the link sent to b…@example.com'],
  ] as const)('is shown as it was: %s', async (grade, words) => {
    const origin = { address: '198.51.100.7', device: 'Phone of Ben' };
    const consents = [ofA, ofB({ grade, origin, maskedEmail: 'b…@example.com' })];
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
    await view(agreement({ title: 'Honda Civic' }));
    expect(fact('About')).toHaveTextContent('Honda Civic');
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
    ['partyB:bounced', /^Mail to ben@example.com came back\. Check the address with the other person/],
    ['partyA:bounced', /^Mail to anna@example.com came back\. Check your own address in this contract\.$/],
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

  it('has nothing to play where nothing was recorded', async () => {
    await view(agreement({ ...contracts.pending, hasAudioRecording: false }), null);
    expect(dialog().queryByRole('button', { name: 'Play Audio' })).not.toBeInTheDocument();
    expect(dialog().queryByRole('slider')).not.toBeInTheDocument();
  });
});

describe('the recording of a contract', () => {
  const recording = () => within(dialog().getByRole('region', { name: 'Recording' }));
  const shape = () =>
    dialog().getByRole('region', { name: 'Recording' }).querySelector('svg[preserveAspectRatio] path');

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
    await press(person, 'Play Audio', recording());
    await toasted('Playing Audio');
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/audio?format=mp3`]);
    await press(person, 'Pause Audio', recording());
    expect(heardSounds()).toEqual([]);
    expect(recording().getByRole('button', { name: 'Play Audio' })).toBeVisible();
  });

  it('is heard alone: the consent falls silent', async () => {
    const person = await view(contracts.completed);
    const consent = within(dialog().getByRole('region', { name: 'Consent of Ben Carter' }));
    await press(person, 'Play Audio', consent);
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/audio?format=mp3&party=b`]);
    await press(person, 'Play Audio', recording());
    expect(heardSounds()).toEqual([`/api/agreements/${AGREEMENT_ID}/audio?format=mp3`]);
  });

  it('is moved in by the arrow keys', async () => {
    const person = await view(contracts.completed);
    const slider = recording().getByRole('slider', { name: 'Position in the recording' });
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
    await press(person, 'Play Audio', recording());
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
    ['Download Evidence Packet', 'evidence.zip', `evidence_${AGREEMENT_ID}.zip`],
  ] as const)('%s keeps a file with its number in the name', async (button, path, name) => {
    const person = await view(contracts.completed);
    answer(`GET /api/agreements/{agreementId}/${path}`, new Blob(['the file']));
    await press(person, button);
    await toasted('Download Started');
    expect(savedFiles().map((file) => file.name)).toEqual([name]);
  });

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

describe('the transcript in the viewer', () => {
  const section = () => within(dialog().getByRole('region', { name: 'Transcript' }));

  it('is read with its speakers', async () => {
    await view(contracts.completed);
    expect(await section().findByText('I sell you my car for two thousand dollars.')).toBeVisible();
    const speakers = within(section().getByRole('list', { name: 'Speakers' }));
    expect(speakers.getByText('Anna Miller')).toBeVisible();
    expect(speakers.getByText('Ben Carter')).toBeVisible();
  });

  it('loads, and says when it could not be loaded', async () => {
    const letGo = hold('GET /api/agreements/{agreementId}/transcript');
    await view(contracts.completed, null);
    expect(section().queryByText('No transcript yet.')).not.toBeInTheDocument();
    letGo(transcript());
    expect(await section().findByText('I agree.')).toBeVisible();
  });

  it('says when it could not be loaded', async () => {
    refuse('GET /api/agreements/{agreementId}/transcript', 503, 'unavailable', 'Later.');
    await view(contracts.completed, null);
    expect(await section().findByText('This part could not be loaded.')).toBeVisible();
  });

  it('is missing', async () => {
    await view(contracts.processing, transcript({ status: 'none', segments: [], text: '' }));
    expect(await section().findByText('No transcript yet.')).toBeVisible();
    expect(section().queryByRole('button', { name: 'Copy Transcript' })).not.toBeInTheDocument();
  });

  it.each([
    ['queued', 'Queued'],
    ['preparing', 'Preparing audio'],
    ['transcribing', 'Transcribing'],
    ['sealing', 'Sealing'],
  ] as const)('is being made: %s', async (status, words) => {
    await view(contracts.processing, transcript({ status, percent: 41.6, segments: [], text: '' }));
    expect(await section().findByRole('progressbar', { name: words })).toHaveAttribute('aria-valuenow', '42');
    expect(section().getByText('42%')).toBeVisible();
    expect(section().getByRole('status')).toHaveTextContent(words);
  });

  it('arrives line by line', async () => {
    const [first, second] = transcript().segments;
    if (!first || !second) throw new Error('no lines');
    const making = { status: 'transcribing', percent: 25, speakers: [] } as const;
    await view(contracts.processing, transcript({ ...making, speakers: [], segments: [first] }));
    expect(await section().findByText('The first line is here; more follow.')).toBeVisible();
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    answer(
      'GET /api/agreements/{agreementId}/transcript',
      transcript({ ...making, percent: 75, speakers: [], segments: [first, second] }),
    );
    tellLive({ agreementId: AGREEMENT_ID, stage: 'transcribing', percent: 75, segmentCount: 2 });
    expect(await section().findByText('75%')).toBeVisible();
    expect(await section().findByText('2 lines are here; more follow.')).toBeVisible();
    answer('GET /api/agreements/{agreementId}/transcript', transcript());
    answerDashboard(contracts.completed);
    tellLive({ agreementId: AGREEMENT_ID, status: 'completed', stage: 'done' });
    expect(await section().findByRole('list', { name: 'Speakers' })).toBeVisible();
    expect(section().queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('names nobody where the voices could not be told apart, and says so', async () => {
    await view(contracts.completed, transcript({ areVoicesUnclear: true, speakers: [] }));
    expect(
      await screen.findByText('We could not tell the voices apart. Please check who said what.'),
    ).toBeVisible();
  });

  it('says why each voice has its name, and that one has none', async () => {
    const speakers = [
      { label: '1', party: 'a' as const, name: 'Anna Miller', basis: 'script' as const },
      { label: '2', party: 'b' as const, name: 'Ben Carter', basis: 'other' as const },
      { label: '3', party: null, name: 'Speaker 3', basis: null },
    ];
    await view(contracts.completed, transcript({ speakers }));
    const list = within(await section().findByRole('list', { name: 'Speakers' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Anna Miller · spoke when these lines were marked as said',
      'Ben Carter · the other of the two voices',
      'Speaker 3',
    ]);
    expect(
      section().getByText('We do not know whose voice this is. Listen and give it a name.'),
    ).toBeVisible();
  });

  it('is made again by a better engine on request, and stays readable until then', async () => {
    const draft = { draft: true, quality: 'draft' as const, engine: 'pocketsphinx' };
    answer(
      'POST /api/agreements/{agreementId}/transcript/renewal',
      transcript({ ...draft, isRenewing: true }),
    );
    const person = await view(contracts.completed, transcript({ ...draft, isRenewable: true }));
    await person.click(await section().findByRole('button', { name: 'Make It Again' }));
    expect(
      await section().findByText(
        'A better speech engine is making this transcript again. Until then you see the old one.',
      ),
    ).toBeVisible();
    expect(section().queryByRole('button', { name: 'Make It Again' })).not.toBeInTheDocument();
    expect(section().getByRole('list', { name: 'Speakers' })).toBeVisible();
  });

  it('says where one voice was found instead of two', async () => {
    await view(contracts.completed, transcript({ isOneVoice: true }));
    expect(
      await screen.findByText(
        'We found only one voice in this recording. If two people speak, please check who said what.',
      ),
    ).toBeVisible();
  });

  it('is a draft, and says so', async () => {
    await view(
      contracts.completed,
      transcript({ draft: true, quality: 'draft', engine: 'pocketsphinx', terms: [TERM] }),
    );
    expect(
      await section().findByText('Rough draft: words are often wrong. Listen before you rely on it.'),
    ).toBeVisible();
    expect(section().getByText('Transcribed on this server by PocketSphinx')).toBeVisible();
    expect(section().getByText(/^Not confirmed: taken from a rough draft/)).toBeVisible();
  });

  it('says who made it, and whose model that is', async () => {
    await view(contracts.completed, transcript({ engine: 'parakeet-0.6b-v3' }));
    expect(
      await section().findByText('Transcribed on this server by Parakeet (NVIDIA, CC BY 4.0)'),
    ).toBeVisible();
    expect(section().queryByText(/Rough draft/)).not.toBeInTheDocument();
  });

  it('that is mostly wrong is shown to those who ask for it', async () => {
    const person = await view(contracts.completed, transcript({ draft: true, quality: 'unclear' }));
    expect(await section().findByText(/^The words could not be made out well/)).toBeVisible();
    expect(section().queryByText('I agree.')).not.toBeInTheDocument();
    await press(person, 'Show the words anyway', section());
    expect(await section().findByText('I agree.')).toBeVisible();
  });

  it('waits for an engine that understands what is spoken, and says so', async () => {
    await view(contracts.processing, transcript({ status: 'failed', segments: [], problem: 'language' }));
    expect(
      await section().findByText(/^No speech engine here understands the language of this recording yet/),
    ).toBeVisible();
  });

  it('is text only, from an engine that knows no times', async () => {
    await view(contracts.completed, transcript({ segments: [], text: 'All that was said.' }));
    expect(await section().findByText('All that was said.')).toBeVisible();
  });

  it('has failed, and the recording is safe', async () => {
    await view(contracts.processing, transcript({ status: 'failed', segments: [] }));
    expect(
      await section().findByText('Your recording is safe. Transcription is taking a break.'),
    ).toBeVisible();
  });

  it('was written by a person, beside the engine’s', async () => {
    const human = {
      text: 'Written by hand.',
      sha256: 'f'.repeat(64),
      deliveredAt: '2026-11-23T10:00:00.000Z',
    };
    await view(contracts.completed, transcript({ human }));
    expect(await section().findByText('Written by hand.')).toBeVisible();
    expect(section().getByText('Written by a person')).toBeVisible();
    expect(section().getByText('Written by the speech engine')).toBeVisible();
    expect(section().getByText(/^Delivered Nov 23, 2026, 10:00 AM UTC · Fingerprint/)).toHaveTextContent(
      'ffffffff…ffffffff',
    );
  });

  it('was written by a person alone', async () => {
    const human = {
      text: 'Written by hand.',
      sha256: 'f'.repeat(64),
      deliveredAt: '2026-11-23T10:00:00.000Z',
    };
    await view(contracts.completed, transcript({ human, engine: 'human', segments: [] }));
    expect(await section().findByText('Written by hand.')).toBeVisible();
    expect(section().queryByText('Written by the speech engine')).not.toBeInTheDocument();
  });

  it('is copied with names and times', async () => {
    const person = await view(contracts.completed);
    await person.click(await section().findByRole('button', { name: 'Copy Transcript' }));
    await toasted('Copied to Clipboard');
    expect(await navigator.clipboard.readText()).toBe(
      'Anna Miller (0:00): I sell you my car for two thousand dollars.\nBen Carter (0:05): I agree.',
    );
  });

  it('is copied below what it is about, where party A said so', async () => {
    const person = await view({ ...contracts.completed, title: 'Honda Civic' });
    await person.click(await section().findByRole('button', { name: 'Copy Transcript' }));
    await toasted('Copied to Clipboard');
    expect(await navigator.clipboard.readText()).toMatch(/^Honda Civic\n\nAnna Miller \(0:00\): /);
  });

  it.each([
    ['Text (.txt)', 'txt'],
    ['Subtitles (SRT)', 'srt'],
    ['Subtitles (WebVTT)', 'vtt'],
    ['Data (JSON)', 'json'],
  ])('is exported as %s', async (item, format) => {
    const person = await view(contracts.completed);
    answer('GET /api/agreements/{agreementId}/transcript/export');
    await person.click(await section().findByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: item }));
    await toasted('Download Started');
    expect(savedFiles()[0]?.name).toBe(`transcript_${AGREEMENT_ID}.${format}`);
    expect(sentTo('GET /api/agreements/{agreementId}/transcript/export')[0]?.query).toEqual({ format });
  });

  it('that cannot be exported says so', async () => {
    const person = await view(contracts.completed);
    unreachable('GET /api/agreements/{agreementId}/transcript/export');
    await person.click(await section().findByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Data (JSON)' }));
    await toasted('Export Failed', 'The file could not be made. Please try again.');
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
    await screen.findByText(/Contract completed and sealed/);
    const lines = within(dialog().getByRole('region', { name: 'Log' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Nov 21, 2026, 10:00 AM UTCRecording stored · Anna Miller/),
      expect.stringMatching(
        /^Nov 21, 2026, 11:00 AM UTCParty B recorded their consent · Ben Carter.*203\.0\.113\.7 · Old Phone\/7/,
      ),
      expect.stringMatching(/Contract completed and sealed · By the system/),
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

describe('generating a transcript', () => {
  const done = transcript({ text: 'I sell you my car.' });
  const SPOKEN =
    'Anna Miller (0:00): I sell you my car for two thousand dollars.\nBen Carter (0:05): I agree.';

  it('retrieves the one that exists, says so, and copies and keeps it', async () => {
    answer('POST /api/agreements/{agreementId}/generate-transcript', {
      transcript: 'I sell you my car.',
      cached: true,
    });
    const person = await view(contracts.completed, done);
    await press(person, 'Generate Transcript');
    await toasted('Transcript Generated', 'Existing transcript retrieved');
    expect(dialog(SHARE).getByText('This transcript existed already; nothing was changed.')).toBeVisible();
    expect(dialog(SHARE).getByText(/^Anna Miller \(0:00\): I sell you my car/)).toBeVisible();
    expect(sentTo('POST /api/agreements/{agreementId}/generate-transcript')[0]).toMatchObject({
      params: { agreementId: AGREEMENT_ID },
      body: undefined,
      headers: { prefer: 'respond-async' },
    });
    await press(person, 'Copy Transcript', dialog(SHARE));
    await toasted('Copied to Clipboard');
    expect(await navigator.clipboard.readText()).toBe(SPOKEN);
    await press(person, 'Download Transcript', dialog(SHARE));
    const [file] = savedFiles();
    expect(file?.name).toBe(`transcript_${AGREEMENT_ID}.txt`);
    expect(await textOf(file?.blob ?? new Blob())).toBe(SPOKEN);
    await expectAccessible();
  });

  it('announces a new one', async () => {
    answer('POST /api/agreements/{agreementId}/generate-transcript', {
      transcript: 'I sell you my car.',
      cached: false,
    });
    await share(contracts.completed, done);
    await toasted('Transcript Generated', 'New transcript generated successfully');
    expect(dialog(SHARE).queryByText(/existed already/)).not.toBeInTheDocument();
  });

  it('shows what a person wrote, where somebody did', async () => {
    answer('POST /api/agreements/{agreementId}/generate-transcript', { transcript: 'x', cached: true });
    const human = {
      text: 'Written by hand.',
      sha256: 'f'.repeat(64),
      deliveredAt: '2026-11-23T10:00:00.000Z',
    };
    await share(contracts.completed, { ...done, human });
    expect(await dialog(SHARE).findByText('Written by hand.')).toBeVisible();
  });

  it('follows the one that is being made, and announces it', async () => {
    answer(
      'POST /api/agreements/{agreementId}/generate-transcript',
      { status: 'queued', percent: 0 },
      { status: 202 },
    );
    await share(
      contracts.processing,
      transcript({ status: 'transcribing', percent: 30, text: '', segments: [] }),
    );
    expect(await dialog(SHARE).findByRole('progressbar', { name: 'Transcribing' })).toHaveAttribute(
      'aria-valuenow',
      '30',
    );
    expect(
      dialog(SHARE).getByText('Your transcript is being made. You can close this; it keeps going.'),
    ).toBeVisible();
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    tellLive({ agreementId: AGREEMENT_ID, percent: 60 });
    expect(await dialog(SHARE).findByText('60%')).toBeVisible();
    answer('GET /api/agreements/{agreementId}/transcript', done);
    answerDashboard(contracts.completed);
    tellLive({ agreementId: AGREEMENT_ID, status: 'completed', stage: 'done' });
    await toasted('Transcript Generated', 'New transcript generated successfully');
    expect(dialog(SHARE).getByText(/^Anna Miller \(0:00\): I sell you my car/)).toBeVisible();
  });

  it('says why it failed, and tries again', async () => {
    refuse('GET /api/agreements/{agreementId}/transcript', 404, 'not_found', 'x');
    refuse(
      'POST /api/agreements/{agreementId}/generate-transcript',
      503,
      'unavailable',
      'The engine is resting.',
    );
    const person = await share(contracts.completed);
    await toasted('Transcript Generation Failed', 'The engine is resting.');
    expect(dialog(SHARE).getByRole('alert')).toHaveTextContent(
      'Transcript Generation FailedThe engine is resting.',
    );
    answer('GET /api/agreements/{agreementId}/transcript', done);
    answer('POST /api/agreements/{agreementId}/generate-transcript', {
      transcript: 'I sell you my car.',
      cached: false,
    });
    await press(person, 'Try Again', dialog(SHARE));
    expect(await dialog(SHARE).findByText(/^Anna Miller \(0:00\): I sell you my car/)).toBeVisible();
  });

  it('says that the recording is safe when nobody knows why', async () => {
    refuse('GET /api/agreements/{agreementId}/transcript', 404, 'not_found', 'x');
    unreachable('POST /api/agreements/{agreementId}/generate-transcript');
    await share(contracts.completed);
    await toasted('Transcript Generation Failed', 'Your recording is safe. Transcription is taking a break.');
  });

  it('that is made says when the engine gives up', async () => {
    answer(
      'POST /api/agreements/{agreementId}/generate-transcript',
      { status: 'queued', percent: 0 },
      { status: 202 },
    );
    await share(contracts.processing, transcript({ status: 'queued', percent: 0, text: '', segments: [] }));
    await dialog(SHARE).findByRole('progressbar');
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    answer(
      'GET /api/agreements/{agreementId}/transcript',
      transcript({ status: 'failed', text: '', segments: [] }),
    );
    tellLive({ agreementId: AGREEMENT_ID, stage: 'failed' });
    await toasted('Transcript Generation Failed', 'Your recording is safe. Transcription is taking a break.');
  });

  it('that does not work on the clipboard says how else', async () => {
    answer('POST /api/agreements/{agreementId}/generate-transcript', {
      transcript: 'I sell you my car.',
      cached: true,
    });
    const person = await share(contracts.completed, done);
    await dialog(SHARE).findByText(/^Anna Miller \(0:00\): I sell you my car/);
    const refused = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await press(person, 'Copy Transcript', dialog(SHARE));
    await toasted('Not copied', 'This browser did not allow it. Mark the text and copy it by hand.');
    refused.mockRestore();
  });

  it.each<[string, AgreementView, string]>([
    ['not paid', contracts.pending, 'The transcript is made after payment.'],
    ['not answered', contracts.awaiting, 'The transcript is made when Ben Carter has answered.'],
    ['cancelled', contracts.cancelled, 'This contract was cancelled, so there is no transcript to share.'],
    [
      'no longer kept',
      agreement({ ...contracts.completed, contentDeletedAt: '2026-12-28T10:00:00.000Z' }),
      'The transcript is no longer kept. The log and its fingerprints stay.',
    ],
  ])('is not begun for a contract that is %s', async (_, one, words) => {
    await share(one);
    expect(dialog(SHARE).getByText(words)).toBeVisible();
    expect(dialog(SHARE).queryAllByRole('link', { name: 'Complete Payment' })).toHaveLength(
      one.status === 'pending' ? 1 : 0,
    );
    expect(sentTo('POST /api/agreements/{agreementId}/generate-transcript')).toEqual([]);
  });
});

describe('help where the engine has given up', () => {
  const TITLE = 'Transcription Service Temporarily Unavailable';
  const stuck = agreement({ statusReason: 'needs_fallback', transcript: { stage: 'failed', percent: 0 } });
  const failed = transcript({ status: 'failed', text: '', segments: [] });
  const panel = () => within(screen.getByRole('region', { name: TITLE }));
  const order = example('POST /api/request-manual-transcription', 201);

  it('is offered in two ways, and the recording is safe', async () => {
    await view(stuck, failed);
    expect(await screen.findByRole('region', { name: TITLE })).toBeVisible();
    expect(panel().getByText('Your recording is saved securely. Choose how to go on.')).toBeVisible();
    const [first, second] = panel().getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Option 1Professional Transcription Service\$2\.00/);
    expect(second).toHaveTextContent(/^Option 2Customer Service ContactFree/);
    expect(panel().getByText('Your original recording stays stored either way.')).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['Request Professional Transcription', 'Request Customer Service Help', true, false],
    ['Request Customer Service Help', 'Request Professional Transcription', false, true],
  ])('offers only what the server offers: %s', async (offered, other, human, service) => {
    refuse('GET /api/agreements/{agreementId}/transcript', 404, 'not_found', 'x');
    refuse('POST /api/agreements/{agreementId}/generate-transcript', 503, 'transcription_failed', 'x', {
      fallbackOptions: {
        manualService: { available: human, description: 'A person transcribes it within 24 hours.' },
        customerService: { available: service, description: 'We look at it with you.' },
      },
    });
    await share(contracts.completed);
    expect(await screen.findByRole('button', { name: offered })).toBeVisible();
    expect(screen.queryByRole('button', { name: other })).not.toBeInTheDocument();
  });

  it('by a person is ordered, and paid for two seconds later', async () => {
    answer('POST /api/request-manual-transcription', { ...order, status: 'requested' }, { status: 201 });
    await view(stuck, failed);
    const button = await screen.findByRole('button', { name: 'Request Professional Transcription' });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await act(async () => button.click());
    const link = await panel().findByRole('link', { name: 'Pay $2.00' });
    const path = `/checkout?service=manual-transcription&agreementId=${AGREEMENT_ID}`;
    expect(link).toHaveAttribute('href', path);
    expect(sentTo('POST /api/request-manual-transcription')[0]?.body).toEqual({ agreementId: AGREEMENT_ID });
    await toasted('Transcription requested', 'Your order is noted. Taking you to the payment of $2.00.');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(loadedPages()).toEqual([path]);
  });

  it('by a person that is paid for already is on its way', async () => {
    answer('POST /api/request-manual-transcription', { ...order, status: 'paid' } as typeof order, {
      status: 201,
    });
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name: 'Request Professional Transcription' }));
    await toasted(
      'Transcription requested',
      'A person writes your transcript. We tell you by email when it is there.',
    );
    expect(panel().queryByRole('link', { name: 'Pay $2.00' })).not.toBeInTheDocument();
  });

  it('by the support has a ticket', async () => {
    answer('POST /api/request-customer-service', { ticketNumber: 'T-100001' }, { status: 201 });
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name: 'Request Customer Service Help' }));
    await toasted('Support requested', 'Support will look at your recording: ticket T-100001.');
    expect(panel().getByRole('status')).toHaveTextContent('ticket T-100001');
    expect(sentTo('POST /api/request-customer-service')[0]?.body).toEqual({ agreementId: AGREEMENT_ID });
  });

  it.each([
    ['Request Professional Transcription', 'POST /api/request-manual-transcription'],
    ['Request Customer Service Help', 'POST /api/request-customer-service'],
  ] as const)('that cannot be asked for says so: %s', async (name, call) => {
    unreachable(call);
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name }));
    await toasted(
      'Request Failed',
      'Your request could not be sent. Your recording is safe; please try again.',
    );
    refuse(call, 409, 'invalid_transition', 'There is a transcript already.');
    await person.click(screen.getByRole('button', { name }));
    await toasted('Request Failed', 'There is a transcript already.');
  });
});
