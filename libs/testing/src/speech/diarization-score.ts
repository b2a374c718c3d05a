import type { SpokenTurn } from './dialogue.js';
import type { FoundTurn } from './diarization-error.js';

/** Shares of the time that people speak; somebody who speaks while another one does counts as well. */
export interface DiarizationScore {
  /** All of them together: the diarization error rate. */
  rate: number;
  missed: number;
  falseAlarm: number;
  /** The wrong one of the speakers. */
  confusion: number;
}

const STEPS_PER_SECOND = 100;

/**
 * The diarization error rate as it is usually measured, with the speakers matched as well as they can be.
 * @param collarSeconds what is not judged before and after each edge of a turn.
 * @param skipsOverlap moments at which two people speak are not judged either.
 */
export function diarizationScore(
  turns: readonly SpokenTurn[],
  found: readonly FoundTurn[],
  collarSeconds: number,
  skipsOverlap = false,
): DiarizationScore {
  const end = Math.max(...turns.map((turn) => turn.end), ...found.map((turn) => turn.end), 1);
  const count = Math.ceil(end * STEPS_PER_SECOND) + 1;
  const truth = rows(
    turns.map(({ start, end, voice }) => ({ start, end, who: String(voice) })),
    count,
  );
  const heard = rows(
    found.flatMap(({ start, end, speaker }) => (speaker === null ? [] : [{ start, end, who: speaker }])),
    count,
  );
  const judged = new Uint8Array(count).fill(1);
  for (const edge of collarSeconds > 0 ? turns.flatMap((turn) => [turn.start, turn.end]) : []) {
    judged.fill(
      0,
      Math.max(0, Math.floor((edge - collarSeconds) * STEPS_PER_SECOND)),
      Math.floor((edge + collarSeconds) * STEPS_PER_SECOND),
    );
  }
  for (let n = 0; skipsOverlap && n < count; n += 1) if (countAt(truth, n) > 1) judged[n] = 0;
  let [spoken, missed, falseAlarm, both] = [0, 0, 0, 0];
  for (let n = 0; n < count; n += 1) {
    if (judged[n] === 0) continue;
    const [real, given] = [countAt(truth, n), countAt(heard, n)];
    spoken += real;
    missed += Math.max(0, real - given);
    falseAlarm += Math.max(0, given - real);
    both += Math.min(real, given);
  }
  const right = mostRight([...truth.values()], [...heard.values()], judged);
  const share = (value: number) => value / Math.max(1, spoken);
  return {
    rate: share(missed + falseAlarm + both - right),
    missed: share(missed),
    falseAlarm: share(falseAlarm),
    confusion: share(both - right),
  };
}

function rows(
  turns: readonly { start: number; end: number; who: string }[],
  count: number,
): Map<string, Uint8Array> {
  const table = new Map<string, Uint8Array>();
  for (const { start, end, who } of turns) {
    const row = table.get(who) ?? new Uint8Array(count);
    table.set(who, row);
    row.fill(1, Math.round(start * STEPS_PER_SECOND), Math.round(end * STEPS_PER_SECOND));
  }
  return table;
}

function countAt(table: Map<string, Uint8Array>, n: number): number {
  let sum = 0;
  for (const row of table.values()) sum += row[n] as number;
  return sum;
}

/** Every speaker is matched with one label at most; there are few of them. */
function mostRight(truth: readonly Uint8Array[], heard: readonly Uint8Array[], judged: Uint8Array): number {
  const [row, ...others] = truth;
  if (!row) return 0;
  const without = mostRight(others, heard, judged);
  return heard.reduce((best, label, index) => {
    let shared = 0;
    for (let n = 0; n < row.length; n += 1)
      if (judged[n] === 1 && row[n] === 1 && label[n] === 1) shared += 1;
    const rest = mostRight(others, [...heard.slice(0, index), ...heard.slice(index + 1)], judged);
    return Math.max(best, shared + rest);
  }, without);
}
