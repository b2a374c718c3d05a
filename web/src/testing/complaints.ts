import { jest } from '@jest/globals';

const complaints: string[] = [];
let expected: RegExp[] = [];

const HARMLESS = [
  // Browsers know the element, jsdom does not.
  /^The tag <%s> is unrecognized in this browser\. .* search/s,
  // A timer or an answer came while the test was looking at something else: it is drawn all the same.
  /^An update to %s inside a test was not wrapped in act/,
  /^A suspended resource finished loading inside a test, but the event was not wrapped in act/,
];

/** What React or the app says on the console fails the test, unless the test expects it. */
export function watchConsole(): void {
  for (const method of ['error', 'warn'] as const) {
    jest.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      const text = said.map(String).join(' ').slice(0, 2000);
      if (!HARMLESS.some((pattern) => pattern.test(text))) complaints.push(text);
    });
  }
}

/** The test causes an error that is logged. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern);
}

/** Answers what was said unexpectedly, and what was expected and not said. */
export function resetComplaints(): string[] {
  const said = complaints.splice(0);
  const wanted = expected;
  expected = [];
  return [
    ...said.filter((text) => !wanted.some((pattern) => pattern.test(text))),
    ...wanted
      .filter((pattern) => !said.some((text) => pattern.test(text)))
      .map((pattern) => `not said: ${pattern}`),
  ];
}
