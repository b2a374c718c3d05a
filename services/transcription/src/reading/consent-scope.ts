/**
 * What somebody agrees to. `deal`: the deal as it is, or what they themselves will do; `recording`: that they are recorded,
 * which is no consent to the deal; `open`: something else, perhaps, a part of it, or on a condition.
 */
export type ConsentScope = 'deal' | 'recording' | 'open';

const END = '(?![\\p{L}\\p{N}])';
/** Any of these at the start of what follows, after a space or a mark. */
const nextIs = (phrases: readonly string[]): RegExp =>
  new RegExp(`^[\\s.,;:…–—-]*(?:${phrases.join('|')})${END}`, 'iu');

const ITS =
  '(?:the|this|that|these|those|your|his|her|their|our|el|la|los|las|su|sus|tu|tus|este|esta|estas|estos|ese|esa|esas|esos)';
const DEAL =
  '(?:deals?|offers?|prices?|terms?|conditions?|agreements?|contracts?|proposals?|amounts?|sale|trade|purchase|exchange|loan|rent|job|work|plan|arrangement|trato|precio|acuerdo|contrato|oferta|condición|condiciones|términos|propuesta|monto|venta|compra|cambio|préstamo|alquiler|renta|trabajo|plan)';
/** What stands at the side of a thing: "the terms in this recording". A verb would begin an opinion of it. */
const BESIDE = `(?:\\s+(?:of|in|from|for|with|to|as|that|which|you|we|he|she|they|de|del|en|por|con|para|que|como)${END}(?:\\s+(?!(?:and|but|only|not|y|pero|sino|solo|sólo)${END})[^\\s,;:–—]+)*)?`;
const SAID =
  '(?:said|says|say|agreed|discussed|stated|described|explained|read|recorded|settled|offered|proposed|mentioned|heard|written)';
const SPANISH_SAID =
  '(?:dij\\p{L}+|dicho|dicen?|acord\\p{L}+|escuch\\p{L}+|oí|habl\\p{L}+|propon\\p{L}+|propuest\\p{L}+|explic\\p{L}+)';
const WHERE =
  '(?:\\s+(?:in|on|before|earlier|today|above|here|just|so|to)(?:\\s+(?!(?:and|but|only|not)\\s)[^\\s,;:–—]+){0,4})?';
const SPANISH_WHERE = '(?:\\s+(?!(?:sobre|de|pero|y|sino|solo|sólo)\\s)[^\\s,;:–—]+){0,4}';

/** What may stand between a yes and the end of its sentence. */
const DEALS = nextIs([
  // How somebody agrees.
  'fully|completely|totally|wholeheartedly|entirely|gladly|happily|freely|too|as\\s+well|also|then|now|again|once\\s+(?:more|again)|both|hereby|(?:(?:an?|one)\\s+)?hundred\\s+percent|100\\s*(?:%|percent)|as\\s+(?:(?:i|we|you)\\s+)?(?:said|agreed|stated|discussed)|with\\s+pleasure|any\\s*more',
  'plenamente|totalmente|completamente|también|entonces|gustos[oa]|encantad[oa]|con\\s+(?:mucho\\s+)?gusto|(?:los|las)\\s+dos|como\\s+(?:lo\\s+)?(?:dij|acord)\\p{L}+|ahora|libremente|ya',
  '(?:without|with\\s+no)\\s+(?:any\\s+)?(?:reservation|condition|doubt|hesitation|objection|problem)s?|sin\\s+(?:ningun[oa]?\\s+|ningún\\s+)?(?:condición|condiciones|reservas?|dudas?|problemas?)',
  // What people say besides.
  "(?:it|this|that)(?:['’]s|\\s+is)\\s+(?:a\\s+deal|fine|good|perfect|okay|ok|settled|agreed|clear|fair|all|it)",
  // To what.
  `(?:(?:to|with|on|con|en|a)\\s+)?(?:all\\s+(?:of\\s+)?|both\\s+|todos?\\s+|todas?\\s+)?${ITS}\\s+(?:(?!(?:part|half|rest|parte|mitad|resto)${END})\\p{L}+\\s+){0,2}?${DEAL}${END}${BESIDE}`,
  `(?:(?:to|with|on)\\s+)?(?:exactly\\s+|precisely\\s+)?(?:what|whatever|everything|all)(?:\\s+(?:that|of\\s+what))?(?:\\s+(?!(?:and|but|only|not)\\s)[\\p{L}’']+){1,4}?\\s+${SAID}${END}${WHERE}`,
  `(?:(?:con|en|a)\\s+)?(?:todo\\s+)?lo\\s+(?:que\\s+)?(?:\\p{L}+\\s+){0,3}?${SPANISH_SAID}${END}${SPANISH_WHERE}`,
  `(?:(?:to|with)\\s+)?(?:everything|all)\\s+(?:in|on|of|from)\\s+${ITS}\\s+(?!part)\\p{L}+`,
  "(?:(?:to|with|on)\\s+)?(?:all\\s+(?:of\\s+)?|both\\s+of\\s+)?(?:it|this|that|these|those|everything|all|both|the\\s+above)(?![’'])",
  "with\\s+(?:you|him|her|them|us|each\\s+other)(?![’'])",
  '(?:con|en|a)\\s+(?:usted|ustedes|él|ella|ti)|contigo',
  '(?:(?:con|en|a)\\s+)?(?:todo\\s+)?(?:eso|esto|ello)|(?:(?:con|en|a)\\s+)?(?:todo|todos|todas|ambos|ambas)',
  'thanks?(?:\\s+you)?(?:\\s+very\\s+much|\\s+so\\s+much)?|please|okay|ok|right|yes|yeah|sure|fine|good|great|perfect|of\\s+course|absolutely|deal|done',
  '(?:muchas\\s+)?gracias|por\\s+favor|sí|vale|perfecto|bueno|bien|claro|listo|trato\\s+hecho|por\\s+supuesto',
  '(?:i|we)\\s+(?:agree|accept|consent|understand)|(?:lo\\s+)?(?:acepto|aceptamos)|(?:estoy|estamos)\\s+de\\s+acuerdo',
]);
/** "I agree, Anna", "I agree with Anna Miller". */
const NAME =
  /^(?:,\s*\p{Lu}\p{Ll}+(?=\s*(?:$|,))|\s+(?:with|con)\s+\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)?(?![\p{L}'’]))/u;

const VERB =
  '(?:sell|buy|purchase|pay|give(?!\\s+up)|deliver|bring|rent|lease|lend|loan|borrow|repair|return|fix|clean|mow|paint|build|install|move|make|do|work|help|provide|hand|transfer|send|ship|mail|refund|replace|cover|split|share|keep|exchange|trade|swap|finish|complete|come|drive|teach|watch|look\\s+after|walk|wash|cook|cut|trim|design|write|print|pick|collect|take|leave|vacate|release|hire|charge|store|babysit|supply|perform|carry|haul|remove|assemble|tutor|translate|tow|park|insure|register|sign|accept|honou?r|abide|stick|comply|follow|proceed|be\\s+(?:paid|bound))(?!\\s+(?:on\\s+(?:the|it|this|that)|nothing|attention|see|look|(?:it\\s+)?(?:a\\s+(?:try|look|decision)|some\\s+thought)|(?:you\\s+)?an\\s+offer|my\\s+(?:time|best)|and\\s+(?:see|look|talk|think)|talking|thinking|looking)(?![\\p{L}]))';
const INFINITIVE =
  '(?:vender|comprar|pagar|dar|entregar|traer|llevar|alquilar|arrendar|rentar|prestar|devolver|reparar|arreglar|limpiar|cortar|pintar|construir|instalar|mover|hacer|trabajar|ayudar|enviar|mandar|cambiar|reembolsar|cubrir|compartir|cuidar|terminar|venir|recoger|transferir|cobrar|ceder|firmar|cumplir|lavar|cocinar|enseñar|regar|podar|abonar|depositar)(?:[mts]e|nos|les?)?(?:l[oa]s?)?';
const ACT = '(?:owe|sell|buy|pay|give|deliver|bring|rent|lend|borrow|repair|return)s?';
const SPANISH_ACT =
  '(?:vend[oae]s?|vendemos|compr[oae]s?|compramos|pag[oa]s?|pagues?|pagamos|entreg[oa]s?|entregues?|prest[oae]s?|alquil[oae]s?|devuelv[oae]s?|traig[oa]s?|doy|das|des)';
const NUMBER =
  '(?:[$€£]?\\s*\\d[^\\s,]*|(?:an?\\s+)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)|dos|tres|cuatro|cinco|diez|veinte|treinta|cuarenta|cincuenta|cien|\\p{L}*cient[oa]s?|mil)';
const DAY = '(?:\\p{L}+day|tomorrow|tonight|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|mañana)';
/** What somebody will do, pay or leave out: the rest of the sentence says more of it. */
const TERMS = nextIs([
  `to\\s+(?:(?:not|never|also|both)\\s+)?${VERB}|not\\s+to\\s+${VERB}`,
  `(?:(?:en|a)\\s+)?(?:no\\s+)?${INFINITIVE}`,
  "(?:that\\s+)?(?:i|we)(?:['’]ll|\\s+(?:will|shall))\\s+(?!(?:think|consider|talk|cancel|see|decide|be)\\s)\\p{L}+",
  `(?:that\\s+)?(?:i|we|you|he|she|they)(?:['’]ll|\\s+(?:will|shall|both|also))*\\s+${ACT}`,
  `(?:(?:en|con)\\s+)?que\\s+(?:(?:yo|tú|usted|él|ella|nosotros|ustedes)\\s+)?(?:(?:me|te|le|les|lo|la|los|las|se|nos)\\s+)*${SPANISH_ACT}`,
  `(?:that|que)\\s+${ITS}\\s+${DEAL}\\s+(?:is|will\\s+be|es|son|sea)\\s+${NUMBER}`,
  `to\\s+(?:no|cash|payments?|delivery)(?=\\s+\\p{L}+)`,
  `(?:to|on|for|with|en|a|por|con)\\s+(?:(?:the|los|las)\\s+)?${NUMBER}`,
  `(?:on|for|el)\\s+${DAY}`,
  '(?:and|y|e)(?!\\s+(?:(?:only|not|no|if|unless|except|but|solo|sólo|si)\\s|(?:(?:i|we)\\s+)?(?:refuse|reject|decline|withdraw|disagree)(?![\\p{L}])))',
  '(?:but|pero)\\s+(?:please|(?:i|we)\\s+(?:need|want)\\s+(?:a|the)\\s+(?:receipt|copy|invoice)|(?:quiero|necesito)\\s+(?:un|una|el|la)\\s+(?:recibo|copia|factura))',
  '(?<=[,;:–—-]\\s*)only\\s+the\\s+(?!(?:price|terms?|deal|amount|conditions?)\\s)\\p{L}+',
  '(?<=[,;:–—-]\\s*)(?:and\\s+)?(?:when|where|how|what|who)\\s+(?:do|does|did|can|could|will|would|shall|should|is|are|time|day|much)',
  '(?<=[,;:–—-]\\s*)¿(?!\\s*(?:qué\\s+tal|si)\\s)\\p{L}+',
]);
/** "I accept two hundred dollars"; what follows "I agree" without "to" is an opinion. */
const ACCEPTED_AMOUNT = nextIs([`(?:the\\s+|los\\s+)?${NUMBER}`]);

/** Makes a condition, an exception or an opinion of a sentence, wherever it stands. */
const RESERVED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    'if|unless|provid(?:ed|ing)|as\\s+long\\s+as|so\\s+long\\s+as|subject\\s+to|pending|assuming|depend(?:s|ing|ent)?|contingent|conditional(?:ly)?',
    '(?:on|with|under)\\s+(?:one|a|the|this|that|some|certain)\\s+(?:condition|exception|reservation)s?',
    ',\\s*(?:except|excepting|excluding|excepto|salvo|though|although|however|aunque)|with\\s+the\\s+exception|apart\\s+from|other\\s+than|(?:everything|anything|all|todo)\\s+(?:but|except|menos|excepto|salvo)',
    'as\\s+soon\\s+as|only\\s+(?:if|when|after|once)|in\\s+(?:part|principle)|partly|partially|almost|nearly|casi',
    '(?:but|pero)\\s+(?:only|not|no|if|unless|first|solo|sólo|primero|(?:the|el)\\s+(?:price|precio))',
    'maybe|perhaps|probably|quizás?|tal\\s+vez|a\\s+lo\\s+mejor|supongo|i\\s+(?:guess|suppose)',
    'too\\s+(?:much|many|high|low|expensive|late|early|little|few)|demasiad[oa]|muy\\s+(?:car[oa]|alt[oa]|poc[oa])',
    'si(?!\\s+(?:claro|señora?|señorita|por)(?![\\p{L}]))(?=\\s+\\p{L})|siempre\\s+(?:que|y\\s+cuando)|con\\s+tal|(?:a|con|bajo)\\s+(?:(?:la|una)\\s+)?condición|sujet[oa]\\s+a|pendiente|dependiendo|depende|suponiendo|en\\s+cuanto|tan\\s+pronto|a\\s+menos\\s+que|a\\s+no\\s+ser|menos\\s+(?:en|con|el|la)',
  ].join('|')})${END}`,
  'iu',
);

/** The next sentence takes something off: "But only if you pay today." */
const RESERVED_NEXT = new RegExp(
  `^\\s*["“«]?(?:(?:well|and|but|or|no|pero|y|o|bueno|eso\\s+sí)[,\\s]+)*(?:${[
    'if|only|unless|except(?:ing)?|excluding|apart\\s+from|provided|as\\s+long\\s+as|assuming|subject\\s+to|pending|depending|(?:on|under|with)\\s+(?:one|the|a)\\s+(?:condition|exception)|as\\s+soon\\s+as|though|although|however|to\\s+(?:some|most|part|half)',
    '(?:maybe|perhaps|probably|possibly|i\\s+(?:think|guess|suppose)|for\\s+now|mostly|partly|in\\s+(?:part|principle|theory)|tal\\s+vez|quizás?|a\\s+lo\\s+mejor|supongo|creo|por\\s+ahora|en\\s+(?:parte|principio|teoría)|casi\\s+todo)(?:\\s+(?:not|no|so))?(?=\\s*[.!?…]*$)',
    'not(?!\\s+(?:a\\s+problem|bad))|once(?!\\s+(?:more|again|mil))|when(?!\\s+(?:do|does|can|could|will|would|shall|are|is)\\s)|after\\s+(?:i|we|my|our)',
    '(?:but|pero)(?!\\s+(?:yes|sí|thanks?|gracias|please|por\\s+favor|(?:i|we)\\s+(?:need|want)\\s+(?:a|the)\\s+(?:receipt|copy|invoice)|(?:quiero|necesito)\\s+(?:un|una|el|la)\\s+(?:recibo|copia|factura)))',
    'just\\s+(?:not|if|to|with|in)|on\\s+condition|falta\\s+que',
    'si(?!\\s+(?:claro|señora?|señorita|por)(?![\\p{L}]))(?=\\s+\\p{L})|solo|sólo|solamente|únicamente|excepto|salvo|menos|siempre\\s+(?:que|y\\s+cuando)|a\\s+menos\\s+que|(?:con|bajo)\\s+(?:una|la)\\s+condición|sujeto\\s+a|aunque|en\\s+cuanto|con\\s+tal|cuando|no\\s+(?:del\\s+todo|realmente|exactamente)',
  ].join('|')})${END}`,
  'iu',
);
/** What happens in a case that may come is a term: "If it breaks I take it back." */
const REMEDY =
  /(?<![\p{L}\p{N}])(?:back|keep|refund\p{L}*|return|repair|fix|replace|owe|cancel|no deal|call me|text me|tell me|let me know|ask|devuelv\p{L}+|devolv\p{L}+|repar\p{L}+|arregl\p{L}+|qued\p{L}+|cambi\p{L}+|no hay trato|llám\p{L}+|avís\p{L}+)(?![\p{L}\p{N}])/iu;
const IF = /^\s*(?:if|when|si|cuando)(?![\p{L}\p{N}])/iu;

const RECORDED = '(?:recorded|filmed|taped|videotaped)';
const OTHER_WORD =
  "(?!(?:what|which|whatever|everything|all|anything|as|in|and|but|terms?|said|was|were)\\s)[\\p{L}’']+";
/** Whoever agrees to be recorded has not agreed to the deal yet. */
const TO_RECORDING = new RegExp(
  `^(?:${[
    `(?:\\s+${OTHER_WORD}){0,6}?\\s+(?:be|being|is|are|am|get|getting)\\s+(?:\\p{L}+\\s+)?${RECORDED}`,
    `\\s+(?:to\\s+|that\\s+)?(?:\\p{L}+\\s+){0,3}?(?:records?|recording|films?|filming)\\s+(?:me|us|this|it|my|our|the\\s+(?:call|conversation|talk))`,
    `\\s+to\\s+(?:(?:this|the|a|my|our|your)\\s+)?(?:(?:audio|voice|video|sound)\\s+)?(?:recording|filming)(?=\\s*(?:$|[.,;:!?]|(?:of|being|and)\\s))`,
    '(?:\\s+(?!(?:lo|todo|dice|términos)\\s)\\p{L}+){0,5}?\\s+(?:me|nos|se|lo|la|sea|quede|esté|será)\\s+(?:siendo\\s+)?(?:grab|film)\\p{L}+',
    '\\s+(?:(?:en|a|con|con\\s+que|que)\\s+)?(?:ser\\s+)?(?:grabad[oa]s?|grabar(?:me|nos|l[oa]s?)?|(?:que\\s+)?grab(?:es?|en))',
    '\\s+(?:(?:a|con)\\s+)?(?:la|esta|una)\\s+grabación(?=\\s*(?:$|[.,;:!?]|(?:de\\s+(?:esta?|mi|la|nuestr\\p{L}+)|y)\\s))',
  ].join('|')})${END}`,
  'iu',
);
const AND_MORE = /^[^.!?…]*?\s(?:and|y)\s+(?:to|with|con)\s/iu;

/** A point within a number or before words that go on ends no sentence. */
const SENTENCE = /^((?:[^.!?…]|\.(?=\d)|(?:\.{2,}|…)(?=\s*\p{Ll}))*)[.!?…]*["'”’»)\]]*/u;

/**
 * @param after The text after the words that agree.
 * @param next What the same voice says after that text.
 * @param isAccepting "I accept", which needs no "to" before its object.
 */
export function scopeOf(after: string, next: string, isAccepting: boolean): ConsentScope {
  const [whole = '', sentence = ''] = SENTENCE.exec(after) ?? [];
  if (TO_RECORDING.test(after)) return AND_MORE.test(after) ? 'open' : 'recording';
  const following = after.slice(whole.length).trim() || next;
  const isReserved = RESERVED.test(sentence) || takesOff(following);
  return !isReserved && isOfDeal(sentence, isAccepting) ? 'deal' : 'open';
}

/** Whether a sentence says nothing after its yes but the deal, or what somebody will do. */
function isOfDeal(sentence: string, isAccepting: boolean): boolean {
  let rest = sentence;
  while (/[\p{L}\p{N}]/u.test(rest)) {
    if (TERMS.test(rest) || (isAccepting && ACCEPTED_AMOUNT.test(rest))) return true;
    const step = DEALS.exec(rest) ?? NAME.exec(rest);
    if (!step) return false;
    rest = rest.slice(step[0].length);
  }
  return true;
}

function takesOff(following: string): boolean {
  const [sentence = ''] = SENTENCE.exec(following) ?? [];
  return RESERVED_NEXT.test(sentence) && !(IF.test(sentence) && REMEDY.test(sentence));
}
