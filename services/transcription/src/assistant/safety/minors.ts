import { type DangerRules, pariente, relation } from './danger-rules.js';

const ages = '1[0-7]|[5-9]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen';
const notAnAge =
  '(?!( |-)?(dollars?|bucks|percent|%|days?|hours?|minutes?|months?|weeks?|miles?|times|items?|pm|am|o clock))';
/** What is sold, lent or let, and has an age, too. */
const thing =
  '(cars?|trucks?|vans?|motorcycles?|scooters?|bikes?|bicycles?|boats?|trailers?|houses?|roofs?|machines?|washers?|dryers?|fridges?|refrigerators?|laptops?|computers?|phones?|tvs?|televisions?|cameras?|consoles?|guitars?|pianos?|sofas?|couch|tables?|beds?|furniture|tractors?|mowers?|dogs?|cats?|horses?|trees?)';
/** After an age of which nobody has said that it is one: the end of the clause, not what the number counts. */
const endsAge = String.raw`(?= *($|[?.,;:!]|(and|but|so|or|can|may|is|does|do|now|still|years?)\b))`;
const youth = new RegExp(
  [
    // “We’re” has lost its sign.
    String.raw`\b(i am|im|(we|i|me|(${relation})s?) are|(?:^|[,.;:!?] |\b(?:and|but|because|since) )were) (both |all |only |just |still )?(${ages})\b${endsAge}`,
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
const terminaEdad = String.raw`(?= *($|[?.,;:!]|(y|pero|puedo|podemos|anos?)\b))`;
const joven = new RegExp(
  [
    String.raw`\b(tengo|tenemos)( (los dos|apenas|solo))? (${edades})\b${terminaEdad}`,
    String.raw`\b(un|una|el|la|con|mi|otro|otra) menor\b(?! (precio|monto|costo))|\bmenor(es)? de (edad|18)\b`,
    String.raw`\b(adolescentes?|escolar(es)?|colegial(a|es|as)?|chaval(es|a|as)?|estudiante de (secundaria|primaria|prepa)|chiquill[oa]s?)\b`,
    String.raw`\b(un|una|mi|con|dos|tres|unos) nin[oa]s?\b|\bde (primaria|secundaria)\b|\bno (ha cumplido|cumple|tiene) (los )?18\b|\b(vecinit|hermanit|primit)[oa]\b`,
    String.raw`(?<!\b(por|a|hace|cada|durante|hasta|en|${cosa}( de| tiene| con|,)?|(contrato|acuerdo|prestamo|plazo|garantia|alquiler|periodo|experiencia) de) )\b(${edades}) anos\b(?! de (uso|antiguedad|garantia|experiencia|plazo))|\b(anda por los|cumplio|tiene solo) (${edades})\b`,
    String.raw`\b(chic[oa]|muchach[oa]|nin[oa]|ninera|joven|${pariente})( de| tiene| con|,) (${edades})\b(?! ?(dolares|dias|horas|minutos|meses|semanas|por ciento|%))`,
    String.raw`\bsin que (lo )?(sepan|se enteren) (sus|los) padres\b`,
  ].join('|'),
);
const oldEnoughToAsk =
  /\b(sign|signs|signed|signing|deal|deals|agree|agrees|agreed|agreement|agreeing|contract|loan|lend|borrow|sell|sells|selling|buyer|buy|buys|rent|rents|trade|pay|pays|job|hire|babysitter|money|owe|owes|debt|claim|count|record|recorded|parents|work|voice|use|using)\b/;
const trato =
  /\b(trato|acuerdo|contrato|prestamo|vend\w+|compra\w*|acepta\w*|firm\w+|deb[ea]\w*|deuda|paga\w*|dinero|grab\w+|madre|mama|padres|trabaj\w+|cuenta|ninera|alquil\w+|cambi\w+|valido|vale)\b/;

const carers = String.raw`(babysit\w*|sitters?|nann(y|ies)|au pair|child ?care|day ?care|tutor\w*|coach|lessons?|class(es)?)( (?!(${ages})\b)\w+){0,4}? (for|of|to|with)|look(s|ing)? after|tak(e|es|ing) care of|car(e|es|ing) for|watch(es|ing)?|mind(s|ing)?`;
const cuidadores = String.raw`(niner[oa]s?|cuidador\w*|guarderia|tutor\w*|profesor\w*|entrenador\w*|clases)( (?!(${edades})\b)\w+){0,4}? (para|de|a|al)|cuid(ar|a|e|o|ado|an|en|ando)( a| de| al)?`;

/** A child who is cared for agrees to nothing. */
export const minors: DangerRules = {
  aside: new RegExp(
    [
      String.raw`\b(${carers}) ((my|our|the|an?|two|three|his|her|their|little|young|small) ){0,3}((1[0-7]|[1-9])[- ]years?[- ]olds?( (kids?|child(ren)?|sons?|daughters?|boys?|girls?|twins?))?|(kids?|child(ren)?|sons?|daughters?|boys?|girls?|twins?|toddlers?|bab(y|ies)|nephews?|nieces?)( (who (is|are)|aged|of|,) (1[0-2]|[1-9])( years?( old)?)?)?)\b(?! (babysit\w*|sitter|nanny|tutor)\b)(?!.*\b(he|she|they|him|her|them|who)\b.*\b(sign|signs|loan|borrow|owes?|sells?|buys?)\b)`,
      String.raw`\b(${cuidadores}) ((mi|mis|nuestr[oa]s?|un|una|unos|unas|el|la|los|las|su|sus|dos|tres) ){0,2}(hij[oa]s?|nin[oa]s?|bebes?|niet[oa]s?|sobrin[oa]s?|gemel[oa]s|pequen[oa]s?)(( de|,) (1[0-7]|[1-9])( y (de )?(1[0-7]|[1-9]))? anos| que tienen? (1[0-2]|[1-9]) anos)?(?!\w)(?!.*\b(que (el |ella )?firme|prestamo|deuda|me deb[ea])\b)`,
    ].join('|'),
    'g',
  ),
  signs: [
    [youth, oldEnoughToAsk],
    [joven, trato],
  ],
};
