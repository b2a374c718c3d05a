import { readFileSync, writeFileSync } from 'node:fs';

/** Compares a text with its golden file; with UPDATE_GOLDEN=1 in the environment the file is written anew first. */
export function expectGolden(file: string, text: string): void {
  const path = new URL(`golden/${file}`, import.meta.url);
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
