import { DAY_MS, HOUR_MS } from '#platform';
import { invitationTo, Journey, PartyB } from '#testing';
import * as accounts from './mails/account-mails.js';
import * as mails from './mails/agreement-mails.js';
import { copiesCameOfKillsOnly, everyKindCame, nothingElseCame } from './mails/last-looks.js';
import { Scene, WORDS } from './mails/scene.js';

/**
 * Every kind of mail about contracts and accounts reaches each of its readers once and with its facts, although every event is delivered three times
 * and the process that sends is killed again and again. The steps share one system, whose clock only goes forward.
 */

const PASSWORDS = ['three brown horses', 'seven white swans', 'nine green frogs'] as const;
const MINIMUM_KILLS = 8;
/** Paid ones with an invitation. */
const REMOTE = ['remote', 'declined', 'cancelled', 'waiting'] as const;
const LOCAL = ['local', 'failing', 'unpaid', 'dropped'] as const;
const [ANNA, BEN] = [mails.NAMES.a, mails.NAMES.b];
/** As what Node's own `fetch` shows itself. */
/** What `node` calls itself is no browser. */
const DEVICE = 'Not known';

let scene: Scene<(typeof REMOTE)[number] | (typeof LOCAL)[number]>;

beforeAll(async () => {
  scene = await Scene.open();
}, 120_000);

afterAll(() => scene?.close(), 60_000);

/** The newest link in the mailbox of party B. */
const partyB = async (address: string, after = 0) =>
  new PartyB(scene.system.url, await invitationTo(scene.system.mailboxUrl, address, after));

const partyBs = async () => {
  const { remote, declined } = scene.contracts;
  return { ben: await partyB(remote.emailB), naysayer: await partyB(declined.emailB) };
};

describe('every mail once', () => {
  it('tells of what was saved', async () => {
    const { anna, room } = scene;
    await scene.killWhileSending(async () => {
      for (const name of [...LOCAL, ...REMOTE]) {
        const isRemote = (REMOTE as readonly string[]).includes(name);
        room.owe(mails.saved(await scene.save(name, isRemote), await scene.endOf(name)));
      }
      await anna.signup();
    });
    room.owe(accounts.accountCreated({ name: ANNA, email: anna.emailA }));
    await room.complete();
  }, 120_000);

  it('tells of what was paid, invites, and brings the proof', async () => {
    const { contracts, room } = scene;
    await scene.killWhileSending(async () => {
      for (const name of ['local', ...REMOTE] as const) {
        room.owe(mails.receipt(contracts[name], await scene.pay(name)));
      }
    });
    // Begun before there is a credit that would cover them.
    for (const name of ['dropped', 'unpaid'] as const)
      await scene.anna.createPaymentIntent(scene.saved[name]);
    await scene.anna.ask('POST', scene.path('unpaid', '/resend'));
    const { unpaid } = contracts;
    room.owe(mails.paymentRequested(unpaid, 'Finish and pay for', await scene.endOf('unpaid'), '30 days'));
    for (const name of REMOTE) {
      room.owe(mails.invitation(contracts[name], 'invitation', await scene.answerUntil(name)));
    }
    room.owe(...mails.proof(contracts.local, [WORDS]));
    await room.complete();
  }, 120_000);

  it('tells each of the two what the other did', async () => {
    const { anna, contracts, room } = scene;
    const { remote, declined, cancelled, dropped } = contracts;
    const { ben, naysayer } = await partyBs();
    await scene.killWhileSending(async () => {
      expect(await ben.view()).toMatchObject({ status: 204 });
      expect(await ben.consent(scene.agreed)).toMatchObject({ status: 201 });
      const passedOn = new PartyB(scene.system.url, { ...naysayer.invitation, key: null });
      expect(await passedOn.view()).toMatchObject({ status: 204 });
      expect(await naysayer.decline('We said Monday.')).toMatchObject({ status: 200 });
    });
    const { consentedAt } = await scene.view('remote');
    room.owe(mails.opened(remote, true), ...mails.consented(remote, consentedAt));
    room.owe(...mails.proof(remote, [WORDS]));
    room.owe(mails.opened(declined, false), ...mails.declined(declined, 'We said Monday.'));

    await anna.ask('POST', scene.path('cancelled', '/cancel'), { json: { reason: 'The car is sold.' } });
    const reason = '> The car is sold.';
    const byOther = `${ANNA} cancelled the contract with you.`;
    room.owe(...mails.cancelled(cancelled, { a: ['You cancelled your contract', reason], b: [byOther] }));
    await anna.ask('POST', scene.path('dropped', '/cancel'), { json: {} });
    room.owe(...mails.cancelled(dropped, { a: ['You cancelled your contract'] }));
    room.owe(...mails.contentDeleted(dropped, 'was cancelled, so we deleted', ['a']));
    await room.complete();
  }, 120_000);

  it('sends a new link to a corrected address and as a reminder, and the old ones die', async () => {
    const { anna, contracts, room } = scene;
    const { waiting } = contracts;
    const wrong = await partyB(waiting.emailB);
    const first = await scene.answerUntil('waiting');
    contracts.waiting = { ...waiting, emailB: scene.emailB('corrected') };
    const { emailB } = contracts.waiting;
    await anna.ask('PATCH', scene.path('waiting', '/party-b'), { json: { email: emailB } });
    room.owe(mails.invitation(contracts.waiting, 'invitation', await scene.answerUntil('waiting', first)));
    await room.complete();
    const right = await partyB(emailB);
    expect([(await wrong.read()).status, (await right.read()).status]).toEqual([404, 200]);

    const remind = () => anna.call<{ expiresAt: string }>('POST', scene.path('waiting', '/remind'));
    const one = await remind();
    expect([one.status, (await remind()).status]).toEqual([202, 429]);
    room.owe(mails.invitation(contracts.waiting, 'reminder', one.body.expiresAt));
    await room.complete();
    const reminded = await partyB(emailB, 1);
    expect([(await right.read()).status, (await reminded.read()).status]).toEqual([404, 200]);
  }, 120_000);

  it('mails the link again, and a code, to party B for whoever has the number alone', async () => {
    const { contracts, room } = scene;
    const { waiting } = contracts;
    const stranger = new PartyB(scene.system.url, { agreementId: waiting.agreementId, key: null });
    await scene.killWhileSending(async () => {
      expect(await stranger.sendLink()).toMatchObject({ status: 204 });
      expect(await stranger.sendCode()).toMatchObject({ status: 204 });
    });
    room.owe(mails.linkAgain(waiting, await scene.answerUntil('waiting')), mails.code(waiting));
    await room.complete();
  }, 120_000);

  it('tells both parties and support that party B says it was somebody else', async () => {
    const { anna, contracts, room, system } = scene;
    const { local } = contracts;
    const { url } = await anna.ask<{ url: string }>('POST', scene.path('local', '/confirmation-link'));
    const answer = { key: new URL(url).searchParams.get('key'), answer: 'no', reason: 'I was at work.' };
    const path = `/api/agreements/remote/${local.agreementId}/confirmation`;
    const visitor = new Journey(system.url);
    await scene.killWhileSending(() => visitor.ask('POST', path, { json: answer }));
    room.owe(...mails.objected(local, answer.reason));
    await room.complete();

    // Over the own mail party B says that it was them after all, and is told that this was said.
    const key = await room.confirmationKey(local.emailB, 'Your objection is on record');
    await scene.killWhileSending(() => visitor.ask('POST', path, { json: { key, answer: 'yes' } }));
    room.owe(mails.confirmed(local));
    await room.complete();
  }, 120_000);

  it('tells of a credit, of a transcript that failed and of the one made by a person', async () => {
    const { anna, contracts, openai, room, system } = scene;
    const { failing } = contracts;
    openai.failWith(400);
    // The contracts that were declined and cancelled had been paid for.
    await system.drain();
    expect(await anna.createPaymentIntent(scene.saved.failing)).toMatchObject({ coveredBy: 'credit' });
    room.owe(mails.covered(failing, 'credit'), mails.transcriptionFailed(failing));
    await room.complete();

    const { orderId, receipt } = await scene.orderTranscript('failing');
    room.owe(mails.humanTranscriptReceipt(failing, receipt), mails.humanTranscriptToWrite(failing));
    await room.complete();
    const form = new FormData();
    form.set('reason', 'Transcribed as ordered');
    form.set('text', 'I sell you the green car.');
    await scene.killWhileSending(() =>
      scene.asAdmin('POST', `/api/admin/manual-transcriptions/${orderId}/fulfil`, form),
    );
    const { human } = await anna.ask<{ human: { sha256: string } }>(
      'GET',
      scene.path('failing', '/transcript'),
    );
    room.owe(...mails.humanTranscriptReady(failing, human.sha256));
    room.owe(...mails.proof(failing, ['I sell you the green car.']));
    room.owe(
      mails.adminActed(failing, 'Delivered the transcript made by a person', 'Transcribed as ordered'),
    );
    await room.complete();
  }, 120_000);

  it('tells of what administrators did and paid back', async () => {
    const { contracts, room } = scene;
    const { local } = contracts;
    await scene.asAdmin('GET', `/api/admin/download-audio/${local.agreementId}?reason=Asked+for+help`);
    room.owe(mails.adminActed(local, 'Downloaded the recording', 'Asked for help'));
    const extension = { reason: 'As said on the phone', days: 365 };
    await scene.asAdmin('POST', `/api/admin/agreements/${local.agreementId}/extend`, extension);
    room.owe(mails.adminActed(local, 'Extended the time', extension.reason));
    await room.complete();

    const payments = await scene.asAdmin<{ id: string; agreementId: string }[]>('GET', '/api/admin/payments');
    const paid = payments.find(({ agreementId }) => agreementId === local.agreementId);
    const why = { reason: 'Paid twice by mistake.' };
    await scene.killWhileSending(() => scene.asAdmin('POST', `/api/admin/payments/${paid?.id}/refund`, why));
    const receipt = await scene.receipt('local', 'contract');
    room.owe(mails.refund(local, '$5.00 USD', receipt, ['for a contract', `> ${why.reason}`]));
    await room.complete();
  }, 120_000);

  it('tells people what happened to their accounts', async () => {
    const { room } = scene;
    const carl = new Journey(scene.system.url, { patienceMs: 30_000 });
    const old = { name: ANNA, email: carl.emailA };
    const now = { name: ANNA, email: `carl.new.${scene.mark}@example.test` };
    const password = { currentPassword: PASSWORDS[0], newPassword: PASSWORDS[1] };
    await scene.killWhileSending(async () => {
      await carl.signup();
      await carl.ask('PATCH', '/api/auth/change-password', { json: password });
    });
    room.owe(accounts.accountCreated(old), accounts.passwordChanged(old, DEVICE));
    // Mails go to the address that an account has when they are sent.
    await room.complete();
    await carl.ask('PATCH', '/api/auth/profile', { json: { username: now.name, email: now.email } });
    room.owe(accounts.addressVerification(now));
    await room.complete();
    const confirmation = new URL(await room.link(now.email, 'Confirm your email address'));
    const verification = { token: confirmation.searchParams.get('token') };
    await carl.ask('POST', '/api/auth/verify-address', { json: verification });
    room.owe(accounts.emailChanged(old));
    await carl.ask('POST', '/api/auth/forgot-password', { json: { email: now.email } });
    room.owe(accounts.passwordReset(now));
    await room.complete();

    const link = await room.link(now.email, 'Choose a new password');
    const json = { token: new URL(link).searchParams.get('token'), newPassword: PASSWORDS[2] };
    const reset = () => carl.call('POST', '/api/auth/reset-password', { json });
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 410]);
    room.owe(accounts.passwordChanged(now, DEVICE));
    for (const act of ['disable', 'enable']) {
      await scene.asAdmin('POST', `/api/admin/users/${carl.user.id}/${act}`, { reason: 'As asked for' });
    }
    room.owe(accounts.accountDisabled(now), accounts.accountEnabled(now));
    await room.complete();
  }, 120_000);

  it('answers questions', async () => {
    const { anna, room, system } = scene;
    const dora = { name: 'Dora Lind', email: `dora.${scene.mark}@example.test` };
    const message = 'I cannot hear the recording.';
    const answer = 'Please turn up the volume.';
    await system.healthy();
    await scene.killWhileSending(async () => {
      const json = { ...dora, issueType: 'audio_recording', message, timestamp: new Date().toISOString() };
      const { body } = await anna.call<{ ticketNumber: string }>('POST', '/api/contact', { json });
      const { ticketNumber } = body;
      await scene.asAdmin('POST', `/api/admin/tickets/${ticketNumber}/answer`, { message: answer });
      room.owe(...accounts.ticketOpened(dora, ticketNumber, message));
      room.owe(accounts.ticketAnswered(dora, ticketNumber, answer));
    });
    await room.complete();
  }, 120_000);

  it('reminds, warns and tells of the end as time goes by', async () => {
    const { anna, contracts, room, system } = scene;
    const { local, remote, failing, declined, cancelled, unpaid, waiting } = contracts;
    const ends = {
      remote: await scene.endOf('remote'),
      failing: await scene.endOf('failing'),
      waiting: await scene.endOf('waiting'),
      declined: await scene.endOf('declined'),
      cancelled: await scene.endOf('cancelled'),
      unpaid: await scene.endOf('unpaid'),
    };
    const warn = (days: string) => [
      ...mails.accessEnding(remote, days, ends.remote),
      ...mails.accessEnding(failing, days, ends.failing),
      ...mails.accessEnding(waiting, days, ends.waiting, ['a']),
      // Paid for, and kept as long for whoever paid.
      ...mails.accessEnding(declined, days, ends.declined, ['a']),
      ...mails.accessEnding(cancelled, days, ends.cancelled, ['a']),
    ];
    const moveTo = (days: number, hours: number) =>
      scene.killWhileSending(() => system.moveClock(days * DAY_MS + hours * HOUR_MS));

    const { receipt: late } = await scene.orderTranscript('local');
    room.owe(mails.humanTranscriptReceipt(local, late), mails.humanTranscriptToWrite(local));
    await room.complete();
    await system.moveClock(2 * HOUR_MS);
    const { expiresAt: reminded } = await anna.ask<{ expiresAt: string }>(
      'POST',
      scene.path('waiting', '/remind'),
    );
    room.owe(mails.invitation(waiting, 'reminder', reminded));
    await room.complete();

    // Several automatic reminders are due at once: the last one is enough.
    await system.moveClock(13 * DAY_MS + 3 * HOUR_MS);
    room.owe(mails.invitation(waiting, 'reminder', await scene.answerUntil('waiting', reminded)));
    room.owe(mails.refund(local, '$2.00 USD', late, ['was not delivered within 24 hours']));
    room.owe(mails.humanTranscriptLate(local));
    await room.complete();

    await moveTo(23, 1);
    room.owe(...warn('7 days'));
    // One of the two credits is left.
    const isCovered = true;
    const inDays = 'Your recording is deleted in 7 days:';
    room.owe(mails.paymentRequested(unpaid, inDays, ends.unpaid, '7 days', isCovered));
    await room.complete();

    await system.moveClock(27 * DAY_MS + 4 * HOUR_MS);
    room.owe(mails.linkExpired(waiting));
    await room.complete();

    await moveTo(29, 1);
    room.owe(...warn('1 day'));
    // The day that is left, less the hour and the minutes that the journey has taken.
    const left = '22 hours';
    const inHours = `Your recording is deleted in ${left}:`;
    room.owe(mails.paymentRequested(unpaid, inHours, ends.unpaid, left, isCovered));
    await room.complete();

    await moveTo(30, 1);
    room.owe(...mails.cancelled(unpaid, { a: ['was not paid within 30 days.'] }));
    room.owe(...mails.contentDeleted(unpaid, 'was not paid within 30 days, so we deleted it', ['a']));
    const [noAnswer, tooLate] = [`${BEN} did not answer in time.`, `from ${ANNA} was not answered in time.`];
    room.owe(...mails.cancelled(waiting, { a: [noAnswer], b: [tooLate] }));
    for (const one of [declined, cancelled]) room.owe(...mails.contentDeleted(one, 'was cancelled'));
    for (const one of [remote, failing, waiting]) room.owe(...mails.contentDeleted(one, 'is over.'));
    await room.complete();
    const proof = await room.link(remote.emailB, `Your agreement with ${ANNA}: recording and transcript`);
    expect((await fetch(proof)).status).toBe(410);
  }, 180_000);

  it('sends nothing else when everything was delivered three times', async () => {
    await nothingElseCame(scene);
    // No journey here reaches a bank that refuses a refund, a handler that gives up or a violation: tests of notifications do.
    const elsewhere =
      /^(subscription$|subscription-refund$|refund-failed$|dead-letter$|job-given-up$|violations-found$|held-payment-|seller-link-again$)/;
    await everyKindCame(scene, (template) => !elsewhere.test(template));
    expect(scene.kills).toBeGreaterThanOrEqual(MINIMUM_KILLS);
    expect(scene.events.events).toBeGreaterThan(80);
  }, 120_000);

  it('sends a second copy only when it was killed before it knew of the first', () =>
    copiesCameOfKillsOnly(scene));
});
