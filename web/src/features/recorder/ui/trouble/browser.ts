import type { t } from '#texts/common';

/** Browsers that hide the switch for the microphone in different places. */
export type BrowserKind = keyof typeof t.recorder.blockedSteps;

/** @param touchPoints tablets that call themselves a Mac have fingers */
export function browserOf(agent: string, touchPoints: number): BrowserKind {
  if (/Android/.test(agent)) return 'android';
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)) return 'ios';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(agent)) return 'chrome';
  return /Safari\//.test(agent) ? 'safari' : 'chrome';
}
