import { t } from '#texts/common';
import type { Spoken } from '../../lib/api/api-types';

/** Whose line was pressed as said when, in seconds from the start of the recording. */
export type LineTurn = NonNullable<Spoken['turns']>[number];

/** One line to say. */
export interface ScriptLine {
  text: string;
  /** Who says it; null when both do, or either may. */
  party: LineTurn['party'] | null;
}

/** The shortest script of two people together. */
export function shortScript(a: string, b: string, amount: string): ScriptLine[] {
  const { opening, whole, closing } = t.recorder.script;
  return [
    { text: opening(a), party: 'a' },
    { text: opening(b), party: 'b' },
    { text: whole(amount), party: null },
    { text: closing(a), party: 'a' },
    { text: closing(b), party: 'b' },
  ];
}

/** Lines that one person alone says. */
export function ownScript(texts: readonly string[]): ScriptLine[] {
  return texts.map((text) => ({ text, party: null }));
}
