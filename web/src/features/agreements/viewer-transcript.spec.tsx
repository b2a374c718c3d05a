import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { getToasts } from '../../components/ui/toast-store';
import type { AgreementView } from '../../lib/api/api-types';
import { wasJustOrdered } from '../../lib/session/pending-checkout';
import { AGREEMENT_ID, agreement, answerDashboard, contracts, transcript } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages, savedFiles, textOf } from '../../testing/browser';
import { liveSockets, tellLive } from '../../testing/live';
import { toasted } from '../../testing/screen';
import { dialog, press, SHARE, SHARE_LATER, share, TERM, view } from '../../testing/viewer-dialog';

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

  it('of a contract that was paid and cancelled is not asked for: there is none', async () => {
    refuse('GET /api/agreements/{agreementId}/transcript', 402, 'payment_required', 'x');
    await view(agreement({ ...contracts.cancelled, paidAt: contracts.completed.paidAt }), null);
    const words = 'This contract was cancelled, so there is no transcript to share.';
    expect(await section().findByText(words)).toBeVisible();
    expect(sentTo('GET /api/agreements/{agreementId}/transcript')).toEqual([]);
    // Its recording is played by itself.
    expect(dialog().getByRole('button', { name: 'Play Audio' })).toBeVisible();
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

  it('arrives below the player that is being listened to, which stays', async () => {
    const making = transcript({ status: 'transcribing', percent: 25, speakers: [], segments: [], text: '' });
    const person = await view(contracts.processing, making);
    await person.click(await dialog().findByRole('button', { name: 'Play Audio' }));
    const pause = await dialog().findByRole('button', { name: 'Pause Audio' });
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    answer('GET /api/agreements/{agreementId}/transcript', transcript());
    answerDashboard(contracts.completed);
    tellLive({ agreementId: AGREEMENT_ID, status: 'completed', stage: 'done' });
    expect(await section().findByText('I sell you my car for two thousand dollars.')).toBeVisible();
    expect(pause).toBeVisible();
    await person.click(pause);
    expect(pause).toHaveFocus();
    expect(pause).toHaveTextContent('Play Audio');
    expect(section().queryByRole('button', { name: 'Play Audio' })).not.toBeInTheDocument();
    expect(section().getByRole('searchbox')).toBeVisible();
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
    const again = await section().findByRole('button', { name: 'Make It Again' });
    // It is there before its first words, or they would not be read out.
    const places = section().getAllByRole('status');
    await person.click(again);
    const told = await section().findByText(
      'A better speech engine is making this transcript again. Until then you see the old one.',
    );
    expect(told).toBeVisible();
    expect(places).toContain(told.closest('[role=status]'));
    expect(section().getByRole('heading', { level: 3, name: 'Transcript' })).toHaveFocus();
    expect(section().queryByRole('button', { name: 'Make It Again' })).not.toBeInTheDocument();
    expect(section().getByRole('list', { name: 'Speakers' })).toBeVisible();
  });

  it('that could not be made again stays as it was, and the notice of it goes', async () => {
    const TRANSCRIPT = 'GET /api/agreements/{agreementId}/transcript';
    const draft = { draft: true, quality: 'draft' as const, engine: 'pocketsphinx' };
    await view(contracts.completed, transcript({ ...draft, isRenewing: true }));
    const words = 'A better speech engine is making this transcript again. Until then you see the old one.';
    expect(await section().findByText(words)).toBeVisible();
    answer(TRANSCRIPT, transcript({ ...draft, isRenewable: true }));
    // No live event tells of it: coming back to the page asks.
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await section().findByRole('button', { name: 'Make It Again' })).toBeVisible();
    expect(section().queryByText(words)).not.toBeInTheDocument();
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

  it.each(['unclear', 'draft'] as const)(
    'that is %s can be ordered from a person, and is paid for',
    async (quality) => {
      const ordered = example('POST /api/request-manual-transcription', 201);
      answer('POST /api/request-manual-transcription', { ...ordered, status: 'requested' }, { status: 201 });
      await view(contracts.completed, transcript({ draft: true, quality }));
      const button = await section().findByRole('button', { name: 'Request Professional Transcription' });
      expect(
        section().getByText('A person transcribes your recording within 24 hours for $2.00.'),
      ).toBeVisible();
      await expectAccessible();
      jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
      await act(async () => button.click());
      const path = `/checkout?service=manual-transcription&agreementId=${AGREEMENT_ID}`;
      expect(await section().findByRole('link', { name: 'Pay $2.00' })).toHaveAttribute('href', path);
      expect(sentTo('POST /api/request-manual-transcription')[0]?.body).toEqual({
        agreementId: AGREEMENT_ID,
      });
      await act(() => jest.advanceTimersByTimeAsync(2000));
      expect(loadedPages()).toEqual([path]);
    },
  );

  it.each([
    ['good words', transcript()],
    ['words without times', transcript({ segments: [], text: 'All that was said.' })],
    ['no words', transcript({ segments: [], text: '' })],
  ])('of %s can be ordered from a person all the same', async (_, words) => {
    await view(contracts.completed, words);
    const button = await section().findByRole('button', { name: 'Request Professional Transcription' });
    expect(button).toBeVisible();
    await expectAccessible();
    const ordered = example('POST /api/request-manual-transcription', 201);
    answer('POST /api/request-manual-transcription', { ...ordered, status: 'paid' }, { status: 201 });
    await act(async () => button.click());
    expect(
      await section().findByText(/^A person writes your transcript\. We tell you by email/),
    ).toBeVisible();
  });

  it('that is paid for to be written by a person says so, and by when, and is not offered again', async () => {
    const humanOrder = { status: 'paid', dueAt: '2026-11-24T10:00:00.000Z' } as const;
    await view(contracts.completed, transcript({ draft: true, quality: 'unclear', humanOrder }));
    const words =
      'A person writes your transcript. We tell you by email when it is there, by Nov 24, 2026, 10:00 AM UTC at the latest.';
    expect(await section().findByText(words)).toBeVisible();
    expect(section().queryByRole('button', { name: /^Request/ })).not.toBeInTheDocument();
    expect(section().queryByText(/for \$2\.00/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('whose order was paid back says so, and can be ordered again', async () => {
    const humanOrder = { status: 'refunded', dueAt: '2026-11-24T10:00:00.000Z' } as const;
    const person = await view(contracts.completed, transcript({ humanOrder }));
    const words = 'The $2.00 of your earlier order went back. You can request it again.';
    expect(await section().findByText(words)).toBeVisible();
    const ordered = example('POST /api/request-manual-transcription', 201);
    answer('POST /api/request-manual-transcription', { ...ordered, status: 'requested' }, { status: 201 });
    await press(person, 'Request Professional Transcription', section());
    expect(await section().findByRole('link', { name: 'Pay $2.00' })).toBeVisible();
    expect(section().queryByText(words)).not.toBeInTheDocument();
  });

  it('that was ordered and not paid for can be ordered as before', async () => {
    const humanOrder = { status: 'requested', dueAt: null } as const;
    await view(contracts.completed, transcript({ humanOrder }));
    expect(
      await section().findByRole('button', { name: 'Request Professional Transcription' }),
    ).toBeVisible();
  });

  it('that a person has written is not offered to be written by one', async () => {
    const human = { text: 'By hand.', sha256: 'f'.repeat(64), deliveredAt: '2026-11-23T10:00:00.000Z' };
    await view(contracts.completed, transcript({ draft: true, quality: 'unclear', human }));
    expect(await section().findByText('By hand.')).toBeVisible();
    expect(section().queryByRole('button', { name: /^Request/ })).not.toBeInTheDocument();
  });

  it.each([
    ['in which nobody speaks', [], 'Nobody was heard to speak.'],
    [
      'in which no word is understood',
      [{ recording: 'a' as const, start: 1, end: 4 }],
      'No words could be made out. Please listen to the recording.',
    ],
  ])('of a recording %s says so, here and to share, and is over', async (_, gaps, words) => {
    const silent = transcript({ segments: [], text: '', gaps });
    const person = await view(contracts.completed, silent);
    expect(await section().findByText(words)).toBeVisible();
    expect(section().queryByRole('button', { name: 'Copy Transcript' })).not.toBeInTheDocument();
    answer('POST /api/agreements/{agreementId}/generate-transcript', { transcript: '', cached: true });
    await person.click(section().getByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Generate Transcript' }));
    const sheet = within(await screen.findByRole('dialog', { name: SHARE }));
    expect(await sheet.findByText(words)).toBeVisible();
    expect(sheet.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(sheet.queryByText(/is being made/)).not.toBeInTheDocument();
  });

  it('that is still being made is not offered to be written by a person', async () => {
    await view(contracts.processing, transcript({ status: 'transcribing', percent: 25 }));
    expect(await section().findByText('I agree.')).toBeVisible();
    expect(section().queryByRole('button', { name: /^Request/ })).not.toBeInTheDocument();
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
    expect(section().getByText('Written by computer')).toBeVisible();
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
    expect(section().queryByText('Written by computer')).not.toBeInTheDocument();
  });

  it('was written by a person alone, and is read with its times, terms and the amount that was said', async () => {
    const human = {
      text: 'Anna Miller: I sell you my car.',
      sha256: 'f'.repeat(64),
      deliveredAt: '2026-11-23T10:00:00.000Z',
    };
    const amountCheck = { typedCents: 200_000, spokenCents: [250_000], agrees: false };
    const [first, second] = transcript().segments;
    if (!first || !second) throw new Error('no lines');
    const segments = [
      first,
      second,
      { ...second, start: 8, end: 9, speaker: 'The neighbour', text: 'Hello.' },
    ];
    await view(
      contracts.completed,
      transcript({ human, engine: 'human', sha256: human.sha256, amountCheck, segments }),
    );
    expect(await section().findByText('I agree.')).toBeVisible();
    expect(section().getByText('Written by a person')).toBeVisible();
    expect(section().getByText(/\$2,500\.00/)).toBeVisible();
    expect(section().getByRole('searchbox')).toBeVisible();
    expect(section().getByRole('button', { name: 'Play from 0:08' })).toBeVisible();
    expect(section().getByText('The neighbour')).toBeVisible();
    // Not the same words twice.
    expect(section().queryByText(human.text)).not.toBeInTheDocument();
    expect(section().queryByText('Written by computer')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it("of party A's recording alone by a person stays, says so, and can be ordered of both", async () => {
    const humanOfPartyA = {
      text: 'Anna, by hand.',
      sha256: 'f'.repeat(64),
      deliveredAt: '2026-11-20T10:00:00.000Z',
    };
    await view(contracts.completed, transcript({ humanOfPartyA }));
    expect(await section().findByText('Anna, by hand.')).toBeVisible();
    const note =
      'These are the words of the recording of Anna Miller alone, written down before Ben Carter answered.';
    expect(section().getByText(note)).toBeVisible();
    expect(section().getByText('I agree.')).toBeVisible();
    expect(section().getByRole('button', { name: 'Request Professional Transcription' })).toBeVisible();
    await expectAccessible();
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
    await person.click(await dialog().findByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Generate Transcript' }));
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

  it('stands in the row only where there is none yet', async () => {
    const row = () => dialog().queryByRole('button', { name: 'Generate Transcript' });
    const none = transcript({ status: 'none', segments: [], text: '' });
    await view(contracts.processing, none);
    await waitFor(() => expect(row()).toBeVisible());
    answer('GET /api/agreements/{agreementId}/transcript', done);
    answerDashboard(contracts.completed);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    tellLive({ agreementId: AGREEMENT_ID, status: 'completed', stage: 'done' });
    await dialog().findByRole('button', { name: 'Export' });
    expect(row()).not.toBeInTheDocument();
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

  it('is sent to an app of the phone, where there is one to choose', async () => {
    answer('POST /api/agreements/{agreementId}/generate-transcript', {
      ...{ transcript: 'I sell you my car.', cached: true },
    });
    const send = jest.fn<(data?: ShareData) => Promise<void>>().mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'share', { value: send, configurable: true });
    const person = await share(contracts.completed, done);
    await dialog(SHARE).findByText(/^Anna Miller \(0:00\): I sell you my car/);
    await press(person, 'Send to an app', dialog(SHARE));
    expect(send.mock.calls).toEqual([[{ text: SPOKEN }]]);
    // Whoever changes their mind has done nothing wrong.
    send.mockRejectedValue(new DOMException('cancelled', 'AbortError'));
    await press(person, 'Send to an app', dialog(SHARE));
    expect(send).toHaveBeenCalledTimes(2);
    expect(dialog(SHARE).queryByRole('alert')).not.toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'share');
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
    await share(one, null, SHARE_LATER);
    expect(dialog(SHARE_LATER).getByText(words)).toBeVisible();
    expect(dialog(SHARE_LATER).queryAllByRole('link', { name: 'Complete Payment' })).toHaveLength(
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

  /** The panel says it where the button was, in a place that was there before; no message in the corner does. */
  async function said(words: string): Promise<void> {
    const place = (await panel().findByText(words)).closest('[role=status]');
    expect(place).toBeVisible();
    expect(panel().getAllByRole('status')).toHaveLength(2);
    expect(getToasts().filter(({ open }) => open)).toEqual([]);
  }

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

  it('is not offered while the transcript is made again', async () => {
    await view(stuck, transcript({ status: 'transcribing', percent: 40, text: '', segments: [] }));
    expect(await dialog().findByRole('progressbar', { name: 'Transcribing' })).toBeVisible();
    expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
  });

  it('is offered as soon as the transcript has failed, also where the list does not say so yet', async () => {
    await view(contracts.processing, failed);
    expect(await screen.findByRole('region', { name: TITLE })).toBeVisible();
  });

  it('is offered where only the list says that the transcript has failed', async () => {
    refuse('GET /api/agreements/{agreementId}/transcript', 503, 'unavailable', 'Later.');
    await view(stuck, null);
    expect(await screen.findByRole('region', { name: TITLE })).toBeVisible();
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
    await said('Your order is noted. Taking you to the payment of $2.00.');
    // It is among the open payments of the screen below from now on.
    await waitFor(() => expect(sentTo('GET /api/user/pending-payments')).toHaveLength(2));
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(loadedPages()).toEqual([path]);
    // The checkout that opens may be sooner there than the order.
    expect(wasJustOrdered(AGREEMENT_ID)).toBe(true);
  });

  it('by a person that is paid for already is on its way', async () => {
    const paid = { ...order, status: 'paid', dueAt: '2026-11-24T10:00:00.000Z' } as typeof order;
    answer('POST /api/request-manual-transcription', paid, { status: 201 });
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name: 'Request Professional Transcription' }));
    await said(
      'A person writes your transcript. We tell you by email when it is there, by Nov 24, 2026, 10:00 AM UTC at the latest.',
    );
    expect(panel().queryByRole('link', { name: 'Pay $2.00' })).not.toBeInTheDocument();
    expect(wasJustOrdered(AGREEMENT_ID)).toBe(false);
  });

  it('by a person that was paid for before says so by itself, and by when', async () => {
    const humanOrder = { status: 'paid', dueAt: '2026-11-24T10:00:00.000Z' } as const;
    await view(stuck, { ...failed, humanOrder });
    expect(await screen.findByText(/^A person writes your transcript\. .* by Nov 24, 2026/)).toBeVisible();
    expect(panel().queryByRole('button', { name: /Transcription$/ })).not.toBeInTheDocument();
    expect(panel().getByRole('button', { name: 'Request Customer Service Help' })).toBeVisible();
  });

  it('by a person that was paid back is not on its way, and can be asked for again', async () => {
    const refunded = { ...order, status: 'refunded' } as typeof order;
    answer('POST /api/request-manual-transcription', refunded, { status: 201 });
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name: 'Request Professional Transcription' }));
    await said('The money of an earlier order went back, and no new one was made. Please try again.');
    expect(panel().queryByText(/A person writes your transcript/)).not.toBeInTheDocument();
    expect(panel().getByRole('button', { name: 'Request Professional Transcription' })).toBeVisible();
    expect(panel().getByRole('button', { name: 'Request Customer Service Help' })).toBeVisible();
    expect(loadedPages()).toEqual([]);
  });

  it('by a person that is there already is shown in the contract', async () => {
    const delivered = { ...order, status: 'delivered' } as typeof order;
    answer('POST /api/request-manual-transcription', delivered, { status: 201 });
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name: 'Request Professional Transcription' }));
    await said('A person has written it down: you read it in the contract.');
  });

  it('by the support has a ticket', async () => {
    answer('POST /api/request-customer-service', { ticketNumber: 'T-100001' }, { status: 201 });
    const person = await view(stuck, failed);
    await person.click(await screen.findByRole('button', { name: 'Request Customer Service Help' }));
    await said('Support will look at your recording: ticket T-100001.');
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
