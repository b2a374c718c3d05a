import { BaseConfig } from './config.js';
import { MailLimits } from './mail-limits.js';

/** Without Redis: the process counts for itself. */
function limits(mailsPerStranger = 2): MailLimits {
  return new MailLimits(
    Object.assign(new BaseConfig(), {
      redisUrl: 'redis://127.0.0.1:1',
      ...{ strangersPerAccount: 2, strangersPerAddress: 3, mailsPerStranger },
    }),
  );
}

describe('mails to people who have not asked for them', () => {
  let subject: MailLimits;

  beforeEach(() => {
    subject = limits();
  });
  afterEach(() => subject.onModuleDestroy());

  const anna = (address: string | null = null) => ({ accountId: 1, address });
  const refusal = { code: 'too_many_requests', options: { retryAfterSeconds: expect.any(Number) } };

  it('go to a few different people of one account, and to each as often as one likes', async () => {
    for (const to of ['a@x.test', 'b@x.test', 'A@x.test', 'b@x.test']) {
      await subject.takeStranger('seller', anna(), to);
    }
    for (const _time of [1, 2]) {
      await expect(subject.takeStranger('seller', anna(), 'c@x.test')).rejects.toMatchObject(refusal);
    }
    await subject.takeStranger('seller', anna(), 'a@x.test');
    await subject.takeStranger('seller', { accountId: 2, address: null }, 'c@x.test');
    await subject.takeStranger('saved', anna(), 'c@x.test');
  });

  it('are counted once when two calls come at once, and refused to both when none is left', async () => {
    const both = (to: string) =>
      Promise.allSettled([1, 2].map(() => subject.takeStranger('seller', anna(), to)));
    const outcomes = async (to: string) => (await both(to)).map(({ status }) => status);
    expect(await outcomes('a@x.test')).toEqual(['fulfilled', 'fulfilled']);
    await subject.takeStranger('seller', anna(), 'b@x.test');
    expect(await outcomes('c@x.test')).toEqual(['rejected', 'rejected']);
    expect(await outcomes('a@x.test')).toEqual(['fulfilled', 'fulfilled']);
  });

  it('go to a few more of one address, whoever is logged in there', async () => {
    const from = (accountId: number | null) => ({ accountId, address: '2001:db8::1' });
    await subject.takeStranger('saved', from(null), 'a@x.test');
    await subject.takeStranger('saved', from(2), 'b@x.test');
    await subject.takeStranger('saved', from(3), 'c@x.test');
    const neighbour = { accountId: 4, address: '2001:db8::ffff' };
    await expect(subject.takeStranger('saved', neighbour, 'd@x.test')).rejects.toMatchObject(refusal);
    await subject.takeStranger('saved', { accountId: 4, address: '2001:db8:1::1' }, 'd@x.test');
  });

  it('reach one person a few times a day for one reason; an attempt more is not a mail more', async () => {
    for (const key of ['one', 'two', 'one', 'two']) await subject.takeMail('saved', 'a@x.test', key);
    await expect(subject.takeMail('saved', 'A@X.test', 'three')).rejects.toMatchObject(refusal);
    await subject.takeMail('invitation', 'a@x.test', 'three');
    await subject.takeMail('saved', 'b@x.test', 'three');
  });

  const takeAbout = (subjectId: string, key: string, to = 'a@x.test') =>
    subject.takeMailAbout('seller-link', to, { key, subjectId });

  it('reach one person five times a day about each thing', async () => {
    subject.onModuleDestroy();
    subject = limits(20);
    for (const key of ['1', '2', '3', '4', '5', '5']) await takeAbout('one', key);
    await expect(takeAbout('one', '6', 'A@X.test')).rejects.toMatchObject(refusal);
    await takeAbout('two', '6');
    await takeAbout('one', '6', 'b@x.test');
  });

  it('reach one person a few times a day about all things together, but for the first about each', async () => {
    for (const thing of ['one', 'two', 'three']) await takeAbout(thing, `${thing} 1`);
    for (const key of ['one 2', 'two 2']) await takeAbout(key.slice(0, 3), key);
    await expect(takeAbout('three', 'three 2', 'A@x.test')).rejects.toMatchObject(refusal);
    // What was counted goes again after an attempt that failed, and the first about another thing goes anyway.
    for (const key of ['one 1', 'two 2']) await takeAbout(key.slice(0, 3), key);
    await takeAbout('four', 'four 1');
    await takeAbout('one', 'one 3', 'b@x.test');
    await subject.takeMail('link', 'a@x.test', 'of another reason');
  });
});
