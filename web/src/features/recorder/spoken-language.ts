import { documentTexts } from '#texts/document';
import type { Spoken, SpokenLanguage } from '../../lib/api/api-types';
import type { Take } from './engine/snapshot';

/** Those of the product first; a name each by the browser. */
const OWN = ['en', 'es'] as const satisfies SpokenLanguage[];
const OTHERS = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'et', 'fi', 'fr', 'hi', 'hr', 'hu', 'it', 'ja', 'ko', 'lt', 'lv'],
  ...['mt', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tl', 'tr', 'uk', 'vi', 'zh'],
] as SpokenLanguage[];

/** The language of this name, else that of the page. */
export function languageFrom(name: string | undefined): SpokenLanguage {
  const all: readonly SpokenLanguage[] = [...OWN, ...OTHERS];
  return all.find((code) => code === name) ?? documentTexts.language;
}

/** What may be chosen, in the language of the page. */
export function languageChoices(): { code: SpokenLanguage; name: string }[] {
  const page = documentTexts.language;
  const names = new Intl.DisplayNames([page], { type: 'language' });
  const named = (code: SpokenLanguage) => {
    const name = names.of(code) ?? code;
    return { code, name: name.charAt(0).toLocaleUpperCase(page) + name.slice(1) };
  };
  const others = OTHERS.map(named).sort((one, other) => one.name.localeCompare(other.name, page));
  return [...OWN.map(named), ...others];
}

/** What is sent beside a take about the words in it. */
export function spokenIn({ language, turns }: Pick<Take, 'language' | 'turns'>): Spoken {
  return { language, ...(turns.length > 0 ? { turns: [...turns] } : {}) };
}
