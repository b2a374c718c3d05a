import { failpointActions } from '#platform';
import { SeededRandom } from '#testing';

export type CrashAction = Exclude<(typeof failpointActions)[number], 'print'>;

/** One thing that happens at one place, with so many processes of each service. */
export interface Cell {
  failpoint: string;
  action: CrashAction;
  copies: 1 | 2;
}

const actions = failpointActions.filter((action) => action !== 'print');

/** Every action at every failpoint, with one and with two copies, in an order that the seed decides. */
export function crashMatrix(failpoints: readonly string[]): Cell[] {
  const random = new SeededRandom('crash matrix');
  return ([1, 2] as const)
    .flatMap((copies) =>
      failpoints.flatMap((failpoint) => actions.map((action) => ({ failpoint, action, copies }))),
    )
    .map((cell) => ({ cell, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ cell }) => cell);
}

/**
 * Groups cells that can be tried in one go: of the same number of copies, each failpoint once. All of one number of
 * copies come before the others, because these need another system.
 */
export function inRounds(cells: readonly Cell[], size: number): Cell[][] {
  const rounds: Cell[][] = [];
  for (const cell of [...cells].sort((one, other) => one.copies - other.copies)) {
    const round = rounds.find(
      (one) =>
        one.length < size &&
        one[0]?.copies === cell.copies &&
        one.every(({ failpoint }) => failpoint !== cell.failpoint),
    );
    if (round) round.push(cell);
    else rounds.push([cell]);
  }
  return rounds;
}

export const cellName = ({ failpoint, action, copies }: Cell): string => `${failpoint} ${action} ×${copies}`;
