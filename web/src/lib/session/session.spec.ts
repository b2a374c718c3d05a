import { parseStoredUser } from './session';

describe('parseStoredUser', () => {
  it('reads a stored user', () => {
    expect(parseStoredUser('{"id":7,"username":"maria"}')).toMatchObject({ id: 7, username: 'maria' });
  });

  it.each([null, '', 'undefined', '{', '[]', '"x"', '{"id":"7","username":"maria"}'])(
    'refuses %s',
    (text) => {
      expect(parseStoredUser(text)).toBeNull();
    },
  );
});
