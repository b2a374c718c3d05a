import { failpointActions } from '#platform';
import { SeededRandom } from '#testing';

type CrashAction = Exclude<(typeof failpointActions)[number], 'print'>;

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
 * Groups cells that can be tried in one go: of the same number of copies, each failpoint once, as even as can be. All of
 * one number of copies come before the others, because these need another system.
 * @param most how many at once
 */
export function inRounds(cells: readonly Cell[], most: number): Cell[][] {
  return ([1, 2] as const).flatMap((copies) => {
    const mine = cells.filter((cell) => cell.copies === copies);
    const same = Map.groupBy(mine, ({ failpoint }) => failpoint);
    const count = Math.max(Math.ceil(mine.length / most), ...[...same.values()].map((all) => all.length), 0);
    const rounds: Cell[][] = Array.from({ length: count }, () => []);
    for (const all of same.values()) {
      const emptiest = [...rounds].sort((one, other) => one.length - other.length);
      for (const [n, cell] of all.entries()) emptiest[n]?.push(cell);
    }
    return rounds;
  });
}

export const cellName = ({ failpoint, action, copies }: Cell): string => `${failpoint} ${action} ×${copies}`;
