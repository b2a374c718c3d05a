import type { SpokenTurn } from './dialogue.js';

/** Somebody was found to speak here. */
export interface FoundTurn {
  start: number;
  end: number;
  speaker: string | null;
}

export interface DiarizationError {
  /** Missed speech, speech where there is none and wrong speakers, over the time that somebody speaks. */
  rate: number;
  /** The share of the spoken time in which anything was found that has its right speaker, without any collar. */
  right: number;
}

const STEP_SECONDS = 0.01;
/** Around the edges of a turn nobody can say exactly who speaks. */
const COLLAR_SECONDS = 0.25;

/** Compares who was found to speak with who did, with the speakers matched as well as they can be. */
export function diarizationError(
  turns: readonly SpokenTurn[],
  found: readonly FoundTurn[],
): DiarizationError {
  const end = Math.max(...turns.map((turn) => turn.end), ...found.map((turn) => turn.end));
  const moments = Array.from({ length: Math.ceil(end / STEP_SECONDS) }, (_, index) => {
    const at = (index + 0.5) * STEP_SECONDS;
    const isAt = (turn: { start: number; end: number }) => turn.start <= at && at < turn.end;
    const heard = found.find(isAt);
    return {
      truth: turns.find(isAt)?.voice ?? null,
      heard: heard?.speaker ?? null,
      isHeard: heard !== undefined,
      isEdge: turns.some(
        (turn) => Math.abs(turn.start - at) < COLLAR_SECONDS || Math.abs(turn.end - at) < COLLAR_SECONDS,
      ),
    };
  });
  const voices = [...new Set(turns.map(({ voice }) => voice))];
  const labels = [...new Set(found.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
  const results = matchings(voices, labels).map((match): DiarizationError => {
    const judged = moments.filter(({ isEdge }) => !isEdge);
    const wrong = judged.filter(({ truth, heard }) => (truth === null ? null : match.get(truth)) !== heard);
    const spoken = moments.filter(({ truth, isHeard }) => truth !== null && isHeard);
    const right = spoken.filter(({ truth, heard }) => truth !== null && match.get(truth) === heard);
    return {
      rate: wrong.length / judged.filter(({ truth }) => truth !== null).length,
      right: right.length / spoken.length,
    };
  });
  return results.reduce((best, result) => (result.right > best.right ? result : best));
}

/** Every way to give each voice a label of its own; a voice for which none is left has one that nobody has. */
function matchings(voices: readonly number[], labels: readonly string[]): Map<number, string>[] {
  const [voice, ...others] = voices;
  if (voice === undefined) return [new Map()];
  const choices = labels.length >= voices.length ? labels : [...labels, `nobody ${voice}`];
  return choices.flatMap((label) =>
    matchings(
      others,
      labels.filter((each) => each !== label),
    ).map((rest) => new Map([[voice, label], ...rest])),
  );
}
