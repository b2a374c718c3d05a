/** Says the language of this document: what is recorded in it is probably spoken in the same. For calls that bring a recording. */
export function languageHeader(): Record<string, string> {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return language ? { 'Accept-Language': language } : {};
}
