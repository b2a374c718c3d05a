/** English words of the line that tells between whom a deal is, and what it is about. */
export const dealTexts = {
  kinds: {
    car: 'Car sale',
    item: 'Console or other item',
    cleaning: 'House cleaning',
    lawn: 'Lawn service',
    babysitting: 'Babysitting',
    loan: 'Small loan',
    other: 'Something else',
  },
  about: 'About',
  parties: (a: string, b: string) => `${a} ↔ ${b}`,
  recordingWith: (b: string) => `Your recording with ${b}`,
};
