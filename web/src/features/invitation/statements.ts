import { invitationTexts } from '#texts/invitation';

/** The wording that a person ticks, which is that of the document's language. */
export const WORDING_VERSION = invitationTexts.statements.version;

export const STATEMENTS = [
  'isNamedPerson',
  'agreesToRecording',
  'agreesToElectronicRecords',
  'hasHeardTerms',
] as const;

export type Statement = (typeof STATEMENTS)[number];
export type Ticks = Record<Statement, boolean>;

export const NO_TICKS: Ticks = {
  isNamedPerson: false,
  agreesToRecording: false,
  agreesToElectronicRecords: false,
  hasHeardTerms: false,
};

/** How many statements are still unticked. */
export function ticksLeft(ticks: Ticks): number {
  return STATEMENTS.filter((name) => !ticks[name]).length;
}
