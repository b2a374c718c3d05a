import { screen } from '@testing-library/react';
import { answer, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { open, place } from '../../testing/screen';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });

describe('the link that chooses the language of mails', () => {
  const LINK = '/mail-language?key=reader.signature&to=es';

  it('is followed by a person, and stays out of the address bar', async () => {
    const { person } = open(LINK);
    await heading('Emails in Spanish');
    expect(place()).toBe('/mail-language');
    // Programs that look at mails open the page, too: that alone changes nothing.
    expect(sentTo('POST /api/mail-language')).toEqual([]);
    await expectAccessible();
    answer('POST /api/mail-language');
    await person.click(await button('Get Emails in Spanish'));
    await heading('Saved');
    expect(screen.getByText('From now on our emails to you are in Spanish.')).toBeVisible();
    expect(sentTo('POST /api/mail-language')[0]?.body).toEqual({ key: 'reader.signature', language: 'es' });
  });

  it('says what to do when it was cut off', async () => {
    const { person } = open(LINK);
    refuse('POST /api/mail-language', 410, 'link_invalid', 'No.');
    await person.click(await button('Get Emails in Spanish'));
    await heading('This link is not complete');
    await expectAccessible();
  });

  it('can be tried again when the server cannot be reached', async () => {
    const { person } = open(LINK);
    unreachable('POST /api/mail-language');
    await person.click(await button('Get Emails in Spanish'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the server.');
    expect(await button('Get Emails in Spanish')).toBeEnabled();
  });

  it.each(['/mail-language', '/mail-language?key=x', '/mail-language?key=x&to=fr'])(
    'leads to the mail when it says too little: %s',
    async (address) => {
      open(address);
      expect(await heading('Open the link in your mail')).toBeVisible();
    },
  );
});
