import type { DangerRules } from './danger-rules.js';

/** Orders to the assistant itself. */
export const changedRules: DangerRules = {
  signs: [
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
};
