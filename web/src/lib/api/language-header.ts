/**
 * Says the language of this document: mails, files and answers are made in it, and what is recorded in it is probably
 * spoken in the same.
 */
export function languageHeader(): Record<string, string> {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return language ? { 'Accept-Language': language } : {};
}
