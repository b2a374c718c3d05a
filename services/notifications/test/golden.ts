import { readFileSync, writeFileSync } from 'node:fs';

/** Compares a text with its golden file; with UPDATE_GOLDEN=1 in the environment the file is written anew first. */
export function expectGolden(file: string, text: string): void {
  const path = new URL(`golden/${file}`, import.meta.url);
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

/** What a person reads of HTML: tags and React's marks removed, entities resolved. */
export function visible(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}
