import { isAppPage, listOf, releaseName, staleCaches } from './pages';

describe('which addresses the kept document may stand in for', () => {
  it.each(['/', '/record-voice-deal', '/record', '/dashboard', '/remote-contract/1234', '/escrows'])(
    '%s is a page of the app',
    (path) => {
      expect(isAppPage(path)).toBe(true);
    },
  );

  it.each([
    '/checkout',
    '/checkout/1',
    '/subscribe',
    '/escrow',
    '/escrow/1',
    '/admin',
    '/admin/users',
    '/admin-login',
    '/api/config',
    '/socket.io/',
    '/internal/health',
    '/assets/x.js',
    '/robots.txt',
    '/sw.js',
    '/manifest.webmanifest',
  ])('%s is never answered from what is kept', (path) => {
    expect(isAppPage(path)).toBe(false);
  });
});

describe('listOf', () => {
  it('finds the list that a document names', () => {
    const html =
      '<head><meta charset="utf-8">\n<meta name="offline-assets" content="/assets/offline-a_B-1.json"></head>';
    expect(listOf(html)).toBe('/assets/offline-a_B-1.json');
  });

  it('takes nothing from elsewhere', () => {
    expect(listOf('<meta name="offline-assets" content="https://evil.test/assets/x.json">')).toBeNull();
    expect(listOf('<meta name="description" content="/assets/x.json">')).toBeNull();
    expect(listOf('')).toBeNull();
  });
});

describe('staleCaches', () => {
  const releases = ['/assets/1', '/assets/2', '/assets/3', '/assets/4', '/assets/5'].map(releaseName);

  it('keeps four releases, the kept document’s among them however old it is', () => {
    expect(staleCaches(['ssc-shell', ...releases], ['ssc-shell'], '/assets/5')).toEqual([releases[0]]);
    expect(staleCaches(['ssc-shell', ...releases], ['ssc-shell'], '/assets/1')).toEqual([releases[1]]);
    expect(staleCaches(releases.slice(0, 4), [], '/assets/4')).toEqual([]);
  });

  it('removes what an earlier worker left', () => {
    expect(staleCaches(['workbox-precache-v2', 'ssc-shell'], ['ssc-shell'], '/assets/1')).toEqual([
      'workbox-precache-v2',
    ]);
  });
});
