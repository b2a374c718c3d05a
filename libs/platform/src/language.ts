import { isLanguage, type Language } from '#contracts';
import { currentContext } from './context.js';

/** The language in which whoever calls uses the product, where it is one of ours; null where nobody said. */
export function callerLanguage(): Language | null {
  const { language } = currentContext();
  return isLanguage(language) ? language : null;
}
