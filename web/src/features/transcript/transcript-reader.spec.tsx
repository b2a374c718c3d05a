import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { TranscriptView } from '../../lib/api/api-types';
import { queryClient } from '../../lib/api/server-data';
import { AGREEMENT_ID, answerDashboard, contracts, transcript } from '../../testing/agreements';
import { answer, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { heardSounds } from '../../testing/browser';
import { expectProblem, fill, open, toasted } from '../../testing/screen';

const READ = 'GET /api/agreements/{agreementId}/transcript';
const NAME = 'PUT /api/agreements/{agreementId}/transcript/speakers/{label}';

/** Opens the transcript of a finished contract. */
async function read(change: Partial<TranscriptView> = {}, until: 'read' | 'unclear' = 'read') {
  answerDashboard(contracts.completed);
  answer('GET /api/agreements/{agreementId}/events', []);
  answer(READ, transcript(change));
  const opened = open('/dashboard', 'user');
  await opened.person.click(await screen.findByRole('button', { name: /^View contract/ }));
  if (until === 'read') await screen.findByRole('toolbar', { name: 'Reading tools' });
  else await screen.findByRole('button', { name: 'Show the words anyway' });
  return opened;
}

afterEach(() => jest.restoreAllMocks());

const lines = () =>
  screen
    .getAllByRole('button', { name: /^Play from / })
    .map((button) => button.closest('li'))
    .filter((line) => line !== null);

describe('the words of a transcript', () => {
  const langOf = (words: string | RegExp) =>
    screen.getAllByText(words).map((element) => element.closest('[lang]')?.getAttribute('lang'));

  it('are read aloud in the language in which they were said, all around them is not', async () => {
    const [line] = transcript().segments;
    if (!line) throw new Error('no example');
    await read({
      ...{ language: 'es', consentLanguage: 'en' },
      segments: [
        { ...line, text: 'Vendo mi carro.', words: null, recording: 'a' },
        { ...line, text: 'Yes, I agree.', words: null, recording: 'b' },
      ],
      terms: [
        ...(['dos mil dólares', 'el viernes'] as const).map((text, at) => ({
          ...{ kind: at === 0 ? ('amount' as const) : ('date' as const), text, start: at, speaker: null },
          ...{ value: at === 0 ? '2000.00 USD' : null, recording: 'a' as const, isUnsure: false },
        })),
      ],
    });
    expect(langOf('Vendo mi carro.')).toEqual(['es']);
    expect(langOf('Yes, I agree.')).toEqual(['en']);
    expect(langOf('“dos mil dólares”')).toEqual(['es']);
    expect(langOf('el viernes')).toEqual(['es']);
    expect(screen.getByText('$2,000.00', { selector: 'span' })).not.toHaveAttribute('lang');
    expect(lines()[0]?.querySelectorAll('button[lang], span[lang] button')).toHaveLength(0);
    await expectAccessible();
  });

  it('have no language of their own where nobody knows it', async () => {
    await read({ language: null, consentLanguage: null });
    expect(lines()[0]?.querySelector('[lang]')).toBeNull();
  });
});

describe('searching a transcript', () => {
  it('marks what is found, and goes from place to place', async () => {
    const { person } = await read();
    const field = screen.getByRole('searchbox', { name: 'Search the transcript' });
    await person.type(field, 'AGREE');
    expect(await screen.findByText('1 of 1')).toBeVisible();
    expect(document.querySelector('mark')).toHaveTextContent('agree');
    await person.clear(field);
    await person.type(field, 'i');
    await waitFor(() => expect(document.querySelectorAll('mark').length).toBeGreaterThan(1));
    const places = document.querySelectorAll('mark').length;
    expect(await screen.findByText(`1 of ${places}`)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Next match' }));
    expect(await screen.findByText(`2 of ${places}`)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Previous match' }));
    await person.click(screen.getByRole('button', { name: 'Previous match' }));
    expect(await screen.findByText(`${places} of ${places}`)).toBeVisible();
    await person.type(field, '{Enter}');
    expect(await screen.findByText(`1 of ${places}`)).toBeVisible();
    await person.type(field, '{Shift>}{Enter}{/Shift}');
    expect(await screen.findByText(`${places} of ${places}`)).toBeVisible();
    await expectAccessible();
  });

  it('finds nothing, and is cleared', async () => {
    const { person } = await read();
    const field = screen.getByRole('searchbox', { name: 'Search the transcript' });
    await person.type(field, 'elephant');
    expect(await screen.findByText('No matches')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next match' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    await waitFor(() => expect(screen.queryByText('No matches')).not.toBeInTheDocument());
  });
});

describe('the speakers of a transcript', () => {
  const speakers = () =>
    within(screen.getByRole('list', { name: 'Speakers' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.split(' · ')[0]);

  it('are called by another name, which the server keeps', async () => {
    const named = transcript({
      speakers: [
        { label: '1', party: 'a', name: 'Anna M.', basis: 'owner' },
        { label: '2', party: 'b', name: 'Ben Carter', basis: 'order' },
      ],
    });
    answer(NAME, named);
    const { sha256 } = named;
    const { person } = await read();
    expect(speakers()).toEqual(['Anna Miller', 'Ben Carter']);
    await person.click(screen.getByRole('button', { name: 'Rename Anna Miller' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename speaker' }));
    expect(
      within(dialog.getByLabelText('Who is this?'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Anna Miller (party A)', 'Ben Carter (party B)', 'Somebody else']);
    await fill(person, 'Name', ' ');
    await person.click(dialog.getByRole('button', { name: 'Save Name' }));
    expectProblem('Name', 'Please enter a name');
    expect(sentTo(NAME)).toEqual([]);
    await fill(person, 'Name', ' Anna M. ');
    answer(READ, named);
    await person.click(dialog.getByRole('button', { name: 'Save Name' }));
    await waitFor(() => expect(speakers()).toEqual(['Anna M.', 'Ben Carter']));
    await waitFor(() =>
      expect(sentTo(NAME).map(({ params, body }) => ({ params, body }))).toEqual([
        { params: { agreementId: AGREEMENT_ID, label: '1' }, body: { name: 'Anna M.', party: 'a', sha256 } },
      ]),
    );
    expect(lines()[0]).toHaveTextContent('Anna M.');
  });

  describe('of which two are called by another name, one after the other', () => {
    const called = (first: string, second: string) =>
      transcript({
        speakers: [
          { label: '1', party: 'a', name: first, basis: 'owner' },
          { label: '2', party: 'b', name: second, basis: 'owner' },
        ],
      });

    async function rename(person: UserEvent, from: string, to: string): Promise<void> {
      await person.click(screen.getByRole('button', { name: `Rename ${from}` }));
      await screen.findByRole('dialog', { name: 'Rename speaker' });
      await fill(person, 'Name', to);
      await person.click(screen.getByRole('button', { name: 'Save Name' }));
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: 'Rename speaker' })).not.toBeInTheDocument(),
      );
    }

    it('keep both, however late the first answer is', async () => {
      let arrive: (first: TranscriptView) => void = () => undefined;
      const first = new Promise<TranscriptView>((resolve) => {
        arrive = resolve;
      });
      const { person } = await read();
      answer(NAME, ({ params }) => (params.label === '1' ? first : called('Anna M.', 'Benjamin')));
      await rename(person, 'Anna Miller', 'Anna M.');
      await rename(person, 'Ben Carter', 'Benjamin');
      expect(speakers()).toEqual(['Anna M.', 'Benjamin']);
      const list = screen.getByRole('list', { name: 'Speakers' });
      const shown: string[] = [];
      const watch = new MutationObserver(() => shown.push(list.textContent ?? ''));
      watch.observe(list, { subtree: true, childList: true, characterData: true });
      arrive(called('Anna M.', 'Ben Carter'));
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
      watch.disconnect();
      expect(sentTo(NAME).map(({ params }) => params.label)).toEqual(['1', '2']);
      expect(speakers()).toEqual(['Anna M.', 'Benjamin']);
      expect(shown.filter((names) => names.includes('Ben Carter'))).toEqual([]);
    });

    it('show what the server has when the second could not be saved', async () => {
      const { person } = await read();
      answer(NAME, called('Anna M.', 'Ben Carter'));
      await rename(person, 'Anna Miller', 'Anna M.');
      await waitFor(() => expect(sentTo(NAME)).toHaveLength(1));
      answer(READ, called('Anna M.', 'Ben the seller'));
      refuse(NAME, 500, 'internal', 'We encountered an unexpected error.');
      await rename(person, 'Ben Carter', 'Benjamin');
      await toasted('Name not saved');
      await waitFor(() => expect(speakers()).toEqual(['Anna M.', 'Ben the seller']));
    });
  });

  it('keep the names of a transcript that was made again while one was typed in', async () => {
    const { person } = await read();
    await person.click(screen.getByRole('button', { name: 'Rename Anna Miller' }));
    await screen.findByRole('dialog', { name: 'Rename speaker' });
    const before = transcript().sha256;
    // The other way round.
    const again = transcript({
      sha256: 'e'.repeat(64),
      speakers: [
        { label: '1', party: 'b', name: 'Ben Carter', basis: 'said' },
        { label: '2', party: 'a', name: 'Anna Miller', basis: 'said' },
      ],
    });
    answer(READ, again);
    await act(() => queryClient.invalidateQueries());
    const words = 'This transcript was made again. Please look again who says what.';
    refuse(NAME, 409, 'invalid_transition', words);
    await fill(person, 'Name', 'Anna M.');
    await person.click(screen.getByRole('button', { name: 'Save Name' }));
    await toasted('Name not saved', words);
    expect(sentTo(NAME).map(({ body }) => body)).toEqual([{ name: 'Anna M.', party: 'a', sha256: before }]);
    await waitFor(() => expect(speakers()).toEqual(['Ben Carter', 'Anna Miller']));
  });

  it('are not named while the transcript is made again: the names would go with it', async () => {
    await read({ isRenewing: true });
    expect(speakers()).toEqual(['Anna Miller', 'Ben Carter']);
    expect(screen.queryByRole('button', { name: /^Rename/ })).not.toBeInTheDocument();
  });

  it('take the name of the party that is chosen', async () => {
    const { person } = await read();
    await person.click(screen.getByRole('button', { name: 'Rename Anna Miller' }));
    await screen.findByRole('dialog', { name: 'Rename speaker' });
    await person.selectOptions(screen.getByLabelText('Who is this?'), 'Ben Carter (party B)');
    expect(screen.getByLabelText('Name')).toHaveValue('Ben Carter');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Rename speaker' })).not.toBeInTheDocument(),
    );
    expect(sentTo(NAME)).toEqual([]);
  });

  it('keep the old name when it could not be saved', async () => {
    refuse(NAME, 500, 'internal', 'We encountered an unexpected error.');
    const { person } = await read();
    await person.click(screen.getByRole('button', { name: 'Rename Ben Carter' }));
    await screen.findByRole('dialog', { name: 'Rename speaker' });
    await fill(person, 'Name', 'Benjamin');
    await person.click(screen.getByRole('button', { name: 'Save Name' }));
    await toasted('Name not saved');
    await waitFor(() => expect(speakers()).toEqual(['Anna Miller', 'Ben Carter']));
  });
});

describe('what was settled', () => {
  const terms: TranscriptView['terms'] = [
    {
      kind: 'amount',
      text: 'two thousand dollars',
      value: '2000.00 USD',
      recording: 'a',
      start: 5.4,
      speaker: '1',
      isUnsure: false,
    },
    {
      kind: 'date',
      text: 'next Friday',
      value: '2026-11-27',
      recording: 'a',
      start: 9,
      speaker: '1',
      isUnsure: false,
    },
    { kind: 'item', text: 'my car', value: null, recording: 'a', start: 2, speaker: '1', isUnsure: false },
  ];

  it('is listed by kind, each with its second', async () => {
    await read({ terms });
    const list = within(screen.getByRole('region', { name: 'Terms in the recording' }));
    expect(list.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'What',
      'Amount',
      'Dates',
    ]);
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'my carListen at0:02',
      '$2,000.00 “two thousand dollars”Listen at0:05',
      'Nov 27, 2026 “next Friday”Listen at0:09',
    ]);
  });

  it('is heard from its second on', async () => {
    const { person } = await read({ terms });
    await person.click(screen.getByRole('button', { name: /my car/ }));
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Pause Audio' }).length).toBeGreaterThan(0),
    );
  });

  it('says when another amount was said than typed', async () => {
    await read({ terms, amountCheck: { typedCents: 25_000, spokenCents: [200_000], agrees: false } });
    expect(screen.getByText('The amount said is not the amount typed')).toBeVisible();
    expect(screen.getByText('Typed: $250.00. Said in the recording: $2,000.00.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Listen at 0:05' })).toBeVisible();
  });

  it('says nothing of amounts that agree', async () => {
    await read({ terms: [], amountCheck: { typedCents: 25_000, spokenCents: [25_000], agrees: true } });
    expect(screen.queryByText('The amount said is not the amount typed')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Terms in the recording' })).not.toBeInTheDocument();
  });
});

describe('on paper', () => {
  const NOT_PRINTED = '[data-print="no"], .print\\:hidden';
  const isPrinted = (element: Element) => element.closest(NOT_PRINTED) === null;
  const ofDraft: Partial<TranscriptView> = {
    ...{ draft: true, quality: 'draft', isRenewable: true, amountCheck: null },
    terms: [
      {
        ...{ kind: 'amount', text: 'two thousand dollars', value: '2000.00 USD', recording: 'a' },
        ...{ start: 5.4, speaker: '1', isUnsure: false },
      },
    ],
    segments: transcript().segments.map((line) => ({ ...line, isDoubtful: true })),
  };

  it.each([
    ['a draft', ofDraft],
    ['words that are mostly wrong', { ...ofDraft, quality: 'unclear' as const }],
    ['a good transcript', { ...ofDraft, draft: false, quality: 'good' as const }],
  ])('nothing asks to be pressed: %s', async (_, change) => {
    const { person } = await read(change, change.quality === 'unclear' ? 'unclear' : 'read');
    const dialog = screen.getByRole('dialog', { name: 'Voice Contract Viewer' });
    const pressed = () =>
      [...dialog.querySelectorAll('article button, article select, article input')]
        .filter(isPrinted)
        // What is said in a line or a term is printed with its second.
        .filter((control) => control.closest('li') === null && !control.matches('[type="range"]'))
        .map(({ textContent }) => textContent);
    expect(pressed()).toEqual([]);
    if (change.quality === 'unclear') {
      await person.click(screen.getByRole('button', { name: 'Show the words anyway' }));
      await screen.findByRole('toolbar', { name: 'Reading tools' });
      expect(pressed()).toEqual([]);
    }
    const asking = screen.queryAllByText(/\bPress\b/);
    expect(asking.length).toBeGreaterThan(0);
    expect(asking.filter(isPrinted)).toEqual([]);
  });

  it('the terms of a draft keep their warning', async () => {
    await read(ofDraft);
    const warning = screen.getByText(
      'Not confirmed: taken from a rough draft, so any of them may be misheard.',
    );
    expect(isPrinted(warning)).toBe(true);
    expect(isPrinted(screen.getByText(/^Rough draft: words are often wrong/))).toBe(true);
  });

  it('the dotted line is explained', async () => {
    await read(ofDraft);
    expect(isPrinted(screen.getByText(/^A dotted line marks words/))).toBe(true);
  });
});

describe('the lines of a transcript', () => {
  it('say who speaks, where nothing was recognised, and what is not sure', async () => {
    const [first, second] = transcript().segments;
    if (!first || !second) throw new Error('no lines');
    await read({
      segments: [
        { ...first, isDoubtful: true },
        { ...second, isOverlap: true },
      ],
      gaps: [{ recording: 'a', start: 12, end: 19 }],
    });
    expect(lines().map((line) => line.textContent)).toEqual([
      'Anna Miller0:00I sell you my car for two thousand dollars. Not sure about these words. Listen.',
      'Ben Carter0:05Both people speak hereI agree.',
    ]);
    expect(screen.getByRole('button', { name: /^No words were recognised here/ })).toHaveTextContent(
      '0:12 to 0:19',
    );
    expect(
      screen.getByText('A dotted line marks words that the computer was not sure about.'),
    ).toHaveTextContent(/Press one to hear it\.$/);
  });

  it('mark single words and terms that should be checked, each with the second to hear', async () => {
    const [first] = transcript().segments;
    if (!first) throw new Error('no lines');
    const spoken = ['I', 'sell', 'you', 'my', 'car', 'for', 'two', 'thousand', 'dollars.'];
    const words = spoken.map((text, index) => ({
      ...{ start: index / 2, end: (index + 1) / 2, text, confidence: 0.9 },
      ...(text === 'two' ? { isUnsure: true as const } : {}),
    }));
    const amount = {
      kind: 'amount' as const,
      text: 'two thousand dollars',
      value: '2000.00 USD',
      speaker: '1',
    };
    await read({
      segments: [{ ...first, confidence: 0.3, words }],
      terms: [{ ...amount, recording: 'a', start: 3, isUnsure: true }],
    });
    expect(screen.getByTitle('Check this: listen at 0:03')).toHaveTextContent(/^two$/);
    const terms = within(screen.getByRole('region', { name: 'Terms in the recording' }));
    expect(terms.getByRole('button', { name: /Check this.*0:03/ })).toBeVisible();
    expect(lines()[0]?.textContent).toMatch(/Not sure about these words. Listen.$/);
  });

  it('are apart for two recordings', async () => {
    const [first, second] = transcript().segments;
    if (!first || !second) throw new Error('no lines');
    await read({ segments: [first, { ...second, recording: 'b', start: 1 }] });
    expect(screen.getByRole('heading', { level: 4, name: 'Recording of Anna Miller' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 4, name: 'Consent of Ben Carter' })).toBeVisible();
  });

  it('of two recordings have one that is heard, and the screen goes along with that', async () => {
    const [first, second] = transcript().segments;
    if (!first || !second) throw new Error('no lines');
    const { person } = await read({
      segments: [first, { ...second, start: 5, end: 6 }, { ...second, recording: 'b', start: 1, end: 3 }],
    });
    const current = () =>
      lines().flatMap((line, index) => (line.getAttribute('aria-current') === 'true' ? [index] : []));
    const listen = (name: string, at: number) =>
      person.click(screen.getAllByRole('button', { name })[at] as HTMLElement);
    await listen('Play from 0:05', 0);
    await waitFor(() => expect(current()).toEqual([1]));
    // Below what is to be seen, in a list that is on the screen.
    const edges = ({ tagName }: Element) =>
      tagName === 'LI' ? new DOMRect(0, 2000, 10, 10) : new DOMRect(0, 0, 10, tagName === 'OL' ? 4000 : 100);
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
      return edges(this);
    });
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    await listen('Play from 0:01', 0);
    await waitFor(() => expect(current()).toEqual([2]));
    expect(new Set(scrolled.mock.contexts)).toEqual(new Set([lines()[2]]));
  });

  it('are played and moved in by keys, but only while the focus is in them', async () => {
    const { person } = await read();
    const [slider] = screen.getAllByRole<HTMLInputElement>('slider', { name: 'Position in the recording' });
    const position = () => Number(slider?.value);
    // Elsewhere a word that is spoken to the device, or the space bar, is not for the player.
    act(() => screen.getByRole('dialog').focus());
    await person.keyboard('l k ');
    expect(heardSounds()).toEqual([]);
    expect(position()).toBe(0);
    const [first] = screen.getAllByRole('button', { name: /^Play from / });
    act(() => first?.focus());
    await person.keyboard('l');
    expect(position()).toBe(10);
    await person.keyboard('k');
    expect(heardSounds()).toHaveLength(1);
    await person.keyboard('k');
    // Whoever presses between the words is in them, too.
    act(() => screen.getByRole('dialog').focus());
    await person.click(screen.getByRole('toolbar', { name: 'Reading tools' }));
    await person.keyboard('j');
    expect(position()).toBe(0);
  });

  it('are heard at a speed that is remembered', async () => {
    const { person } = await read();
    await person.selectOptions(screen.getByLabelText('Speed'), '1.5×');
    expect(screen.getByLabelText('Speed')).toHaveDisplayValue('1.5×');
    expect(Object.values({ ...localStorage })).toContain('1.5');
  });
});
