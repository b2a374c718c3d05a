import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PATCHES = 'deploy/testing/mutants';

/** A small wrong change that the gate has to notice. */
export interface Patch {
  /** `<area>-<what-goes-wrong>`, which is also its file's. */
  name: string;
  /** From the root of the repository. */
  path: string;
  /** What goes wrong, in a sentence: the first line of the file. */
  about: string;
  /** The test file that is known to notice it; null when that is still to be found out. */
  caughtBy: string | null;
  /** What it changes, from the root of the repository. */
  files: string[];
}

/** All patches whose name has one of the words in it (`payments,web-live`). `git apply` skips what is before `diff`. */
export function readPatches(root: string, words = ''): Patch[] {
  return readdirSync(join(root, PATCHES))
    .filter((file) => file.endsWith('.patch') && words.split(',').some((word) => file.includes(word)))
    .sort()
    .map((file) => {
      const text = readFileSync(join(root, PATCHES, file), 'utf8');
      return {
        name: file.slice(0, -'.patch'.length),
        path: `${PATCHES}/${file}`,
        about: text.slice(0, text.indexOf('\n')),
        caughtBy: /^Caught by: (\S+)$/m.exec(text)?.[1] ?? null,
        files: [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, changed]) => changed ?? ''),
      };
    });
}
