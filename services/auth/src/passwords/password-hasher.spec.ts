import { PasswordHasher } from './password-hasher.js';

it('a flood of signups keeps no login waiting', async () => {
  const hasher = new PasswordHasher();
  const known = await hasher.hash('three brown horses');
  const flood = Array.from({ length: 60 }, () =>
    hasher.hash('three brown horses', 'signups').catch((error: unknown) => error),
  );
  let signedUp = 0;
  for (const signup of flood) void signup.then(() => (signedUp += 1));
  expect(await hasher.verify(known, 'three brown horses')).toBe(true);
  // Those that found no place are refused at once; of the others most still wait.
  expect(signedUp).toBeLessThan(40);
  const answers = await Promise.all(flood);
  const refused = answers.filter((answer) => typeof answer !== 'string');
  expect(refused).toHaveLength(19);
  for (const error of refused) expect(error).toMatchObject({ code: 'too_many_requests' });
});

it('comparing with no hash is the same work as comparing with a stored one, and is never right', async () => {
  const hasher = new PasswordHasher();
  const [stored, decoy] = [await hasher.hash('three brown horses'), await hasher.decoy];
  // The cost of Argon2id is that of the version, memory and passes that a hash begins with.
  for (const hash of [stored, decoy]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  for (const hash of [stored, null]) {
    const compared = hasher.verify(hash, 'nobody has this password');
    await Promise.resolve();
    await Promise.resolve();
    expect(hasher.queues.accounts.activeCount).toBe(1);
    expect(await compared).toBe(false);
  }
});
