import { changedRules } from './safety/changed-rules.js';
import type { DangerRules } from './safety/danger-rules.js';
import { forgery } from './safety/forgery.js';
import { illegal } from './safety/illegal.js';
import { legalAdvice } from './safety/legal-advice.js';
import { minors } from './safety/minors.js';
import { otherPeople } from './safety/other-people.js';
import { secretRecording } from './safety/secret-recording.js';
import { selfHarm } from './safety/self-harm.js';
import { threats } from './safety/threats.js';

/** What a question asks for that nobody may get help with here, and what no contract may come before. */
export type Danger =
  | 'self-harm'
  | 'secret-recording'
  | 'minors'
  | 'threats'
  | 'illegal'
  | 'legal-advice'
  | 'other-people'
  | 'rules'
  | 'forgery';

/**
 * Looked for in this order: a life comes first, and whoever orders us to change our rules may name any of the others.
 */
const dangers: ReadonlyMap<Danger, DangerRules> = new Map<Danger, DangerRules>([
  ['self-harm', selfHarm],
  ['rules', changedRules],
  ['forgery', forgery],
  ['secret-recording', secretRecording],
  ['minors', minors],
  ['threats', threats],
  ['illegal', illegal],
  ['other-people', otherPeople],
  ['legal-advice', legalAdvice],
]);

/** What is wrong with the question, if anything is. Both languages are looked for: people mix them. */
export function dangerOf(query: string): Danger | null {
  const text = query.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').toLowerCase();
  for (const [danger, { aside, signs }] of dangers) {
    const rest = aside ? text.replace(aside, '') : text;
    if (signs.some((all) => all.every((sign) => sign.test(rest)))) return danger;
  }
  return null;
}
