import type { Language } from '#contracts';
import { type AssistantCategory, type AssistantReply, assistantCategories } from './assistant.view.js';

/** Closes every legal answer, in each language. */
export const legalClosings: Readonly<Record<Language, string>> = {
  en: 'Laws differ from place to place; this is general information, not legal advice.',
  es: 'Las leyes cambian según el lugar; esto es información general, no asesoría legal.',
};
export const notLegalAdvice = legalClosings.en;

export const maxAnswerLength = 1500;
export const maxSuggestions = 4;
const MAX_SUGGESTION = 160;
/** How much of a bad list is looked at. */
const MAX_LISTED = 20;

/** The answer with its closing sentence, when it is about law. */
export function closeLegal(response: string, category: AssistantCategory, language: Language = 'en'): string {
  const closing = legalClosings[language];
  if (category !== 'legal' || response.endsWith(closing)) return response;
  return `${response} ${closing}`;
}

/**
 * What an assistant that only explains can never have done or promised, and what it must not tell: such an answer is
 * not repaired but dropped.
 */
const impossible: readonly RegExp[] = [
  /\b(i|we)(?:'ve| have|'ll| will|'m| am| are)? (?:just |now |already |hereby )?(?:released?|releasing|refund(?:ed|ing)?|transferr?(?:ed|ing)?|cancell?(?:ed|ing)?|delet(?:e|ed|ing)|approv(?:e|ed|ing)|unlock(?:ed|ing)?|sen[dt]|sending|charg(?:e|ed|ing)|credit(?:ed|ing)?|chang(?:e|ed|ing)|sign(?:ed|ing)?|paid|guarantee|reset|waiv(?:e|ed|ing))\b/i,
  /\b(?:has|have|was|were) (?:now |already |just )?(?:been )?(?:released|refunded|transferred|unlocked|waived) (?:to|for|by (?:me|us)|now|today|successfully)\b/i,
  /\b(?:you|your contract|this contract|the contract) (?:will|would) (?:definitely|certainly|surely) (?:win|hold up|be enforced)\b/i,
  /\b(?:i am|i'm|as) (?:your|a|an) (?:lawyer|attorney|solicitor)\b/i,
  /\b(?:ya )?(?:he|hemos|acabo de|acabamos de|voy a|vamos a) (?:liberado|liberar|devuelto|devolver|reembolsado|reembolsar|transferido|transferir|cancelado|cancelar|borrado|borrar|aprobado|aprobar|desbloqueado|desbloquear|enviado|enviar|cobrado|cobrar|cambiado|cambiar|firmado|firmar|pagado|pagar|garantizado|garantizar)\b/i,
  /\b(?:soy|como) (?:tu|su|un|una) abogad[oa]\b|\b(?:vas a ganar|ganar[aá]s) (?:el|este|tu) (?:juicio|caso)\b/i,
  /\b(?:prompt del sistema|mis (?:instrucciones|reglas) (?:son|secretas|ocultas|originales))\b/i,
  /\b(?:yes|sure),? you (?:can|may) (?:secretly |covertly )?(?:record|tape|film)\b[^.]{0,60}\b(?:without|secretly|not know|hidden)\b|\bs[ií],? (?:puedes|se puede) grabar\b[^.]{0,60}\b(?:sin|a escondidas|en secreto)\b/i,
  /\bsystem prompt\b|\bmy (?:hidden |secret |original )?instructions\b|\bsk-[a-z0-9_-]{8,}/i,
];

const SECRET =
  '(?:password|card number|cvc|cvv|pin code|social security number|contraseña|número de (?:tu )?tarjeta|número de seguro social)';
const asksForSecrets: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${SECRET}s?(?![\p{L}])[^.]{0,40}\b(?:here|below|in (?:this|the) chat|reply|to me|aquí|abajo|en (?:este|el) chat)(?![\p{L}])`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:enter|send|give|tell|type|share|escribe|envía|dame|dime|comparte)(?![\p{L}])[^.]{0,30}\b${SECRET}s?(?![\p{L}])`,
    'iu',
  ),
];

/** “Never send passwords” is the opposite of asking for them. */
const warning = /\b(?:never|do not|don't|must not|should not|without|nunca|no|sin)\b/i;

/**
 * What a language model wrote, as plain text within the limits.
 * @returns null when it is not in the agreed shape, empty, or says what this assistant cannot do.
 */
export function readAnswer(written: unknown, language: Language = 'en'): AssistantReply | null {
  if (typeof written !== 'object' || written === null) return null;
  const { response, category, suggestions } = written as Record<string, unknown>;
  if (typeof response !== 'string' || !isCategory(category) || !Array.isArray(suggestions)) return null;
  const text = plain(response, { keepsParagraphs: true });
  if (text === '' || text.length > maxAnswerLength || isImpossible(text)) return null;
  return {
    response: closeLegal(text, category, language),
    category,
    suggestions: suggestions
      .slice(0, MAX_LISTED)
      .flatMap((suggestion) => (typeof suggestion === 'string' ? plain(suggestion) : []))
      .filter((suggestion) => suggestion !== '' && suggestion.length <= MAX_SUGGESTION)
      .filter((suggestion, at, all) => all.indexOf(suggestion) === at && !isImpossible(suggestion))
      .slice(0, maxSuggestions),
  };
}

function isCategory(value: unknown): value is AssistantCategory {
  return assistantCategories.some((category) => category === value);
}

function isImpossible(text: string): boolean {
  const straight = text.replace(/’/g, "'");
  if (impossible.some((pattern) => pattern.test(straight))) return true;
  return straight
    .split(/(?<=[.!?])\s+/)
    .some((sentence) => !warning.test(sentence) && asksForSecrets.some((pattern) => pattern.test(sentence)));
}

/** Without markup, addresses of pages and invisible characters: the chat shows text and nothing to press. */
export function plain(text: string, { keepsParagraphs = false } = {}): string {
  const bare = text
    .normalize('NFC')
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/<(script|style|iframe)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z!][^<>]*>?/gi, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)?/g, '$1')
    .replace(/\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*/gi, '')
    .replace(/\b(?:javascript|data|mailto|tel):\S*/gi, '')
    .replace(
      /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|co|info|biz|xyz|app|dev|ru|cn|site|online|shop|link)\b\S*/gi,
      '',
    )
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, '')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[<>]/g, '');
  const lines = bare.split('\n').map((line) =>
    line
      .replace(/\s+/g, ' ')
      .replace(/ ([.,;:!?])/g, '$1')
      .trim(),
  );
  return lines.filter((line) => line !== '').join(keepsParagraphs ? '\n' : ' ');
}
