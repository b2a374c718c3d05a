import { t } from '#texts/common';
import { nameTrouble } from './name-and-email';

const NAMES = [
  'Anna Miller',
  "Conan O'Brien-Núñez, Jr.",
  'J.R. Smith',
  'St.John Ambrose',
  'Zoë 李 🤝',
  'محمد',
  'می\u200cخواهم',
  'क्\u200dष',
  'Smith & Sons (2)',
  'The 👨\u200d👩\u200d👧 family',
];
const NOT_NAMES: [string, keyof typeof t.names][] = [
  ['\u200b\u200b\u200b', 'characters'],
  ['Anna \u202egpj.exe', 'characters'],
  ['Anna\u2066', 'characters'],
  ['An\u00adna', 'characters'],
  ['\u3164', 'characters'],
  ['\u2800', 'characters'],
  ['Anna\u200d', 'characters'],
  ['\u200c Anna', 'characters'],
  ['Anna\u0000', 'characters'],
  ['Anna\u2028Miller', 'characters'],
  ['Anna \ud83d', 'characters'],
  ['http://evil.example/win claim your prize', 'link'],
  ['HTTPS: evil', 'link'],
  ['www.evil', 'link'],
  ['Win at evil.ninja/prize', 'link'],
  ['evil.com', 'link'],
  ['ｅｖｉｌ．ｃｏｍ', 'link'],
  ['mailto:a', 'link'],
  ['123 456', 'letter'],
  ['🤝', 'letter'],
  ['--', 'letter'],
];

/** The same as on the server: whoever changes one changes the other. */
describe('a name', () => {
  it.each(NAMES)('is %j', (name) => {
    expect(nameTrouble(` ${name} `, t.names)).toBeNull();
  });

  it.each(NOT_NAMES)('is not %j', (text, problem) => {
    expect(nameTrouble(text, t.names)).toBe(t.names[problem]);
  });
});
