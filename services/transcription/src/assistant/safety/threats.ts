import type { DangerRules } from './danger-rules.js';

const hurting = /\b(hurt|beat|hit|break|kill|punch|stab|shoot|slap|burn|smash|harm)\b/;

/** Whoever tells that they are threatened, afraid or confused threatens nobody. */
export const threats: DangerRules = {
  aside: new RegExp(
    [
      String.raw`\b(threat(en)?|blackmail|extort|intimidat|scar|frighten|coerc|terrori[sz]|bull[iy]|hurt|beat|hit|punch|slap|forc|pressur)\w{0,5} (me|us)\b`,
      String.raw`\b(i|we) ?(am|m|was|are|were|feel|felt|have been|got|get)( \w+)? (threatened|blackmailed|extorted|intimidated|scared|frightened|terrified|coerced|bullied|forced|pressured|confused|drunk|asleep|sedated)\b`,
      String.raw`\b(i|we)( \w+)? (signed|agreed|accepted|said yes)( \w+){0,3} under (threats?|pressure)\b`,
      String.raw`(?<!\b(he|she|they|him|her|them|hes|shes|theyre) ((is|are|was|were|gets?|got) )?)\bconfused (about|by|with|over)\b`,
      String.raw`\b(me|nos) ((esta|estan|estuvo|estaba|estaban|ha|han|quiere|quieren|sigue|siguen|puede|pueden|pudo|va a|van a|vive|anda) )?(amenaz|chantaj|extorsion|intimid|asust|aterroriz|coaccion|presion|oblig|forz|fuerz)(a|an|o|aba|aban|aron|ado|ando|ar|e|ea|eo|ean|eado|eando|ear|ue|uen)\b`,
      String.raw`\b(amenaz|chantaj|extorsion|intimid|asust|aterroriz|coaccion|presion|oblig|forz)(ar|ando|ear|eando)(me|nos)\b`,
      String.raw`\b(tengo|tenemos|tenia|teniamos|tuve|tuvimos|siento|senti|me da|nos da|me dio|nos dio|con el|mi) (\w+ )?miedo\b`,
      // Who accepts because of it; “que acepte por miedo” is what somebody else wants.
      String.raw`(?<!\b((?<!\b(es|creo|digo) )que|haz|haga|hacer)( \w+){0,6} )\b(acepte|aceptamos|accedi|accedimos|firme|firmamos|grabe|grabamos|dije que si|dijimos que si|lo hice|lo hicimos)( \w+){0,2} (por (el |puro |mucho )?miedo|a la fuerza)\b`,
      String.raw`\b(me siento|nos sentimos|estoy|estamos|fui|fuimos|soy|somos) (siendo )?(\w+ )?(amenazad|chantajead|extorsionad|intimidad|presionad|obligad|asustad|aterrorizad|forzad)[oa]s?\b|\bvictimas? de (una |un )?(amenaza|chantaje|extorsion)\w*\b`,
      String.raw`\b(recibo|recibi|recibimos|acepte|firme|firmamos|dije que si) (\w+ )?(bajo )?amenazas?\b`,
      String.raw`\b(estoy|estamos|me siento|me quede|quede|ando) (\w+ )?confundid[oa]s?\b|\b(voces|nombres|palabras|numeros|fechas|hablantes) (\w+ )?confundid[oa]s?\b`,
    ].join('|'),
    'g',
  ),
  signs: [
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
};
