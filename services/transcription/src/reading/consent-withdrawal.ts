import { anyOf, END, NEGATION, startOfClause } from './clauses.js';

const NOT = "(?:(?:do|did|does)\\s+not|(?:do|did|does)n[’']?t)";
const STOP = '(?=\\s*(?:$|[.,;:!?…]|and|but|y|pero|any\\s*more|now))';
const US = "(?:i|we|let\\s+me|let\\s+us|let[’']?s)";
const WANT =
  "(?:(?:['’](?:ll|d|m)|\\s+(?:will|would|want|have|need|must|would\\s+like|d\\s+like|am\\s+going|now|hereby|like|to|just|really|actually))*)";
const AT_START = '(?<=(?:^|[.,;:!?…])\\s*(?:(?:no|sorry|please|just|so|well|then|okay)\\s+)?)';
const THE_SPANISH_DEAL =
  '(?:esto|eso|(?:el|este|ese|tu|su)\\s+(?:trato|acuerdo|contrato)|(?:la|esta|esa|tu|su)\\s+oferta)';
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
    "(?:it|this|that)(?:['’]s|\\s+is|\\s+was)\\s+(?:(?:all|just|only)\\s+)*a\\s+joke|strike\\s+that",
    `(?:i|we)\\s+(?:lied|(?:was|were)\\s+lying)${STOP}`,
    `let(?:['’]?s|\\s+us)\\s+(?:not(?:\\s+do\\s+(?:it|this|that))?|cancel(?:\\s+(?:it|this|that|everything|the\\s+(?:deal|contract|agreement|whole\\s+thing)))?)${STOP}`,
    `${AT_START}(?:cancel|(?:i['’]m|i\\s+am|we['’]re|we\\s+are)\\s+out)(?=\\s*(?:$|[.;!…]))|count\\s+me\\s+out`,
    `(?:i['’]m|i\\s+am|we['’]re|we\\s+are)\\s+(?:not|no\\s+longer)\\s+interested(?:\\s+in\\s+(?:it|this|that|the\\s+deal))?${STOP}`,
    'forget\\s+(?:that\\s+|what\\s+)?(?:i|we)\\s+(?:ever\\s+)?said\\s+(?:it|that|this|yes|so|anything)',
    `(?:i|we)\\s+never\\s+(?:said\\s+(?:yes|so|(?:that\\s+)?(?:i|we)\\s+(?:agree|accept)d?)|(?:agreed|accepted|consented)(?:\\s+to)?(?:\\s+(?:it|this|that|anything))?${STOP})`,
    '(?:nunca|no)\\s+dij(?:e|imos)\\s+que\\s+sí',
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
    'no\\s+(?:quiero|queremos)(?=\\s*(?:$|[.;!?…]))',
    `no\\s+(?:quiero|queremos)\\s+(?:hacerlo|firmar(?:lo)?(?:\\s+${THE_SPANISH_DEAL})?|(?:seguir|continuar)(?:\\s+con\\s+${THE_SPANISH_DEAL})?|nada\\s+de\\s+(?:esto|eso)|${THE_SPANISH_DEAL})${STOP}`,
    `no\\s+lo\\s+(?:hago|hacemos|har(?:é|emos)|(?:puedo|podemos|voy\\s+a|vamos\\s+a)\\s+hacer)${STOP}`,
    `siempre\\s+no(?=\\s*(?:$|[.,;!?…]))|(?<=(?:^|[.,;!?…])\\s*(?:por\\s+favor,?\\s+)?)cancel(?:a|e|en|emos)\\s+(?:todo|${THE_SPANISH_DEAL})${STOP}`,
    `(?:me\\s+opongo|nos\\s+oponemos|no\\s+(?:me|nos)\\s+(?:convence|interesa))(?:\\s+${THE_SPANISH_DEAL})?${STOP}`,
    '(?:lo\\s+)?(?:cancelo|cancelamos|rechazo|rechazamos)(?=\\s*(?:$|[.,;!?…]|(?:todo|esto|(?:el|la)\\s+(?:trato|acuerdo|contrato|oferta))(?![\\p{L}\\p{N}])))',
    'retiro\\s+(?:lo\\s+(?:dicho|que)|mi\\s+(?:oferta|palabra|consentimiento))',
    "(?:do\\s+not|don[’']?t)\\s+(?:hold\\s+me\\s+to|quote\\s+me\\s+on)\\s+(?:it|this|that)",
    '(?:era|es|fue)\\s+(?:una\\s+)?broma|pensándolo\\s+bien',
    '(?:me\\s+)?lo\\s+(?:voy\\s+a|tengo\\s+que|quiero)\\s+pensar|(?:voy\\s+a|tengo\\s+que|quiero)\\s+pensarlo|déjame\\s+pensarlo',
  ],
  'giu',
);
/** Those that a negation before them turns round. */
const TURNED_BY_NEGATION = anyOf([
  'changed|changing|take|forget|call(?:ing)?|arrepiento|arrepentí|cambi\\p{L}+|niego|opongo|oponemos|cancel\\p{L}+|rechaz\\p{L}+|retiro|broma',
]);
/** What somebody would do in a case that may come is a term. */
const IN_CASE = anyOf(['if|when|whenever|unless|in\\s+case|within|si|cuando|en\\s+caso|a\\s+menos']);

/** Where a text takes back what was agreed to before it, or asks for time. */
export function withdrawalsIn(text: string): { from: number; to: number }[] {
  return [...text.matchAll(TAKING_BACK)].flatMap(({ 0: words, index: from }) => {
    const to = from + words.length;
    const rest = text.slice(to);
    const clause = text.slice(startOfClause(text, from), from);
    const sentence = text.slice(startOfSentence(text, from), to) + (/^[^.!?…]*/u.exec(rest)?.[0] ?? '');
    const isOther = IN_CASE.test(sentence) || (TURNED_BY_NEGATION.test(words) && NEGATION.test(clause));
    return isOther ? [] : [{ from, to }];
  });
}

function startOfSentence(text: string, at: number): number {
  return at - (/[^.!?…]*$/u.exec(text.slice(0, at))?.[0].length ?? 0);
}
