import { createHash } from 'node:crypto';

/** A hash that a path goes through, and on which side of it the other one stands. */
interface PathStep {
  side: 'left' | 'right';
  hash: string;
}

const hashOf = (prefix: number, ...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256').update(Buffer.from([prefix]));
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * One hash over many lines, of which a short path of hashes shows that it is over a certain line, without the other lines
 * (the tree of RFC 6962). Hashes are SHA-256 in hexadecimal digits.
 */
export class MerkleTree {
  private readonly levels: Buffer[][];

  constructor(lines: readonly string[]) {
    let level = lines.map((line) => hashOf(0, Buffer.from(line)));
    this.levels = [level];
    while (level.length > 1) {
      level = pairsOf(level).map(([left, right]) => (right ? hashOf(1, left, right) : left));
      this.levels.push(level);
    }
  }

  get root(): string {
    const [top] = this.levels.at(-1) ?? [];
    return (top ?? createHash('sha256').digest()).toString('hex');
  }

  /** From the line with this number, counted from 0, up to the root. */
  path(index: number): PathStep[] {
    const path: PathStep[] = [];
    let place = index;
    for (const level of this.levels) {
      const other = level[place ^ 1];
      // A hash without another beside it goes up as it is.
      if (other) path.push({ side: place % 2 === 0 ? 'right' : 'left', hash: other.toString('hex') });
      place >>= 1;
    }
    return path;
  }
}

function pairsOf(level: readonly Buffer[]): [Buffer, Buffer | undefined][] {
  const pairs: [Buffer, Buffer | undefined][] = [];
  for (let index = 0; index < level.length; index += 2) {
    pairs.push([level[index] as Buffer, level[index + 1]]);
  }
  return pairs;
}
