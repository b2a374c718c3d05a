import { maskEmail, nameProblem } from './names.js';

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
const NOT_NAMES: [string, string][] = [
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

describe('a name', () => {
  it.each(NAMES)('is %j', (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  it.each(NOT_NAMES)('is not %j', (text, problem) => {
    expect(nameProblem(text)).toBe(problem);
  });
});

it.each([
  ['ben.carter@mail.example.org', 'b***@mail.example.org'],
  ['é@x.test', 'é***@x.test'],
  ['😀a@x.test', '😀***@x.test'],
])('%s is shown to others as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
