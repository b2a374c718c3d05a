import type { DangerRules } from './danger-rules.js';

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

export const secretRecording: DangerRules = {
  // A take without sound, a phone that does not ring, a button that something covers.
  aside: new RegExp(
    [
      String.raw`\b(is|was|are|were|came out|comes out|stays|stayed) (\w+ )?silent\b|\bwhy (is|was|are|were) (\w+ ){1,3}silent\b|\bon silent\b`,
      String.raw`\b(buttons?|bars?|panel|page|menu|link|field) (\w+ )?(is|was|are|were) (\w+ )?hidden\b`,
      String.raw`\b(boton|botones|barra|panel|pagina|menu|enlace|campo)( \w+){0,3} (esta|estan|queda|quedo|quedaron|aparece) (ocult|escondid)[oa]s?\b`,
    ].join('|'),
    'g',
  ),
  signs: [
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
};
