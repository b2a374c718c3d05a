/** What the server calls the things people pay for. In English its own words are shown, but for one. */
export const descriptionTexts = {
  of: (description: string): string => (description === 'Held payment' ? 'Payment protection' : description),
};
