import { DAY_MS, HOUR_MS } from '#platform';
import * as accounts from './mails/account-mails.js';
import * as mails from './mails/agreement-mails.js';
import { Deals, emptyTheCard } from './mails/escrow-deals.js';
import * as told from './mails/escrow-mails.js';
import { copiesCameOfKillsOnly, everyKindCame, nothingElseCame } from './mails/last-looks.js';
import { Scene, WORDS } from './mails/scene.js';

/**
 * Every mail about held payments and subscriptions, delivered three times like all others and with its sender killed.
 * The steps share one system, whose clock only goes forward. A subscription covers the contracts, so that they last.
 */

const MINIMUM_KILLS = 8;
const MINUTE_MS = 60_000;
/** What each payment comes to, with its dollars. */
const DOLLARS = {
  released: 2000,
  divided: 100,
  back: 80,
  won: 500,
  lost: 300,
  long: 640,
  unpaid: 70,
  quiet: 60,
};
type Name = keyof typeof DOLLARS;
const NAMES = Object.keys(DOLLARS) as Name[];
const NEVER_PAID: readonly Name[] = ['unpaid', 'quiet'];
const PAID = NAMES.filter((name) => !NEVER_PAID.includes(name));

let scene: Scene<Name>;
let deals: Deals;
let anna: accounts.Person;
const all = {} as Record<Name, told.Deal>;
/** PaymentIntents of what was paid. */
const intents = {} as Record<Name, string>;
let paidUntil: string;
let releaseAt: { released: string; won: string };

beforeAll(async () => {
  scene = await Scene.open();
  deals = new Deals(scene);
  anna = { name: mails.NAMES.a, email: scene.anna.emailA };
}, 120_000);

afterAll(() => scene?.close(), 60_000);

/** Who is paid: the other party, somebody who is none, or somebody whose payouts are set up already. */
function sellerOf(name: Name): told.Deal['seller'] {
  if (name === 'back') return { name: null, email: `garage.${scene.mark}@example.test` };
  if (name === 'quiet') return { name: null, email: scene.emailB('released') };
  return { name: mails.NAMES.b, email: scene.emailB(name) };
}

const moveTo = (aheadMs: number) => scene.killWhileSending(() => scene.system.moveClock(aheadMs));
const fromNow = (moment: string) => Date.parse(moment) - Date.now();

describe('every mail about held money once', () => {
  it('tells of the subscription and of what it covers', async () => {
    const { room, saved } = scene;
    for (const name of NAMES) room.owe(mails.saved(await scene.save(name), await scene.endOf(name)));
    await scene.anna.signup();
    room.owe(accounts.accountCreated(anna));
    await room.complete();

    await scene.killWhileSending(async () => {
      paidUntil = await deals.subscribe();
    });
    room.owe(accounts.subscription(anna, 'started', paidUntil, await deals.subscriptionReceipt()));
    await scene.killWhileSending(async () => {
      for (const name of NAMES) {
        const answer = await scene.anna.createPaymentIntent(saved[name]);
        expect(answer).toMatchObject({ clientSecret: null, coveredBy: 'subscription' });
      }
    });
    for (const name of NAMES) {
      const contract = scene.contracts[name];
      all[name] = { contract, dollars: DOLLARS[name], seller: sellerOf(name) };
      room.owe(mails.covered(contract, 'subscription'), ...mails.proof(contract, [WORDS]));
    }
    await room.complete();
  }, 300_000);

  it('asks sellers to get ready, but not those who are, and tells both of what is held', async () => {
    const { room } = scene;
    const strangers = NAMES.filter((name) => name !== 'quiet');
    await scene.killWhileSending(async () => {
      for (const name of strangers) expect((await deals.begin(all[name])).requiresOnboarding).toBe(true);
    });
    room.owe(...strangers.flatMap((name) => told.sellerNeeded(all[name])));
    await room.complete();

    for (const name of PAID) await deals.getReady(all[name]);
    room.owe(...PAID.flatMap((name) => told.payable(all[name])));
    await room.complete();

    expect((await deals.begin(all.quiet)).requiresOnboarding).toBe(false);
    await scene.killWhileSending(() => deals.payInVain(all.quiet));
    room.owe(...told.bankRefused(all.quiet));
    await room.complete();

    await scene.killWhileSending(async () => {
      for (const name of PAID) intents[name] = await deals.pay(all[name]);
    });
    for (const name of PAID) room.owe(...told.held(all[name], await scene.receipt(name, 'held_payment')));
    await room.complete();

    await deals.askForLink(all.released);
    room.owe(...told.linkAgain(all.released));
    await room.complete();
  }, 300_000);

  it('tells of a problem, of its decision and of money that goes back', async () => {
    const { room } = scene;
    const { back, divided } = all;
    const [words, reason] = ['A wheel is missing.', 'The wheel costs forty dollars.'];
    await scene.killWhileSending(() => deals.asBuyer(divided, 'problem', { reason: words }));
    room.owe(...told.problem(divided, words));
    await room.complete();

    await scene.killWhileSending(() => deals.asSeller(divided, 'refund', { amount: 30 }));
    room.owe(...told.refundPromised(divided, 30));
    await room.complete();

    await scene.killWhileSending(async () => {
      await deals.decide(divided, 60, reason);
      await deals.asSeller(back, 'refund');
    });
    room.owe(...told.decided(divided, reason, 60), ...told.released(divided, 60), ...told.refunded(back));
    await room.complete();
  }, 240_000);

  it('counts down to the release', async () => {
    const { room } = scene;
    const { released, won } = all;
    await scene.killWhileSending(async () => {
      const at = async (deal: told.Deal) => String((await deals.asSeller(deal, 'delivered')).releaseAt);
      releaseAt = { released: await at(released), won: await at(won) };
    });
    room.owe(...told.clockStarted(released, releaseAt.released), ...told.clockStarted(won, releaseAt.won));
    await room.complete();

    await moveTo(12 * HOUR_MS + 10 * MINUTE_MS);
    room.owe(...told.halfTime(released, releaseAt.released), ...told.halfTime(won, releaseAt.won));
    await room.complete();
  }, 240_000);

  it('tells of what a bank takes back, gives back and keeps', async () => {
    const { room, system } = scene;
    const { won, lost } = all;
    const disputed = (name: 'won' | 'lost') => system.stripe.dispute(intents[name]).id;
    const [toWin, toLose] = [disputed('won'), disputed('lost')];
    const frozen = { seller: 'Until the bank has decided nobody gets the money', support: 'It is frozen' };
    room.owe(...[won, lost].flatMap((deal) => told.bank(deal, 'chargeback', frozen)));
    await room.complete();

    await scene.killWhileSending(async () => {
      system.stripe.closeDispute(toWin, 'won');
      system.stripe.closeDispute(toLose, 'lost');
    });
    releaseAt.won = String((await deals.reaches(won, 'release_due')).releaseAt);
    const again = `The clock runs anew: you get ${told.usd(475)} on ${mails.readable(releaseAt.won)}`;
    const anew = `Your payment is released on ${mails.readable(releaseAt.won)}`;
    const gone = 'We cannot pay you from it, and you owe no fee';
    const back = 'has given the money back';
    room.owe(
      ...told.bank(won, 'chargeback-won', { buyer: anew, seller: again, support: back }),
      ...told.bank(lost, 'charged-back', { seller: gone, support: 'the seller gets nothing' }),
    );
    await room.complete();
  }, 240_000);

  it('tells of the last hour, of the release, and of the clock that runs anew', async () => {
    const { room } = scene;
    const { released, won } = all;
    await moveTo(23 * HOUR_MS + 30 * MINUTE_MS);
    room.owe(...told.lastHour(released, releaseAt.released));
    await room.complete();
    await moveTo(24 * HOUR_MS + 20 * MINUTE_MS);
    room.owe(...told.released(released), ...told.halfTime(won, releaseAt.won));
    await room.complete();
    await scene.killWhileSending(() => deals.asBuyer(won, 'release'));
    room.owe(...told.released(won));
    await room.complete();
  }, 240_000);

  it('leaves what was paid out to the seller when the bank takes it back afterwards', async () => {
    const { room, system } = scene;
    const { released } = all;
    const stays = 'What was paid out to you stays yours';
    const { id } = system.stripe.dispute(intents.released);
    room.owe(...told.bank(released, 'chargeback', { seller: stays, support: 'that was settled already' }));
    await room.complete();
    await scene.killWhileSending(async () => system.stripe.closeDispute(id, 'lost'));
    room.owe(...told.bank(released, 'charged-back', { seller: stays, support: 'the loss is ours' }));
    await room.complete();
  }, 240_000);

  it('closes what nobody pays, renews, and warns of what is held for too long', async () => {
    const { room, system } = scene;
    const { long, quiet, unpaid } = all;
    await moveTo(7 * DAY_MS + HOUR_MS);
    room.owe(...told.failed(unpaid, true), ...told.failed(quiet, false));
    await room.complete();
    await scene.killWhileSending(() => deals.payLate(quiet));
    room.owe(...told.lateRefunded(quiet));
    await room.complete();

    await moveTo(fromNow(paidUntil) + HOUR_MS);
    const renewed = await deals.subscription(({ periodEnd }) => periodEnd > paidUntil);
    room.owe(accounts.subscription(anna, 'renewed', renewed.periodEnd, await deals.subscriptionReceipt()));
    await room.complete();

    for (const [act, change] of [
      ['cancel', 'cancelled'],
      ['resume', 'resumed'],
    ] as const) {
      await scene.killWhileSending(() => scene.anna.ask('POST', `/api/user/subscription/${act}`));
      room.owe(accounts.subscription(anna, change, renewed.periodEnd));
      await room.complete();
    }

    await emptyTheCard(system);
    await moveTo(Math.max(fromNow(renewed.periodEnd), 60 * DAY_MS) + HOUR_MS);
    room.owe(accounts.subscription(anna, 'payment-failed', renewed.periodEnd), ...told.heldTooLong(long));
    await room.complete();
    await scene.killWhileSending(() => scene.anna.ask('POST', '/api/user/subscription/cancel'));
    room.owe(accounts.subscription(anna, 'ended', renewed.periodEnd));
    await room.complete();

    await moveTo(84 * DAY_MS + HOUR_MS);
    room.owe(...told.refunded(long));
    await room.complete();
  }, 300_000);

  it('sends nothing else when everything was delivered three times', async () => {
    await nothingElseCame(scene);
    await everyKindCame(scene, (template) =>
      /^(subscription$|covered$|held-payment-|seller-link-again$)/.test(template),
    );
    expect(scene.kills).toBeGreaterThanOrEqual(MINIMUM_KILLS);
    expect(scene.events.events).toBeGreaterThan(80);
  }, 240_000);

  it('sends a second copy only when it was killed before it knew of the first', () =>
    copiesCameOfKillsOnly(scene));
});
