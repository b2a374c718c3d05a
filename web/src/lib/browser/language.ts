import { documentTexts } from '#texts/document';
import { type Language, languages } from '../../i18n/languages';

const COOKIE = 'lang';
const COOKIE_DAYS = 365;

/** Languages to choose from, and whether the document is in it. */
export const choices = languages.map((language) => ({
  ...language,
  isCurrent: language.code === documentTexts.language,
}));

/** Whether leaving the page now would be asked about: something is being recorded or sent. */
function wouldLose(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

let fullAddress: string | null = null;

/** Another language needs this address, of which the address bar shows only a part. Answers how to forget it. */
export function rememberAddress(address: string): () => void {
  fullAddress = address;
  return () => {
    fullAddress = null;
  };
}

/** Loads the same address in another language. Answers false, and does nothing, while something would be lost. */
export async function switchTo(language: Language): Promise<boolean> {
  if (wouldLose()) return false;
  const { default: cookies } = await import('js-cookie');
  cookies.set(COOKIE, language, {
    path: '/',
    sameSite: 'Lax',
    secure: window.location.protocol === 'https:',
    expires: COOKIE_DAYS,
  });
  if (fullAddress) window.location.replace(fullAddress);
  else window.location.reload();
  return true;
}
