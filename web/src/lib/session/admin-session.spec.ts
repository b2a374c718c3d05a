import { parseAdminSession } from './admin-session';

const ADMIN = '{"id":1,"username":"root","role":"admin"}';

describe('parseAdminSession', () => {
  it('needs a token and a user of role admin', () => {
    expect(parseAdminSession('t', ADMIN)).toMatchObject({ token: 't', user: { id: 1, role: 'admin' } });
  });

  it.each([
    [null, ADMIN],
    ['', ADMIN],
    ['t', null],
    ['t', '{'],
    ['t', '{"id":1,"username":"maria","role":"user"}'],
    ['t', '{"id":1,"username":"maria"}'],
  ])('refuses token %s with user %s', (token, user) => {
    expect(parseAdminSession(token, user)).toBeNull();
  });
});
