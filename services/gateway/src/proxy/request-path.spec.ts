import { normalizeUrl } from './request-path.js';

describe('the one spelling of an address', () => {
  it.each([
    ['/api/agreements/remote/1', '/api/agreements/remote/1', ''],
    ['/api/agreements/%72emote/1', '/api/agreements/remote/1', ''],
    ['/api/%61dmin/users?a=%20b', '/api/admin/users', '?a=%20b'],
    ['/api/%41uth/login', '/api/Auth/login', ''],
    ['/api/tickets/a%40b%c3%a9', '/api/tickets/a%40b%C3%A9', ''],
    ['/api/config?', '/api/config', '?'],
    ['/api/config?x=//..%2f', '/api/config', '?x=//..%2f'],
  ])('%s', (url, path, search) => {
    expect(normalizeUrl(url)).toEqual({ path, search });
  });

  it.each([
    '/api//config',
    '/api/./config',
    '/api/agreements/..',
    '/api/agreements/%2e%2E/internal',
    '/api/agreements/a%2fb',
    '/api/agreements/a%5Cb',
    '/api/agreements/a\\b',
    '/api/agreements/a;b',
    '/api/agreements/%2572emote/1',
    '/api/agreements/1%00',
    '/api/agreements/1%0d%0a',
  ])('%s could mean two', (url) => {
    expect(() => normalizeUrl(url)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it.each(['/api/config?x=%', '/api/config?x=%zz', '/api/%', '/api/config?x=%ff', '/api/a%c3'])(
    '%s means nothing',
    (url) => {
      expect(() => normalizeUrl(url)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    },
  );
});
