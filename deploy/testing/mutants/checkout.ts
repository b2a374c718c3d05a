import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Patch } from './patch.js';

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;
/** What the compiler and Vite make. */
const BUILT = ['dist', 'web/dist'];

/** A copy of the tree in which patches are applied one after the other, so that the tree itself stays as it is. */
export class Checkout {
  private isBuiltAsInRoot = true;

  private constructor(
    readonly root: string,
    readonly folder: string,
  ) {}

  /** Copies what git knows or would take, changed or not, and what was built of it. Packages are only linked. */
  static async make(root: string, folder: string): Promise<Checkout> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    // A repository of its own: else the ignored files of the one around it would hide everything in here.
    await run('git', ['init', '--quiet'], { cwd: folder });
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { stdout } = await run('git', args, { cwd: root, maxBuffer: MOST_BYTES });
    for (const file of stdout.split('\0')) {
      if (file === '' || !existsSync(join(root, file))) continue;
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await copyFile(join(root, file), join(folder, file));
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const checkout = new Checkout(root, folder);
    await checkout.copyBuilt();
    return checkout;
  }

  /** @throws Error when the patch does not fit the tree */
  async apply({ path }: Patch): Promise<void> {
    await run('git', ['apply', join(this.root, path)], { cwd: this.folder });
  }

  /** The tree as it was before the patch. */
  async restore({ files }: Patch): Promise<void> {
    for (const file of files) await copyFile(join(this.root, file), join(this.folder, file));
    if (!this.isBuiltAsInRoot) await this.copyBuilt();
  }

  /**
   * Builds what the patch has changed, for suites that start the built product.
   * @throws Error when it cannot be built
   */
  async build({ files }: Patch): Promise<void> {
    this.isBuiltAsInRoot = false;
    const isOfWeb = (file: string) => file.startsWith('web/');
    if (!files.every(isOfWeb)) {
      await this.program('node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.build.json');
    }
    if (files.some((file) => isOfWeb(file) || file.startsWith('libs/contracts/'))) {
      await this.program('node_modules/vite/bin/vite.js', 'build', 'web');
    }
  }

  /** Runs a script of a package in here. @throws Error with what it wrote, unless it ends well */
  async program(...args: string[]): Promise<string> {
    const options = { cwd: this.folder, maxBuffer: MOST_BYTES };
    const { stdout } = await run(process.execPath, args, options);
    return stdout;
  }

  private async copyBuilt(): Promise<void> {
    for (const name of BUILT) {
      await rm(join(this.folder, name), { recursive: true, force: true });
      await cp(join(this.root, name), join(this.folder, name), { recursive: true });
    }
    this.isBuiltAsInRoot = true;
  }
}
