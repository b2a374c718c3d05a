import type { DangerRules } from './danger-rules.js';

/** Everybody but whoever got something forged or stolen without knowing; who wants to pass it on counts again. */
const notDeceived = new RegExp(
  [
    String.raw`^(?=.*\b(sell|sells|selling|resell\w*|sale)\b)`,
    String.raw`^(?!.*\b((i|we) received|(sold|sent|gave) (me|us)|paid (me|us) (with|in)|(was|were) sold|turned out|(the|that) (\w+ )?(i|we) bought)\b)(?!(?=.*\b(is|was|are|were) (an? )?(stolen|counterfeits?|fakes?|forged|pirated)\b).*\b(bought|paid with|back|refund|report|held|seller)\b)`,
  ].join('|'),
);
const noEnganado = new RegExp(
  [
    String.raw`^(?=.*\b(vendo|vender\w*|vendemos|revend\w+|venta)\b)`,
    String.raw`^(?!.*\b(recibi|recibimos|(me|nos) (l[oa]s? )?(vendio|vendieron|mando|mandaron|envio|enviaron|entrego|entregaron|llego|llegaron|dio|dieron)|(me|nos) (pago|pagaron) con)\b)(?!(?=.*\b(es|era|son|eran|resulto|resultaron)( ser)?( una?)? (robad|fals|pirata|de imitacion)\w*).*\b(compre|compramos|pague|pagamos|recuperar|devuelv\w+|devolucion|reembolso|report\w+|retenid[oa]|vendedor\w*)\b)`,
  ].join('|'),
);

export const illegal: DangerRules = {
  // Whoever was hacked.
  aside: new RegExp(
    [
      String.raw`\bhacked (into )?(my|our) (\w+ )?(accounts?|e?mails?|phones?|profile|password|contracts?)\b|\b(my|our) (\w+ )?(accounts?|e?mails?|phones?|profile|password)( \w+)? (is|was|were|got|been) hacked\b`,
      String.raw`\b(i|we) (was|were|am|are|got|have been|had been)( \w+)? hacked\b|\bhacked (me|us)\b`,
      String.raw`\b(me|nos) (\w+ )?hackea(ron|do|ste)\b|\b(hackearon|han hackeado|hackeo) (mi|mis|nuestr[oa]s?)\b|\b(mi|nuestr[oa]) (\w+ )?(cuenta|correo|telefono|celular|perfil) (fue|esta|ha sido) hackead[oa]\b`,
    ].join('|'),
    'g',
  ),
  signs: [
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
      notDeceived,
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
      noEnganado,
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
};
