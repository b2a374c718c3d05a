import { type DangerRules, otherPerson, otraPersona, personElse } from './danger-rules.js';

/** Whoever fears a forgery asks of somebody who makes one, or how it is noticed. */
const victim =
  /^(?!.*(\b(what is an?|notice|spot|detect|recogni[sz]e|protect\w*|prove|against|what if|nobody|(know|tell) (if|whether|that)|(he|she|they|somebody|someone|anybody|anyone|seller|buyer|party|person) (\w+ )?(fak|forg|clon|imitat|edit|chang|cut)\w*)\b|\b(noto|notar|detect\w+|reconoc\w+|proteg\w+|evit\w+|nadie|se (si|que)|y si (alguien|la otra|el|ella)|alguien (\w+ )?(falsific|clon|imit|edit|cambi)\w*|(?<!\bse )pueden? (falsific|clon|imit)\w* mi)\b))/;
/** Somebody who may speak for another one. */
const allowed = /^(?!.*\b(translat\w+|interpret\w*|power of attorney|traduc\w+|poder notarial)\b)/;

export const forgery: DangerRules = {
  signs: [
    [
      new RegExp(
        String.raw`\bimpersonat\w+|\b(pretend(ing)? to be|pos(e|ing) as|pass (myself|himself|herself) off as) (${otherPerson})\b`,
      ),
      victim,
    ],
    [
      new RegExp(
        String.raw`\b(speak|talk|agree|answer|consent|confirm|accept|say (yes|i agree|it|(the|his|her|their) (words|line|lines|sentence|part|name))) (it |this |everything )?((for|instead of|in place of) (${otherPerson})|as (${personElse}))\b(?! to\b)`,
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
};
