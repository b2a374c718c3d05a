/**
 * The shape of texts in another language: the same keys, with other words. A missing or superfluous key does not
 * compile; where keys are open (`Partial<Record<…>>`) a test compares them.
 */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : { readonly [Key in keyof Texts]: Translated<Texts[Key]> };
