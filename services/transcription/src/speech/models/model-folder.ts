import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, type FileDigest } from '#platform';
import type { Model, ModelFile } from './manifest.js';

/** What was found when a model was put here. */
interface InstalledFile extends FileDigest {
  name: string;
  /** Whether somebody has published this digest, or that of the archive. */
  isPinned: boolean;
}

const RECORD = 'installed.json';

/** Where one model lies: a folder with its files and a record of what they are. */
export class ModelFolder {
  readonly path: string;
  /** Files whose digest was looked at, by their state then: looking again takes seconds. */
  private readonly seen = new Map<string, string>();
  private record: InstalledFile[] | null = null;

  constructor(
    readonly root: string,
    readonly model: Model,
  ) {
    this.path = join(root, model.id);
  }

  /** Paths of the files by their roles. */
  get files(): Record<string, string> {
    return Object.fromEntries(this.model.files.map(({ role, name }) => [role, join(this.path, name)]));
  }

  /** Whether all files are there, each as long as it should be. */
  async isThere(): Promise<boolean> {
    const record = await this.read();
    for (const file of this.model.files) {
      const found = await stat(join(this.path, file.name)).catch(() => null);
      const bytes = record?.find(({ name }) => name === file.name)?.bytes ?? file.bytes;
      if (!found?.isFile() || (bytes !== null && found.size !== bytes)) return false;
    }
    return true;
  }

  /** Whether the files are, byte by byte, what they were when they came, and what was published. */
  async isSound(signal?: AbortSignal): Promise<boolean> {
    if (!(await this.isThere())) return false;
    const record = await this.read();
    if (record === null) return this.adopt(signal);
    for (const file of this.model.files) {
      const known = record.find(({ name }) => name === file.name);
      const sha256 = await this.digest(file, signal);
      if (sha256 !== known?.sha256 || (file.sha256 !== null && sha256 !== file.sha256)) return false;
    }
    return true;
  }

  /** Whether no digest that was published covers one of its files. */
  async isUnpinned(): Promise<boolean> {
    return (await this.read())?.some(({ isPinned }) => !isPinned) ?? false;
  }

  /** A folder beside it in which it is put together. */
  async prepare(): Promise<string> {
    const folder = `${this.path}.incoming`;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Puts what was prepared in its place, at once. The files came from a download whose digest was checked. */
  async take(folder: string, signal?: AbortSignal): Promise<void> {
    const record: InstalledFile[] = [];
    for (const { name } of this.model.files) {
      const path = join(folder, name);
      record.push({ name, ...(await digestOf(path, signal)), isPinned: true });
    }
    await writeFile(join(folder, RECORD), JSON.stringify(record, null, 2));
    await this.remove();
    await rename(folder, this.path);
  }

  async remove(): Promise<void> {
    this.forget();
    await rm(this.path, { recursive: true, force: true });
  }

  /** Somebody else may have put it here anew. */
  forget(): void {
    this.record = null;
    this.seen.clear();
  }

  /** Somebody has laid the files here by hand: those with a published digest must have it. */
  private async adopt(signal?: AbortSignal): Promise<boolean> {
    const record: InstalledFile[] = [];
    for (const file of this.model.files) {
      const sha256 = await this.digest(file, signal);
      if (file.sha256 !== null && file.sha256 !== sha256) return false;
      const { size } = await stat(join(this.path, file.name));
      record.push({ name: file.name, bytes: size, sha256, isPinned: file.sha256 !== null });
    }
    this.record = record;
    // A folder that is only to be read is as good.
    await writeFile(join(this.path, RECORD), JSON.stringify(record, null, 2)).catch(() => undefined);
    return true;
  }

  private async digest({ name }: ModelFile, signal?: AbortSignal): Promise<string> {
    const path = join(this.path, name);
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    const state = `${size} ${mtimeMs} ${ctimeMs} ${ino} `;
    const known = this.seen.get(name);
    if (known?.startsWith(state)) return known.slice(state.length);
    const { sha256 } = await digestOf(path, signal);
    this.seen.set(name, state + sha256);
    return sha256;
  }

  private async read(): Promise<InstalledFile[] | null> {
    if (this.record) return this.record;
    try {
      this.record = JSON.parse(await readFile(join(this.path, RECORD), 'utf8')) as InstalledFile[];
    } catch {
      return null;
    }
    return this.record;
  }
}
