import { AuthUnderTest, newAddress, newPlace, PASSWORD } from './auth-under-test.js';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await AuthUnderTest.start({ SIGNUPS_PER_ADDRESS: '20' });
}, 120_000);

afterAll(async () => {
  await auth?.stop();
}, 60_000);

const tooMany = { status: 429, body: { code: 'too_many_attempts' } };

it('twenty signups in ten minutes come from one address, also of those that are refused', async () => {
  const place = newPlace();
  const signup = (email: string, address = place) =>
    auth.call('POST', '/api/auth/signup', {
      json: { username: 'Anna Miller', email, password: PASSWORD },
      address,
    });
  const known = newAddress();
  expect((await signup(known)).status).toBe(201);
  for (let i = 0; i < 19; i += 1) expect((await signup(known)).status).toBe(409);
  expect(await signup(known)).toMatchObject(tooMany);
  expect(await signup(newAddress())).toMatchObject(tooMany);
  expect((await signup(newAddress(), newPlace())).status).toBe(201);
});

it('a profile is changed twenty times in ten minutes at most', async () => {
  const { principal, email } = await auth.member();
  const other = await auth.member();
  const save = (who = principal, address = email) =>
    auth.call('PATCH', '/api/auth/profile', {
      principal: who,
      json: { username: 'Anna', email: address },
      address: newPlace(),
    });
  for (let i = 0; i < 20; i += 1) expect((await save()).status).toBe(200);
  expect(await save()).toMatchObject(tooMany);
  expect((await save(other.principal, other.email)).status).toBe(200);
});

it('wrong passwords of people do not close the login of administrators', async () => {
  const place = newPlace();
  const { email } = await auth.admin();
  const login = (path: string, password: string, who = email) =>
    auth.call('POST', path, { json: { email: who, password }, address: place });
  for (let i = 0; i < 10; i += 1) {
    expect((await login('/api/auth/login', 'a wrong password')).status).toBe(401);
  }
  for (let i = 0; i < 90; i += 1) await login('/api/auth/login', 'a wrong password', newAddress());
  expect(await login('/api/auth/login', PASSWORD)).toMatchObject(tooMany);
  expect((await login('/api/admin/login', PASSWORD)).status).toBe(200);
});
