import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinary, findRabbitmq, postgresFolders } from '../../libs/testing/src/servers/binaries.js';
import { tail } from '../../libs/testing/src/servers/process.js';
import { type Log, step } from './console.js';

/** Programs that are needed, by what they are for. */
export type Need = 'servers' | 'speech' | 'browser' | 'engines' | 'measure' | 'documents';

interface SystemPackage {
  /** Debian's name. */
  name: string;
  need: Need;
  isPresent: () => boolean;
}

const packages: SystemPackage[] = [
  { name: 'postgresql', need: 'servers', isPresent: () => !!findBinary('postgres', postgresFolders()) },
  { name: 'redis-server', need: 'servers', isPresent: () => !!findBinary('redis-server') },
  { name: 'rabbitmq-server', need: 'servers', isPresent: () => !!findRabbitmq() && !!findBinary('epmd') },
  {
    name: 'ffmpeg',
    need: 'speech',
    isPresent: () => !!findBinary('ffmpeg'),
  },
  { name: 'pocketsphinx', need: 'speech', isPresent: () => !!findBinary('pocketsphinx_continuous') },
  {
    name: 'pocketsphinx-en-us',
    need: 'speech',
    isPresent: () => existsSync('/usr/share/pocketsphinx/model/en-us'),
  },
  { name: 'espeak-ng', need: 'speech', isPresent: () => !!findBinary('espeak-ng') },
  {
    name: 'chromium',
    need: 'browser',
    isPresent: () => !!process.env.CHROMIUM_PATH || !!findBinary('chromium'),
  },
  // The other browsers, with a screen and microphones for them.
  { name: 'firefox-esr', need: 'engines', isPresent: () => !!findBinary('firefox-esr') },
  { name: 'webkit2gtk-driver', need: 'engines', isPresent: () => !!findBinary('WebKitWebDriver') },
  {
    name: 'gir1.2-webkit2-4.1',
    need: 'engines',
    isPresent: () => isInLibraries('girepository-1.0/WebKit2-4.1.typelib'),
  },
  { name: 'python3-gi', need: 'engines', isPresent: () => existsSync('/usr/lib/python3/dist-packages/gi') },
  {
    name: 'gstreamer1.0-plugins-good',
    need: 'engines',
    isPresent: () => isInLibraries('gstreamer-1.0/libgstpulseaudio.so'),
  },
  {
    name: 'gstreamer1.0-plugins-bad',
    need: 'engines',
    isPresent: () => isInLibraries('gstreamer-1.0/libgstwebrtc.so'),
  },
  {
    name: 'gstreamer1.0-libav',
    need: 'engines',
    isPresent: () => isInLibraries('gstreamer-1.0/libgstlibav.so'),
  },
  { name: 'xvfb', need: 'engines', isPresent: () => !!findBinary('Xvfb') },
  { name: 'pulseaudio', need: 'engines', isPresent: () => !!findBinary('pulseaudio') },
  { name: 'pulseaudio-utils', need: 'engines', isPresent: () => !!findBinary('parecord') },
  {
    name: 'chromium-headless-shell',
    need: 'measure',
    isPresent: () => !!findBinary('chromium-headless-shell'),
  },
  // Other people's programs that look at what is sealed.
  { name: 'openssl', need: 'documents', isPresent: () => !!findBinary('openssl') },
  { name: 'poppler-utils', need: 'documents', isPresent: () => !!findBinary('pdfsig') },
  { name: 'qpdf', need: 'documents', isPresent: () => !!findBinary('qpdf') },
  { name: 'unzip', need: 'documents', isPresent: () => !!findBinary('unzip') },
];

/** Whether a file is below one of the folders in which Debian keeps libraries, one for each kind of processor. */
function isInLibraries(path: string): boolean {
  return readdirSync('/usr/lib').some((folder) => existsSync(join('/usr/lib', folder, path)));
}

const policyFile = '/usr/sbin/policy-rc.d';

/** Debian's names of the packages that these needs lack on this machine. */
function missingPackages(needs: Need[]): string[] {
  return packages
    .filter(({ need, isPresent }) => needs.includes(need) && !isPresent())
    .map(({ name }) => name);
}

/**
 * Installs what is missing with apt-get, when this machine has it and we may.
 * @throws Error with the exact command to run when we may not
 */
export async function installMissing(needs: Need[], log: Log): Promise<void> {
  const missing = missingPackages(needs);
  if (missing.length === 0) return;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!findBinary('apt-get')) {
    throw new Error(
      `These programs are missing: ${missing.join(', ')} (Debian's names). Please install them.`,
    );
  }
  const asRoot = process.getuid?.() === 0;
  if (!asRoot && !canSudo())
    throw new Error(`Some programs are missing. Please run: sudo sh -c '${command}'`);
  await step(log, `installing ${missing.join(', ')}`, () => install(command, asRoot));
  const still = missingPackages(needs);
  if (still.length > 0) throw new Error(`Still missing after the installation: ${still.join(', ')}`);
}

/**
 * Debian starts a server as soon as it is installed, and at every boot. Ours are private: the first is forbidden for
 * the time of the installation, the second switched off where systemd rules.
 */
async function install(command: string, asRoot: boolean): Promise<void> {
  const mayStart = !existsSync(policyFile);
  const script = [
    'set -e',
    'export DEBIAN_FRONTEND=noninteractive',
    ...(mayStart
      ? [
          `printf '#!/bin/sh\\nexit 101\\n' > ${policyFile} && chmod 755 ${policyFile}`,
          `trap 'rm -f ${policyFile}' EXIT`,
        ]
      : []),
    command,
    ...['postgresql', 'redis-server', 'rabbitmq-server']
      .filter((name) => command.includes(` ${name}`))
      .map((name) => `[ ! -d /run/systemd/system ] || systemctl disable ${name} || true`),
  ].join('\n');
  const logFile = join(tmpdir(), `ssc-packages-${process.pid}.log`);
  const code = await runLogged(asRoot ? ['sh', '-c', script] : ['sudo', '-n', 'sh', '-c', script], logFile);
  const lines = tail(logFile, 20);
  rmSync(logFile, { force: true });
  if (code !== 0) throw new Error(`The installation failed (code ${code}). Last lines:\n${lines.join('\n')}`);
}

function runLogged([command = 'sh', ...args]: string[], logFile: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    writeFileSync(logFile, '', { mode: 0o600 });
    // A shell opens the log, so that the installation goes on writing whatever happens to us.
    const child = spawn(
      'sh',
      ['-c', 'log="$1"; shift; exec "$@" >>"$log" 2>&1', 'sh', logFile, command, ...args],
      {
        stdio: 'ignore',
      },
    );
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

function canSudo(): boolean {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
