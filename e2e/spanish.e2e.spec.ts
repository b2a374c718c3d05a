import { resolve } from 'node:path';
import { type ReceivedMail, readMailbox } from '#stand-ins';
import {
  englishWordsIn,
  eventually,
  invitationTo,
  Journey,
  PartyB,
  type ProductInUse,
  useProduct,
} from '#testing';

const root = resolve(import.meta.dirname, '..');

let system: ProductInUse;

beforeAll(async () => {
  system = await useProduct(root);
}, 120_000);

afterAll(() => system?.stop(), 60_000);

const inSpanish = () => new Journey(system.url, { language: 'es-US' });

function mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
  return eventually(
    async () => {
      const mails = (await readMailbox(system.mailboxUrl)).filter((mail) => mail.to.includes(address));
      const found = mails.find((mail) => subject.test(mail.subject));
      if (!found) throw new Error(`${mails.map((mail) => mail.subject)}`);
      return found;
    },
    60_000,
    `a mail to ${address}: ${subject}`,
  );
}

/** The English words of a mail, without the line that offers English; `spoken` is what people said. */
function englishIn({ subject, text }: ReceivedMail, spoken: readonly string[] = []): string[] {
  const offer = /Would you rather get these emails in English\? Get them in English:/;
  expect(text).toMatch(offer);
  return englishWordsIn(`${subject}\n${text.replace(offer, '')}`, spoken);
}

/** Of one whose answer goes to the other person: an answer quotes the mail, so it offers no language. */
function englishBetween({ subject, text }: ReceivedMail): string[] {
  expect(text).not.toContain('mail-language');
  return englishWordsIn(`${subject}\n${text}`);
}

describe('in Spanish', () => {
  it('two people together: what was saved, receipt, proof and files have no English word', async () => {
    const ana = inSpanish();
    const saved = await ana.save(system.spoken);
    // Who has paid by the time that it would be mailed is not told.
    await mailTo(ana.emailA, /^Tu grabación está guardada/);
    await ana.signup();
    await ana.pay(saved);
    const { segments } = await ana.transcript(saved.agreementId);
    const spoken = segments.map(({ text }) => text);
    await ana.reaches(saved.agreementId, 'completed');
    for (const subject of [
      /^Tu grabación está guardada/,
      /^Tu recibo del contrato/,
      /^Tu cuenta está creada/,
    ]) {
      expect(englishIn(await mailTo(ana.emailA, subject))).toEqual([]);
    }
    for (const address of [ana.emailA, ana.emailB]) {
      expect(
        englishIn(await mailTo(address, /^Tu acuerdo con .*: grabación y transcripción/), spoken),
      ).toEqual([]);
    }
    // Ben has not been here: English is offered to him before anything else.
    const toBen = await mailTo(ana.emailB, /^Tu acuerdo con/);
    expect(toBen.text.indexOf('in English')).toBeLessThan(toBen.text.indexOf('Tu acuerdo hablado'));
    for (const format of ['txt', 'vtt', 'srt']) {
      const file = await ana.ask<string>(
        'GET',
        `/api/agreements/${saved.agreementId}/transcript/export?format=${format}`,
      );
      expect(englishWordsIn(file, spoken)).toEqual([]);
    }
  }, 180_000);

  it('two people apart: each is written to in their own language, and told what becomes of the $5', async () => {
    const ana = inSpanish();
    const saved = await ana.save(system.spoken, { isRemoteContract: true });
    await ana.signup();
    await ana.pay(saved);
    expect(englishIn(await mailTo(ana.emailB, /^Anna Miller te pide confirmar un acuerdo/))).toEqual([]);
    const ben = new PartyB(system.url, await invitationTo(system.mailboxUrl, ana.emailB), 'en-US');
    await ben.view();
    expect(englishBetween(await mailTo(ana.emailA, /^Ben Carter abrió tu invitación/))).toEqual([]);
    await ben.decline('El precio no es ese.');
    const toAna = await mailTo(ana.emailA, /^Ben Carter rechazó tu acuerdo/);
    expect(englishBetween(toAna)).toEqual([]);
    expect(toAna.text).toMatch(
      /Conservamos tus \$5: con ellos se paga tu próximo contrato, si los usas a más tardar el \d+ de \w+ de \d{4} a las? \d+:\d\d [ap]\.m\. UTC\./,
    );
    await mailTo(ana.emailB, /^You declined the agreement with Anna Miller/);
  }, 120_000);

  it('an account and a question: its mails, support, the assistant, and a change of mind by a link', async () => {
    const ana = inSpanish();
    await ana.signup();
    const created = await mailTo(ana.emailA, /^Tu cuenta está creada/);
    await ana.ask('POST', '/api/auth/forgot-password', { json: { email: ana.emailA } });
    expect(englishIn(await mailTo(ana.emailA, /^Elige una contraseña nueva/))).toEqual([]);
    await ana.ask('POST', '/api/contact', {
      json: {
        ...{ name: 'Ana Ruiz', email: ana.emailA, issueType: 'transcription', message: '¿Cuánto tarda?' },
        timestamp: new Date().toISOString(),
      },
    });
    expect(englishIn(await mailTo(ana.emailA, /^Recibimos tu mensaje: caso/))).toEqual([]);
    const answer = await ana.ask<{ response: string }>('POST', '/api/contract-assistant', {
      json: { query: '¿puedo grabar una llamada sin avisar?' },
    });
    expect(answer.response).toMatch(/^A nadie se le graba sin que lo sepa/);
    const [, key = ''] = /mail-language\?key=([\w.%-]+)&to=en/.exec(created.text) ?? [];
    await ana.ask('POST', '/api/mail-language', { json: { key: decodeURIComponent(key), language: 'en' } });
    await ana.ask('POST', '/api/auth/forgot-password', { json: { email: ana.emailA } });
    expect((await mailTo(ana.emailA, /^Choose a new password/)).text).toContain(
      '¿Prefieres estos correos en español?',
    );
  }, 120_000);
});
