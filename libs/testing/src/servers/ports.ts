import { mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every process of a user writes down here which ports it is about to use. */
const CLAIMS = join(tmpdir(), `ssc-ports-${process.getuid?.() ?? 0}`);
/** By then whoever claimed a port listens on it, or never will. */
const CLAIM_LASTS_MS = 120_000;
const LOWEST = 20_000;
/** Where the system's own choice begins on Linux unless it is told otherwise; elsewhere it begins later. */
const EPHEMERAL_FROM = 32_768;

let place = process.pid * 97;

/** Whether a server could listen on this port now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await close(await listen(port, host));
    return true;
  } catch {
    return false;
  }
}

/**
 * `count` different ports that nothing listens on, and that nobody else who asks here gets meanwhile. They are none that
 * the system gives to outgoing connections: such a one could be taken before the server listens.
 */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  await mkdir(CLAIMS, { recursive: true });
  const range = (await ephemeralFrom()) - LOWEST;
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries > range) throw new Error('no free port');
    place += 1;
    const port = LOWEST + (place % range);
    if ((await isPortFree(port, host)) && (await claim(port))) ports.push(port);
  }
  return ports;
}

/** One port that nothing listens on. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const [port] = await freePorts(1, host);
  if (port === undefined) throw new Error('no free port');
  return port;
}

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Whether the port is this process's for the next minutes. */
async function claim(port: number): Promise<boolean> {
  const file = join(CLAIMS, String(port));
  const write = () => writeFile(file, '', { flag: 'wx' }).then(() => true);
  try {
    return await write();
  } catch {
    const claimed = await stat(file).catch(() => null);
    if (claimed && Date.now() - claimed.mtimeMs < CLAIM_LASTS_MS) return false;
    await unlink(file).catch(() => undefined);
    return write().catch(() => false);
  }
}

async function ephemeralFrom(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  const from = Number.parseInt(range, 10);
  return from > LOWEST + 1000 ? Math.min(from, EPHEMERAL_FROM) : EPHEMERAL_FROM;
}
