/** All of these have to be in the text. Texts are compared in lower case and without accents. */
export type Signs = readonly RegExp[];

/** How one danger is told: any of the signs, in what is left of a text without its asides. */
export interface DangerRules {
  signs: readonly Signs[];
  /** What may stand in a question and says nothing of the danger; it is taken out before the signs are looked for. */
  aside?: RegExp;
}
