import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { answer, example } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { open } from '../../testing/screen';

/** The page draws what is below the first screen when the browser has time; here it always has. */
beforeAll(() => {
  Object.assign(window, {
    requestIdleCallback: (work: () => void) => setTimeout(work, 0),
    cancelIdleCallback: (handle: number) => clearTimeout(handle),
  });
});

afterAll(() => {
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name);
});

/** Opens the page and waits until all of it is drawn. */
async function openHome(address = '/how-it-works') {
  const opened = open(address);
  await screen.findByRole('heading', { name: 'Have a deal to make today?' });
  await screen.findByText('This example plays without sound.');
  return opened;
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const headingsIn = (name: string) =>
  section(name)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('how it works', () => {
  it('says what the specification lists, and can be read out', async () => {
    await openHome();
    expect(
      screen.getByRole('heading', { level: 1, name: 'Turn a spoken agreement into proof you both keep.' }),
    ).toBeVisible();
    expect(headingsIn('Why people record it')).toEqual(['The problem', 'The solution', 'Why it matters']);
    expect(headingsIn('How it works')).toEqual([
      'Record Agreement',
      'Preview and Confirm',
      'Create Account with $5 payment',
      'Access Features',
    ]);
    expect(headingsIn('How to record well')).toEqual(['Before you start', 'During recording']);
    expect(headingsIn('What is in every contract')).toEqual([
      'Legally Binding',
      'Escrow Protection',
      'AI Transcription',
      'Photo Support',
      '30-Day Storage',
      'Download and Share',
    ]);
    await expectAccessible();
  });

  it('shows five deals, each with what both say, what protects them, and the way to record one', async () => {
    await openHome();
    const deals = section('Deals people make like this').getAllByRole('article');
    expect(
      deals.map((deal) => [
        within(deal).getByRole('heading').textContent,
        within(deal).getAllByRole('definition').length,
        within(deal).getByRole('link').getAttribute('href'),
      ]),
    ).toEqual([
      ['Selling a car', 2, '/record-voice-deal?kind=car'],
      ['Selling a console', 2, '/record-voice-deal?kind=item'],
      ['House cleaning', 2, '/record-voice-deal?kind=cleaning'],
      ['Lawn service', 2, '/record-voice-deal?kind=lawn'],
      ['A small loan', 2, '/record-voice-deal?kind=loan'],
    ]);
    for (const deal of deals) expect(within(deal).getByText('What it protects:')).toBeInTheDocument();
  });

  it('names every price, as the server has them', async () => {
    const config = example('GET /api/config');
    answer('GET /api/config', {
      ...config,
      prices: { contract: 700, manualTranscription: 250, subscription: 2500 },
      escrow: { ...config.escrow, feePercent: 7 },
    });
    await openHome();
    const prices = section('What it costs');
    expect(prices.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '$7.00',
      'Free',
      'Free',
      '$2.50',
      'Free',
      '$25/month',
      '7%',
    ]);
    expect(screen.getByText('$7 per contract.')).toBeVisible();
  });

  it('names the published prices until the server has answered', async () => {
    await openHome();
    const prices = section('What it costs');
    expect(prices.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '$5.00',
      'Free',
      'Free',
      '$2.00',
      'Free',
      '$20/month',
      '5%',
    ]);
  });

  it('leads to recording, to the one-page form and to support', async () => {
    await openHome('/');
    for (const link of screen.getAllByRole('link', { name: 'Record an agreement' }))
      expect(link).toHaveAttribute('href', '/record-voice-deal');
    expect(screen.getAllByRole('link', { name: 'Record an agreement' }).length).toBeGreaterThan(1);
    expect(screen.getByRole('link', { name: 'Create it there' })).toHaveAttribute('href', '/create-contract');
    expect(screen.getByRole('link', { name: 'Something else? Ask our support' })).toHaveAttribute(
      'href',
      '/contact',
    );
  });

  it('leads to recording where the prices end, too', async () => {
    await openHome();
    expect(section('What it costs').getByRole('link', { name: 'Record an agreement' })).toHaveAttribute(
      'href',
      '/record-voice-deal',
    );
  });

  it('says what it cannot do, and answers what people ask', async () => {
    const { person } = await openHome();
    const limits = section('What it cannot do');
    expect(limits.getAllByRole('listitem')).toHaveLength(4);
    expect(limits.getByText(/We do not give legal advice/)).toBeVisible();
    const question = screen.getByText('Who can listen to our recording?');
    const answered = question.closest('details');
    expect(answered).not.toHaveAttribute('open');
    await person.click(question);
    expect(answered).toHaveAttribute('open');
  });

  it('plays an example, without sound, line by line', async () => {
    const { person } = await openHome();
    const example = section('Example of a finished contract');
    const lines = () => example.getAllByRole('listitem');
    expect(lines()).toHaveLength(5);
    expect(lines().filter((line) => line.hasAttribute('aria-current'))).toEqual([]);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate'] });
    await person.click(example.getByRole('button', { name: 'Play example' }));
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(lines()[1]).toHaveAttribute('aria-current', 'true');
    await person.click(example.getByRole('button', { name: 'Pause example' }));
    await act(() => jest.advanceTimersByTimeAsync(9000));
    expect(lines()[1]).toHaveAttribute('aria-current', 'true');
    await person.click(example.getByRole('button', { name: 'Play from 0:20' }));
    expect(lines()[4]).toHaveAttribute('aria-current', 'true');
  });
});
