import type { Language } from '#contracts';
import { closeLegal } from './answer-rules.js';
import type { AssistantAnswer } from './assistant.view.js';

/** What a question asks for that nobody may get help with here. */
export type Danger =
  | 'secret-recording'
  | 'minors'
  | 'threats'
  | 'illegal'
  | 'legal-advice'
  | 'other-people'
  | 'rules';

/** All of these have to be in the text. Texts are compared in lower case and without accents. */
type Signs = readonly RegExp[];

const records = /\b(record|recording|recorded|records|tape|taping|film|wiretap|eavesdrop|listen in)\b/;
const bugging = /\bbug (the|a|my|his|her|their)\b|\bspy (on|app)\b/;
const secretly =
  /\b(in secret|secretly|secret (recording|tape|audio)|covert|covertly|hidden|hide|hiding|sneak|sneakily|undercover|silent|silently)\b|\bbehind (his|her|their|my|the) backs?\b|\bin my pocket\b/;
const unaware =
  /\bwithout (telling|asking|anyone|anybody|them|him|her|his|their|the|my|permission|consent|knowing|knowledge)\b|\b(not|never|nobody|dont|doesnt|does not|do not|without|no one|cant|cannot|must not) \w{0,12} ?(notice|notices|knows?(?! (how|what|where|when|if|why|whether))|see|sees|find out|realise|realize|mention|tell|hear)\b|\bnobody (knows|notices)\b|\bhas no idea\b|\bso (she|he|they|that she|that he|that they) (does|do|will|can) ?not\b/;
const refusing =
  /\b(said|says|say) no\b|\b(refuse|refuses|refused)\b|\bwill not agree\b|\bwont agree\b|\banyway\b/;

const graba = /\b(grab\w*|audio|microfono|espi\w+)\b/;
const aEscondidas =
  /\b(a escondidas|en secreto|secret[ao]s?|ocult\w+|escondid\w+|sin que (se )?(entere|sepa|note|enteren|sepan)|que no se note|a (sus|su) espaldas?|en el bolsillo|debajo de la mesa|espi\w+|nadie (sabe|se entera))\b/;
const sinAviso =
  /\bsin (avisar\w*|decir\w*|permiso|su permiso|consentimiento|su consentimiento|preguntar\w*)\b|\bno (sabe|sepa|saben|menciono|le digo|les digo|le aviso|quiere que l[oae])\b|\bquitar el aviso\b|\btengo que (decir|avisar)\w*\b/;

const youth =
  /\b(minor|minors|underage|under age|(child|kid)(?! (care|seat|bike))|teenager|teen|schoolboy|schoolgirl|little (girl|boy)|toddler)\b|\b(1[0-7]|[5-9]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)[- ]years?[- ]olds?\b|\b(he|she|kid|son|daughter|student|sitter|babysitter|girl|boy|buyer|seller|tenant|friend) is (only |just )?(1[0-7]|[5-9]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)\b(?! ?(dollars?|percent|%|days?|hours?|minutes?|months?|weeks?|miles?))/;
const joven =
  /\b(un|una|el|la|con|mi) menor\b(?! (precio|monto|costo))|\bmenor(es)? de (edad|18)\b|\b(un|una|el|la|mi|con) nin[oa]\b|\b(adolescentes?|escolar|escolares)\b|\b(1[0-7]|[5-9]|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete) anos\b|\b(chic[oa]|muchach[oa]|alumn[oa]|hij[oa]|joven|nin[oa]) de (1[0-7]|[5-9]|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete)\b|\b(chic[oa]|muchach[oa]|alumn[oa]|hij[oa]|ninera|joven) tiene (1[0-7]|[5-9]|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete)\b(?! ?(dolares|dias|horas|minutos|meses|semanas|por ciento|%))|\bsin que (sepan|se enteren) sus padres\b/;
const oldEnoughToAsk =
  /\b(sign|deal|agree|agreement|agreeing|contract|loan|sell|sells|selling|buyer|buy|babysitter|money|owe|owes|claim|count|record|parents|work)\b/;
const trato =
  /\b(trato|acuerdo|contrato|prestamo|vend\w+|compra\w*|acepta\w*|firm\w+|debe|dinero|grab\w+|madre|mama|padres|trabaj\w+|cuenta|ninera)\b/;

const signs: Readonly<Record<Danger, readonly Signs[]>> = {
  rules: [
    [
      /\b(ignore|forget|disregard|override|bypass)\b/,
      /\b(instructions?|rules?|guidelines|prompt|restrictions?|policy|policies)\b/,
    ],
    [
      /\b(you are now|from now on|your new role|(?<!(can|may|could|should) i )act as|pretend (that )?you|role ?play as)\b/,
    ],
    [/\b(system prompt|developer mode|jailbreak|dan mode)\b/],
    [/\bwhat (are|were) your instructions\b|\binstructions (that )?you were given\b/],
    [/\brepeat\b/, /\b(above|word for word|verbatim)\b/],
    [/^\s*(system|assistant|admin|sistema|administrador)\s*:/],
    [/\bmark (my|this|the) (contract|agreement|payment|order) (as )?(paid|complete|completed)\b/],
    [
      /\b(ignora|olvida|omite|salta|no hagas caso)\b/,
      /\b(instrucciones|reglas|normas|indicaciones|restricciones)\b/,
    ],
    [/\b(ahora eres|a partir de ahora|desde ahora|tu nuevo papel|actua como|haz como si|finge que)\b/],
    [/\b(prompt del sistema|modo desarrollador|modo dan)\b|\btu prompt\b/],
    [/\bque instrucciones\b/],
    [/\brepite\b/, /\b(de arriba|palabra por palabra|literal\w*)\b/],
    [/\bmarca\w* (mi|este|el) (contrato|acuerdo|pago) como\b/],
  ],
  'secret-recording': [
    [bugging],
    [records, secretly],
    [records, unaware],
    [records, refusing],
    [
      /\b(leave|put|hide)\b/,
      /\b(phone|mic|microphone)\b/,
      /\b(listen|hear|record|on)\b/,
      /\b(about me|hide|they say|pocket)\b/,
    ],
    [/\bhave to (tell|inform|warn)\b/, records],
    [/\b(turn off|disable|remove)\b/, /\b(notice|warning|announcement)\b/],
    [graba, aEscondidas],
    [graba, sinAviso],
    [/\bdejar\b/, /\b(celular|telefono)\b/, /\bgrabando\b/],
  ],
  threats: [
    [
      /\b(threat|threaten|threatens|blackmail|extort|intimidate|scare|frighten|coerce|afraid of me|fear me|terrorize)\w*\b/,
    ],
    [
      /\b(hurt|beat|hit|break|kill|punch|stab|shoot)\b/,
      /\b(her|him|them|his|legs|arm|if (she|he|they))\b/,
      /\b(agree|late|pay|pays|refuse|refuses|sign|clause|phrase|say)\b/,
    ],
    [/\b(under pressure|force|forcing|make (him|her|them) agree)\b/, /\b(agree|say|sign|accept|words)\b/],
    [
      /\b(post|publish|leak|share|send)\b/,
      /\b(online|internet|everyone|husband|wife|facebook)\b/,
      /\b(if|unless)\b/,
    ],
    [/\btell (her|his) (husband|wife|boss|family)\b/],
    [/\b(gun|knife|weapon)\b/, /\b(yes|agree|sign)\b/],
    [/\b(drunk|wasted|asleep|confused|high)\b/, /\b(agree|sign|sell|yes)\b/],
    [/\block (the door|her|him|them)\b/],
    [/\b(amenaz\w+|chantaj\w+|extorsion\w*|intimid\w+|asustar\w*|aterroriz\w+|me tenga miedo)\b/],
    [
      /\b(pegar\w*|golpe\w+|matar\w*|rompo|romper) ?(le|la|lo|las|los)?\b/,
      /\b(si no|si se|acepta|piernas|atras\w+|paga)\b/,
    ],
    [/\b(obligar|forzar|presionar\w*|encerrar\w*)\b/],
    [/\b(publicar|difundir|subir)\b/, /\bsi no (paga|acepta|firma)\b/],
    [/\ble cuento\b/, /\b(marido|esposa|esposo|jefe|familia)\b/],
    [/\b(pistola|arma|cuchillo)\b/, /\b(que si|acept\w+|firm\w+)\b/],
    [/\b(borrach\w+|dormid\w+|confundid\w+|drogad\w+)\b/, /\b(acept\w+|firm\w+|vend\w+)\b/],
  ],
  illegal: [
    [
      /\b(cocaine|heroin|meth|crack|fentanyl|oxycodone|opioids?|weed|marijuana|cannabis|drugs?|dealer|narcotics)\b/,
    ],
    [
      /\b(sell|selling|sale|buy|buying|deal|terms|protection|escrow|pay)\b/,
      /\b(stolen|unregistered|counterfeit|fake|forged)\b/,
      /\b(bikes?|car|gun|goods|watch|watches|passports?|id|ids|documents?|rolex|license|money|phone|items?)\b/,
    ],
    [/\b(hitman|assassin|bribe|bribery|launder|laundering|ivory|rhino horn|human trafficking|silencer)\b/],
    [/\b(sex|prostitut\w+|escort)\b/],
    [/\b(sell|selling|buy|buying)\b/, /\b(kidney|liver|organ|organs|gun|firearm|explosives?)\b/],
    [/\bhack\b/],
    [/\b(hide|evade|avoid|dodge)\b/, /\b(tax|taxes|irs)\b/],
    [/\b(exam|thesis|test)\b/, /\b(for me|instead of me)\b/],
    [/\b(cocaina|heroina|fentanilo|metanfetamina|marihuana|drogas?|narcoticos?|oxicodona)\b/],
    [
      /\b(robad[ao]s?|falsific\w+|fals[ao]s?|de imitacion|sin papeles)\b/,
      /\b(bici\w*|carro|arma|reloj\w*|pasaportes?|documentos?|licencias?|dinero|celular|vend\w+|mercancia)\b/,
    ],
    [/\b(sicario|soborno|sobornar|mordida|marfil|trata de personas)\b/],
    [/\blavar\b/, /\b(dinero|plata|efectivo)\b/],
    [/\b(sexo|prostitu\w+)\b/],
    [/\b(vend\w+|compr\w+)\b/, /\b(rinon|organos?|pistola|explosivos?)\b/],
    [/\bhacke\w+\b/],
    [/\b(esconde\w*|ocult\w+|evadir)\b/, /\b(hacienda|impuestos|fisco)\b/],
    [/\bexamen\b/, /\b(me hace|por mi)\b/],
  ],
  minors: [
    [youth, oldEnoughToAsk],
    [joven, trato],
  ],
  'other-people': [
    [
      /\b(show|give|read|list|tell|find|get|see|open|who)\b/,
      /\b(neighbou?rs?|other users?|other people|customers|my (boss|wife|husband|ex|girlfriend|boyfriend)|colleague|somebodys?|someone elses|another persons?)\b/,
      /\b(contracts?|agreements?|recordings?|recorded|transcripts?|account|data|paid|password)\b/,
    ],
    [
      /\b(email|e-mail|phone|number|address|where)\b/,
      /\b(of|does|buyer|seller|lives?|live)\b/,
      /\b(what is the|tell me the|find out|phone number of|email address of)\b/,
    ],
    [
      /\b(get into|log ?in to|access|break into|reset)\b/,
      /\b(account|password)\b/,
      /\b(of my|another|somebody|someone|his|her|their)\b/,
    ],
    [/\bwho else\b/, /\b(contract|agreement)\b/],
    [/\b(read|transcript|show|open)\b/, /\b(agreement|contract) #?\d{4}/],
    [/\bnumber of (somebody|someone|another)/],
    [
      /\b(muestra\w*|ensena\w*|dame|lee\w*|lista|ver|dime|averigua|quien)\b/,
      /\b(vecin[oa]s?|otros usuarios|otras? personas?|clientes|mi (jefe|jefa|espos[ao]|ex|novi[ao])|colegas?|comprador\w*|vendedor\w*)\b/,
      /\b(contratos?|acuerdos?|grabaci\w+|grabo|transcripci\w+|cuenta|datos|pagaron|telefono|correo|direccion|vive)\b/,
    ],
    [/\bcual es el (correo|telefono|numero)\b/, /\bde\b/],
    [
      /\b(entro|entrar|acced\w+|cambiar)\b/,
      /\b(cuenta|contrasena)\b/,
      /\b(de mi ex|de otra|de otro|ajena|de alguien)\b/,
    ],
    [/\bcon quien mas\b/],
    [/\b(lee\w*|muestra\w*|abre\w*)\b/, /\b(acuerdo|contrato) #?\d{4}/],
    [/\bnumero del (acuerdo|contrato) de otr/],
  ],
  'legal-advice': [
    [/\b(will|would|do|can) i (win|lose)\b/],
    [/\bshould i (sue|plead|press charges|take (him|her|them) to court)\b/],
    [/\bis (my|the|this|our) (contract|agreement) (void|invalid|null)\b/],
    [/\bmy chances\b/],
    [/\b(write|draft|plead)\b/, /\b(lawsuit|complaint|plea|court|plead)\b/],
    [/\bam i (liable|guilty|responsible)\b/],
    [/\b(law|laws) in [a-z]+\b/, /\b(allow|let|permit|keep)\w*\b/],
    [/\b(arrested|crime|jail|prison|eviction|evicted)\b/],
    [/\bbe my (lawyer|attorney)\b/],
    [/\bhow long do i have to (file|sue|claim)\b/],
    [/\b(does|do) (he|she|they) have a case\b/],
    [/\bget out of a contract\b/, /\b(signed|employer|landlord)\b/],
    [/\b(voy a|puedo|vamos a) (ganar|perder)\b/],
    [/\bdeberia (demandar|denunciar)\w*\b/],
    [/\bes nulo\b|\bes invalido\b/],
    [/\bprobabilidades\b/],
    [/\b(escrib\w+|redact\w+)\b/, /\b(demanda|denuncia)\b/],
    [/\bsoy (responsable|culpable)\b/],
    [/\bla ley de \w+\b/, /\b(deja|permite)\b/],
    [/\b(arrestar|carcel|delito|desalojo)\b/],
    [/\bse mi abogado\b/],
    [/\bcuanto tiempo tengo para (reclamar|demandar)\b/],
    [/\bsegun la ley\b/],
    [/\b(salgo|salir) de un contrato\b/],
    [/\bque le digo al juez\b/],
  ],
};

/** Looked for in this order: whoever orders us to change our rules may name any of the others. */
const order: readonly Danger[] = [
  'rules',
  'secret-recording',
  'threats',
  'illegal',
  'minors',
  'other-people',
  'legal-advice',
];

/** What is wrong with the question, if anything is. Both languages are looked for: people mix them. */
export function dangerOf(query: string): Danger | null {
  const text = query.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').toLowerCase();
  return order.find((danger) => signs[danger].some((all) => all.every((sign) => sign.test(text)))) ?? null;
}

type Words = Omit<AssistantAnswer, 'category'>;

const categories: Readonly<Record<Danger, AssistantAnswer['category']>> = {
  'secret-recording': 'legal',
  minors: 'legal',
  threats: 'legal',
  illegal: 'legal',
  'legal-advice': 'legal',
  'other-people': 'general',
  rules: 'general',
};

const english: Readonly<Record<Danger, Words>> = {
  'secret-recording': {
    response:
      'No. Do not record anybody who does not know it and has not agreed: in many places that is a crime, and such a recording may be worthless. Tell everybody first and let each say “I agree to be recorded”. If somebody does not want that, agree in writing instead.',
    suggestions: ['Begin with “I agree to be recorded.”', 'Offer the link, so that they can hear it first.'],
  },
  minors: {
    response:
      'Not without a parent. Children and young people can at most make small everyday deals by themselves; for anything more a parent or guardian has to know of it and agree, also to the recording. Let the parent say that in the recording, or make the agreement with the parent.',
    suggestions: ['Let a parent say that they agree.', 'Make the agreement with the parent.'],
  },
  threats: {
    response:
      'I do not help with that. An agreement counts only if both want it freely; threats, pressure and taking advantage of somebody are crimes in many places and make it worthless. If you are owed something, write a calm reminder, or ask a mediator or a lawyer. If somebody is in danger, call the emergency number.',
    suggestions: ['Write a calm reminder with a new date.', 'Ask a mediator to help you both.'],
  },
  illegal: {
    response:
      'I do not help with that. What the law forbids cannot be agreed, recorded or paid for here, and such an agreement is worthless. If you are not sure whether something is allowed, ask a lawyer or the office that is in charge of it.',
    suggestions: ['Ask a lawyer whether it is allowed.', 'Ask me what belongs in a lawful agreement.'],
  },
  'legal-advice': {
    response:
      'I cannot judge that: I do not know your case, and I give no legal advice. Ask a lawyer or a free legal aid office near you, soon if there is a deadline. The recording, the transcript and the log are what you should bring along.',
    suggestions: ['Look for free legal aid near you.', 'Bring the recording and the transcript.'],
  },
  'other-people': {
    response:
      'I cannot do that. I see no contracts, accounts or addresses of anybody, and what belongs to other people is theirs alone. Your own contracts are on your dashboard; the other party of a contract gets a link of their own.',
    suggestions: ['Open your own contracts on the dashboard.', 'Ask the person themselves.'],
  },
  rules: {
    response:
      'I cannot do that. I explain contract terms and how this product works; I cannot change my rules, and I cannot pay, release, refund or change anything. What you can do yourself is on your dashboard, and for everything else there is Support in the menu.',
    suggestions: ['Ask what should be in the agreement.', 'Write to support by Support in the menu.'],
  },
};

const spanish: Readonly<Record<Danger, Words>> = {
  'secret-recording': {
    response:
      'No. No grabes a nadie que no lo sepa y no lo haya aceptado: en muchos lugares es delito, y una grabación así puede no valer nada. Avisa primero a todas las personas y que cada una diga “acepto que me graben”. Si alguien no quiere, acuérdenlo por escrito.',
    suggestions: [
      'Empiecen con “acepto que me graben”.',
      'Ofrece el enlace, para que pueda escuchar primero.',
    ],
  },
  minors: {
    response:
      'Sin un padre o una madre, no. Los niños y los jóvenes pueden hacer por sí mismos a lo sumo tratos pequeños de cada día; para más, un padre, una madre o un tutor tiene que saberlo y aceptarlo, también que se grabe. Que lo diga en la grabación, o haz el acuerdo con él o ella.',
    suggestions: ['Que un padre o una madre diga que acepta.', 'Haz el acuerdo con el padre o la madre.'],
  },
  threats: {
    response:
      'Con eso no ayudo. Un acuerdo solo cuenta si los dos lo quieren libremente; amenazar, presionar o aprovecharse de alguien es delito en muchos lugares y lo deja sin valor. Si te deben algo, escribe un recordatorio tranquilo, o pregunta a un mediador o a un abogado. Si alguien está en peligro, llama al número de emergencias.',
    suggestions: ['Escribe un recordatorio tranquilo con otra fecha.', 'Pide a un mediador que les ayude.'],
  },
  illegal: {
    response:
      'Con eso no ayudo. Lo que la ley prohíbe no se puede acordar, grabar ni pagar aquí, y un acuerdo así no vale nada. Si no sabes si algo está permitido, pregunta a un abogado o a la oficina que se encarga de ello.',
    suggestions: ['Pregunta a un abogado si está permitido.', 'Pregúntame qué lleva un acuerdo legal.'],
  },
  'legal-advice': {
    response:
      'Eso no lo puedo juzgar: no conozco tu caso, y no doy asesoría legal. Pregunta a un abogado o a una oficina de ayuda legal gratuita cerca de ti, pronto si hay un plazo. Lleva la grabación, la transcripción y el registro.',
    suggestions: ['Busca ayuda legal gratis cerca de ti.', 'Lleva la grabación y la transcripción.'],
  },
  'other-people': {
    response:
      'No puedo hacer eso. No veo contratos, cuentas ni direcciones de nadie, y lo que es de otras personas es solo suyo. Tus propios contratos están en tu panel; la otra parte de un contrato recibe su propio enlace.',
    suggestions: ['Abre tus propios contratos en el panel.', 'Pregúntale a la persona misma.'],
  },
  rules: {
    response:
      'No puedo hacer eso. Explico condiciones de contratos y cómo funciona este producto; no puedo cambiar mis reglas, ni pagar, liberar, devolver o cambiar nada. Lo que puedes hacer tú está en tu panel, y para todo lo demás está Soporte en el menú.',
    suggestions: ['Pregunta qué debe tener el acuerdo.', 'Escribe a soporte desde Soporte en el menú.'],
  },
};

const refusals: Readonly<Record<Language, Readonly<Record<Danger, Words>>>> = { en: english, es: spanish };

/** What is said instead. */
export function refusal(danger: Danger, language: Language): AssistantAnswer {
  const { response, suggestions } = refusals[language][danger];
  const category = categories[danger];
  return { response: closeLegal(response, category, language), category, suggestions };
}
