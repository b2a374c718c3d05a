import { anyOf, EDGE, END, NEGATION, NO_DENIAL, nextIs, startOfClause } from './clauses.js';
import { scopeOf } from './consent-scope.js';
import { withdrawalsIn } from './consent-withdrawal.js';

/**
 * What words do to a consent. `yes`: they say it; `unclear`: a yes to something else, perhaps, or on a condition; `denial`:
 * they say that they do not; `taking_back`: they undo a yes that was said before, and mean nothing without one.
 */
type SayingKind = 'yes' | 'unclear' | 'denial' | 'taking_back';

/** Words that say it, deny it or take it back, by their places in a text. */
export interface Saying {
  kind: SayingKind;
  from: number;
  to: number;
  /** Where the words that matter begin, after "yes, okay". */
  core: number;
}

const YES = '(?:(?:yes|yeah|yep|ok|okay|sure|sí|si|claro que sí|claro)[,.!]?\\s+)*';
const ADVERB =
  '(?:do|both|fully|hereby|also|all|certainly|definitely|absolutely|completely|totally|entirely|wholly|clearly|really|actually|gladly|happily|willingly|voluntarily|freely|wholeheartedly|formally|sincerely|strongly|still|now|again|too|therefore|(?:(?:a|one)\\s+)?hundred\\s+percent|100\\s*(?:%|percent))';
/** Neither "I could not agree more" nor what would not be agreed to. */
const DENIED = "(?:(?:do|did|can|will)\\s*not|no\\s+longer|never|(?:do|did|ca|wo)n[’']?t)";
/** What may stand between a person and agreeing: no denial, nothing that is only supposed, and nobody else. */
const BETWEEN =
  "(?:happy|glad|pleased|willing|ready|prepared)\\s+to|(?!(?:not|no|never|nor|would|could|should|might|may|must|cannot|if|when|until|before|unless|to|whether|that|you|he|she|they|did|had|nunca|jamás|tampoco|ni|si|cuando|que|tú|usted|él|ella)[\\s,])(?!\\p{L}*n[’']?t[\\s,])(?!(?:dis)\\p{L}+)[^\\s.,;:!?]+";
const AGREE = `(?:(?:${ADVERB}|${DENIED})\\s+)*(?:agree|accept|consent)`;
const HEARD = `(?:${ADVERB}\\s+)*(?:understand|understood|heard|listened|read|confirm)(?:[^,.;:!?]{0,50}?)`;
/** How much somebody agrees: none of these leaves a doubt. */
const SURELY =
  '(?:totalmente|completamente|plenamente|absolutamente|enteramente|perfectamente|muy|bien|ya|cien\\s+por\\s+cien(?:to)?|100\\s*(?:%|por\\s+cien(?:to)?))';
/** What people say while they look for words. */
const FILLER = '(?:este|eh|pues|bueno|o\\s+sea|digamos)';
const CONFORMS = '(?:de\\s+acuerdo|conformes?)';
/** What says it by itself or denies it; what is asked or only supposed is left out by the words before it. */
const SAYINGS = [
  `(?:i|we)\\s+${AGREE}`,
  `(?:i|we)\\s*,[^,.;:!?]{1,60},\\s*${AGREE}`,
  `(?:i|we)(?:['’]ve|\\s+have)?\\s+${HEARD}\\s+and\\s+${AGREE}`,
  `(?:i|we)\\s*,[^,.;:!?]{1,60},\\s*(?:have\\s+)?${HEARD}\\s+and\\s+${AGREE}`,
  `both\\s+of\\s+us\\s+${AGREE}`,
  `(?:i|we)\\s+(?:(?:${ADVERB}|${DENIED})\\s+)*give\\s+(?:you\\s+)?(?:my|our)\\s+(?:(?:full|free|verbal|express)\\s+)?(?:consent|agreement)`,
  `(?:i|we)\\s+(?:(?:completely|totally|strongly)\\s+)?disagree`,
  `(?:i|we)(?:\\s+a|['’])(?:m|re)\\s+(?:(?:not|no\\s+longer)\\s+)?in\\s+agreement`,
  `(?:yo\\s+)?(?:también\\s+)?(?:estoy|estamos)(?:,?\\s+${FILLER},?)?\\s+(?:${SURELY}\\s+)*${CONFORMS}`,
  `(?:yo\\s+)?(?:(?:te|le|les)\\s+)?(?:doy|damos)\\s+(?:mi|nuestro)\\s+(?:pleno\\s+|total\\s+)?(?:consentimiento|acuerdo|conformidad)`,
  `(?:yo\\s+)?(?:(?:me|te|se|le|les|nos)\\s+)?(?:lo\\s+|la\\s+|las\\s+|los\\s+)?(?:acepto|aceptamos|consiento)`,
];
const SAYING = new RegExp(`${EDGE}${YES}(?:${SAYINGS.join('|')})${END}`, 'giu');
/** Spanish leaves out who speaks, and says only in its verb that it is themselves. */
const NO = `${EDGE}(?:no|nunca|jamás|tampoco|ni)`;
const THEM = '(?:(?:me|te|se|le|les|nos|lo|la|los|las)\\s+){0,2}';
const WILL = '(?:puedo|podemos|podr(?:é|emos)|(?:voy|vamos)\\s+a|quiero|queremos|deseo|pienso|pensamos)';
const LITTLE = `(?:(?:para\\s+)?nada|en\\s+absoluto|del\\s+todo|tan|yo|nosotros|todavía|aún|\\p{L}+mente|${SURELY})`;
const TO_AGREE = `(?:aceptar(?:[mts]e|les?|nos)?(?:l[oa]s?)?|consentir(?:l[oa]s?)?|estar\\s+${CONFORMS}|dar(?:te|les?)?\\s+(?:mi|nuestro)\\s+consentimiento|decir(?:te|les?)?\\s+que\\s+(?:sí|acepto|(?:estoy|estamos)\\s+${CONFORMS}))`;
/** Says no, and nothing where it does not. */
const REFUSALS = [
  `(?<!${NO}\\s+)(?:estoy|estamos)\\s+(?:(?:muy|\\p{L}+mente)\\s+)?en\\s+(?:\\p{L}+\\s+)?desacuerdo`,
  '(?<=(?:^|[.,;:!?…])\\s*)(?:(?:muy|\\p{L}+mente)\\s+)?en\\s+(?:(?:total|completo|absoluto)\\s+)?desacuerdo',
  `(?<=${NO}\\s+)(?:estoy|estamos|estar(?:é|emos))\\s+(?:${LITTLE}\\s+){0,3}?${CONFORMS}`,
  `(?<=${NO}\\s+)${THEM}${WILL}\\s+${TO_AGREE}`,
  `(?<=${NO}\\s+)${THEM}(?:acept(?:é|ar[eé]|aremos)|consentir(?:é|emos)|dar(?:é|emos)\\s+(?:mi|nuestro)\\s+consentimiento)`,
];
const REFUSAL = new RegExp(`${EDGE}${YES}(?:${REFUSALS.join('|')})${END}`, 'giu');
/** "I Anna Miller agree", as the line that people are given is written without its commas. */
const NAMED = new RegExp(
  `${EDGE}I,?\\s+(?:\\p{Lu}[\\p{L}.’'-]*\\s+){0,3}\\p{Lu}[\\p{L}.’'-]*,?\\s+${AGREE}${END}`,
  'gu',
);
const ALONE = new RegExp(
  `^(?:${YES}(?:vale|bueno|(?:está\\s+|muy\\s+)?bien|perfecto|listo|pues|okey|por\\s+supuesto|desde\\s+luego|señora?|señorita|fine|great|good|(?:very\\s+)?well|all\\s+right|alright|right|of\\s+course)[,.!]?\\s+)*${YES}(?:agreed|de acuerdo|acepto|aceptado|conforme)[.!]?$`,
  'iu',
);
/** Somebody speaks of themselves and of agreeing: a yes in words that are in no list, or one that is still to come. */
const LOOSE = anyOf(
  [
    `(?:(?:i|we|both\\s+of\\s+us)(?:['’](?:ll|m|re|ve))?|yo|nosotros|nosotras)[\\s,]+(?:(?:${BETWEEN})[\\s,]+){0,3}?(?:agree|accept|consent|acept\\p{L}+|consiento|consentimos|${CONFORMS})`,
    `(?:estoy|estamos)[\\s,]+(?:(?:${BETWEEN})[\\s,]+){1,3}?${CONFORMS}(?!\\s+al?${END})`,
    `${YES}${THEM}(?:${WILL}\\s+${TO_AGREE}|aceptar(?:é|emos))`,
  ],
  'giu',
);

const SUPPOSED_BEFORE = new RegExp(
  `${EDGE}(?:${[
    '(?:do|does|did|if|unless|until|when|whether|before|should|would|could|will|can|may|might|because|says|said)',
    '(?<!(?:i|we|(?:want|like|here|happy|glad)\\s+to)\\s+)say',
    '(?<!(?:confirm|declare|repeat|state|think|believe|guess|(?:want|like|here|happy|glad)\\s+to\\s+say)\\s+)that',
    '(?:maybe|perhaps|possibly|suppos(?:e|ing)|assum(?:e|ing)|pretend(?:ing)?|imagine|quizás?|tal\\s+vez|a\\s+lo\\s+mejor),?',
    'in\\s+case|once|as\\s+soon\\s+as|the\\s+(?:day|moment|minute|time)|en\\s+cuanto',
    '(?:you|he|she|they|nobody)\\s+(?:thinks?|claims?|believes?|hopes?)',
    'cuando|antes de que|hasta que|si(?:\\s+ya)?\\s+no',
    '(?<!(?:claro|supuesto|luego|es|confirmo|declaro|repito|digo|quiero\\s+decir|creo|pienso)\\s+)que',
  ].join('|')})\\s+(?:yo\\s+)?$`,
  'iu',
);
/** Whoever only thinks so. */
const HESITANT_BEFORE = new RegExp(
  `${EDGE}(?:(?:i|we)\\s+(?:guess|think|believe|hope|expect|suspect|reckon)(?:\\s+that)?|almost|nearly|casi|(?:creo|pienso)\\s+que)\\s+(?:yo\\s+)?$`,
  'iu',
);
/** Whoever tells somebody what to say has not said it. */
const TOLD_BEFORE = new RegExp(
  `${EDGE}(?:(?:(?:you|me|him|her|them|us)\\s+to|(?<!(?:i|we)\\s+)(?:must|should|please|just|can))\\s+say|^\\s*say|diga[sn]?)\\s*[,:]?\\s*["“«']?\\s*$|${EDGE}(?<!(?:i|we)\\s+)(?:says?|said|dice|dijo)(?::|,?\\s*["“«'])\\s*["“«']?\\s*$`,
  'iu',
);
/** `si`, without its accent and without a comma, supposes. */
const SUPPOSED = /^si\s(?!claro(?![\p{L}]))/iu;

/** "No I agree" answers something else, or denies: nobody knows. */
const BARE_NO = /^\s*(?:no\s+)+$/iu;
const ENGLISH = anyOf(['i|we']);
const NOTHING =
  '(?:(?:absolutely|almost|practically)\\s+)?(?:nothing|none|nobody|no\\s+one|neither|hardly\\s+any(?:thing)?|nada|nadie|ningun[oa]|ningún)';
/** "I agree to nothing". With "no problem" and the like taken out before. */
const DENIED_AFTER = nextIs(
  `\\s+(?:(?:to|with|on|about|in|con|en)\\s+)?${NOTHING}`,
  '\\s+(?:to|with|on|in)\\s+no\\s+(?:such|part|way|single)',
  '\\s*[,–-]?\\s*not(?=\\s*(?:$|[.!]))',
  '\\s+to\\s+(?:disagree|differ)',
);

/** A question, where nothing but the thing itself stands before its mark; and any other clause that ends in one. */
const ASKED =
  /^(?:\s+(?:(?:to|with|con|en)\s+)?(?:it|that|this|you|eso|esto|todo|(?:the|these|el|la|las|los)\s+\p{L}+))?\s*["”»]?\?/iu;
const ASKED_AT_LENGTH = /^(?:(?!\s(?:and|but|so|y|e|pero)\s)[^.,;:!?…])*\?/iu;

/** Whoever does not accept cheques may still agree to the deal. */
const ACCEPTS =
  /(?<![\p{L}\p{N}])(?:accept|consent|acepto|aceptamos|consiento|acepté|aceptar(?:[eé]|emos|[mts]e|les?|nos)?|consentir(?:é|emos)?)$/iu;
const ITS_OBJECT = /(?<![\p{L}\p{N}])(?:lo|la|los|las)\s+(?:\p{L}+\s+){0,2}\p{L}+$/iu;
const THE_DEAL =
  /^\s*(?:$|[.,;:!?…]|(?:it|this|that|these|those|any\s*(?:more|thing|longer)|your|ya|eso|esto|nada|(?:to\s+)?(?:the|this|that)\s+(?:deal|offer|price|terms?|conditions?|agreement|contract)|(?:el|su|tu|ese|este|esa|esta|la|las|sus|tus|esas|estas)\s+(?:trato|precio|acuerdo|contrato|oferta|propuesta|condiciones|términos))(?![\p{L}\p{N}]))/iu;
const ONLY_BEFORE = anyOf(['only|just|solo|sólo|solamente|únicamente'].map((words) => `(?:${words})\\s+$`));
/** What a seller takes is no consent. */
const MEANS_OF_PAYMENT = nextIs(
  `\\s+(?:(?:the|a|el|la|los|las|un|una)\\s+)?(?:only|just|no|cash|che(?:ck|que)s?|(?:credit\\s+)?cards?|credit|paypal|venmo|zelle|bizum|bitcoin|returns?|refunds?|payments?|trades?|solo|sólo|solamente|efectivo|tarjetas?|transferencias?|devoluciones|pagos?)`,
);
/** A condition in the same sentence, before the yes. An accent is soon lost: "si señor, acepto" is none. */
const CONDITION_BEFORE =
  /(?:^|[.,;:!?…]|(?<![\p{L}\p{N}])(?:but|and|so|pero|y))\s*(?:only\s+|solo\s+|sólo\s+)?(?:if|unless|provided|as\s+long\s+as|when|once|as\s+soon\s+as|after(?!\s+(?:having\s+)?(?:listening|hearing|reading|talking|thinking|that)(?![\p{L}]))|assuming|suppos(?:e|ing)|subject\s+to|depending\s+on|pending|si(?!\s+(?:claro|señora?|señorita|bueno|por|está|hombre|mujer|como)(?![\p{L}]))(?=\s+\p{L})|siempre\s+que|a\s+menos\s+que|en\s+caso\s+de|cuando|en\s+cuanto|una\s+vez\s+que|sujeto\s+a|suponiendo\s+que|con\s+tal\s+de)\s(?:[^.;:!?…]*,|(?:(?!\s(?:and|but|so|y|pero)\s)[^.;:!?…])*)\s*(?:(?:then|entonces|yo)\s+)?$/iu;

/**
 * The words of a text that say it, deny it or take it back, in order.
 * @param next What the same voice says after it: "But only if you pay today."
 */
export function readSayings(text: string, next = ''): Saying[] {
  if (ALONE.test(text.trim())) {
    const kind = scopeOf('', next, false) === 'deal' ? 'yes' : 'unclear';
    return [{ kind, from: 0, to: text.length, core: 0 }];
  }
  const refused = [...text.matchAll(REFUSAL)];
  const found = apartFrom(refused, [...text.matchAll(SAYING)]);
  const named = apartFrom([...refused, ...found], [...text.matchAll(NAMED)]);
  const loose = apartFrom([...refused, ...found, ...named], [...text.matchAll(LOOSE)]);
  return [
    ...refused.flatMap((match) => readSaying(text, next, match)).filter(({ kind }) => kind === 'denial'),
    ...[...found, ...named].flatMap((match) => readSaying(text, next, match)),
    ...loose.flatMap((match) =>
      readSaying(text, next, match).flatMap((saying): Saying[] =>
        saying.kind === 'yes' || saying.kind === 'unclear' ? [{ ...saying, kind: 'unclear' }] : [],
      ),
    ),
    ...withdrawalsIn(text).map(({ from, to }): Saying => ({ kind: 'taking_back', from, to, core: from })),
  ].sort((one, other) => one.from - other.from);
}

function apartFrom(known: readonly RegExpExecArray[], matches: RegExpExecArray[]): RegExpExecArray[] {
  return matches.filter(
    ({ index, 0: words }) =>
      !known.some((one) => one.index < index + words.length && index < one.index + one[0].length),
  );
}

function readSaying(text: string, next: string, { 0: words, index: from }: RegExpExecArray): Saying[] {
  const to = from + words.length;
  const core = from + (new RegExp(`^${YES}`, 'iu').exec(words)?.[0].length ?? 0);
  const kind = kindOf(words, {
    ...{ before: text.slice(0, from), after: text.slice(to), next },
    clause: text.slice(startOfClause(text, from), from),
    hasYes: core > from,
  });
  return kind === null ? [] : [{ kind, from, to, core }];
}

interface Surroundings {
  before: string;
  after: string;
  /** What the same voice says after the text. */
  next: string;
  /** The part of the clause that stands before the words. */
  clause: string;
  hasYes: boolean;
}

/** Null for words that are about something else, or only asked or supposed. */
function kindOf(words: string, { before, after, next, clause, hasYes }: Surroundings): SayingKind | null {
  if (SUPPOSED_BEFORE.test(before) || TOLD_BEFORE.test(before) || SUPPOSED.test(words)) return null;
  const accepts = ACCEPTS.test(words) && !ITS_OBJECT.test(words);
  const scope = scopeOf(after, next, accepts);
  if (scope === 'recording') return null;
  const isDenied = NEGATION.test(words) || NEGATION.test(clause.replaceAll(NO_DENIAL, ''));
  if (BARE_NO.test(clause) && ENGLISH.test(words) && !NEGATION.test(words)) return 'unclear';
  if (isDenied) return accepts && !THE_DEAL.test(after) ? null : 'denial';
  if (DENIED_AFTER.test(after.replaceAll(NO_DENIAL, ''))) return 'denial';
  if (accepts && (MEANS_OF_PAYMENT.test(after) || ONLY_BEFORE.test(before))) return null;
  if (ASKED.test(after) && !hasYes) return null;
  const isHeld = HESITANT_BEFORE.test(before) || ASKED_AT_LENGTH.test(after) || CONDITION_BEFORE.test(before);
  return isHeld || scope === 'open' ? 'unclear' : 'yes';
}
