/**
 * Words that English cannot do without and Spanish does not have. Those that both have (`a`, `has`, `me`, `no`, `once`,
 * `son`, `total`, `plan`) tell nothing.
 */
const words = new Set(
  `the and you your yours we our us it its is are was were be been being this that these those there here of to in on
  at by for from with without about into until than then when what which who whom whose why how if not but or as so
  do does did done have had will would can could should must may might they them their he she his her i my mine
  all any both each every other another same more most some only also again after before between while
  contract agreement recording recorded transcript receipt payment paid amount price buyer seller party answer reason
  download open listen read reply keep kept delete deleted cancel cancelled decline declined link page email e-mail
  address account password support message ticket days day hours hour minutes left time date sealed hello thank thanks
  please nothing anything money back card month year made machine person people speaker words voice none named known`.split(
    /\s+/,
  ),
);

/** Names of the product and of people, addresses, and what people said or typed themselves: it stays as it is. */
const ownWords =
  /https?:\/\/\S+|\bcontract\.test\b|\S+@\S+|Split Second Contract|Mozilla\/5\.0 \([^)]*\)|gpt-[\w-]+|Anna Weber|Bob Miller|Anna Miller|Ben Carter|Grace Admin|\b[0-9a-f]{64}\b/gi;

/** The English words of a text in Spanish, each once. `spoken` are what people said themselves. */
export function englishWordsIn(text: string, spoken: readonly string[] = quoted): string[] {
  const rest = [...spoken]
    .sort((one, other) => other.length - one.length)
    .reduce((left, words) => left.replaceAll(words, ' '), text)
    .replace(ownWords, ' ');
  // Letters beside digits are of a number or a fingerprint: `3be4`.
  const found = rest.toLowerCase().match(/[\p{L}\p{M}\p{N}-]+/gu) ?? [];
  return [...new Set(found.filter((word) => words.has(word)))];
}

/** What people say and write in the samples. */
const quoted = [
  'I am selling you my bicycle for two hundred and fifty dollars.',
  'Agreed. I will pick it up on Saturday.',
  'Good. The lock is included.',
  'We said 200, not 250.',
  'The bike was stolen.',
  'I was in Rome that day.',
  'Anna asked why the sound is quiet',
  'I paid twice.',
  'Can you look at it?',
  'One payment is on its way back.',
  'It takes five days.',
  'The frame is broken.',
  'I have photos.',
  'The frame was broken before.',
  'Both keep a part.',
  'The sound was lost on our side.',
  'I sell you my bicycle.',
  'Agreed.',
  'One contract: recording, transcript and proof',
] as const;
