import { createServer } from 'node:net';
import { freePort, freePorts, isPortFree } from './ports.js';

describe('ports', () => {
  it('finds different free ports', async () => {
    const ports = await freePorts(5);
    expect(new Set(ports).size).toBe(5);
    expect(await isPortFree(ports[0] ?? 0)).toBe(true);
  });

  it('sees that somebody listens', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortFree(port)).toBe(false);
    server.close();
  });
});
