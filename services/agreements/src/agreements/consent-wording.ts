export const consentStatements = [
  'isNamedPerson',
  'agreesToRecording',
  'agreesToElectronicRecords',
  'hasHeardTerms',
] as const;
type ConsentStatement = (typeof consentStatements)[number];

/** The four statements that party B ticks, by the version of their words; a name goes in place of `{b}`. */
export const consentWording: Readonly<Record<string, Readonly<Record<ConsentStatement, string>>>> = {
  '2026-11': {
    isNamedPerson: 'I am {b}, the person named as Party B.',
    agreesToRecording: 'I agree that my voice is recorded and turned into text.',
    agreesToElectronicRecords: 'I agree to receive and keep this agreement as electronic records.',
    hasHeardTerms: 'I have heard or read the terms of this agreement.',
  },
  '2026-11-es': {
    isNamedPerson: 'Soy {b}, la persona nombrada como parte B.',
    agreesToRecording: 'Acepto que mi voz se grabe y se convierta en texto.',
    agreesToElectronicRecords: 'Acepto recibir y conservar este acuerdo en formato electrónico.',
    hasHeardTerms: 'Escuché o leí las condiciones de este acuerdo.',
  },
};

/** One for each language. A change of their words is a new version. */
export const wordingVersions: readonly string[] = Object.keys(consentWording);
