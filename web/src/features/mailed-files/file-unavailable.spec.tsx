import { screen } from '@testing-library/react';
import { fileUnavailableTexts as spanish } from '../../i18n/es/file-unavailable';
import { expectAccessible } from '../../testing/axe';
import { open, place } from '../../testing/screen';

const LINK = '/api/agreements/4207731958026614/evidence.zip?key=b.c2lnbmF0dXJl';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const again = () => screen.queryByRole('link', { name: 'Try Again' });

describe('the page of a file that a mail links to and that does not come', () => {
  it('says what to wait for, offers the link again, and keeps its key out of the address bar', async () => {
    open(`/file-unavailable?code=not_ready#${LINK}`);
    expect(await heading('The file is not ready yet')).toBeVisible();
    expect(again()).toHaveAttribute('href', LINK);
    expect(screen.getByRole('link', { name: 'Your Contracts' })).toHaveAttribute('href', '/dashboard');
    expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact');
    expect(place()).toBe('/file-unavailable');
    expect(window.location.hash).toBe('');
    await expectAccessible();
  });

  it.each([
    ['recording_expired', 'The file is no longer kept', false],
    ['agreement_not_found', 'This link does not open', false],
    ['too_many_requests', 'Too many requests at once', true],
    ['unavailable', 'The file cannot be opened right now', true],
    ['constructor', 'The file cannot be opened right now', true],
  ])('says of %s: %s', async (code, title, canTryAgain) => {
    open(`/file-unavailable?code=${code}#${LINK}`);
    expect(await heading(title)).toBeVisible();
    expect(again() !== null).toBe(canTryAgain);
  });

  it.each([
    '',
    '#https://elsewhere.example/',
    '#//elsewhere.example/',
    '#javascript:alert(1)',
    `#${LINK}&to=x`,
  ])('offers nothing to try again but a link of ours: %s', async (hash) => {
    open(`/file-unavailable?code=not_ready${hash}`);
    expect(await heading('The file is not ready yet')).toBeVisible();
    expect(again()).not.toBeInTheDocument();
  });

  it('says it in Spanish, too', () => {
    expect(spanish.reasons.not_ready.title).toBe('El archivo todavía no está listo');
  });
});
