/** All of these have to be in the text. Texts are compared in lower case and without accents. */
export type Signs = readonly RegExp[];

/** A text asks for something dangerous when it has, apart from its asides, all of one of these signs. */
export interface DangerRules {
  signs: readonly Signs[];
  /** What may stand in a question and says nothing of the danger; it is taken out before the signs are looked for. */
  aside?: RegExp;
}

/** People of whom somebody may have recordings, data or debts. */
export const relation =
  'brother|sister|mother|father|mom|mum|dad|friend|cousin|son|daughter|nephew|niece|neighbou?r|boss|manager|wife|husband|ex|partner|girlfriend|boyfriend|roommate|colleague|coworker|landlord|tenant|employee|employer|teacher|student|doctor|client|customer';
export const pariente =
  'herman[oa]|madre|padre|mama|papa|amig[oa]|prim[oa]|hij[oa]|sobrin[oa]|vecin[oa]|jef[ea]|espos[oa]|marido|mujer|ex|pareja|novi[oa]|companer[oa]|colega|casero|casera|inquilin[oa]|emplead[oa]|patron|suegr[oa]|maestr[oa]|alumn[oa]|medic[oa]|client[ea]';

/** Other people as such. “As party B” and “as the buyer” say which part somebody has in their own agreement. */
export const personElse = `somebody else|someone else|him|her|them|(?:my|his|her) (?:${relation}|gran(?:d|ny)\\w*)`;
/** Whose consent somebody may want to give. */
export const otherPerson = `(?:(?:the|an|my) )?(?:other|another) (?:part(?:y|ies)|person|side|one)|party [ab]|(?:the|a) (?:buyer|seller|owner|tenant|landlord)|somebody(?: else)?|someone(?: else)?|him|her|them|(?:my|his|her|the) (?:${relation}|gran(?:d|ny)\\w*)`;
export const otraPersona = `(?:la )?otra (?:parte|persona)|(?:el|la) otr[oa]|la parte [ab]|(?:el|la|del|al) (?:comprador|vendedor|duen|inquilin|caser)\\w*|alguien(?: mas)?|ella|ell[oa]s|el(?= *(?:$|[?.,!]))|(?:mi|su) (?:${pariente}|abuel[oa])`;
