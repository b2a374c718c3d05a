import { createHash } from 'node:crypto';
import { MerkleTree } from './merkle-tree.js';

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leaf = (line: string) => sha256(Buffer.from([0]), line);
const node = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right);

/** The definition of RFC 6962, word by word: split at the largest power of two below the number. */
function treeHash(lines: readonly string[]): Buffer {
  if (lines.length === 0) return sha256();
  if (lines.length === 1) return leaf(lines[0] ?? '');
  let split = 1;
  while (split * 2 < lines.length) split *= 2;
  return node(treeHash(lines.slice(0, split)), treeHash(lines.slice(split)));
}

const linesOf = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

it('is the tree of RFC 6962, and each path leads from its line to the root', () => {
  for (let count = 0; count <= 40; count += 1) {
    const lines = linesOf(count);
    const tree = new MerkleTree(lines);
    expect(tree.root).toBe(treeHash(lines).toString('hex'));
    for (const [index, line] of lines.entries()) {
      let hash = leaf(line);
      for (const step of tree.path(index)) {
        const other = Buffer.from(step.hash, 'hex');
        hash = step.side === 'left' ? node(other, hash) : node(hash, other);
      }
      expect(hash.toString('hex')).toBe(tree.root);
    }
  }
});

it('has another root when a line is changed, moved, added or removed', () => {
  const lines = linesOf(7);
  const roots = [
    lines,
    lines.with(3, 'line x'),
    [...lines.slice(1), ...lines.slice(0, 1)],
    [...lines, ...lines.slice(-1)],
    lines.slice(0, -1),
  ].map((list) => new MerkleTree(list).root);
  expect(new Set(roots).size).toBe(roots.length);
});
