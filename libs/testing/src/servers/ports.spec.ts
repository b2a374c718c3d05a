import { createServer } from 'node:net';
import { freePort, freePorts, isPortFree } from './ports.js';

describe('free ports', () => {
  it('are different ones for everybody who asks at the same moment', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => freePorts(5)));
    const ports = asked.flat();
    expect(new Set(ports).size).toBe(100);
    expect(await Promise.all(ports.map((port) => isPortFree(port)))).toEqual(ports.map(() => true));
  });

  it('are none that the system gives to outgoing connections', async () => {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  });

  it('are not those on which somebody listens', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortFree(port)).toBe(false);
    server.close();
  });
});
