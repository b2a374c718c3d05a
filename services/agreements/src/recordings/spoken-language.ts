import { currentContext } from '#platform';

/** Those in which the product can be used: who uses it in one of them chose it. */
const languages: readonly string[] = ['en', 'es'];

/** What is probably spoken in a recording that is being sent: the language in which its sender uses the product. */
export function spokenLanguage(): { language?: string } {
  const { language } = currentContext();
  return language !== undefined && languages.includes(language) ? { language } : {};
}
