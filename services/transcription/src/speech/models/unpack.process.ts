import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import type { UnpackTask } from './install-model.js';

/**
 * Unpacks an archive in a process of its own: it is minutes of computing, and what the archive holds is not ours. It knows
 * no other file of ours, so that Node can run its source as it is, too. It is sent its task, and answers when it is done.
 */

async function unpack({ archive, folder, members, mostBytes }: UnpackTask): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(archive), unbzip2(), tar);
  const missing = new Map(members.map(({ member, name }) => [member, name]));
  let left = mostBytes;
  const count = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        left -= chunk.length;
        done(left < 0 ? new Error(`the archive holds more than ${mostBytes} bytes`) : null, chunk);
      },
    });
  const reads = async () => {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      const wanted = missing.get(name.replace(/^\.\//, ''));
      if (wanted === undefined || type !== 'file') {
        entry.resume();
        continue;
      }
      missing.delete(name.replace(/^\.\//, ''));
      await pipeline(entry, count(), createWriteStream(join(folder, wanted), { flags: 'wx' }));
    }
  };
  await Promise.all([reading, reads()]);
  if (missing.size > 0) throw new Error(`the archive lacks ${[...missing.keys()].join(', ')}`);
}

process.once('message', (task: UnpackTask) => {
  unpack(task).then(
    () => process.send?.({ answer: null }, () => process.disconnect()),
    (error: NodeJS.ErrnoException) => {
      const { code, message } = error;
      process.send?.({ failure: code ? `${code} ${message}` : message }, () => process.disconnect());
    },
  );
});
// A stream that still waits would keep the process.
process.once('disconnect', () => process.exit());
