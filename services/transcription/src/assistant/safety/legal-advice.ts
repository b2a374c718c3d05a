import type { DangerRules } from './danger-rules.js';

export const legalAdvice: DangerRules = {
  signs: [
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
    // Whoever only wants to complain of what was delivered has a clock of ours to look at.
    [
      /\bcuant(o tiempo|os (dias|meses|anos)) tengo para (demandar|apelar|reclamar(?! *($|[?.!,]|(si|cuando|porque|que|lo|por lo|algo|un (problema|defecto))\b)))\b/,
    ],
    [/\bsegun la ley\b/],
    [/\b(salgo|salir|salirme) de(l| un| mi| este) contrato\b/, /\b(firm\w+|patron|casero|legal\w*)\b/],
  ],
};
