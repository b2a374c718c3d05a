/** What the server calls the things people pay for. In English its own words are shown. */
export const descriptionTexts = {
  of: (description: string): string => description,
};
