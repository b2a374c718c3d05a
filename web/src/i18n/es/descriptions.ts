const KNOWN: Readonly<Record<string, string>> = {
  'Transcript made by a person': 'Transcripción hecha por una persona',
  'Monthly subscription': 'Suscripción mensual',
  'Payment protection': 'Protección del pago',
  'Held payment': 'Protección del pago',
  'A person transcribes your recording within 24 hours for $2.00.':
    'Una persona transcribe tu grabación en 24 horas por $2.00.',
  'Our support looks at your recording with you, free of charge.':
    'Nuestro equipo de soporte revisa tu grabación contigo, sin costo.',
};

/** Spanish words for what the server calls the things people pay for; unknown ones stay as they are. */
export const descriptionTexts: typeof import('../en/descriptions').descriptionTexts = {
  of: (description: string) =>
    Object.hasOwn(KNOWN, description)
      ? (KNOWN[description] ?? description)
      : description.replace(/^Voice contract with /, 'Contrato de voz con '),
};
