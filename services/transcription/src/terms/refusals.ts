import { sameLength } from './spanish/numbers.js';
import type { TermsLanguage } from './term.js';

/** Words that come between a refusal and the amount only where it is another one that is refused, or none. */
const OTHER_EN =
  "(?!(?:i|i['’]ll|i['’]m|we|he|she|they|but|and|or|so|then|if|unless|until|because|when|which|more|less|least|only|just|forget|worry|mind|problem|issue|matter|refundable|negotiable|included|new|perfect|broken|work|start|costs?|price)\\b|you (?:pay|give|owe|get|will|can|must|have)\\b)";
const NEGATION_EN =
  "(?:not|never|(?:can|wo|do|does|did|would|could|should|is|are|ai)n['’]?t|cannot|refuse to)";
const REFUSED_EN = new RegExp(`\\b${NEGATION_EN}\\s+(?:${OTHER_EN}[\\p{L}'’]+\\s+){0,6}$`, 'iu');
/** "No five hundred dollars" may correct a price as well as refuse one; "no way I pay" does not. */
const NO_WAY_EN = /\bno way\b[^.,;:?!]*$/i;
/** What is asked, or holds in some case, is not refused. */
const OPEN_EN = /\b(?:if|unless|why|when|in case|provided)\b[^.;:?!]*$/i;
const OTHER_ES =
  '(?!(?:yo|tu|usted|pero|y|o|sino|si|entonces|porque|cuando|mas|menos|solo|solamente|problema|devolucion|nuev[oa]|importa|olvides?|preocupes?|funciona|arranca)\\b)';
/** After other words these begin another thought: "no es nuevo cuesta quinientos dólares". */
const VERB_ES = '(?!(?:es|son|seran?|cuestan?|valen?)\\b)';
const REFUSED_ES = new RegExp(
  `\\b(?:no|nunca|jamas)\\s+${OTHER_ES}[a-z]+\\s+(?:${OTHER_ES}${VERB_ES}[a-z]+\\s+){0,5}$`,
);
const OPEN_ES = /\b(?:si|por que|cuando|en caso|a menos|salvo)\b[^.;:?!]*$/;

/**
 * Whether somebody says before the amount that begins here that it is not to be: "I will not pay five hundred dollars".
 * Not in what only holds in some case ("if you do not come, I keep fifty dollars").
 */
export function isRefused(text: string, from: number, language: TermsLanguage): boolean {
  const before = sameLength(text.slice(0, from));
  if (language === 'es') return refuses(before, [REFUSED_ES], OPEN_ES);
  return refuses(before, [REFUSED_EN, NO_WAY_EN], OPEN_EN);
}

function refuses(before: string, patterns: readonly RegExp[], open: RegExp): boolean {
  return patterns.some((pattern) => {
    const refusal = pattern.exec(before);
    return refusal !== null && !open.test(before.slice(0, refusal.index));
  });
}
