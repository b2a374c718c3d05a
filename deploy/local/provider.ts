import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasDockerEngine } from '../../libs/testing/src/servers/binaries.js';
import { hasPostgresData } from '../../libs/testing/src/servers/postgres.js';

/** Where the servers of the local run come from: containers, or programs of this machine. */
export type Provider = 'docker' | 'native';

export interface Checkout {
  root: string;
  /** Where the local run keeps its files (`.local`). */
  directory: string;
}

/** What is known of a checkout before its servers are started. */
export interface Circumstances {
  /** INFRA, as the caller gave it. */
  wish: string | undefined;
  /** What `.local/provider` says. */
  noted: Provider | undefined;
  hasNativeData: boolean;
  /** Whether a Docker engine answers; without one nobody knows of its volumes. */
  hasEngine: boolean;
  hasVolumes: boolean;
  /** Whether a restore takes the place of the data, so that it may be lost. */
  isReplacing: boolean;
}

export interface Choice {
  provider: Provider;
  /** Nothing is kept with it yet, so that another one may be taken where it cannot be had. */
  isFree: boolean;
}

/**
 * Which servers to use: those that hold the data of this checkout, whatever was installed or stopped since.
 * @throws Error that says what to do, when INFRA asks for others, or when those are not to be had
 */
export async function chooseProvider(
  checkout: Checkout,
  env: NodeJS.ProcessEnv,
  { isReplacing = false } = {},
): Promise<Choice> {
  const hasEngine = await hasDockerEngine();
  return choose({
    wish: env.INFRA,
    noted: notedProvider(checkout.directory),
    hasNativeData: hasPostgresData(join(checkout.directory, 'postgres')),
    hasEngine,
    hasVolumes: hasEngine && (await hasVolumes(checkout.root)),
    isReplacing,
  });
}

/** The rule alone. */
export function choose(circumstances: Circumstances): Choice {
  const { noted, hasEngine } = circumstances;
  const wish = wishOf(circumstances.wish);
  const holder = noted ?? holderWithoutNote(circumstances, wish);
  if (holder === undefined) {
    const provider = wish ?? (hasEngine ? 'docker' : 'native');
    return { provider, isFree: wish === undefined };
  }
  if (wish !== undefined && wish !== holder) {
    throw new Error(
      `The data of this checkout is ${placeOf[holder]}, and INFRA=${wish} would begin without it. ` +
        `Leave INFRA away, ${orClean}`,
    );
  }
  if (holder === 'docker' && !hasEngine) {
    throw new Error(
      `The data of this checkout is ${placeOf.docker}, and no Docker engine answers. Start it, ${orClean}`,
    );
  }
  const isThere = holder === 'docker' ? circumstances.hasVolumes : circumstances.hasNativeData;
  if (!isThere && !circumstances.isReplacing) {
    throw new Error(
      `The data of this checkout was ${placeOf[holder]} and is not there any more (was the checkout moved?). ` +
        `Bring it back, make it anew from a backup with: make restore FROM=… REPLACE=yes, ${orClean}`,
    );
  }
  return { provider: holder, isFree: false };
}

/** Notes who holds the data, once servers have made it. */
export function noteProvider(directory: string, provider: Provider): void {
  if (notedProvider(directory) === provider) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(noteFile(directory), `${provider}\n`);
}

/** Who holds the data, as far as it was noted. */
export function notedProvider(directory: string): Provider | undefined {
  try {
    const text = readFileSync(noteFile(directory), 'utf8').trim();
    return isProvider(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Containers and volumes are this checkout's alone: the project carries a name made from where the checkout is. */
export function composeProject(root: string): string {
  return `ssc-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
}

const placeOf: Record<Provider, string> = {
  docker: 'in volumes of Docker',
  native: 'with servers of this machine',
};

const orClean =
  'or remove all data of this checkout and its secrets with: make clean (the key of its backups stays while some lie in backups/)';

/** Checkouts of earlier versions have no note; neither has one whose first start ended half-way. */
function holderWithoutNote(
  { hasNativeData, hasVolumes }: Circumstances,
  wish: Provider | undefined,
): Provider | undefined {
  if (hasNativeData && hasVolumes) {
    if (wish !== undefined) return wish;
    throw new Error(
      `This checkout has data both ${placeOf.docker} and ${placeOf.native}. ` +
        `Say which to go on with, INFRA=docker or INFRA=native, ${orClean}`,
    );
  }
  if (hasNativeData) return 'native';
  return hasVolumes ? 'docker' : undefined;
}

function wishOf(text: string | undefined): Provider | undefined {
  const wish = text || 'auto';
  if (wish === 'auto') return undefined;
  if (!isProvider(wish)) throw new Error(`INFRA=${wish} is not known; use docker, native or auto`);
  return wish;
}

function isProvider(text: string): text is Provider {
  return text === 'docker' || text === 'native';
}

async function hasVolumes(root: string): Promise<boolean> {
  const filter = `label=com.docker.compose.project=${composeProject(root)}`;
  const { stdout } = await promisify(execFile)('docker', ['volume', 'ls', '--quiet', '--filter', filter], {
    env: process.env,
  });
  return stdout.trim() !== '';
}

function noteFile(directory: string): string {
  return join(directory, 'provider');
}
