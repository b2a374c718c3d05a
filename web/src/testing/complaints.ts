import { jest } from '@jest/globals';

const complaints: string[] = [];
let expected: RegExp[] = [];

/** Said of what browsers know and jsdom does not. */
const OF_JSDOM = /^The tag <%s> is unrecognized in this browser\. .* search/s;

/** What React or the app says on the console fails the test, unless the test expects it. */
export function watchConsole(): void {
  for (const method of ['error', 'warn'] as const) {
    jest.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      const text = said.map(String).join(' ').slice(0, 2000);
      if (!OF_JSDOM.test(text)) complaints.push(text);
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
