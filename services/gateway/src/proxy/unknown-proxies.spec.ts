import { UnknownProxies } from './unknown-proxies.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as Parameters<UnknownProxies['look']>[0];

describe('a proxy that nobody has named', () => {
  const warn = jest.fn();
  const watching = (...trusted: string[]) => new UnknownProxies(trusted, { warn });
  beforeEach(() => warn.mockReset());

  it('is said once, with its address', () => {
    // As where the network of the containers was made anew.
    const proxies = watching('172.20.0.1');
    for (const address of ['172.23.0.1', '172.23.0.1', '::ffff:172.24.0.1']) {
      proxies.look(from(address, '203.0.113.9'));
    }
    expect(warn.mock.calls).toEqual([
      [{ address: '172.23.0.1' }, expect.stringContaining('TRUSTED_PROXIES does not name')],
    ]);
  });

  it('is none that is named, nor somebody who comes directly or from the internet', () => {
    watching('172.20.0.1').look(from('172.20.0.1', '203.0.113.9'));
    watching('uniquelocal').look(from('::ffff:172.23.0.1', '203.0.113.9'));
    watching().look(from('172.23.0.1'));
    watching().look(from('198.51.100.7', '203.0.113.9'));
    expect(warn).not.toHaveBeenCalled();
  });
});
