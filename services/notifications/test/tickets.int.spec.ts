import { newAgreementId, ticketOpened } from '#contracts';
import type { Principal } from '#platform';
import { eventually } from '#testing';
import type { AdminMail } from '../src/mails/mails.controller.js';
import { issueTypes, type Ticket, type TicketNumber } from '../src/tickets/ticket.view.js';
import { userEmail } from './internal-api.js';
import { NotificationsUnderTest, readable, SUPPORT } from './notifications-under-test.js';

let under: NotificationsUnderTest;

beforeAll(async () => {
  under = await NotificationsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

const admin: Principal = { kind: 'admin', id: 3, sessionId: null };
const user = (id: number): Principal => ({ kind: 'user', id, sessionId: null });

const message = (email: string, extra: object = {}) => ({
  name: 'Carla Diaz',
  email,
  issueType: 'payment_billing',
  message: 'I paid twice.\nPlease look at it.',
  timestamp: '2026-11-21T09:30:00.000Z',
  ...extra,
});

let lastHost = 0;
const contact = (json: object, address = `203.0.113.${++lastHost}`) =>
  under.call<TicketNumber & { code: string }>('POST', '/api/contact', { json, address });

async function mailTo(address: string, subject: RegExp): Promise<{ raw: string; text: string }> {
  return eventually(
    async () => {
      const mails = under.to(address).filter(({ raw }) => subject.test(raw));
      if (mails.length !== 1) throw new Error(`${mails.length} mails`);
      const raw = mails[0]?.raw ?? '';
      return { raw, text: readable(raw) };
    },
    20_000,
    `one mail to ${address}`,
  );
}

describe('a message to support', () => {
  it('gets a number, a receipt without the words, a copy to support, and is told to others by its number', async () => {
    const email = 'carla-1@people.test';
    const { status, body } = await contact(message(email));
    expect(status).toBe(201);
    expect(body.ticketNumber).toMatch(/^T-1\d{5}$/);
    const receipt = await mailTo(email, new RegExp(`ticket ${body.ticketNumber}`));
    expect(receipt.text).toContain('Usually within a few hours');
    expect(receipt.raw).toContain(`Reply-To: ${SUPPORT}`);
    expect(receipt.text).not.toMatch(/Carla|paid twice/);
    const copy = await mailTo(SUPPORT, new RegExp(`Subject: ${body.ticketNumber}`));
    expect(copy.text).toContain('> I paid twice.');
    expect(copy.raw).toContain(`Reply-To: Carla Diaz <${email}>`);
    await eventually(
      async () => {
        const told = under.told.heard.filter(({ subject }) => subject === body.ticketNumber);
        expect(told.map(({ type, data }) => [type, data])).toEqual([
          [ticketOpened.name, { ticketNumber: body.ticketNumber, agreementId: null }],
        ]);
      },
      10_000,
      'the event of the ticket',
    );
  });

  it('counts up from T-100001', async () => {
    const first = await contact(message('carla-2@people.test'));
    const second = await contact(message('carla-2@people.test'));
    const number = (answer: typeof first) => Number(answer.body.ticketNumber.slice(2));
    expect(number(first)).toBeGreaterThanOrEqual(100_001);
    expect(number(second)).toBe(number(first) + 1);
  });

  it.each(issueTypes.map((issueType) => [issueType]))('may be about %s', async (issueType) => {
    expect((await contact(message('carla-3@people.test', { issueType }))).status).toBe(201);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['email', { email: 'nobody' }],
    ['issueType', { issueType: 'spam' }],
    ['message', { message: '' }],
    ['message', { message: 'x'.repeat(5001) }],
    ['timestamp', { timestamp: 'yesterday' }],
    ['timestamp', { timestamp: '2026-W47-6' }],
    ['timestamp', { timestamp: '2026-02-30T10:00:00Z' }],
  ])('is refused with a bad %s', async (field, extra) => {
    const kept = () =>
      under.query('select (select count(*) from tickets) as tickets, (select count(*) from mails) as mails');
    const before = await kept();
    const { status, body } = await contact(message('carla-4@people.test', extra));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', errors: [{ field }] });
    expect(await kept()).toEqual(before);
  });

  it('is taken ten times an hour from one address', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      answers.push((await contact(message('carla-5@people.test'), '198.51.100.9')).status);
    }
    expect(answers).toEqual([...Array<number>(10).fill(201), 429]);
    const { headers } = await contact(message('carla-5@people.test'), '198.51.100.9');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await contact(message('carla-5@people.test'), '198.51.100.10')).status).toBe(201);
  });

  it('leaves no word of it in mails, jobs, inbox and outbox', async () => {
    for (const table of ['mails', 'jobs', 'inbox', 'outbox', 'outbox_published']) {
      const stored = JSON.stringify(await under.query(`select * from ${table}`));
      expect(stored).not.toMatch(/people\.test|Carla|paid twice/);
    }
  });
});

const ask = (agreementId: string, principal: Principal) =>
  under.call<TicketNumber & { code: string }>('POST', '/api/request-customer-service', {
    json: { agreementId },
    principal,
  });

describe('customer service for an agreement', () => {
  it('opens one ticket, and another only after that is answered', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ownerId: 41 });
    const answers = await Promise.all([1, 2, 3].map(() => ask(agreementId, user(41))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const number = answers[0]?.body.ticketNumber ?? '';
    expect(new Set(answers.map(({ body }) => body.ticketNumber)).size).toBe(1);
    const receipt = await mailTo(userEmail(41), new RegExp(`ticket ${number}`));
    expect(receipt.text).toContain(`#${agreementId.slice(0, 4)} `);
    await under.call('POST', `/api/admin/tickets/${number}/answer`, {
      json: { message: 'Listened to it.' },
      principal: admin,
    });
    expect((await ask(agreementId, user(41))).status).toBe(201);
  });

  it("tells nobody of other people's agreements", async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ownerId: 42 });
    expect((await ask(agreementId, user(43))).body.code).toBe('agreement_not_found');
    expect((await ask(newAgreementId(), user(43))).status).toBe(404);
    expect((await ask('1', user(43))).status).toBe(400);
    expect((await ask(agreementId, admin)).status).toBe(403);
    expect((await ask(agreementId, { kind: 'visitor', id: 0, sessionId: null })).status).toBe(401);
  });
});

describe('administration', () => {
  const get = <T>(path: string, principal = admin) =>
    under.call<T>('GET', `/api/admin/${path}`, { principal });

  it('lists, reads and answers tickets; the sender gets the answer', async () => {
    const email = 'carla-6@people.test';
    const { ticketNumber: number } = (await contact(message(email))).body;
    const open = await get<Ticket[]>('tickets?status=open&limit=1');
    expect(open.body.map((ticket) => ticket.number)).toEqual([number]);
    const next = await get<Ticket[]>(`tickets?limit=1&cursor=${open.headers.get('x-next-cursor')}`);
    expect(next.body[0]?.number).not.toBe(number);

    const answer = { json: { message: 'One payment is on its way back.' }, principal: admin };
    const answered = await under.call<Ticket>('POST', `/api/admin/tickets/${number}/answer`, answer);
    expect(answered.status).toBe(200);
    const { body } = await get<Ticket>(`tickets/${number}`);
    expect(['queued', 'sent']).toContain(answered.body.answers[0]?.mailStatus);
    expect(body).toMatchObject({
      number,
      name: 'Carla Diaz',
      email,
      issueType: 'payment_billing',
      message: 'I paid twice.\nPlease look at it.',
      agreementId: null,
      status: 'answered',
      answers: [{ adminId: 3, message: 'One payment is on its way back.' }],
    });
    const mail = await mailTo(email, /Subject: Our answer/);
    expect(mail.text).toContain('One payment is on its way back.');
    expect(mail.raw).toContain(`Reply-To: ${SUPPORT}`);
  });

  it('takes an answer from whoever has seen all answers before it', async () => {
    const { ticketNumber: number } = (await contact(message('carla-8@people.test'))).body;
    const say = (words: string, seen?: number) =>
      under.call<Ticket & { code: string }>('POST', `/api/admin/tickets/${number}/answer`, {
        json: { message: words, ...(seen === undefined ? {} : { seen }) },
        principal: admin,
      });
    const twice = await Promise.all([say('We pay it back.', 0), say('We pay it back.', 0)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await say('We do not pay it back.', 0);
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition']);
    expect((await say('It is on its way.', 1)).status).toBe(200);
    expect((await say('It has arrived.')).status).toBe(200);
    expect((await say('Never', -1)).status).toBe(400);
    const { body } = await get<Ticket>(`tickets/${number}`);
    expect(body.answers.map((answer) => answer.message)).toEqual([
      'We pay it back.',
      'It is on its way.',
      'It has arrived.',
    ]);
    const mails = await under.query(
      `select from mails where ticket_number = $1 and template = 'ticket-answered'`,
      [number],
    );
    expect(mails).toHaveLength(3);
  });

  it('says of an answer that came back that it did', async () => {
    const email = 'carla-7@people.test';
    const { ticketNumber: number } = (await contact(message(email))).body;
    await mailTo(email, /Subject: /);
    const say = (words: string) =>
      under.call<Ticket>('POST', `/api/admin/tickets/${number}/answer`, {
        json: { message: words },
        principal: admin,
      });
    const expectStatuses = (...statuses: string[]) =>
      eventually(
        async () => {
          const { body } = await get<Ticket>(`tickets/${number}`);
          expect(body.answers.map(({ mailStatus }) => mailStatus)).toEqual(statuses);
        },
        20_000,
        'how the mails ended',
      );
    await say('It is on its way.');
    await expectStatuses('sent');
    under.trap.unknown.add(email);
    await say('Did it arrive?');
    await expectStatuses('sent', 'bounced');
  });

  it('answers an account at the address that it has by then', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ownerId: 45 });
    const { ticketNumber: number } = (await ask(agreementId, user(45))).body;
    await mailTo(userEmail(45), new RegExp(`ticket ${number}`));
    under.api.newAddresses.set(45, 'anna-corrected@people.test');
    expect((await ask(agreementId, user(45))).body.ticketNumber).toBe(number);
    await under.call('POST', `/api/admin/tickets/${number}/answer`, {
      json: { message: 'We listened to it.' },
      principal: admin,
    });
    const { text } = await mailTo('anna-corrected@people.test', /Subject: Our answer/);
    expect(text).toContain('We listened to it.');
    expect(under.to(userEmail(45)).filter(({ raw }) => /Subject: Our answer/.test(raw))).toEqual([]);
  });

  it('finds tickets by number, contract and sender, page by page', async () => {
    const tag = 'zo_e';
    const first = (await contact(message(`${tag}-1@people.test`, { name: 'Zoé Quill' }))).body.ticketNumber;
    const second = (await contact(message(`${tag}-2@people.test`, { name: 'Zoé Quill' }))).body.ticketNumber;
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ownerId: 44 });
    const about = (await ask(agreementId, user(44))).body.ticketNumber;
    const list = (query: Record<string, string>) => get<Ticket[]>(`tickets?${new URLSearchParams(query)}`);
    const found = async (query: Record<string, string>) =>
      (await list(query)).body.map(({ number }) => number);
    expect(await found({ q: first.toLowerCase() })).toEqual([first]);
    expect(await found({ q: `#${agreementId.slice(0, 4)} ${agreementId.slice(4)}` })).toEqual([about]);
    for (const q of ['zoe q', 'ZOÉ QUILL', 'ZO_E']) expect(await found({ q })).toEqual([second, first]);
    const page = await list({ q: 'zoe q', limit: '1' });
    expect(await found({ q: 'zoe q', cursor: String(page.headers.get('x-next-cursor')) })).toEqual([first]);
    expect(await found({ q: 'zoe q', status: 'answered' })).toEqual([]);
    for (const q of ['quill', '%', 'z_e', '\\']) expect(await found({ q })).toEqual([]);
    for (const q of ['x'.repeat(255), '\u0000']) expect((await list({ q })).status).toBe(400);
  });

  it('knows no other tickets, and is for administrators only', async () => {
    expect((await get('tickets/T-999999')).status).toBe(404);
    expect((await get('tickets/%00')).status).toBe(404);
    expect((await get('tickets?cursor=x')).status).toBe(400);
    expect((await get('tickets', user(1))).status).toBe(403);
    expect((await get('mails', user(1))).status).toBe(403);
  });

  it('shows the delivery log without addresses', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { ownerId: 44 });
    const ask = { json: { agreementId }, principal: user(44) };
    const { ticketNumber } = (await under.call<TicketNumber>('POST', '/api/request-customer-service', ask))
      .body;
    await mailTo(SUPPORT, new RegExp(`Subject: ${ticketNumber}`));
    const { body } = await eventually(
      async () => {
        const mails = await get<AdminMail[]>(`mails?agreementId=${agreementId}`);
        if (mails.body.some(({ status }) => status !== 'sent')) throw new Error('not sent yet');
        return mails;
      },
      20_000,
      'both mails',
    );
    expect(
      body.map(({ key, template, recipient, lastError }) => [key, template, recipient, lastError]),
    ).toEqual([
      [`ticket-opened:${ticketNumber}:support`, 'ticket-opened', 'support', null],
      [`ticket-received:${ticketNumber}:sender`, 'ticket-received', 'ticketSender', null],
    ]);
    const page = await get<AdminMail[]>(`mails?agreementId=${agreementId}&limit=1`);
    const rest = await get<AdminMail[]>(
      `mails?agreementId=${agreementId}&limit=1&cursor=${page.headers.get('x-next-cursor')}`,
    );
    expect([...page.body, ...rest.body]).toEqual(body);
    expect(rest.headers.get('x-next-cursor')).toBeNull();
    expect(JSON.stringify(body)).not.toContain('people.test');
  });
});
