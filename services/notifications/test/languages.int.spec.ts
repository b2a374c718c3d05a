import { randomUUID } from 'node:crypto';
import { agreementCancelled, invitationIssued, newAgreementId } from '#contracts';
import type { Principal } from '#platform';
import { englishWordsIn, eventually } from '#testing';
import type { Ticket, TicketNumber } from '../src/tickets/ticket.view.js';
import { addresses } from './internal-api.js';
import { invited } from './mail-scenario.js';
import { completed, happened, NotificationsUnderTest, readable } from './notifications-under-test.js';

let under: NotificationsUnderTest;

beforeAll(async () => {
  under = await NotificationsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

const textTo = (address: string): string[] => under.to(address).map(({ raw }) => readable(raw));

/** The key in the offer of another language. */
function offered(text: string): { key: string; language: string } {
  const [, key = '', language = ''] = /mail-language\?key=([\w.%-]+)&to=(\w+)/.exec(text) ?? [];
  return { key: decodeURIComponent(key), language };
}

const choose = (json: object) => under.call('POST', '/api/mail-language', { json });

async function prove(languages: { partyA: 'en' | 'es'; partyB: 'en' | 'es' | null }) {
  const agreementId = newAgreementId();
  under.api.agreements.set(agreementId, { languages });
  await under.publish(completed(agreementId));
  expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
  const { partyA, partyB } = addresses(agreementId);
  return { toA: textTo(partyA.email)[0] ?? '', toB: textTo(partyB.email)[0] ?? '', partyA, partyB };
}

describe('the language of mails', () => {
  it('is that of each party', async () => {
    const { toA, toB } = await prove({ partyA: 'es', partyB: 'en' });
    expect(toA).toContain('Tu acuerdo hablado está completo.');
    expect(toA).toContain('Would you rather get these emails in English?');
    expect(toB).toContain('Your spoken agreement is complete.');
    expect(toB).toContain('¿Prefieres estos correos en español?');
  });

  it("is party A's for a party B who has not been here, who is offered the other one first", async () => {
    const { toB } = await prove({ partyA: 'es', partyB: null });
    expect(toB).toContain('Tu acuerdo hablado está completo.');
    const offer = toB.indexOf('Would you rather get these emails in English?');
    expect(offer).toBeGreaterThan(0);
    expect(offer).toBeLessThan(toB.indexOf('Tu acuerdo hablado está completo.'));
  });

  it('is from then on what the reader chose by the link, for every mail to that address', async () => {
    const agreementId = newAgreementId();
    const { partyB } = addresses(agreementId);
    const issue = async () => {
      const invitationId = randomUUID();
      under.api.agreements.set(agreementId, invited(agreementId, invitationId));
      await under.publish(
        happened(invitationIssued, {
          ...{ agreementId, ownerId: 17, invitationId, kind: 'reminder' },
          expiresAt: '2099-01-01T00:00:00.000Z',
        }),
      );
    };
    await issue();
    await under.settled(agreementId, 1);
    const offer = offered(textTo(partyB.email)[0] ?? '');
    expect(offer.language).toBe('es');
    expect((await choose(offer)).status).toBe(204);
    expect((await choose(offer)).status).toBe(204);
    await issue();
    await under.settled(agreementId, 2);
    const second = textTo(partyB.email)[1] ?? '';
    expect(second).toContain('Recordatorio: Anna Weber te pide confirmar un acuerdo');
    expect(offered(second)).toEqual({ key: offer.key, language: 'en' });
    const rows = await under.query<{ reader: string }>('select reader from mail_languages');
    expect(rows.map(({ reader }) => reader)).toEqual([offer.key.split('.')[0]]);
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  it('is changed by nobody without the key', async () => {
    const { toA } = await prove({ partyA: 'en', partyB: 'en' });
    const { key } = offered(toA);
    const [reader, signature] = key.split('.');
    for (const forged of [
      '',
      'x',
      `${reader}.`,
      `${reader}.${signature}x`,
      `x${reader}.${signature}`,
      signature,
    ]) {
      expect(await choose({ key: forged, language: 'es' })).toMatchObject({
        status: 410,
        body: { code: 'link_invalid' },
      });
    }
    expect((await choose({ key, language: 'fr' })).status).toBe(400);
  });

  it('tells what becomes of the $5 by the credit that there is', async () => {
    const agreementId = newAgreementId();
    under.api.agreements.set(agreementId, { languages: { partyA: 'es', partyB: 'en' }, status: 'cancelled' });
    const data = { agreementId, ownerId: 17, from: 'awaiting_party', reason: 'declined' } as const;
    // Payments hears of it on its own, and may be later.
    under.api.isCancellationKnown = false;
    await under.publish(happened(agreementCancelled, data));
    await eventually(
      async () => {
        const rows = await under.query('select 1 from jobs where key like $1 and last_error is not null', [
          `cancelled:${agreementId}:%`,
        ]);
        expect(rows.length).toBeGreaterThan(0);
      },
      20_000,
      'an attempt that came too early',
    );
    expect(textTo(addresses(agreementId).partyA.email)).toEqual([]);
    under.api.isCancellationKnown = true;
    expect(await under.settled(agreementId, 2)).toEqual(['partyA sent', 'partyB sent']);
    const [toA = ''] = textTo(addresses(agreementId).partyA.email);
    expect(toA).toContain(
      'Conservamos tus $5: con ellos se paga tu próximo contrato, si los usas a más tardar el 23 de diciembre de 2026 a las 8:55 a.m. UTC.',
    );
    const [toB = ''] = textTo(addresses(agreementId).partyB.email);
    expect(toB).toContain('You have declined');
    // What party A's money pays for is no matter of party B's.
    expect(toB).not.toMatch(/\$5\b/);
  }, 60_000);
});

describe('a message to support', () => {
  const admin: Principal = { kind: 'admin', id: 3, sessionId: null };
  const user = (id: number): Principal => ({ kind: 'user', id, sessionId: null });
  const json = (email: string) => ({
    ...{ name: 'Carla Díaz', email, issueType: 'payment_billing', message: 'Pagué dos veces.' },
    timestamp: '2026-11-21T09:30:00.000Z',
  });

  it('is answered in the language in which it was written', async () => {
    const email = 'carla-es@people.test';
    const { body } = await under.call<TicketNumber>('POST', '/api/contact', {
      json: json(email),
      language: 'es-MX,es;q=0.9',
    });
    const receipt = await eventually(
      async () => {
        const [text] = textTo(email);
        if (text === undefined) throw new Error('no mail');
        return text;
      },
      20_000,
      'the receipt',
    );
    expect(receipt).toContain(`Recibimos tu mensaje: caso ${body.ticketNumber}`);
    const mailText = receipt.slice(receipt.indexOf('====='), receipt.indexOf('Would you'));
    expect(englishWordsIn(mailText)).toEqual([]);
  });

  it('of a subscriber stands before all others until it is answered, and is marked', async () => {
    under.api.subscribers.add(71);
    const send = async (principal?: Principal) =>
      (
        await under.call<TicketNumber>('POST', '/api/contact', {
          json: json('many@people.test'),
          ...(principal ? { principal } : {}),
        })
      ).body.ticketNumber;
    const first = await send();
    const priority = await send(user(71));
    const [second, third] = [await send(user(72)), await send()];
    const pages = async (): Promise<Ticket[]> => {
      const all: Ticket[] = [];
      for (let cursor = ''; ; ) {
        const { body, headers } = await under.call<Ticket[]>('GET', `/api/admin/tickets?limit=2${cursor}`, {
          principal: admin,
        });
        all.push(...body);
        const next = headers.get('x-next-cursor');
        if (next === null) return all;
        cursor = `&cursor=${next}`;
      }
    };
    const numbers = async () => (await pages()).map(({ number }) => number).slice(0, 4);
    expect(await numbers()).toEqual([priority, third, second, first]);
    expect((await pages()).filter(({ isPriority }) => isPriority).map(({ number }) => number)).toEqual([
      priority,
    ]);
    await under.call('POST', `/api/admin/tickets/${priority}/answer`, {
      json: { message: 'Done.' },
      principal: admin,
    });
    expect(await numbers()).toEqual([third, second, priority, first]);
  });
});
