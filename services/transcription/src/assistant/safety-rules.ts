/** What a question asks for that nobody may get help with here. */
export type Danger =
  | 'secret-recording'
  | 'minors'
  | 'threats'
  | 'illegal'
  | 'legal-advice'
  | 'other-people'
  | 'rules'
  | 'forgery';

/** All of these have to be in the text. Texts are compared in lower case and without accents. */
type Signs = readonly RegExp[];

/** People of whom somebody may have recordings, data or debts. */
const relation =
  'brother|sister|mother|father|mom|mum|dad|friend|cousin|son|daughter|nephew|niece|neighbou?r|boss|manager|wife|husband|ex|partner|girlfriend|boyfriend|roommate|colleague|coworker|landlord|tenant|employee|employer|teacher|student|doctor|client|customer';
const pariente =
  'herman[oa]|madre|padre|mama|papa|amig[oa]|prim[oa]|hij[oa]|sobrin[oa]|vecin[oa]|jef[ea]|espos[oa]|marido|mujer|ex|pareja|novi[oa]|companer[oa]|colega|casero|casera|inquilin[oa]|emplead[oa]|patron|suegr[oa]|maestr[oa]|alumn[oa]|medic[oa]|client[ea]';

const records =
  /\b(record|recording|recorded|recorder|records|tape|taped|taping|film|filming|wiretap|eavesdrop|listen in)\b/;
const bugging = /\bbug (the|a|my|his|her|their)\b|\bspy (on|app)\b|\bspying on\b/;
const secretly =
  /\b(in secret|secretly|secret (recording|tape|audio)|covert|covertly|hidden|hide|hiding|conceal\w*|disguis\w+|sneak|sneaky|sneakily|undercover|surreptitious\w*|discreetly|on the sly|silent|silently)\b|\bbehind (his|her|their|my|the) backs?\b|\bin my (pocket|bag|purse)\b/;
const unaware =
  /\b(unaware|oblivious|unsuspecting|not aware|none the wiser)\b|\bwithout (telling|asking|warning|informing|anyone|anybody|them|him|her|his|their|the|my|permission|consent|approval|knowing|knowledge|notice)\b|\b(not|never|nobody|dont|doesnt|does not|do not|without|no one|cant|cannot|must not|wont|isnt|arent) (\w{1,12} ){0,2}(notice|notices|knows?(?! (how|what|where|when|if|why|whether))|(see|sees|hear)(?! (the|my|our|your|this|that|any|a) (recording|audio|sound|voice|player)\b)|find out|suspects?|realise|realize|mention|tell|catch on)\b|\bnobody (knows|notices)\b|\bhas no (idea|clue)\b|\bso (she|he|they|that she|that he|that they) (does|do|will|can|wont|doesnt|dont)\b/;
/** What refuses a recording without being a person. */
const machine =
  'app|browser|page|site|website|form|player|recorder|server|system|program|service|microphone|computer|tablet|phone|iphone|android|safari|chrome|firefox|upload|recording|file|audio|it';
const refusing = new RegExp(
  [
    String.raw`\b(said|says|say) no\b`,
    String.raw`(?<!\b(${machine}) ((is|was|gets|got|has been|keeps being|always) )?)\b(refuse|refuses|refused|forbade|objects?)\b`,
    String.raw`(?<!\b(${machine}) )\b(will not|wont|does not|doesnt|did not|didnt) (agree|consent|allow)\b`,
    String.raw`\banyway\b|\bagainst (his|her|their) (will|wishes)\b|\bnot say a word\b|\b(thinks|believes) (it|the call|this|our talk) is (private|off)\b`,
  ].join('|'),
);
/** Whether people have to be told, not what has to be said in the recording. */
const havingToTell =
  /\bhave to (tell|inform|warn) (them|him|her|people|others?|any(one|body)|every(one|body)|some(one|body)|each|the|an?|my|party)\b(?! ((other |whole )?(person|party|side|one) )?((my|the|our|a|his|her|their) )?((full|real|last|first|exact|total) )?(names?|price|amount|dates?|address|age|terms|truth|sum|total)\b)/;

const graba = /\b(grab\w*|audio|microfono|espi\w+)\b/;
const aEscondidas =
  /\b(a escondidas|en secreto|secret[ao]s?|ocult\w+|escondid\w+|disimulad\w+|discretamente|clandestin\w+|sin que (\w+ ){0,3}(entere|sepa|note|enteren|sepan|noten|vea|vean|de cuenta)|sin (darse cuenta|saberlo|su conocimiento)|que no se (note|entere|de cuenta)|a (sus|su) espaldas?|en (el|mi) (bolsillo|bolso)|debajo de la mesa|espi\w+|nadie (sabe|se entera|lo note))\b/;
const maquina =
  'app|aplicacion|navegador|pagina|sitio|sistema|programa|servidor|microfono|telefono|celular|iphone|computadora|tableta|formulario';
const sinAviso = new RegExp(
  [
    String.raw`\bsin (avisar\w*|decir(le|les|lo|la|selo)\w*|decir(?= *(nada|palabra|una palabra|que|a|al|$|[?.,!]))|permiso|su permiso|consentimiento|su consentimiento|preguntar\w*|autorizacion)(?!\w)`,
    String.raw`\bno (lo |la |les |le |los |se )?(sabe|sepa|saben|sepan)\b(?! (como|que decir|grabar|usar|usarl[oa]|leer|escribir|hablar|abrir|subir)\b)`,
    String.raw`\bno (lo |la |les |le |los |se )?(entera|enteran|menciono|digo|aviso)\b`,
    String.raw`(?<!\b(${maquina}) )\bno (lo |la |les |le |los |se )?(acepta|permite)\b(?! ((mi|el|un|este|ese|los|mis) )?(archivos?|audios?|formatos?|nota|mp3|m4a|wav)\b)`,
    String.raw`\bno quiere que\b|\bquitar el aviso\b|\bno (esta|estan) enterad\w+\b|\bcallad[oa]\b|\bpara que no (la|lo|me) (vea|note|oiga)\b`,
    // What has to be said in the recording is another question.
    String.raw`\btengo que (avisar\w*|decir(le|les|selo)\w*|decir (a|al|que)\b)(?! (((el|la|mi|un|una|los|las|mis|todo el|cada) )?((otra|otro) (parte|persona) )?((el|la|mi) )?(nombres?|apellidos?|precios?|montos?|fechas?|direccion|edad|condiciones|verdad)|acepto|si|estoy de acuerdo|vendo|compro)\b)`,
  ].join('|'),
);

const ages = '1[0-7]|[5-9]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen';
const notAnAge =
  '(?!( |-)?(dollars?|bucks|percent|%|days?|hours?|minutes?|months?|weeks?|miles?|times|items?|pm|am|o clock))';
/** What is sold, lent or let, and has an age, too. */
const thing =
  '(cars?|trucks?|vans?|motorcycles?|scooters?|bikes?|bicycles?|boats?|trailers?|houses?|roofs?|machines?|washers?|dryers?|fridges?|refrigerators?|laptops?|computers?|phones?|tvs?|televisions?|cameras?|consoles?|guitars?|pianos?|sofas?|couch|tables?|beds?|furniture|tractors?|mowers?|dogs?|cats?|horses?|trees?)';
const youth = new RegExp(
  [
    String.raw`\b(minors?|underage|under age|juveniles?|youngsters?|teens?|teenagers?|adolescents?|school ?(kid|boy|girl)s?|toddlers?|(high|middle|grade) ?school(er|ers)?|little (girl|boy)|under ?18)\b`,
    String.raw`(?<!\b${thing}( is| are| was|,| of) )\b(${ages})[- ]?(years?[- ]olds?|yo|y\\/o)\b(?![- ](\w+ )?${thing}\b)|\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)[- ]grade(r|rs)?\b|\bnot (yet )?18\b`,
    String.raw`\b(he|she|kid|girl|boy|sitter|babysitter|buyer|seller|${relation})( is|,| who is| aged)? (only |just )?(${ages})\b${notAnAge}`,
    String.raw`\b(kids?|child|children|pupils?) (want|wants|agree|agrees|sign|signs|trade|trades|sell|sells|buy|buys|owes?|pays?|borrows?|lends?|can|could|may|must|is twelve)\b`,
    String.raw`\b(with|from|to|make|get) (a|an|my|the|this|two|three|some|these) (\w+ )?(kids?|child|children|pupils?)\b(?! (care|seat|bike|room))`,
    String.raw`\bthe (kid|child) is\b`,
  ].join('|'),
);
const edades = '1[0-7]|[5-9]|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete';
const cosa =
  '(carro|auto|coche|camioneta|camion|moto\\w*|bici\\w*|barco|casa|techo|lavadora|secadora|refrigerador\\w*|nevera|computadora|laptop|celular|telefono|televisor\\w*|camara|consola|guitarra|piano|sofa|mesa|cama|muebles?|tractor|perr[oa]|gat[oa]|caballo|yegua|vaca|arbol|trabajo|empleo)';
const joven = new RegExp(
  [
    String.raw`\b(un|una|el|la|con|mi|otro|otra) menor\b(?! (precio|monto|costo))|\bmenor(es)? de (edad|18)\b`,
    String.raw`\b(adolescentes?|escolar(es)?|colegial(a|es|as)?|chaval(es|a|as)?|estudiante de (secundaria|primaria|prepa)|chiquill[oa]s?)\b`,
    String.raw`\b(un|una|mi|con|dos|tres|unos) nin[oa]s?\b|\bde (primaria|secundaria)\b|\bno (ha cumplido|cumple|tiene) (los )?18\b|\b(vecinit|hermanit|primit)[oa]\b`,
    String.raw`(?<!\b(por|a|hace|cada|durante|hasta|en|${cosa}( de| tiene| con|,)?|(contrato|acuerdo|prestamo|plazo|garantia|alquiler|periodo|experiencia) de) )\b(${edades}) anos\b(?! de (uso|antiguedad|garantia|experiencia|plazo))|\b(anda por los|cumplio|tiene solo) (${edades})\b`,
    String.raw`\b(chic[oa]|muchach[oa]|nin[oa]|ninera|joven|${pariente})( de| tiene| con|,) (${edades})\b(?! ?(dolares|dias|horas|minutos|meses|semanas|por ciento|%))`,
    String.raw`\bsin que (lo )?(sepan|se enteren) (sus|los) padres\b`,
  ].join('|'),
);
const oldEnoughToAsk =
  /\b(sign|signs|signed|signing|deal|deals|agree|agrees|agreed|agreement|agreeing|contract|loan|lend|borrow|sell|sells|selling|buyer|buy|buys|rent|rents|trade|pay|pays|job|hire|babysitter|money|owe|owes|debt|claim|count|record|recorded|parents|work|voice)\b/;
const trato =
  /\b(trato|acuerdo|contrato|prestamo|vend\w+|compra\w*|acepta\w*|firm\w+|deb[ea]\w*|deuda|paga\w*|dinero|grab\w+|madre|mama|padres|trabaj\w+|cuenta|ninera|alquil\w+|cambi\w+|valido|vale)\b/;

/** Whose consent somebody may want to give. */
const otherPerson = `(?:(?:the|an|my) )?(?:other|another) (?:part(?:y|ies)|person|side|one)|party [ab]|(?:the|a) (?:buyer|seller|owner|tenant|landlord)|somebody(?: else)?|someone(?: else)?|him|her|them|(?:my|his|her|the) (?:${relation}|gran(?:d|ny)\\w*)`;
const otraPersona = `(?:la )?otra (?:parte|persona)|(?:el|la) otr[oa]|la parte [ab]|(?:el|la|del|al) (?:comprador|vendedor|duen|inquilin|caser)\\w*|alguien(?: mas)?|ella|ell[oa]s|el(?= *(?:$|[?.,!]))|(?:mi|su) (?:${pariente}|abuel[oa])`;
/** Whoever fears a forgery asks of somebody who makes one, or how it is noticed. */
const victim =
  /^(?!.*(\b(what is an?|notice|spot|detect|recogni[sz]e|protect\w*|prove|against|what if|nobody|(know|tell) (if|whether|that)|(he|she|they|somebody|someone|anybody|anyone|seller|buyer|party|person) (\w+ )?(fak|forg|clon|imitat|edit|chang|cut)\w*)\b|\b(noto|notar|detect\w+|reconoc\w+|proteg\w+|evit\w+|nadie|se (si|que)|y si (alguien|la otra|el|ella)|alguien (\w+ )?(falsific|clon|imit|edit|cambi)\w*)\b))/;
/** Somebody who may speak for another one. */
const allowed = /^(?!.*\b(translat\w+|interpret\w*|power of attorney|traduc\w+|poder notarial)\b)/;

const carers = String.raw`(babysit\w*|sitters?|nann(y|ies)|au pair|child ?care|day ?care|tutor\w*|coach|lessons?|class(es)?)( (?!(${ages})\b)\w+){0,4}? (for|of|to|with)|look(s|ing)? after|tak(e|es|ing) care of|car(e|es|ing) for|watch(es|ing)?|mind(s|ing)?`;
const cuidadores = String.raw`(niner[oa]s?|cuidador\w*|guarderia|tutor\w*|profesor\w*|entrenador\w*|clases)( (?!(${edades})\b)\w+){0,4}? (para|de|a|al)|cuid(ar|a|e|o|ado|an|en|ando)( a| de| al)?`;
/**
 * What may stand in a question and says nothing of the danger; it is taken out before the signs are looked for. A child
 * who is cared for agrees to nothing; whoever tells that they are threatened, afraid or confused threatens nobody; and the
 * addresses of the support are nobody's secret.
 */
const asides: Readonly<Partial<Record<Danger, RegExp>>> = {
  minors: new RegExp(
    [
      String.raw`\b(${carers}) ((my|our|the|an?|two|three|his|her|their|little|young|small) ){0,3}((1[0-7]|[1-9])[- ]years?[- ]olds?( (kids?|child(ren)?|sons?|daughters?|boys?|girls?|twins?))?|(kids?|child(ren)?|sons?|daughters?|boys?|girls?|twins?|toddlers?|bab(y|ies)|nephews?|nieces?)( (who (is|are)|aged|of|,) (1[0-2]|[1-9])( years?( old)?)?)?)\b(?! (babysit\w*|sitter|nanny|tutor)\b)(?!.*\b(he|she|they|him|her|them|who)\b.*\b(sign|signs|loan|borrow|owes?|sells?|buys?)\b)`,
      String.raw`\b(${cuidadores}) ((mi|mis|nuestr[oa]s?|un|una|unos|unas|el|la|los|las|su|sus|dos|tres) ){0,2}(hij[oa]s?|nin[oa]s?|bebes?|niet[oa]s?|sobrin[oa]s?|gemel[oa]s|pequen[oa]s?)(( de|,) (1[0-7]|[1-9])( y (de )?(1[0-7]|[1-9]))? anos| que tienen? (1[0-2]|[1-9]) anos)?(?!\w)(?!.*\b(que (el |ella )?firme|prestamo|deuda|me deb[ea])\b)`,
    ].join('|'),
    'g',
  ),
  threats: new RegExp(
    [
      String.raw`\b(threat(en)?|blackmail|extort|intimidat|scar|frighten|coerc|terrori[sz]|bull[iy]|hurt|beat|hit|punch|slap|forc|pressur)\w{0,5} (me|us)\b`,
      String.raw`\b(i|we) ?(am|m|was|are|were|feel|felt|have been|got|get)( \w+)? (threatened|blackmailed|extorted|intimidated|scared|frightened|terrified|coerced|bullied|forced|pressured|confused|drunk|asleep|sedated)\b`,
      String.raw`\b(i|we)( \w+)? (signed|agreed|accepted|said yes)( \w+){0,3} under (threats?|pressure)\b`,
      String.raw`(?<!\b(he|she|they|him|her|them|hes|shes|theyre) ((is|are|was|were|gets?|got) )?)\bconfused (about|by|with|over)\b`,
      String.raw`\b(me|nos) ((esta|estan|estuvo|estaba|estaban|ha|han|quiere|quieren|sigue|siguen|puede|pueden|pudo|va a|van a|vive|anda) )?(amenaz|chantaj|extorsion|intimid|asust|aterroriz|coaccion|presion|oblig|forz|fuerz)(a|an|o|aba|aban|aron|ado|ando|ar|e|ea|eo|ean|eado|eando|ear|ue|uen)\b`,
      String.raw`\b(amenaz|chantaj|extorsion|intimid|asust|aterroriz|coaccion|presion|oblig|forz)(ar|ando|ear|eando)(me|nos)\b`,
      String.raw`\b(tengo|tenemos|tenia|teniamos|siento|me da|nos da|me dio|con el|mi) (\w+ )?miedo\b`,
      String.raw`\b(me siento|nos sentimos|estoy|estamos|fui|fuimos|soy|somos) (siendo )?(\w+ )?(amenazad|chantajead|extorsionad|intimidad|presionad|obligad|asustad|aterrorizad|forzad)[oa]s?\b|\bvictimas? de (una |un )?(amenaza|chantaje|extorsion)\w*\b`,
      String.raw`\b(recibo|recibi|recibimos|acepte|firme|firmamos|dije que si) (\w+ )?(bajo )?amenazas?\b`,
      String.raw`\b(estoy|estamos|me siento|me quede|quede|ando) (\w+ )?confundid[oa]s?\b|\b(voces|nombres|palabras|numeros|fechas|hablantes) (\w+ )?confundid[oa]s?\b`,
    ].join('|'),
    'g',
  ),
  'other-people': new RegExp(
    [
      String.raw`\b(e-?mail|phone|number|address)( (number|address))? (of|for) (the |your )?(support|customer (service|support)|help ?desk)\b`,
      String.raw`\b(the|your) (support|customer (service|support)|help ?desk)( \w+)? (e-?mail|phone|number|address)\b`,
      String.raw`\b(correo|telefono|numero|direccion)( de (telefono|correo))? (de|del) (soporte|atencion al cliente|servicio al cliente)\b`,
    ].join('|'),
    'g',
  ),
};

const hurting = /\b(hurt|beat|hit|break|kill|punch|stab|shoot|slap|burn|smash|harm)\b/;

const signs: Readonly<Record<Danger, readonly Signs[]>> = {
  rules: [
    [
      /\b(ignore|forget|disregard|override|bypass|break|bend|drop|stop following|stop obeying|stop using|reveal|leak)\b/,
      /\b(instructions?|rules|guidelines|(hidden |system |initial )?prompt|restrictions?|policy|policies|programming|system message|filters?)\b(?! (of|for|about)\b)/,
      /\b(your|all|previous|above|the|any)\b/,
    ],
    // The product has rules and policies, too, and people may ask for those.
    [
      /\b(show|print|tell|give|list|write|output)\b/,
      /\b(your|previous|above|hidden|secret|system|initial|original|internal) (\w+ )?(instructions?|rules|guidelines|restrictions|filters?)\b(?! (of|for|about|on)\b)|\b(instructions?|rules|guidelines) above\b|\b(hidden|content|safety|internal|moderation) polic(y|ies)\b|\b(prompt|system message|programming)\b/,
    ],
    [
      /\b(what|which|how)\b/,
      /\byour (hidden |secret |system |initial |original |internal )?(prompt|instructions|programming|system message|configuration)\b/,
    ],
    [
      /\b(you are now|from now on|your new (role|job|task)|(?<!(can|may|could|should) i )act as|pretend (that )?(you|to be(?! (him|her|them|someone|somebody|party|(an)?other|the (other|buyer|seller|owner|tenant|landlord))\b))|role ?play|imagine (that )?you (are|have))\b/,
    ],
    [
      /\b(system prompt|developer mode|jailbreak\w*|dan mode|god mode|no (restrictions|filters|limits) (mode|any ?more))\b/,
    ],
    [/\binstructions (that )?you (were given|got|have)\b/],
    [/\brepeat\b/, /\b(above|word for word|verbatim)\b/],
    [/^\s*(system|assistant|admin|developer|sistema|administrador|desarrollador)\s*:/],
    [/\bmark (my|this|the) (contract|agreement|payment|order) (as )?(paid|complete|completed)\b/],
    [/\b(must|have to|you will) obey\b|\bobey me\b|\bwithout (any |a )?filters?\b/],
    [
      /\b(answer|respond|reply|talk|speak|write|act|behave|operate|chat|you (are|must be))( \w+){0,4} without (any |a )?(restrictions?|limits?)\b/,
    ],
    [/\b(safety|security) (settings|rules|limits|filters)\b/, /\b(off|disabled|gone|removed|lifted)\b/],
    [/\b(i am|im) (an? |the )?(admin|administrator|developer|owner of this (app|site))\b/],
    [
      /\b(ignora|olvida|omite|salta\w*|rompe|no hagas caso|deja de (seguir|obedecer|usar)|no sigas)\b/,
      /\b(instrucciones|reglas|normas|indicaciones|restricciones|directrices|filtros|prompt|programacion)\b(?! (de|del|para|sobre)\b)/,
    ],
    [
      /\b(muestra\w*|revela\w*|dime|ensena\w*|dame|cuentame|escribe\w*)\b/,
      /\btus (\w+ )?(instrucciones|reglas|normas|indicaciones|restricciones|directrices|filtros)\b(?! (de|del|para|sobre)\b)|\b(instrucciones|reglas|normas|indicaciones|restricciones|directrices) (anteriores|ocultas|secretas|internas|originales|iniciales|de arriba|del sistema|que (te|tienes))\b|\b(prompt|tu programacion)\b/,
    ],
    [
      /\b(ahora eres|a partir de ahora|desde ahora|tu nuevo (papel|trabajo)|actua como|haz como si|finge que|imagina que eres)\b/,
    ],
    [
      /\b(prompt del sistema|modo (desarrollador|dan|dios|administrador))\b|\btu (prompt|configuracion|programacion)\b|\bconfiguracion interna\b/,
    ],
    [
      /\b(tienes que|debes) obedec\w+\b|\bobedeceme\b|\bsin (ningun )?filtros?\b|\b(responde\w*|contesta\w*|habla\w*|actua\w*|escribe\w*|eres)( \w+){0,4} sin (ningun |ninguna )?(restriccion(es)?|limites?)\b/,
    ],
    [/\btus (limites|filtros)\b/, /\b(desactivad\w+|apagad\w+|quitad\w+|fuera)\b/],
    [/\bque instrucciones\b|\bcuales son tus instrucciones\b(?! (de|del|para|sobre)\b)/],
    [/\brepite\b/, /\b(de arriba|palabra por palabra|literal\w*)\b/],
    [/\bmarca\w* (mi|este|el) (contrato|acuerdo|pago) como\b/],
    [/\bsoy (el |un )?(administrador|desarrollador|dueno de (esta|la) (aplicacion|pagina))\b/],
  ],
  'secret-recording': [
    [bugging],
    [
      /\b(switch|turn) (the |your |it )?(app|microphone|recorder|it)? ?on\b/,
      /\bnot say a word|without (saying|a word)\b/,
    ],
    [records, secretly],
    [records, unaware],
    [records, refusing],
    [
      /\b(leave|leaving|left|keep|put|place|plant|stick|hide)\b/,
      /\b(phone|app|mic|microphone|recorder|tablet|device)\b/,
      /\b(listen|hear|overhear|find out|catch|what they say|about me|hide|pocket)\b/,
    ],
    [havingToTell, records],
    [/\b(turn off|disable|remove|skip|mute)\b/, /\b(notice|warning|announcement|consent|beep)\b/],
    [graba, aEscondidas],
    [graba, sinAviso],
    [
      /\b(dejar|dejo|deje|poner|pongo|puse|esconder|escondo)\b/,
      /\b(celular|telefono|app|aplicacion|grabadora|microfono|tableta)\b/,
      /\b(grabando|oir|escuchar|saber|enterarme|espiar|que dice)\b/,
    ],
  ],
  threats: [
    [
      /\b(threat|threaten|blackmail|extort|intimidat|scare|frighten|coerce|terrori[sz]e|bully|bullying|terrified)\w*\b|\b(afraid of me|fear me)\b/,
    ],
    [
      hurting,
      /\b(her|him|them|his|legs|arm|if (she|he|they)|someone|somebody)\b/,
      /\b(agree|agrees|late|pay|pays|refuse|refuses|sign|clause|phrase|say|says|unless|until|dont|does not|doesnt)\b/,
    ],
    [
      /\b(under pressure|force|forcing|make (him|her|them) (agree|sign|accept|say)|pressure (him|her|them|my))\b/,
      /\b(agree|say|sign|accept|words|deal|into)\b/,
    ],
    [
      /\b(post|publish|leak|share|send|show|expose)\b/,
      /\b(online|internet|everyone|husband|wife|boss|family|facebook|police|photos?|nudes?|work)\b/,
      /\b(if|unless|or else)\b/,
    ],
    [/\btell (her|his|their) (husband|wife|boss|family|parents|work)\b/],
    [/\b(keep|stay|keeping|staying) (quiet|silent)\b/, /\b(pay|pays|money|price|dollars|buy)\b/],
    [/\b(gun|knife|weapon|bat)\b/, /\b(yes|agree|agrees|sign|signs)\b/],
    [
      /\b(drunk|wasted(?! (my|our|the|a|time|money|\d))|asleep|confused|sedated|stoned)\b|\b(he|she|they|him|her|them|guy|who)( is| was| are| were| gets?| got|s)? ((so|really|too|very|a bit) )?high\b/,
      /\b(agree|agrees|sign|signs|sell|yes|deal|contract)\b/,
    ],
    [
      /\b(demented|dementia|alzheimers?|senile)\b/,
      /\b(agree|agrees|agreements?|sign|signs|sell|yes|contracts?|deals?)\b/,
      /^(?!.*\b(cares?|caring|caregiver|carer|look(s|ing)? after|nurse|nursing)\b)/,
    ],
    [/\block(ed)? (the door|her|him|them)\b|\b(hold|keep) (her|him|them) (here|in|hostage)\b/],
    [/\bbetter (sign|pay|agree|say yes)\b/],
    [
      /\b(take|keep|hide) (his|her|their) \w+ (until|unless)\b|\bpressure (my|the|an?|his|her) \w+ (into|to)\b/,
    ],
    [/\bor else\b/, /\b(pay|sign|agree|say)\b/],
    [/\b(amenaz\w+|chantaj\w+|extorsion\w*|intimid\w+|asust\w+|aterroriz\w+|coaccion\w*|miedo)\b/],
    [
      /\b(pegar\w*|pego|golpe\w+|matar\w*|mato|rompo|romper\w*|quemar\w*|quemo)\b/,
      /\b(si no|si se|acept\w+|piernas|atras\w+|pag[aou]\w*|firm\w+|hasta que)\b/,
    ],
    [/\b(oblig(o|ar\w*|amos)|(lo|la|le|los) fuerz(o|a)|forzar\w*|encerr\w+|encierro)\b/],
    // People, not buttons.
    [
      /\bpresionarl[aeo]s?\b|\bpresion(o|ar|amos|e) al? (?!(el |la )?(boton|tecla|pantalla|icono)\b)|\b(la|lo|le|los|las|les) presion(o|amos|e)\b(?!.*\b(boton|tecla|pantalla|icono|nada|graba|funciona)\b)/,
    ],
    [
      /\b(publicar|publico|difundir|difundo|subir|subo|mandar|mando|enviar|envio|muestro|cuento|contar)\b/,
      /\bsi (no|se)\b/,
      /\b(fotos?|audio|video|todo|marido|espos[oa]|jef[ea]|familia|trabajo|internet|redes)\b/,
    ],
    [/\bno (la|lo|le|los|las) dejo\b/, /\bhasta que\b/],
    [/\b(vida imposible|por las malas|o si no)\b/],
    [/\ble cuento\b/, /\b(marido|esposa|esposo|jefe|familia|padres)\b/],
    [/\b(callad[oa]|callarme|silencio|no diga nada)\b/, /\b(pag[aou]\w*|dinero|dolares)\b/],
    [/\b(pistola|arma|cuchillo|navaja)\b/, /\b(que si|acept\w+|firm\w+)\b/],
    [/\b(borrach\w+|dormid\w+|confundid\w+|drogad\w+|sedad\w+)\b/, /\b(acept\w+|firm\w+|vend\w+|contrato)\b/],
    [
      /\b(demencia|alzheimer|senil)\b/,
      /\b(acept\w+|firm\w+|vend\w+|contrat\w*|acuerdos?|tratos?)\b/,
      /^(?!.*\bcuid\w+)/,
    ],
  ],
  illegal: [
    [
      /\b(cocaine|heroin|meth|fentanyl|oxycodone|oxycontin|opioids?|opium|marijuana|cannabis|mdma|ecstasy|lsd|acid tabs|ketamine|shrooms|magic mushrooms|steroids|xanax|adderall|ritalin|percocet|vicodin|valium|drugs|narcotics|prescription (pills|meds|medication|drugs))\b/,
    ],
    // These are also a plant in a lawn, a line in a glass, a drink, a name, and somebody who sells cars.
    [
      /\b(weed|crack|coke|molly)\b/,
      /\b(grams?|ounces?|oz|kilos?|bags? of|lines? of|rocks? of|smok(e|es|ing)|snort\w*|joints?|stash|(my|his|her|your|our|a) dealer)\b/,
      /^(?!.*\b(diet|can of|cola)\b)/,
    ],
    [
      /\b(sell|sells|selling|sold|buy|buys|buying|bought|sale of|supply|deal|deals|dealing|trade|get|gets|(deal|contract|agreement|escrow|protection|pay|pays|paying|loan|debt|owes?|dollars) (for|about|of|in|on))( (me|him|her|them|us|you))?( (some|a little|a bit of|a lot of|any|my|the|his|her|their|your|good|of|and)){0,2} (weed|crack|coke|molly)\b(?! (control|killers?|whackers?|wackers?|eaters?|trimmers?|barriers?|removal|service|repair|machine|\w+ing|the|a|an|my|our|his|her|\d+)\b)(?! (in|on) \w+ (\w+ )?(screen|display|glass|window|windshield|windscreen|mirror|frame|phone|case|wall|floor|ceiling|driveway|bumper|back|front|side|corner|tank|door|basement|foundation|tub|sink)\b)|\b(weed|crack|coke|molly) (deals?|deliver\w+|sales?)\b/,
    ],
    [
      /\b(drug dealers?|(my|his|her|our|your) dealer)\b/,
      /^(?!.*\b(cars?|vehicles?|auto|trucks?|motorcycles?|bikes?|boats?|trailers?|warranty|lease|used)\b)/,
    ],
    [
      /\b(sell|sells|selling|sale|buy|buying|deal|terms|protection|escrow|pay|paying|contract|agreement|get me|make me)\b/,
      /\b(stolen|counterfeit|fake|forged|pirated|knock ?off|smuggled|bootleg)\b/,
      /\b(bikes?|car|cars|gun|guns|goods|watch|watches|passports?|id|ids|ids?|documents?|rolex|licen[sc]es?|money|bills|phones?|items?|visa|diploma|degree|bags?|movies|software|cigarettes|papers)\b/,
    ],
    [
      /\b(hitman|assassin|brib\w+|kickback|launder\w*|ivory|rhino horn|traffick\w+|silencer|grenades?|ammo|ammunition|ghost gun|explosives?|bomb)\b/,
    ],
    [/\b(sex|prostitut\w+|escort service|nudes)\b/],
    [
      /\b(unregistered|serial number|licen[sc]e|background check)\b/,
      /\b(?<!\b(glue|nail|spray|heat|water|toy|staple|caulking) )(guns?|rifles?|pistols?|firearms?)\b/,
    ],
    [
      /\b(sell|sells|selling|buy|buys|buying|sale of)( (him|her|them|you|us))?( (a|an|the|my|his|her|our|this|that|one|two|newborn))* (baby|babies)\b(?! (?!(to|from|for|by|in|on|at|via|with|and|girl|boy|online|please|if|who)\b)\w)/,
    ],
    [
      /\b(sell|selling|buy|buying)\b/,
      /\borgans?\b/,
      /\b(human|transplant\w*|donor|donat\w+|body|surgery)\b|^(?!.*\b(electric|electronic|pipe|church|hammond|music\w*|keyboards?|pedals?|piano|instrument|play(s|ed)?)\b)/,
    ],
    [
      /\b(sell|selling|buy|buying)\b/,
      /\b(kidney|liver|blood(?! (pressure|sugar|glucose|orange))|(?<!\b(glue|nail|spray|heat|water|toy|staple|caulking|paint|massage|grease) )guns?|rifle|pistol|firearms?|votes?|eggs of|credit card numbers|social security numbers?|driver.?s? licen[sc]e)\b/,
    ],
    [/\bhack(er|ing|ed)?\b/],
    [/\b(loot|handgun|no background check|take the blame|fake id)\b/],
    [/\b(hide|hiding|evade|avoid|dodge|cheat)\b/, /\b(tax|taxes|irs|customs)\b/],
    [/\b(under the table|off the books)\b/],
    [/\b(exam|thesis|test|dissertation)\b/, /\b(for me|instead of me|in my name)\b/],
    [/\b(marry|marriage)\b/, /\b(green card|papers|visa|citizenship)\b/],
    [/\b(insurance)\b/, /\b(fake|staged?|burn|fraud)\b/],
    [
      /\b(cocaina|coca|heroina|fentanilo|metanfetamina|marihuana|drogas?|narcoticos?|oxicodona|extasis|mdma|tusi|lsd|ketamina|hongos alucinogenos|anabolicos|xanax|pastillas recetadas)\b/,
    ],
    // Also what grows in a garden, and what a window is made of.
    [
      /\b(hierba|cristal)\b/,
      /\b(gramos?|onzas?|kilos?|dosis|fumar\w*|fumo|porros?|inhalar|drogarse|dealer)\b/,
    ],
    [
      /\b(vend\w+|compr\w+|venta de|compra de|trafic\w+|(trato|acuerdo|contrato|deuda|dolares) (de|por|sobre))( (un poco de|algo de|mucha|mucho|la|el|mi|buena|buen|de))? (hierba|cristal)\b(?! (para|del|roto|templado|mala|seca|artificial|de (?!calidad|primera|la buena)\w+)\b)/,
    ],
    [
      /\b(robad[ao]s?|falsific\w+|fals[ao]s?|de imitacion|pirata|contrabando)\b/,
      /\b(bici\w*|carro|arma|reloj\w*|pasaportes?|documentos?|licencias?|dinero|billetes|celular\w*|vend\w+|compr\w+|mercancia|visa|titulo|cigarros)\b/,
    ],
    [
      /\b(licencias?|documentos?|papeles|pasaportes?|placas?|titulos?|facturas?|visas?|registros?|dinero|billetes|reloj\w*|celular\w*|ropa|mercancia) (\w+ ){0,3}(truch[ao]s?|chuec[ao]s?)\b/,
    ],
    [
      /\bsin (papeles|registro|registrar|licencia|permiso|numero de serie)\b/,
      /\b(armas?|pistolas?|rifles?|escopetas?|revolver\w*)\b(?! de (juguete|agua|silicon\w*|pintura|clavos|calor|aire)\b)/,
    ],
    [/\b(sicario|soborn\w+|mordida|coima|marfil|trata de personas|explosivos?|granadas?|municiones)\b/],
    [
      /\b(lavar|lavado|lavo|lavamos|blanquear|blanqueo)( (de|el|la|mi|su|este|ese|todo|tanto|mucho|un poco de|algo de)){0,2} (dinero|plata|efectivo|billetes|fondos|capitales)\b|\b(dinero|plata|efectivo) (y|que) (\w+ ){0,3}lavar(lo|la)?\b(?! (el|la|los|las|mi|su|un|una|ropa|carros?)\b)/,
    ],
    [/\b(sexo|prostitu\w+)\b/],
    [
      /\b(vend\w+|compr\w+|venta de|compra de)( (a|al|un|una|el|la|mi|su|este|ese|dos|unos))* bebes?\b(?! (?!(a|al|por|para|en|recien|y|si|que|con|cuanto)\b)\w)/,
    ],
    [
      /\b(vend\w+|compr\w+)\b/,
      /\borganos?\b/,
      /\b(humanos?|trasplant\w*|donante|donar|cuerpo)\b|^(?!.*\b(electric\w+|electronic\w+|music\w+|teclad\w+|teclas|iglesia|hammond|piano|pedales|instrumento)\b)/,
    ],
    [
      /\b(vend\w+|compr\w+)\b/,
      // “Arma” is also what somebody does with a piece of furniture.
      /\b(rinon|pistolas?(?! de (juguete|agua|silicon\w*|pintura|clavos|calor|aire|masaje)\b)|rifle|(?<!\b(lo|la|los|las|se|me|te|nos|le|quien) )arma(?! de juguete)|(?<!\b(lo|la|los|se|me|te|tu) )armas(?! de juguete)|votos?|tarjetas clonadas)\b/,
    ],
    [/\bhacke\w+\b/],
    [/\b(pasar|cruzar)\b/, /\b(gente|personas|migrantes)\b/, /\bfrontera\b/],
    [/\b(cobrar|cobro) (el|un) seguro\b/, /\b(quem\w+|fing\w+|simul\w+)\b/],
    [
      /\b(esconde\w*|ocult\w+|evadir|no declarar|sin declarar)\b/,
      /\b(hacienda|impuestos|fisco|ingresos|dinero)\b/,
    ],
    [/\b(pago|trabajo|pagar\w*) en negro\b/],
    [/\b(examen|tesis)\b/, /\b(me hace|por mi|en mi nombre|en mi lugar)\b/],
    [/\bcas(o|ar|arme|arnos)\b/, /\b(papeles|residencia|ciudadania)\b/],
  ],
  minors: [
    [youth, oldEnoughToAsk],
    [joven, trato],
  ],
  forgery: [
    [
      new RegExp(
        String.raw`\bimpersonat\w+|\b(pretend(ing)? to be|pos(e|ing) as|pass (myself|himself|herself) off as) (${otherPerson})\b`,
      ),
      victim,
    ],
    [
      new RegExp(
        String.raw`\b(speak|talk|agree|answer|consent|confirm|accept|say (yes|i agree|it|(the|his|her|their) (words|line|lines|sentence|part|name))) (it |this |everything )?(for|as|instead of|in place of) (${otherPerson})\b(?! to\b)`,
      ),
      allowed,
    ],
    [
      /\b(fak(e|es|ed|ing)|forg(e|es|ed|ing)|falsify\w*|fabricat\w+) (\w+ ){0,4}(consents?|recordings?|voices?|audio|agreements?|contracts?|yes|signatures?|transcripts?|approval|confirmation|conversation|voice messages?)\b/,
      victim,
    ],
    [
      /\b(false|phony|bogus|fictitious|staged|cloned|synthetic) (\w+ )?(recordings?|voices?|audio|consents?|conversations?|voice messages?)\b/,
      /\b(make|making|create|produce|record|upload|send|use)\b/,
      victim,
    ],
    [
      /\b(clon(e|es|ing)|deepfakes?|imitat(e|es|ing)|mimic\w*|synthesi[sz]e\w*|voice changer|text to speech)\b/,
      /\b(voices?|line|lines|speech|recording|him|her|them)\b/,
      victim,
    ],
    [
      /\b(edit|editing|alter|altering|modify|manipulate|tamper with|doctor|splice|change|cut|trim|shorten|rearrange) ((up|down|out|parts? of|some of|a bit of|a piece of) )?(the|my|our|a|this|that|his|her|their) (recordings?|audio|sound|voice memo|voice message)\b(?! (language|plan|title|name|settings?|time|limit|device|page|screen|link|format|type|mode|quality|length))/,
      /\b(i|we|us|me|how to|can you|could you)\b|^(edit|alter|modify|change|cut|trim|splice)\b/,
      victim,
    ],
    [
      /\b(cut|delete|remove|erase|bleep|mute|take out|leave out) (\w+ ){0,10}(from|out of) (the|my|our|a|this|that) (recording|audio|sound)\b/,
      victim,
    ],
    [
      new RegExp(String.raw`\b(recording|clip|audio|voice|voice message) of (${otherPerson})\b`),
      /\b(use|play|paste|insert|reuse)\b/,
      /\bas (the|his|her|their|a) (yes|consent|answer|agreement|voice)\b/,
    ],
    [
      /\b(sounds?|looks?|seems?|appear) (like|as if|as though) (\w+ ){1,3}(agree|agrees|agreed|said|says|consent\w*|accept\w*)\b/,
      /\b(make|making|edit)\b/,
    ],
    [
      new RegExp(
        String.raw`\b(hacerme|hacernos|me hago|me hice|nos hacemos) pasar\b|\b(suplantar|suplanto|usurpar)\b|\bfin[gj](ir|o) (que soy|ser) (${otraPersona})\b`,
      ),
      victim,
    ],
    [
      new RegExp(
        String.raw`\b(decir|digo|diga|hablar|hablo|hable|aceptar|contestar|conteste|responder|responda|confirmar|consentir)( (que si|si|acepto|estoy de acuerdo|todo|(la|su) frase|su parte))? (por|en lugar de|en vez de|como si fuera) (${otraPersona})(?!\w)`,
      ),
      allowed,
    ],
    [
      /\b(falsific(ar|o|amos)|falsear|fingir|simular|inventar) (\w+ ){0,4}(consentimiento|grabacion(es)?|voz|voces|audios?|acuerdo|contrato|firma|transcripcion|respuesta|aceptacion|conversacion)\b/,
      victim,
    ],
    [
      /\b(grabacion(es)?|voz|voces|audios?|consentimiento|conversacion) (\w+ )?(fals[oa]s?|falsificad[oa]s?|fingid[oa]s?|inventad[oa]s?|clonad[oa]s?)\b/,
      /\b(hacer|hago|hacemos|crear|subir|subo|usar|uso|mandar|grabar|grabo)\b/,
      victim,
    ],
    [
      /\b(ai|artificial|computer|generated|robot) voices?\b|\bvoz (de|con|hecha con) (ia|inteligencia artificial)\b|\bvoz (artificial|generada)\b/,
      victim,
    ],
    [/\b(clonar|clono|imitar|imito|imita|deepfake|sintetizar)\b/, /\b(voz|voces)\b/, victim],
    [
      /\b(editar|cortar|recortar|alterar|modificar|manipular|cambiar|retocar|acortar|empalmar|(?<=\b(si|yo) )(edito|corto|recorto|altero|modifico|cambio)) (un poco )?(la|el|mi|nuestra|nuestro|una|un|esta|este) (grabacion|audio|sonido)\b(?! de (idioma|plan|contrato|acuerdo|telefono))/,
      /^(?!.*\bpuede(n)? (editar|cortar|recortar|alterar|modificar|manipular|cambiar)\b)/,
      victim,
    ],
    [
      /\b(quitar|borrar|eliminar|cortar|recortar|sacar|silenciar|mover) (una |la |las |esa |un |el |mi |su )?(partes?|pedazo|trozo|frases?|palabras?|principio|inicio|final|minutos?|segundos?) (\w+ ){0,7}(de (la|mi|nuestra|esta) grabacion|del audio)\b|\b(quitar|borrar|mover|cortar) (las |la )?(frases?|partes?|palabras?) del audio\b/,
    ],
    [
      new RegExp(String.raw`\b(grabacion|audio|voz) (\w+ )?de (${otraPersona}|el|ella)(?!\w)`),
      /\b(usar|uso|poner|pongo|pegar|reproducir)\b/,
      /\bcomo (su|el|la) (si|consentimiento|respuesta|voz|aceptacion)\b/,
    ],
    [/\b(suene|parezca) (como si|que) (\w+ ){0,3}(acept\w+|dij\w+|dice|esta de acuerdo)\b/],
  ],
  'other-people': [
    [
      /\b(show|give|read|list|tell|find|get|see|open|who|hear|access|check)\b/,
      /\b(other users?|other people|(all|your) (customers|users)|somebodys?|someone elses|another persons?)\b/,
      /\b(contracts?|agreements?|recordings?|recorded|transcripts?|account|data|paid|password|deals?)\b/,
    ],
    [
      new RegExp(
        String.raw`\b(${relation})s? (contracts?|agreements?|recordings?|transcripts?|account|password|deals?|data)\b`,
      ),
      /\b(show|give|read|see|open|hear|get|access|find|want|can|how|check)\b/,
    ],
    [
      new RegExp(
        String.raw`\b(contracts?|agreements?|recordings?|transcripts?|account|password) of (my|his|her|their|the|a|another|some) (${relation}|person|user|somebody)\b`,
      ),
    ],
    [
      new RegExp(
        String.raw`\bwhat (my |the |his |her )?(${relation}) (has |have )?(recorded|agreed|said|signed|promised)\b`,
      ),
    ],
    [new RegExp(String.raw`\bmy (${relation}) uses this\b`)],
    [
      new RegExp(String.raw`\b(does|did|has) my (${relation}) (have|made?|got|signed?)\b`),
      /\b(contracts?|agreements?|deals?|account)\b/,
    ],
    [
      /\b(send|show|give) me\b/,
      /\b(?!(my|the|our|your)\b)\w+ \w+s (receipts?|contracts?|agreements?|recordings?|invoices?)\b/,
    ],
    [/\blook up\b/, /\b(what|agreed|contracts?|agreements?|address|phone|who)\b/],
    [
      /\b(email|e-mail|phone|number|address|lives?)\b/,
      /\b(of|does|buyer|seller|other (side|party|person)s?|lives?|live)\b/,
      /\b(what is the (email|phone|address|number) (address |number )?of|tell me the|find out|give me the|phone number of|email address of)\b/,
    ],
    [
      /\b(get into|log ?in to|access|break into|reset)\b/,
      /\b(account|password|email)\b/,
      /\b(of my|another|somebody|someone|his|her|their)\b/,
    ],
    [/\bwho else\b/, /\b(contract|agreement)\b/],
    [/\b(read|transcript|show|open)\b/, /\b(agreement|contract) #?\d{4}/],
    [/\bnumber of (somebody|someone|another)/],
    [
      /\b(muestra\w*|ensena\w*|dame|lee\w*|lista|ver|dime|averigua|quien|escuchar|oir|abrir|consultar|pasar|pasame)\b/,
      new RegExp(
        String.raw`\b(de|del) (otros usuarios|otras? personas?|(mi|mis|un|una|el|la|su) (${pariente})s?)\b|\bmi (${pariente}) (grabo|acordo|firmo|usa)\b|\b(otros usuarios|todos los clientes)\b`,
      ),
      /\b(contratos?|acuerdos?|grabaci\w+|grabo|acordo|firmo|transcripci\w+|cuenta|datos|pagaron)\b/,
    ],
    [
      /\b(muestra\w*|dame|dime|averigua\w*|pasa\w*|consigue\w*|dar\w*|donde)\b/,
      /\b(otra (parte|persona)|comprador\w*|vendedor\w*|client\w*)\b/,
      /\b(telefono|correo|direccion|vive|domicilio)\b/,
      /\b(del?|otra parte|vive)\b/,
    ],
    [
      /\bcual es (el|la) (correo|telefono|numero|direccion)\b/,
      /\bde (?!(mi|soporte|ustedes|la app|acuerdo|contrato)\b)|\bdel (?!(acuerdo|contrato|soporte)\b)/,
    ],
    [
      /\b(entro|entrar|acced\w+|cambiar|meterme)\b/,
      /\b(cuenta|contrasena)\b/,
      /\b(de mi ex|de otra|de otro|ajena|de alguien)\b|\bde mi (herman|espos|novi|jef|amig)/,
    ],
    [/\bcon quien mas\b/],
    [
      new RegExp(String.raw`\bmi (${pariente}) (hizo|tiene|firmo|acordo)\b`),
      /\b(contratos?|acuerdos?|tratos?|cuenta)\b/,
    ],
    [
      /\b(pasame|mandame|enviame|dame|muestrame)\b/,
      /\b(recibos?|contratos?|acuerdos?|grabaciones) de (?!(mi|mis|este|la protecc|pago)\b)[a-z]+ [a-z]+/,
    ],
    [/\b(lee\w*|muestra\w*|abre\w*)\b/, /\b(acuerdo|contrato) #?\d{4}/],
    [/\bnumero del (acuerdo|contrato) de otr/],
  ],
  'legal-advice': [
    // A case, a right or a home; not a recording.
    [
      /\b(will|would|do|can|could) (i|we) (get away\b|(win|lose)\b *($|[?.!,]|(this|that|it)? *($|[?.!])|(\w+ ){0,3}(cases?|court|lawsuit|suit|trial|claim|appeal|hearing|custody|house|home|apartment|kids|children|licen[sc]e|job|visa|rights?|against|before (a|the) judge)\b|(if|when|because) .*\b(sues?|court|judge)\b))/,
    ],
    [/\bshould (i|we) (sue|plead|press charges|settle|take (him|her|them) to court)\b/],
    [/\bis (my|the|this|our) (contract|agreement|lease) (void|invalid|null|unlawful)\b/],
    [/\bmy (chances|rights|legal position)\b/],
    [
      /\b(enough|grounds|able|possible) to sue\b|\bcan i sue\b(?!.*\bsmall claims\b)|\bhow much would (i|we) get\b|\bkeep the kids\b|\blegally (right|wrong|mine)\b/,
    ],
    [
      /\b(would|will|does|could) (a|the) (judge|court|jury) (side|rule|decide|believe|think|agree|find|favou?r|give|let)\b/,
    ],
    [/\b(write|draft|plead)\b/, /\b(lawsuit|complaint|plea|court|plead)\b/],
    [/\bam i (liable|guilty|responsible|entitled)\b/],
    [/\b(law|laws) in [a-z]+\b/, /\b(allow|let|permit|keep|say)\w*\b/],
    [
      /\b(arrested|crime|jail|prison|eviction|evicted|felony|misdemeanou?r|custody|deported|bankruptcy|charged with)\b/,
    ],
    [
      /\bcan (they|he|she|the bank|my landlord) (legally )?(take|seize|garnish|evict|kick|sue|arrest|fine|keep)\b/,
    ],
    [/\bbe my (lawyer|attorney)\b/],
    [/\bhow long do (i|we) have to (file|sue|claim|appeal)\b/],
    [/\b(does|do) (he|she|they|i|we) have a case\b/],
    [/\bget out of (a|my|the|this) (contract|lease)\b/, /\b(signed|employer|landlord|lease|legally)\b/],
    [
      /\b((voy a|puedo|podemos|vamos a|voy a poder) (ganar|perder)|ganare|ganaremos|perdere|perderemos)\b *($|[?.!,]|((a|el|la|los|mis|un|una|este|esta|mi|nuestro|nuestra|en|ante|contra) ){1,2}(juicios?|casos?|demandas?|pleito|corte|tribunal|juez|apelacion|casa|hijos|custodia|licencia|trabajo|visa|derechos?|caser\w|\w+ (en|ante) (la corte|el juez|el tribunal|un juicio))|contra)/,
    ],
    [/\b(deberia|debo) (demandar|denunciar|declararme)\w*\b/],
    [/\bes (nulo|invalido|ilegal)\b/],
    [/\bprobabilidades\b/],
    [/\b(el|la|un|al) juez\b/, /\b(razon|decid\w+|fall\w+|cree\w*|dar|digo|dira|ante)\b/],
    [/\b(escrib\w+|redact\w+)\b/, /\b(demanda|denuncia|apelacion)\b/],
    [/\bsoy (responsable|culpable)\b/],
    [/\bla ley de \w+\b/, /\b(deja|permite|dice)\b/],
    [/\b(arrest\w+|carcel|delito|desaloj\w+|custodia|deport\w+|embarg\w+|bancarrota)\b/],
    [/\bme pueden (quitar|embargar|demandar|echar|multar|meter|denunciar)\b/],
    [/\bse mi abogado\b/],
    [/\b(tengo derecho a|mis derechos|indemnizacion)\b|\bpuedo (demandar|denunciar)\w*\b/],
    [/\blegalmente\b/, /\b(razon|quien|puedo|pueden)\b/],
    [/\bcuanto tiempo tengo para (reclamar|demandar|apelar)\b/],
    [/\bsegun la ley\b/],
    [/\b(salgo|salir|salirme) de(l| un| mi| este) contrato\b/, /\b(firm\w+|patron|casero|legal\w*)\b/],
  ],
};

/** Looked for in this order: whoever orders us to change our rules may name any of the others. */
const order: readonly Danger[] = [
  'rules',
  'forgery',
  'secret-recording',
  'minors',
  'threats',
  'illegal',
  'other-people',
  'legal-advice',
];

/** What is wrong with the question, if anything is. Both languages are looked for: people mix them. */
export function dangerOf(query: string): Danger | null {
  const text = query.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').toLowerCase();
  const isSignOf = (danger: Danger) => {
    const aside = asides[danger];
    const rest = aside ? text.replace(aside, '') : text;
    return signs[danger].some((all) => all.every((sign) => sign.test(rest)));
  };
  return order.find(isSignOf) ?? null;
}
