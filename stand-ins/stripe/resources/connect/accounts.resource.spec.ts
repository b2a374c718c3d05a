import { jest } from '@jest/globals';
import { answerOnboarding, openSession, refusal, type StandInSession } from '../../test/session.js';

const RETURN_URL = 'https://example.com/return';
const REFRESH_URL = 'https://example.com/refresh';
let session: StandInSession;

beforeEach(async () => {
  session = await openSession();
});

afterEach(() => session.close());

const newSeller = () =>
  session.stripe.accounts.create({
    type: 'express',
    country: 'US',
    email: 'sam@example.com',
    business_type: 'individual',
    business_profile: { product_description: 'Fences' },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { userId: '7' },
  });

const linkFor = async (account: string): Promise<string> =>
  (
    await session.stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: REFRESH_URL,
      return_url: RETURN_URL,
    })
  ).url;

describe('express accounts', () => {
  it('begin without any right', async () => {
    const account = await newSeller();
    expect(account.id).toMatch(/^acct_\w{16}$/);
    expect(account).toMatchObject({
      object: 'account',
      type: 'express',
      country: 'US',
      default_currency: 'usd',
      email: 'sam@example.com',
      capabilities: { transfers: 'inactive' },
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      metadata: { userId: '7' },
      settings: { payouts: { schedule: { interval: 'manual' } } },
    });
    expect(account.requirements?.currently_due).toContain('external_account');
    expect(await session.stripe.accounts.retrieve(account.id)).toEqual(account);
  });

  it.each([
    [{ type: 'standard' as const }, undefined],
    [{ email: 'nobody' }, 'email_invalid'],
    [{ country: 'Utopia' }, 'country_unsupported'],
    [{ colour: 'red' }, 'parameter_unknown'],
    [{ capabilities: { transfers: { requested: true } } }, undefined],
  ])('refuse %j', async (overrides, code) => {
    const error = await refusal(session.stripe.accounts.create({ type: 'express', ...overrides }));
    expect(error.statusCode).toBe(400);
    expect(error.code).toBe(code);
    expect(session.standIn.listAccounts()).toEqual([]);
  });

  it('are not asked for transfers without card payments', async () => {
    const { stripe } = session;
    const alone = /without the `card_payments` capability/;
    const wish = { transfers: { requested: true }, card_payments: { requested: false } };
    expect((await refusal(stripe.accounts.create({ type: 'express', capabilities: wish }))).message).toMatch(
      alone,
    );
    const { id } = await newSeller();
    expect((await refusal(stripe.accounts.update(id, { capabilities: wish }))).message).toMatch(alone);
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    });
  });

  it('are changed, listed and deleted', async () => {
    const { stripe } = session;
    const { id } = await newSeller();
    await stripe.accounts.create({ controller: { stripe_dashboard: { type: 'express' } } });
    const changed = await stripe.accounts.update(id, {
      metadata: { plan: 'pro' },
      business_profile: { name: 'Sam' },
    });
    expect(changed).toMatchObject({
      metadata: { userId: '7', plan: 'pro' },
      business_profile: { name: 'Sam', product_description: 'Fences' },
    });
    expect(session.eventTypes()).toEqual(['account.updated']);
    expect((await stripe.accounts.list()).data).toHaveLength(2);
    expect(await stripe.accounts.del(id)).toEqual(
      expect.objectContaining({ id, object: 'account', deleted: true }),
    );
    expect(await refusal(stripe.accounts.retrieve(id))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    });
  });
});

describe('onboarding', () => {
  it('finished makes the account ready and tells of it', async () => {
    const { id } = await newSeller();
    expect(await answerOnboarding(await linkFor(id), 'finished')).toBe(RETURN_URL);
    expect(await session.stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'active' },
      details_submitted: true,
      payouts_enabled: true,
      requirements: { currently_due: [], disabled_reason: null },
    });
    const [event] = session.standIn.listEvents();
    expect(event).toMatchObject({
      type: 'account.updated',
      account: id,
      data: {
        object: { id, details_submitted: true },
        previous_attributes: { capabilities: { transfers: 'inactive' }, details_submitted: false },
      },
    });
  });

  it('enables charges where card payments were asked for', async () => {
    const { id } = await session.stripe.accounts.create({ type: 'express' });
    await answerOnboarding(await linkFor(id), 'finished');
    expect(await session.stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
    });
  });

  it('left changes nothing, and a new link goes on', async () => {
    const { id } = await newSeller();
    expect(await answerOnboarding(await linkFor(id), 'left')).toBe(RETURN_URL);
    expect((await session.stripe.accounts.retrieve(id)).details_submitted).toBe(false);
    expect(session.eventTypes()).toEqual([]);
    await answerOnboarding(await linkFor(id), 'finished');
    expect((await session.stripe.accounts.retrieve(id)).details_submitted).toBe(true);
  });

  it('shows a page that says test mode and names the account', async () => {
    const { id } = await session.stripe.accounts.create({ type: 'express', email: 'a&b@example.com' });
    const page = await fetch(await linkFor(id));
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('Test mode.');
    expect(html).toContain('a&amp;b@example.com');
    expect(html).toContain('>Finish onboarding</button>');
    expect(html).toContain('>Leave, not finished</button>');
    expect((await fetch(page.url)).status).toBe(200);
  });

  it('opens each link once', async () => {
    const { id } = await newSeller();
    const url = await linkFor(id);
    await answerOnboarding(url, 'finished');
    const again = await fetch(url, { redirect: 'manual' });
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toBe(REFRESH_URL);
  });

  it('refuses a link after five minutes', async () => {
    const { id } = await newSeller();
    const link = await session.stripe.accountLinks.create({
      account: id,
      type: 'account_onboarding',
      refresh_url: REFRESH_URL,
      return_url: RETURN_URL,
    });
    expect(link).toMatchObject({ object: 'account_link', expires_at: link.created + 300 });
    const clock = jest.spyOn(Date, 'now').mockReturnValue((link.expires_at + 1) * 1000);
    try {
      const late = await fetch(link.url, { redirect: 'manual' });
      expect(late.headers.get('location')).toBe(REFRESH_URL);
    } finally {
      clock.mockRestore();
    }
    expect((await session.stripe.accounts.retrieve(id)).details_submitted).toBe(false);
  });

  it('needs an account and addresses', async () => {
    const { id } = await newSeller();
    const create = (overrides: object) =>
      session.stripe.accountLinks.create({
        account: id,
        type: 'account_onboarding',
        refresh_url: REFRESH_URL,
        return_url: RETURN_URL,
        ...overrides,
      });
    expect(await refusal(create({ account: 'acct_none' }))).toMatchObject({ code: 'resource_missing' });
    expect(await refusal(create({ return_url: 'nowhere' }))).toMatchObject({ code: 'url_invalid' });
    expect(await refusal(create({ refresh_url: undefined }))).toMatchObject({ param: 'refresh_url' });
  });
});

describe('login links', () => {
  it('show the account once it has onboarded', async () => {
    const { stripe } = session;
    const { id } = await newSeller();
    expect((await refusal(stripe.accounts.createLoginLink(id))).message).toContain('onboarding');
    await answerOnboarding(await linkFor(id), 'finished');
    await session.pay();
    await stripe.transfers.create({ amount: 1200, currency: 'usd', destination: id });
    const { url, object } = await stripe.accounts.createLoginLink(id);
    expect(object).toBe('login_link');
    const html = await (await fetch(url)).text();
    expect(html).toContain('sam@example.com');
    expect(html).toContain('12.00 USD');
  });
});

describe('events of a connected account', () => {
  it('are read in its name, not in the platform’s list', async () => {
    const { stripe } = session;
    const id = await session.sellerAccount();
    expect((await stripe.events.list({ type: 'account.updated' })).data).toEqual([]);
    const { data } = await stripe.events.list({}, { stripeAccount: id });
    expect(data.map(({ type, account }) => ({ type, account }))).toEqual([
      { type: 'account.updated', account: id },
    ]);
    const eventId = String(data[0]?.id);
    expect((await stripe.events.retrieve(eventId, {}, { stripeAccount: id })).id).toBe(eventId);
    expect(await refusal(stripe.events.retrieve(eventId))).toMatchObject({ code: 'resource_missing' });
  });

  it('need an account of ours, on routes that serve accounts', async () => {
    const id = await session.sellerAccount();
    const { stripe } = session;
    const stranger = await refusal(stripe.balance.retrieve({}, { stripeAccount: 'acct_none' }));
    expect(stranger).toMatchObject({ statusCode: 403, code: 'account_invalid' });
    const other = await refusal(stripe.customers.create({}, { stripeAccount: id }));
    expect(other.message).toContain('does not carry out POST /v1/customers');
    expect(session.standIn.listCustomers()).toEqual([]);
  });
});
