import { documentTexts } from '#texts/document';
import { type Language, languages } from '../i18n/languages';

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
  window.location.reload();
  return true;
}
