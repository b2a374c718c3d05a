import { authHeaders } from './api-client';

describe('authHeaders', () => {
  const stored: Record<string, string> = { userToken: 'user', adminToken: 'admin' };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

  beforeAll(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: { getItem: (key: string) => stored[key] ?? null },
    });
  });

  afterAll(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });

  it.each([
    ['/api/users/7/stats', 'user'],
    ['/api/agreements/4207731958026614/events', 'user'],
    ['/api/admin/stats', 'admin'],
    ['/api/admin/users?q=maria', 'admin'],
    ['/api/admin/logout', 'admin'],
  ])('%s carries the token of the %s', (path, token) => {
    expect(authHeaders(path)).toEqual({ Authorization: `Bearer ${token}` });
  });

  it.each(['/api/auth/login', '/api/auth/signup', '/api/admin/login'])('%s carries none', (path) => {
    expect(authHeaders(path)).toEqual({});
  });
});
