import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A temporary directory for one spec file, and ways to fill it. */
export class MediaFixtures {
  private constructor(readonly directory: string) {}

  static async create(): Promise<MediaFixtures> {
    return new MediaFixtures(await mkdtemp(join(tmpdir(), 'media-spec-')));
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  /** A tone that starts quiet and becomes loud after half of its length. */
  async tone(name: string, seconds: number, encoder: string[] = []): Promise<string> {
    const source = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
    const swell = `volume='if(lt(t,${seconds / 2}),0.2,4)':eval=frame`;
    await this.ffmpeg(['-f', 'lavfi', '-i', source, '-af', swell, ...encoder], name);
    return this.path(name);
  }

  async ffmpeg(args: string[], outputName: string): Promise<string> {
    await run('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args, this.path(outputName)]);
    return this.path(outputName);
  }

  /** The first part of a file, as a crash or a lost connection leaves it. */
  async cut(name: string, outputName: string, fraction: number): Promise<string> {
    const content = await readFile(this.path(name));
    return this.write(outputName, content.subarray(0, Math.floor(content.length * fraction)));
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
