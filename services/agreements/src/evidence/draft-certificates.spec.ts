import { DraftCertificates } from './draft-certificates.js';

let drafts: DraftCertificates;
/** Draws that have begun and not ended, oldest first, and how many there were in all. */
let open: { key: string; end: (draft: Buffer) => void; fail: (error: Error) => void }[];
let begun: string[];

beforeEach(() => {
  drafts = new DraftCertificates();
  open = [];
  begun = [];
});

const ask = (key: string) =>
  drafts.get(
    key,
    () =>
      new Promise<Buffer>((end, fail) => {
        begun.push(key);
        open.push({ key, end, fail });
      }),
  );
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets the one that is being drawn end. */
async function end(bytes = 10): Promise<void> {
  await turn();
  expect(open).toHaveLength(1);
  open.pop()?.end(Buffer.alloc(bytes));
  await turn();
}

it('is drawn once for all who ask at once, and not again', async () => {
  const asked = [ask('one'), ask('one'), ask('one')];
  await end();
  const [draft, ...others] = await Promise.all(asked);
  for (const other of [...others, await ask('one')]) expect(other).toBe(draft);
  expect(begun).toEqual(['one']);
});

it('is drawn while no other one is', async () => {
  const asked = [ask('one'), ask('two'), ask('three')];
  for (const _ of asked) await end();
  await Promise.all(asked);
  expect(begun).toEqual(['one', 'two', 'three']);
});

it('is refused for now where too many wait, but for whoever asks for one of those', async () => {
  const asked = Array.from({ length: 17 }, (_, n) => ask(`${n}`));
  await expect(ask('one too many')).rejects.toMatchObject({ code: 'unavailable' });
  asked.push(ask('16'));
  for (let n = 0; n < 17; n += 1) await end();
  expect(await Promise.all(asked)).toHaveLength(18);
  expect(begun).toHaveLength(17);
});

it('is drawn anew where that failed', async () => {
  const failed = expect(ask('one')).rejects.toThrow('no font');
  await turn();
  open.pop()?.fail(new Error('no font'));
  await failed;
  const again = ask('one');
  await end();
  expect(await again).toHaveLength(10);
});

it('is kept until others need its room', async () => {
  for (const key of ['one', 'two', 'three', 'one']) {
    const asked = ask(key);
    await end(7 * 1024 * 1024);
    await asked;
  }
  await ask('three');
  expect(begun).toEqual(['one', 'two', 'three', 'one']);
});
