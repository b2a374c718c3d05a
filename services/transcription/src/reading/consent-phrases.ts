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

const EDGE = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
/** Any of these as whole words. */
const anyOf = (phrases: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`${EDGE}(?:${phrases.join('|')})${END}`, flags);
/** Any of these at the start of what follows. */
const nextIs = (...phrases: string[]): RegExp => new RegExp(`^(?:${phrases.join('|')})${END}`, 'iu');

const YES = '(?:(?:yes|yeah|yep|ok|okay|sure|sí|si|claro que sí|claro)[,.!]?\\s+)*';
const ADVERB =
  '(?:do|both|fully|hereby|also|all|certainly|definitely|absolutely|completely|totally|really|actually|gladly|happily|willingly|freely|wholeheartedly|formally|sincerely|strongly|still|now)';
/** Neither "I could not agree more" nor what would not be agreed to. */
const DENIED = "(?:(?:do|did|can|will)\\s*not|no\\s+longer|never|(?:do|did|ca|wo)n[’']?t)";
const AGREE = `(?:(?:${ADVERB}|${DENIED})\\s+)*(?:agree|accept|consent)`;
/** What says it by itself or denies it; what is asked or only supposed is left out by the words before it. */
const SAYINGS = [
  `(?:i|we)\\s+${AGREE}`,
  `(?:i|we)\\s*,[^,.;:!?]{1,60},\\s*${AGREE}`,
  `(?:i|we)(?:['’]ve|\\s+have)?\\s+(?:understand|understood|heard|listened|read|confirm)(?:[^,.;:!?]{0,50}?)\\s+and\\s+${AGREE}`,
  `(?:i|we)\\s+(?:(?:completely|totally|strongly)\\s+)?disagree`,
  `(?:i|we)(?:\\s+a|['’])(?:m|re)\\s+(?:(?:not|no\\s+longer)\\s+)?in\\s+agreement`,
  `(?:yo\\s+)?(?:también\\s+)?(?:estoy|estamos)\\s+(?:(?:totalmente|completamente|plenamente|absolutamente|muy)\\s+)?de\\s+acuerdo`,
  `(?:yo\\s+)?(?:(?:me|te|se|le|les|nos)\\s+)?(?:lo\\s+|la\\s+|las\\s+|los\\s+)?(?:acepto|aceptamos|consiento)`,
];
const SAYING = new RegExp(`${EDGE}${YES}(?:${SAYINGS.join('|')})${END}`, 'giu');
/** "I Anna Miller agree", as the line that people are given is written without its commas. */
const NAMED = new RegExp(
  `${EDGE}I,?\\s+(?:\\p{Lu}[\\p{L}.’'-]*\\s+){0,3}\\p{Lu}[\\p{L}.’'-]*,?\\s+${AGREE}${END}`,
  'gu',
);
const ALONE = new RegExp(`^${YES}(?:agreed|de acuerdo|acepto|aceptado)[.!]?$`, 'iu');

const SUPPOSED_BEFORE = new RegExp(
  `${EDGE}(?:${[
    '(?:do|does|did|if|unless|until|when|whether|before|should|would|could|will|can|may|might|because|says|said)',
    '(?<!(?:i|we|(?:want|like|here|happy|glad)\\s+to)\\s+)say',
    '(?<!(?:confirm|declare|repeat|state|think|believe|guess|(?:want|like|here|happy|glad)\\s+to\\s+say)\\s+)that',
    '(?:maybe|perhaps|possibly|suppos(?:e|ing)|assum(?:e|ing)|pretend(?:ing)?|imagine|quizás?|tal\\s+vez|a\\s+lo\\s+mejor),?',
    'in\\s+case|once|as\\s+soon\\s+as|the\\s+(?:day|moment|minute|time)|en\\s+cuanto',
    '(?:you|he|she|they|nobody)\\s+(?:thinks?|claims?|believes?|hopes?)',
    'cuando|antes de que|hasta que|si(?:\\s+ya)?\\s+no',
    '(?<!(?:claro|supuesto|luego|confirmo|declaro|repito|digo|quiero\\s+decir|creo|pienso)\\s+)que',
  ].join('|')})\\s+(?:yo\\s+)?$`,
  'iu',
);
/** Whoever only thinks so. */
const HESITANT_BEFORE = new RegExp(
  `${EDGE}(?:(?:i|we)\\s+(?:guess|think|believe)(?:\\s+that)?|almost|nearly|casi|(?:creo|pienso)\\s+que)\\s+(?:yo\\s+)?$`,
  'iu',
);
/** Whoever tells somebody what to say has not said it. */
const TOLD_BEFORE = new RegExp(
  `${EDGE}(?:(?:(?:you|me|him|her|them|us)\\s+to|(?<!(?:i|we)\\s+)(?:must|should|please|just|can))\\s+say|^\\s*say|diga[sn]?)\\s*[,:]?\\s*["“«']?\\s*$|${EDGE}(?<!(?:i|we)\\s+)(?:says?|said|dice|dijo)(?::|,?\\s*["“«'])\\s*["“«']?\\s*$`,
  'iu',
);
/** `si`, without its accent and without a comma, supposes. */
const SUPPOSED = /^si\s(?!claro(?![\p{L}]))/iu;

/** How far back a denial reaches. */
const CLAUSE_START =
  /[.,;:!?¿¡…—]|(?<![\p{L}\p{N}])(?:and|but|so(?!\s+(?:sure|certain|much|far))|y|e|pero|porque)(?![\p{L}\p{N}])/giu;
const NEGATION = anyOf([
  'not|never|no|none|nothing|nobody|neither|nor|cannot|doubt|disagree|like\\s+hell',
  "(?:do|did|does|ca|wo|is|are|was|have|has)n[’']?t",
  "\\p{L}+n[’']t",
  'nunca|tampoco|jamás|ni|nada|nadie|ningún|ninguna|ninguno',
]);
/** Phrases with a negation of something else than the agreement. */
const NO_DENIAL = anyOf(
  [
    '(?:no|any)\\s+(?:problem|question|objection|issue|complaint|worry|worrie|pressure|matter|reservation|hesitation)s?',
    '(?:no|without(?:\\s+an?y?)?|beyond(?:\\s+an?y?)?)\\s+doubts?',
    'nothing\\s+(?:else|more|to\\s+add)',
    'why\\s+not',
    'not\\s+only',
    'no\\s+(?:hay|tengo|tenemos)\\s+(?:(?:ningún|ninguna)\\s+)?(?:problema|duda|inconveniente|objeción|objecione|pregunta)s?',
    'sin\\s+(?:(?:ningún|ninguna)\\s+)?(?:problema|duda|inconveniente)s?',
    'nada\\s+más',
    'c[óo]mo\\s+no',
    'por\\s+qué\\s+no',
    'no\\s+(?:te\\s+preocupes|se\\s+preocupen?|importa|s[óo]lo)',
  ],
  'giu',
);
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

/** Whoever agrees to be recorded has not agreed to the deal yet. Looked for up to the end of the clause. */
const TO_RECORDING =
  /^(?:(?!\s(?:and|but|y|e|pero)\s)[^,.;!?]){0,60}?(?<![\p{L}\p{N}])(?:recorded|recording|record\s+(?:me|us|this|it|my|our)|grabar(?:me|nos|lo|la)?|graben?|grabad[oa]s?|grabación|grabando)(?![\p{L}\p{N}])/iu;
/** A question, where nothing but the thing itself stands before its mark; and any other clause that ends in one. */
const ASKED =
  /^(?:\s+(?:(?:to|with|con|en)\s+)?(?:it|that|this|you|eso|esto|todo|(?:the|these|el|la|las|los)\s+\p{L}+))?\s*["”»]?\?/iu;
const ASKED_AT_LENGTH = /^(?:(?!\s(?:and|but|so|y|e|pero)\s)[^.,;:!?…])*\?/iu;

/** Whoever does not accept cheques may still agree to the deal. */
const ACCEPTS = /(?<![\p{L}\p{N}])(?:accept|consent|acepto|aceptamos|consiento)$/iu;
const ITS_OBJECT = /(?<![\p{L}\p{N}])(?:lo|la|los|las)\s+\p{L}+$/iu;
const THE_DEAL =
  /^\s*(?:$|[.,;:!?…]|(?:it|this|that|these|those|any\s*(?:more|thing|longer)|your|ya|eso|esto|nada|(?:to\s+)?(?:the|this|that)\s+(?:deal|offer|price|terms?|conditions?|agreement|contract)|(?:el|su|tu|ese|este|esa|esta|la|las|sus|tus|esas|estas)\s+(?:trato|precio|acuerdo|contrato|oferta|condiciones))(?![\p{L}\p{N}]))/iu;
const ONLY_BEFORE = anyOf(['only|just|solo|sólo|solamente|únicamente'].map((words) => `(?:${words})\\s+$`));
/** What a seller takes is no consent. */
const MEANS_OF_PAYMENT = nextIs(
  `\\s+(?:(?:the|a|el|la|los|las|un|una)\\s+)?(?:only|just|no|cash|che(?:ck|que)s?|(?:credit\\s+)?cards?|credit|paypal|venmo|zelle|bizum|bitcoin|returns?|refunds?|payments?|trades?|solo|sólo|solamente|efectivo|tarjetas?|transferencias?|devoluciones|pagos?)`,
);
const DEAL =
  '(?:deals?|offers?|prices?|terms?|conditions?|agreements?|contracts?|proposals?|amounts?|sale|trade|trato|precio|acuerdo|contrato|oferta|condición|condiciones|términos|propuesta|monto|venta)';
const ITS =
  '(?:the|this|that|these|those|your|his|her|their|our|el|la|los|las|su|sus|tu|tus|este|esta|estas|estos|ese|esa|esas|esos)';
/** What whoever accepts it accepts the deal with; anything else may be part of it or not. */
const THE_DEAL_ITSELF = new RegExp(
  `^\\s*(?:${[
    '$|[.,;:!?…)"”»]',
    `(?:to\\s+)?(?:it|this|that|these|those|all|everything)${END}`,
    `(?:both|gladly|too|then|as|on|with|for|and|or|any\\s*more)${END}`,
    `what\\s+(?:you|we|was)\\s+(?:said|agreed)${END}`,
    `lo\\s+(?:que\\s+dij\\p{L}+|acordado|dicho)${END}`,
    `(?:fully|completely|totally|plenamente|totalmente|completamente)${END}`,
    `(?:y|e|o|con|también|entonces|gustos[oa]|encantad[oa]|todo|todos|todas|eso|esto|ya)${END}`,
    `(?:to\\s+)?${ITS}\\s+(?:\\p{L}+\\s+)?${DEAL}${END}`,
    `to\\s+(?!(?:my|a|an|any|be|${ITS})${END})\\p{L}+`,
    `\\p{L}+[aei]r(?:l[oae]s?|te|se)?${END}`,
    '(?:(?:the|los)\\s+)?[$€\\d]',
    `(?:an?\\s+)?(?:one|two|three|four|five|six|seven|eight|nine|ten|\\p{L}+teen|\\p{L}+ty|hundred|thousand)${END}`,
    `(?:dos|tres|cuatro|cinco|cien|\\p{L}*cientos?|mil)${END}`,
  ].join('|')})`,
  'iu',
);

const ACT =
  '(?:sell|buy|pay|give|deliver|bring|rent|lend|borrow|repair|return)s?(?!\\s+too(?![\\p{L}\\p{N}]))';
const SPANISH_ACT =
  '(?:vend[oae]s?|vendemos|compr[oae]s?|compramos|pag[oa]s?|pagues?|pagamos|entreg[oa]s?|entregues?|prest[oae]s?|alquil[oae]s?|devuelv[oae]s?|traig[oa]s?|doy|das|des)(?!\\s+demasiad[oa])';
/** What somebody will do, which is a term of the deal. */
const TO_AN_ACT = nextIs(
  `\\s+that\\s+(?:i|we)(?:['’]ll|\\s+(?:will|shall))\\s+\\p{L}+`,
  `\\s+that\\s+(?:i|we|you|he|she|they)(?:['’]ll|\\s+(?:will|shall|both|also))*\\s+${ACT}`,
  `\\s+(?:en\\s+|con\\s+)?que\\s+(?:(?:yo|tú|usted|él|ella|nosotros|ustedes)\\s+)?(?:(?:me|te|le|les|lo|la|los|las|se|nos)\\s+)*${SPANISH_ACT}`,
);
/** What somebody thinks: "I agree that it is too expensive". */
const OPINION = nextIs(
  "(?:\\s+with\\s+(?:you|him|her|them))?\\s+that(?:['’]s|\\s+\\p{L}+)",
  ",\\s+(?:it|that|this)(?:['’]s|\\s+(?:is|was))\\s+(?:too|very|so|not|quite|really|expensive)",
  "\\s+(?:it|this|there|he|she|they|you)(?:['’](?:s|re|ll|d)|\\s+(?:is|are|was|were|would|should|could|can|might|may|looks?|seems?|sounds?|costs?|has|have|do|did|needs?))",
  '\\s+(?:i|we)\\s+(?:would|should|could|might|may)',
  '\\s+(?:en\\s+|con\\s+)?que\\s+\\p{L}+',
);
const IT = '(?:\\s+(?:(?:to|with|con|a)\\s+)?(?:it|that|this|eso|esto|everything|todo|all\\s+of\\s+it))?';
const CONDITION = nextIs(
  `${IT},?\\s+(?:(?:but|pero)\\s+)?(?:(?:only|solo|sólo)\\s+)?(?:if|unless|provided|as\\s+long\\s+as|on\\s+(?:one|the)\\s+condition|once(?!\\s+(?:more|again))|when(?!\\s+(?:do|does|can|could|will|would|are|is)(?![\\p{L}]))|until|si(?=\\s+\\p{L})|siempre\\s+que|siempre\\s+y\\s+cuando|a\\s+menos\\s+que|cuando|con\\s+la\\s+condición)`,
  `${IT},?\\s+(?:in\\s+(?:part|principle)|partly|partially|up\\s+to\\s+a\\s+point|en\\s+parte|en\\s+principio)`,
  `${IT},?\\s+(?:maybe|perhaps|probably|i\\s+(?:guess|suppose)|kind\\s+of|sort\\s+of|quizás?|tal\\s+vez|a\\s+lo\\s+mejor|supongo)`,
  `${IT},?\\s+(?:but|pero)\\s+(?:not|no|only|solo|sólo)`,
  '\\s+(?:(?:to|with|con|en)\\s+)?(?:most|some|part|half|almost|nearly|casi|parte|algun[oa]s|la\\s+mayoría)|,?\\s+a\\s+medias',
  '[^.,;:!?…]{0,40}?\\s(?:except|excepting|apart\\s+from|other\\s+than|excepto|salvo|(?:everything|anything|all|todo)\\s+(?:but|menos)|menos\\s+(?:en|con))',
);

/** A condition in the same sentence, before the yes. An accent is soon lost: "si señor, acepto" is none. */
const CONDITION_BEFORE =
  /(?:^|[.,;:!?…]|(?<![\p{L}\p{N}])(?:but|and|so|pero|y))\s*(?:only\s+|solo\s+|sólo\s+)?(?:if|unless|provided|as\s+long\s+as|si(?!\s+(?:claro|señora?|señorita|bueno|por|está|hombre|mujer|como)(?![\p{L}]))(?=\s+\p{L})|siempre\s+que|a\s+menos\s+que|en\s+caso\s+de)\s(?:[^.;:!?…]*,|(?:(?!\s(?:and|but|so|y|pero)\s)[^.;:!?…])*)\s*(?:(?:then|entonces|yo)\s+)?$/iu;

const NOT = "(?:(?:do|did|does)\\s+not|(?:do|did|does)n[’']?t)";
const STOP = '(?=\\s*(?:$|[.,;:!?…]|and|but|y|pero|any\\s*more|now))';
const US = "(?:i|we|let\\s+me|let\\s+us|let[’']?s)";
const WANT =
  "(?:(?:['’](?:ll|d|m)|\\s+(?:will|would|want|have|need|must|would\\s+like|d\\s+like|am\\s+going|now|hereby|like|to|just|really|actually))*)";
const TAKING_BACK = anyOf(
  [
    `(?:i|we)(?:['’]ve|\\s+have)?(?:\\s+(?:just|now))?\\s+changed\\s+(?:my|our)\\s+minds?`,
    "(?:i|we)(?:['’]m|['’]re|\\s+am|\\s+are)\\s+changing\\s+(?:my|our)\\s+minds?",
    `${US}${WANT}\\s+take\\s+(?:(?:that|this|it|everything|all\\s+of\\s+(?:it|that))\\s+(?:all\\s+)?back(?!\\s+(?:home|there|on|to|with|at|in|from)(?![\\p{L}]))|back\\s+what)`,
    `forget\\s+(?:about\\s+)?(?:it|this|the\\s+(?:deal|whole\\s+thing|agreement))${STOP}`,
    'no\\s+deal(?![\\s-]*breaker)',
    "(?:deal|it)(?:['’]s|\\s+is)\\s+off(?=\\s*(?:$|[.,;!?…]))",
    `never\\s*mind(?:\\s+(?:it|this|that|then|about\\s+it))?${STOP}`,
    `${US}${WANT}\\s+call(?:ing)?\\s+(?:it|this|that|the\\s+(?:deal|sale|agreement|whole\\s+thing))\\s+off`,
    `(?:${NOT}\\s+want|no\\s+longer\\s+want)\\s+(?:it|this|that|to|(?:the|this)\\s+(?:deal|agreement|contract)|any\\s+of\\s+(?:it|this|that)|to\\s+do\\s+(?:it|this))${STOP}`,
    '(?:on\\s+)?second\\s+thoughts?|scratch\\s+that',
    'not\\s+any\\s*more(?=\\s*(?:$|[.,;!?…]))',
    "(?:i|we)(?:['’]d|\\s+would)\\s+rather\\s+not",
    `(?:i|we)${WANT}\\s+(?:refuse|decline|withdraw|cancel|reject|revoke|back(?:ing)?\\s+out|pull(?:ing)?\\s+out)(?=\\s*(?:$|[.,;!?…]|(?:it|this|that|(?:the|this|my)\\s+(?:deal|agreement|contract|offer|consent|whole\\s+thing)|to\\s+(?:agree|accept|consent))${END}))`,
    "(?:just|only|was|were|am|i['’]m)\\s+(?:kidding|joking)",
    `(?:i|we|let\\s+me)${WANT}\\s+(?:think\\s+about\\s+(?:it|this)|think\\s+(?:it|this)\\s+over|sleep\\s+on\\s+it)`,
    `(?:i['’]m|i\\s+am|we['’]re|we\\s+are)\\s+not\\s+(?:so\\s+)?sure\\s+(?:any\\s*more|now|about\\s+(?:it|this|that))`,
    `(?:i|we)\\s+(?:${NOT}|cannot|can[’']?t|will\\s+not|won[’']?t)(?:\\s+(?:do\\s+(?:it|this|that)|think\\s+so))?(?:,?\\s+(?:after\\s+all|any\\s*more|right\\s+now|now))?(?=\\s*(?:$|[.;!…]))`,
    "(?:i['’]m|i\\s+am|we['’]re|we\\s+are)\\s+not\\s+doing\\s+(?:it|this|that)|(?:i|we)\\s+want\\s+out|no\\s+way(?=\\s*(?:$|[.!]))",
    '(?:no[,.!]?\\s+){2,}no|(?<=(?:^|[.,;!?…])\\s*(?:please\\s+)?)cancel\\s+(?:it|this|that|the\\s+(?:deal|contract|agreement))',
    '(?:actually|wait|hold\\s+on|espera),?\\s+no(?=\\s*(?:$|[.,;:!?…]|i\\s))',
    'ya\\s+no(?=\\s*(?:$|[.!…]))|no,?\\s+espera|ni\\s+hablar|no\\s+(?:puedo|voy\\s+a)\\s+hacerlo|no\\s+puedo(?=\\s*(?:$|[.;!?…]))|cancélalo',
    'ya\\s+no\\s+(?:(?:lo|la|los|las|me|nos)\\s+)?(?:quiero|queremos|interesa|estoy|estamos|vale)',
    'mejor\\s+(?:ya\\s+)?no(?=\\s*(?:$|[.,;!?…]|(?:lo\\s+)?(?:hacemos|hago|hagamos|quiero|acepto)))',
    '(?:he\\s+cambiado|hemos\\s+cambiado|cambié|cambie|cambiamos)\\s+de\\s+(?:opinión|opinion|idea|parecer)',
    '(?:me|nos)\\s+(?:arrepiento|arrepentí|arrepentimos|retracto|retractamos|niego)|me\\s+(?:he\\s+)?ech[oaé]d?o?\\s+(?:para\\s+)?atrás',
    'olv[ií]d(?:alo|elo|ate|enlo|émoslo)',
    'no\\s+(?:hay|habrá)\\s+(?:trato|acuerdo)',
    'no\\s+(?:lo|la)\\s+(?:quiero|queremos)(?:\\s+(?:ya|más))?(?=\\s*(?:$|[.,;!?…]))',
    'no\\s+quiero(?:\\s+(?:hacerlo|seguir|el\\s+trato|el\\s+acuerdo|nada\\s+de\\s+(?:esto|eso)))?(?=\\s*(?:$|[.;!?…]))',
    '(?:lo\\s+)?(?:cancelo|cancelamos|rechazo|rechazamos)(?=\\s*(?:$|[.,;!?…]|(?:todo|esto|(?:el|la)\\s+(?:trato|acuerdo|contrato|oferta))(?![\\p{L}\\p{N}])))',
    'retiro\\s+(?:lo\\s+(?:dicho|que)|mi\\s+(?:oferta|palabra|consentimiento))',
    '(?:era|es|fue)\\s+(?:una\\s+)?broma|pensándolo\\s+bien',
    '(?:me\\s+)?lo\\s+(?:voy\\s+a|tengo\\s+que|quiero)\\s+pensar|(?:voy\\s+a|tengo\\s+que|quiero)\\s+pensarlo|déjame\\s+pensarlo',
  ],
  'giu',
);
/** Those that a negation before them turns round. */
const TURNED_BY_NEGATION = anyOf([
  'changed|changing|take|forget|call(?:ing)?|arrepiento|arrepentí|cambi\\p{L}+|niego|cancel\\p{L}+|rechaz\\p{L}+|retiro|broma',
]);
/** What somebody would do in a case that may come is a term. */
const IN_CASE = anyOf(['if|when|whenever|unless|in\\s+case|within|si|cuando|en\\s+caso|a\\s+menos']);

/** The words of a text that say it, deny it or take it back, in order. */
export function readSayings(text: string): Saying[] {
  const whole = text.trim();
  if (ALONE.test(whole)) return [{ kind: 'yes', from: 0, to: text.length, core: 0 }];
  const found = [...text.matchAll(SAYING)];
  const named = [...text.matchAll(NAMED)].filter(
    ({ index, 0: words }) =>
      !found.some((one) => one.index < index + words.length && index < one.index + one[0].length),
  );
  return [...found, ...named]
    .flatMap((match) => readSaying(text, match))
    .concat(takingsBackIn(text))
    .sort((one, other) => one.from - other.from);
}

function readSaying(text: string, { 0: words, index: from }: RegExpExecArray): Saying[] {
  const to = from + words.length;
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const core = from + (new RegExp(`^${YES}`, 'iu').exec(words)?.[0].length ?? 0);
  const kind = kindOf(words, before, after, text.slice(startOfClause(text, from), from), core > from);
  return kind === null ? [] : [{ kind, from, to, core }];
}

/** Null for words that are about something else, or only asked or supposed. */
function kindOf(
  words: string,
  before: string,
  after: string,
  clause: string,
  hasYes: boolean,
): SayingKind | null {
  if (SUPPOSED_BEFORE.test(before) || TOLD_BEFORE.test(before) || SUPPOSED.test(words)) return null;
  if (TO_RECORDING.test(after)) return null;
  const isDenied = NEGATION.test(words) || NEGATION.test(clause.replaceAll(NO_DENIAL, ''));
  if (BARE_NO.test(clause) && ENGLISH.test(words) && !NEGATION.test(words)) return 'unclear';
  const accepts = ACCEPTS.test(words) && !ITS_OBJECT.test(words);
  if (isDenied) return accepts && !THE_DEAL.test(after) ? null : 'denial';
  if (DENIED_AFTER.test(after.replaceAll(NO_DENIAL, ''))) return 'denial';
  if (accepts && (MEANS_OF_PAYMENT.test(after) || ONLY_BEFORE.test(before))) return null;
  if (ASKED.test(after) && !hasYes) return null;
  if (HESITANT_BEFORE.test(before) || ASKED_AT_LENGTH.test(after) || CONDITION.test(after)) return 'unclear';
  if (CONDITION_BEFORE.test(before)) return 'unclear';
  if (TO_AN_ACT.test(after)) return 'yes';
  if (OPINION.test(after)) return 'unclear';
  return accepts && !THE_DEAL_ITSELF.test(after) ? 'unclear' : 'yes';
}

function takingsBackIn(text: string): Saying[] {
  return [...text.matchAll(TAKING_BACK)].flatMap(({ 0: words, index: from }): Saying[] => {
    const to = from + words.length;
    const rest = text.slice(to);
    const clause = text.slice(startOfClause(text, from), from);
    const sentence = text.slice(startOfSentence(text, from), to) + (/^[^.!?…]*/u.exec(rest)?.[0] ?? '');
    const isOther = IN_CASE.test(sentence) || (TURNED_BY_NEGATION.test(words) && NEGATION.test(clause));
    return isOther ? [] : [{ kind: 'taking_back', from, to, core: from }];
  });
}

function startOfClause(text: string, at: number): number {
  const last = [...text.matchAll(CLAUSE_START)].findLast(({ index }) => index < at);
  return last ? last.index + last[0].length : 0;
}

function startOfSentence(text: string, at: number): number {
  return at - (/[^.!?…]*$/u.exec(text.slice(0, at))?.[0].length ?? 0);
}
