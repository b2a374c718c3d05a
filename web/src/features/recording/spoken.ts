import { documentTexts } from '#texts/document';
import { recordTexts } from '#texts/record';
import { languages } from '../../i18n/languages';
import type { Spoken, SpokenLanguage } from '../../lib/api/api-types';

/** Those of the product first; a name each by the browser. */
const OWN: readonly SpokenLanguage[] = languages.map(({ code }) => code);
const OTHERS = (
  [
    ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'et', 'fi', 'fr', 'hi', 'hr', 'hu', 'it', 'ja', 'ko', 'lt', 'lv'],
    ...['mt', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'tl', 'tr', 'uk', 'vi', 'zh'],
  ] as SpokenLanguage[]
).filter((code) => !OWN.includes(code));

/** The language of this name, else that of the page. */
export function languageFrom(name: string | undefined): SpokenLanguage {
  return [...OWN, ...OTHERS].find((code) => code === name) ?? documentTexts.language;
}

/** What a language is called in that of the page, as in the middle of a sentence. */
export function nameOf(code: SpokenLanguage): string {
  return new Intl.DisplayNames([documentTexts.language], { type: 'language' }).of(code) ?? code;
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

interface SpokenWords {
  language: SpokenLanguage;
  turns: readonly LineTurn[];
  startedAt: Date;
  fileName?: string | undefined;
}

/** What is sent beside a recording about the words in it. When a file was made elsewhere, nobody here knows. */
export function spokenIn({ language, turns, startedAt, fileName }: SpokenWords): Spoken {
  return {
    language,
    ...(turns.length > 0 ? { turns: [...turns] } : {}),
    ...(fileName === undefined ? { startedAt: startedAt.toISOString() } : {}),
  };
}

/** Whose line was pressed as said when, in seconds from the start of the recording. */
export type LineTurn = NonNullable<Spoken['turns']>[number];

/** One line to say. */
export interface ScriptLine {
  text: string;
  /** Who says it; null when both do, or either may. */
  party: LineTurn['party'] | null;
}

/** The shortest script of two people together. @param also what they want to say besides */
export function shortScript(
  a: string,
  b: string,
  amount: string,
  also: readonly string[] = [],
): ScriptLine[] {
  const { opening, whole, closing } = recordTexts.recorder.script;
  return [
    { text: opening(a), party: 'a' },
    { text: opening(b), party: 'b' },
    { text: whole(amount), party: null },
    ...ownScript(also),
    { text: closing(a), party: 'a' },
    { text: closing(b), party: 'b' },
  ];
}

/** Lines that one person alone says. */
export function ownScript(texts: readonly string[]): ScriptLine[] {
  return texts.map((text) => ({ text, party: null }));
}
