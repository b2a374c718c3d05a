import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Language, languages, receiptDescriptions } from '#contracts';
import {
  BaseConfig,
  Clock,
  ConfigError,
  DAY_MS,
  HealthRegistry,
  OutageError,
  Outages,
  outageOf,
  whatIsAway,
} from '#platform';
import { AgreementsConfig } from '../config.js';
import { hashRow, type LogRow } from '../event-log/event-log.module.js';
import { type CertificateContent, drawCertificate, RECORDING_A } from './certificate.js';
import { certificateTexts } from './certificate.texts.js';
import { PdfDocument } from './pdf-document.js';
import { PdfCertificateWatch, PdfSigner } from './pdf-signer.js';

const run = promisify(execFile);
const AGREEMENT = '4207731958026614';
const madeAt = new Date('2026-11-24T10:05:00.000Z');

function log(length: number): LogRow[] {
  const rows: LogRow[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const row = {
      ...{
        seq,
        at: `2026-11-24T10:03:${String(seq).padStart(2, '0')}.000Z`,
        actor: 'user:17',
        type: 'opened',
      },
      ...{ detail: {}, prevHash: rows.at(-1)?.hash ?? '0'.repeat(64) },
      ...{ address: '203.0.113.7', device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    };
    rows.push({ ...row, hash: hashRow(AGREEMENT, row) });
  }
  return rows;
}

const lines = Array.from({ length: 60 }, (_, n) => ({
  ...{ recording: 'a' as const, start: n * 5.5, end: n * 5.5 + 4, speaker: n % 2 ? '2' : '1' },
  text: `Sentence number ${n} of what was said, about the car that is sold for two hundred fifty dollars.`,
}));

const content: CertificateContent = {
  languages: ['en'],
  title: null,
  agreementId: AGREEMENT,
  state: 'sealed',
  version: 1,
  parties: {
    a: { name: 'Ана Ñandú Żółw', email: 'anna@example.test' },
    b: { name: 'Ben Carter', email: 'ben@example.test' },
  },
  amount: '$250.50 USD',
  isRemote: true,
  recordedAt: '2026-11-24T10:00:00.000Z',
  paidAt: '2026-11-24T10:01:00.000Z',
  completedAt: '2026-11-24T10:04:00.000Z',
  cancelled: null,
  consents: {
    partyA: {
      ...{ recordedAt: '2026-11-24T10:00:00.000Z', noticeGivenAt: '2026-11-24T09:59:00.000Z' },
      ...{ audioSha256: 'a'.repeat(64), address: '203.0.113.7', device: 'Firefox' },
    },
    partyB: {
      ...{ consentedAt: '2026-11-24T10:02:00.000Z', wordingVersion: '2026-11', via: 'link' },
      statements: ['I am Ben Carter, the person named as Party B.'],
      ...{ audioSha256: 'b'.repeat(64), address: '203.0.113.8', device: 'Safari', deviceMatch: null },
    },
    confirmations: [],
  },
  transcript: {
    ...{ engine: 'pocketsphinx', draft: true, durationSeconds: 330, sha256: 'c'.repeat(64), segments: lines },
    speakers: [
      { label: '1', party: 'a', name: 'Ана Ñandú Żółw' },
      { label: '2', party: 'b', name: 'Ben Carter' },
    ],
    terms: [
      {
        ...{ kind: 'amount', text: 'two hundred fifty dollars', value: '250.00 USD' },
        ...{ recording: 'a', start: 65.4, speaker: '1' },
      },
    ],
    amountCheck: { typedCents: 25050, spokenCents: [25000], agrees: false },
    spokenConsents: [
      {
        ...{ party: 'a', state: 'said', reason: null, recording: 'a', start: 65.4 },
        text: 'I agree to sell it, word for word.',
      },
      { party: 'b', state: 'not_said', reason: null, recording: null, start: null, text: null },
    ],
    voiceMatch: 'alike',
    human: null,
  },
  isWithoutWords: false,
  payment: {
    isTest: true,
    receipts: [
      {
        ...{ number: 'SSC-2026-000001', description: 'Split Second Contract', amountCents: 500 },
        ...{ refundedCents: 0, currency: 'usd', paidAt: '2026-11-24T10:01:00.000Z', refundedAt: null },
      },
    ],
    held: {
      ...{ state: 'held', amountCents: 25050, currency: 'usd', buyerParty: 'b', receiptNumber: null },
      ...{ heldAt: '2026-11-24T10:03:00.000Z', releaseAt: null, settledAt: null },
    },
  },
  log: log(12),
  fingerprints: [{ name: 'Recording of party A (audio/party-a.webm)', sha256: 'a'.repeat(64) }],
  verifyUrl: `https://example.test/verify/${AGREEMENT}`,
  madeAt,
};

const clock = new Clock(new BaseConfig());
const nobody = new PdfSigner(new AgreementsConfig(), clock);
const draw = (what: CertificateContent) => drawCertificate(what, nobody);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-certificate-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a reader sees. */
async function textOf(pdf: Buffer, name: string): Promise<string> {
  const file = join(folder, `${name}.pdf`);
  await writeFile(file, pdf);
  await run('qpdf', ['--check', file]);
  return (await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 1e7 })).stdout;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** A document of nothing but a name. */
async function pdfOf(name: string): Promise<Buffer> {
  const words = { locale: 'en-US', page: () => '', boxes: () => '', qr: () => '' };
  const facts = { title: '', subject: '', madeAt, footer: '', watermark: null };
  const document = new PdfDocument({ words, ...facts });
  document.paragraph(name);
  return document.end();
}

describe('a certificate', () => {
  it('has the same bytes each time, its fonts in it, and tags', async () => {
    const pdf = await draw(content);
    expect((await draw(content)).equals(pdf)).toBe(true);
    const source = pdf.toString('latin1');
    expect(source).toContain('/StructTreeRoot');
    expect(source).toContain('/Marked true');
    expect(source).toMatch(/\/Lang \(en-US\)/);
    expect(source).toContain('/FontFile2');
  });

  it.each(['Sofia', 'So\ufb01a'])(
    'says %s, whatever else was drawn before that looks like it',
    async (name) => {
      for (const other of ['Sofia', 'So\ufb01a']) await pdfOf(other);
      expect(await textOf(await pdfOf(name), 'alike')).toContain(name);
    },
  );

  it('says all of it, as text that can be selected', async () => {
    const text = await textOf(await draw(content), 'whole');
    const flat = inOneLine(text);
    for (const expected of [
      ...['“I agree to sell it, word for word.”, at 1:05', 'not heard saying “I agree”'],
      'The two recordings sound like one person.',
      ...[
        AGREEMENT,
        'Ана Ñandú Żółw',
        'ben@example.test',
        '$250.50 USD',
        '1:05',
        'two hundred fifty dollars',
      ],
      ...[
        'I am Ben Carter, the person named as Party B.',
        '203.0.113.8',
        'SSC-2026-000001',
        'Its state held',
      ],
      ...[`https://example.test/verify/${AGREEMENT}`, content.log.at(-1)?.hash ?? '', 'Page 1 of'],
      ...['Typed and spoken amount differ: $250.50 typed, $250.00 said.', 'no signature of its own'],
    ]) {
      expect(flat).toContain(expected);
    }
    // Sentences go on over the end of a page.
    const unbroken = flat.replace(/Split Second Contract · agreement \d+ Page \d+ of \d+ /g, '');
    for (const line of lines) expect(unbroken).toContain(line.text);
    expect(flat).not.toContain('DRAFT');
  });

  it.each<[Language, string]>([
    ['en', '$250.50, to be paid by party B; nobody has paid it'],
    ['es', '$250.50, a cargo de la parte B; nadie lo ha pagado'],
  ])('does not say of an escrow that nobody paid that it was paid, in %s', async (language, expected) => {
    const held = content.payment?.held && { ...content.payment.held, state: 'failed' as const, heldAt: null };
    const payment = content.payment && { ...content.payment, held: held ?? null };
    const pdf = await draw({ ...content, payment, languages: [language] });
    const flat = inOneLine(await textOf(pdf, `unpaid-${language}`));
    expect(flat).toContain(expected);
    expect(flat).not.toMatch(/\$250\.50, (paid by|que pagó)/);
  });

  it('says how party B was reached, and that they objected', async () => {
    const { partyB } = content.consents;
    const objection = {
      ...{
        at: '2026-11-24T11:00:00.000Z',
        answer: 'no' as const,
        via: 'link' as const,
        reason: 'I was away.',
      },
      ...{ address: '203.0.113.9', device: 'Chrome', deviceMatch: 'alike' as const },
    };
    const consents = {
      ...content.consents,
      partyB: partyB && { ...partyB, via: 'code' as const },
      confirmations: [objection],
    };
    const text = await textOf(await draw({ ...content, consents }), 'objected');
    const flat = inOneLine(text);
    expect(flat).toContain('with a one-time code that was mailed to ben@example.test');
    expect(flat).toContain('OBJECTED: somebody reached as party B says that it was not them.');
    expect(flat).toContain(
      '203.0.113.9 · Chrome (party A acted from the same address with the same kind of browser)',
    );
    expect(flat).toContain('I was away.');
    expect(inOneLine(await textOf(await draw(content), 'agreed'))).not.toContain('OBJECTED');
  });

  it.each<[Language, RegExp, string]>([
    ['en', /OBJECTED/, 'Objected'],
    ['es', /OBJECIÓN/, 'Lo niega'],
  ])('heads only an objection that stands, and lists the others, in %s', async (language, head, label) => {
    const from = { reason: null, address: '203.0.113.9', device: 'Chrome' };
    const onScreen = { ...from, at: '2026-11-24T11:00:00.000Z', answer: 'no', via: 'screen' } as const;
    const overLink = { ...from, at: '2026-11-24T12:00:00.000Z', answer: 'yes', via: 'link' } as const;
    const flat = async (deviceMatch: 'same' | null) => {
      const confirmations = [
        { ...onScreen, deviceMatch: null },
        { ...overLink, deviceMatch },
      ];
      const consents = { ...content.consents, confirmations };
      const pdf = await draw({ ...content, languages: [language], consents });
      return inOneLine(await textOf(pdf, `gave-way-${language}`));
    };
    const gaveWay = await flat(null);
    expect(gaveWay).toContain(label);
    expect(gaveWay).not.toMatch(head);
    expect(await flat('same')).toMatch(head);
  });

  it('without words quotes nothing of the conversation', async () => {
    const text = await textOf(await draw({ ...content, isWithoutWords: true }), 'record');
    expect(text).not.toMatch(/Sentence number|two hundred|word for word/);
    expect(inOneLine(text)).toContain('heard agreeing at 1:05');
    expect(text).toContain('SSC-2026-000001');
  });

  it.each<[string, object, RegExp]>([
    [
      'they are left out because they are unclear',
      { quality: 'unclear', gaps: [] },
      /The words could not be made out well, so they are left out here\. The recording is what counts\./,
    ],
    [
      'somebody speaks and nobody could make them out',
      { quality: 'draft', gaps: [{ recording: 'a', start: 1, end: 9 }] },
      /No words could be made out\. Please listen to the recording\./,
    ],
    ['none could be made out, where it does not say why', {}, /No words could be made out\./],
    ['nobody spoke', { quality: 'draft', gaps: [] }, /Nobody was heard to speak\./],
  ])('says of a transcript without words that %s', async (_, change, sentence) => {
    const { transcript } = content;
    if (!transcript) throw new Error('it has a transcript');
    const wordless = { ...transcript, segments: [], terms: [], ...change };
    const flat = inOneLine(await textOf(await draw({ ...content, transcript: wordless }), 'wordless'));
    expect(flat).toMatch(sentence);
    expect(flat).toContain('No terms were recognised.');
    expect(flat).not.toContain('The transcript has all words.');
    const both = await draw({ ...content, languages: ['en', 'es'], transcript: wordless });
    expect(inOneLine(await textOf(both, 'wordless-both'))).toMatch(sentence);
  });

  it.each<[Language, string, string]>([
    [
      'en',
      '“two hundred fifty dollars” (250.00 USD). Please check by ear.',
      'heard agreeing, and later saying something that may take it back. Please listen.',
    ],
    [
      'es',
      '“two hundred fifty dollars” (250.00 USD). Compruébalo escuchando la grabación.',
      'se le oye aceptar y después decir algo que quizá lo retira. Escucha la grabación.',
    ],
  ])('says in %s which terms to check, and that a yes may be taken back', async (language, unsure, back) => {
    const { transcript } = content;
    if (!transcript) throw new Error('it has a transcript');
    const [term] = transcript.terms;
    const nothing = { recording: null, start: null, text: null };
    const flat = async (name: string, change: Partial<typeof transcript>) =>
      inOneLine(
        await textOf(
          await draw({ ...content, languages: [language], transcript: { ...transcript, ...change } }),
          name,
        ),
      );
    const marked = await flat(`unsure-${language}`, {
      terms: term ? [{ ...term, isUnsure: true }] : [],
      spokenConsents: [{ ...nothing, party: 'b', state: 'unchecked', reason: 'taken_back' }],
    });
    expect(marked).toContain(unsure);
    expect(marked).toContain(back);
    for (const terms of [transcript.terms, term ? [{ ...term, isUnsure: false }] : []]) {
      expect(await flat(`sure-${language}`, { terms })).not.toContain(unsure);
    }
  });

  describe('of what is not sealed', () => {
    const cancelled = { at: '2026-11-24T10:06:00.000Z', reason: 'declined', note: 'I never agreed.' };
    const nothingSealed = { transcript: null, payment: null, version: null, completedAt: null };
    const open = { ...content, ...nothingSealed, consents: { ...content.consents, partyB: null } };
    const unsealed = async (state: 'draft' | 'cancelled', change: Partial<CertificateContent>) => {
      const end = state === 'cancelled' ? { cancelled } : {};
      const pdf = await draw({ ...open, ...end, ...change, state });
      return inOneLine(await textOf(pdf, `unsealed-${state}`));
    };
    const inBoth = languages.flatMap((language) =>
      (['draft', 'cancelled'] as const).map((state) => [language, state] as const),
    );

    it.each(inBoth)('says in %s, as %s, that party B has not agreed from afar', async (language, state) => {
      const { how, party, never } = {
        en: {
          how: 'from afar; party B has given no consent',
          party: 'The recording is party A’s: party B is not taken to be heard in it.',
          never: /answered from afar|heard on the recording/,
        },
        es: {
          how: 'a distancia; la parte B no ha dado su consentimiento',
          party: 'La grabación es de la parte A: no se da por hecho que en ella se oiga a la parte B.',
          never: /respondió a distancia|se la puede oír/,
        },
      }[language];
      const flat = await unsealed(state, { languages: [language] });
      for (const sentence of [how, party]) expect(flat).toContain(sentence);
      expect(flat).not.toMatch(never);
    });

    it('says of people in one room that party B is only heard', async () => {
      const flat = await unsealed('draft', { isRemote: false });
      expect(flat).toContain('both in one room');
      expect(flat).toContain('party B can only be heard on the recording');
    });

    it.each(inBoth)('says in %s, as %s, that no seal covers it', async (language, state) => {
      const { expected, never } = {
        en: {
          expected:
            'This file carries no signature and is part of no seal: it does not show whether it was changed.',
          never: /the seal of the agreement covers it|not changed since/,
        },
        es: {
          expected: 'Este archivo no lleva firma ni forma parte de un sello: no muestra si se cambió.',
          never: /lo cubre el sello|no ha cambiado desde/,
        },
      }[language];
      const flat = await unsealed(state, { languages: [language] });
      expect(flat).toContain(expected);
      expect(flat).not.toMatch(never);
    });

    it.each<[Language, readonly string[], RegExp]>([
      [
        'en',
        ['There is no final transcript.', 'This document lists no receipts.'],
        /transcript yet|sealed certificate/,
      ],
      [
        'es',
        ['No hay una transcripción definitiva.', 'Este documento no incluye recibos.'],
        /Aún no hay|certificado sellado/,
      ],
    ])('promises in %s nothing that a cancelled agreement never gets', async (language, expected, never) => {
      const flat = await unsealed('cancelled', { languages: [language] });
      for (const sentence of expected) expect(flat).toContain(sentence);
      expect(flat).not.toMatch(never);
    });
  });

  it.each<[Language, string, string]>([
    ['en', 'No money is held for this agreement.', 'As it was when this was sealed.'],
    ['es', 'No hay dinero retenido para este acuerdo.', 'Como estaba cuando se selló.'],
  ])(
    'says in %s that payments are as they were at the seal, held or not',
    async (language, none, asSealed) => {
      const { payment } = content;
      if (!payment) throw new Error('it has payments');
      const flat = async (change: Partial<typeof payment>) => {
        const pdf = await draw({ ...content, payment: { ...payment, ...change }, languages: [language] });
        return inOneLine(await textOf(pdf, `payments-${language}`));
      };
      expect(await flat({})).toContain(asSealed);
      expect(await flat({ held: null })).toContain(`${none} ${asSealed}`);
    },
  );

  it('is marked as a draft, and as cancelled with its reason', async () => {
    const consents = { ...content.consents, partyB: null };
    const nothingSealed = { transcript: null, payment: null, version: null, completedAt: null };
    const waiting = { ...content, ...nothingSealed, consents };
    const draft = await textOf(await draw({ ...waiting, state: 'draft' }), 'draft');
    const cancelled = { at: '2026-11-24T10:06:00.000Z', reason: 'declined', note: 'We said 200.' };
    const ended = await textOf(await draw({ ...waiting, state: 'cancelled', cancelled }), 'cancelled');
    // The watermark is drawn see-through, and nothing else is.
    const source = async (what: CertificateContent) => (await draw(what)).toString('latin1');
    expect(await source({ ...waiting, state: 'draft' })).toContain('/ca 0.13');
    expect(await source(content)).not.toContain('/ca 0.13');
    expect(draft).toContain('Draft. This agreement is not completed');
    expect(inOneLine(ended)).toContain('declined by party B. They wrote: “We said 200.”');
  });

  it.each(languages)('says in %s that the contract was covered, whatever else was paid', async (language) => {
    const { covered } = certificateTexts[language].payment;
    const own = content.payment?.receipts ?? [];
    const others = ['Transcript made by a person', 'Held payment'].flatMap((description) =>
      own.map((receipt) => ({ ...receipt, description })),
    );
    const paidWith = async (receipts: typeof own) => {
      const payment = content.payment && { ...content.payment, receipts };
      return inOneLine(await textOf(await draw({ ...content, languages: [language], payment }), 'payment'));
    };
    expect(await paidWith([])).toContain(covered);
    expect(await paidWith(others)).toContain(covered);
    expect(await paidWith([...own, ...others])).not.toContain(covered);
  });

  it('says where characters cannot be drawn', async () => {
    const parties = { ...content.parties, b: { name: '山田 太郎', email: 'b@example.test' } };
    const text = await textOf(await draw({ ...content, parties }), 'boxes');
    expect(text).toContain('cannot draw');
  });
});

describe('a certificate in Spanish', () => {
  const { partyB } = content.consents;
  const everything: CertificateContent = {
    ...content,
    title: 'El Peugeot 206 de Íñigo',
    languages: ['es'],
    payment: content.payment && {
      ...content.payment,
      receipts: [
        ...content.payment.receipts,
        {
          ...{ number: 'SSC-2026-000002', description: 'Transcript made by a person', amountCents: 200 },
          ...{ refundedCents: 0, currency: 'usd', paidAt: '2026-11-24T10:03:00.000Z', refundedAt: null },
        },
        {
          ...{ number: 'SSC-2026-000003', description: 'Held payment', amountCents: 25050 },
          ...{ refundedCents: 0, currency: 'usd', paidAt: '2026-11-24T10:03:30.000Z', refundedAt: null },
        },
      ],
    },
    consents: {
      ...content.consents,
      partyB: partyB && { ...partyB, deviceMatch: 'alike', via: 'code' },
      confirmations: [
        {
          ...{ at: '2026-11-24T11:00:00.000Z', answer: 'no', via: 'screen', reason: 'Ese día no estaba.' },
          ...{ address: '203.0.113.9', device: 'Chrome', deviceMatch: 'same' },
        },
      ],
    },
  };
  /** What nobody translates: it was said, sealed, named or numbered like this. */
  const facts = [
    ...lines.map(({ text }) => text),
    ...[
      'Split Second Contract',
      'I am Ben Carter, the person named as Party B.',
      'two hundred fifty dollars',
    ],
    ...['I agree to sell it, word for word.', 'event-log.json', 'Recording of party A (audio/party-a.webm)'],
    'pocketsphinx',
  ];
  const english =
    /(?<!\p{L})(the|of|and|party [ab]|agreement|certificate|recording|transcript|payment|paid|held|said|heard|through|with|which|page|fingerprints?|row|chain|unknown|none|signature|file|not|by|from|at)(?!\p{L})/iu;

  it('says all of it in Spanish, and leaves names, hashes, times and what was said as they are', async () => {
    const variants: CertificateContent[] = [
      everything,
      { ...everything, isWithoutWords: true, amount: null, isRemote: false },
      ...[{ quality: 'unclear' }, { gaps: [] }, {}].map((change) => ({
        ...everything,
        transcript: everything.transcript && { ...everything.transcript, ...change, segments: [], terms: [] },
      })),
      {
        ...{ ...everything, state: 'draft', transcript: null, payment: null, version: null },
        consents: { ...content.consents, partyB: null },
        fingerprints: [{ name: RECORDING_A, sha256: 'a'.repeat(64) }],
      },
      {
        ...everything,
        state: 'cancelled',
        ...{ transcript: null, payment: null, version: null, completedAt: null },
        consents: { ...content.consents, partyB: null },
        cancelled: { at: madeAt.toISOString(), reason: 'no_answer', note: null },
      },
    ];
    for (const [index, variant] of variants.entries()) {
      const pdf = await draw(variant);
      expect((await draw(variant)).equals(pdf)).toBe(true);
      expect(pdf.toString('latin1')).toMatch(/\/Lang \(es-US\)/);
      const flat = inOneLine(await textOf(pdf, `spanish-${index}`));
      for (const expected of [
        ...[
          'Certificado del acuerdo',
          'El Peugeot 206 de Íñigo',
          AGREEMENT,
          'Ана Ñandú Żółw',
          'ben@example.test',
        ],
        ...['2026-11-24 10:00:00 UTC', content.log.at(-1)?.hash ?? '', 'a'.repeat(64), 'Página 1 de'],
        ...['Cómo aceptó cada parte', 'Esto no es asesoría legal.'],
      ]) {
        expect(flat).toContain(expected);
      }
      expect(flat).not.toContain('□');
      const unbroken = flat.replace(/Split Second Contract · acuerdo \d+ Página \d+ de \d+ /g, '');
      const rest = facts.reduce((left, fact) => left.replaceAll(fact, ' '), unbroken);
      const words = rest.replaceAll(/\S+@\S+/g, ' ');
      const found = english.exec(words);
      expect(found && words.slice(Math.max(0, found.index - 60), found.index + 60)).toBeNull();
    }
    const whole = inOneLine(await textOf(await draw(everything), 'spanish'));
    for (const expected of [
      ...['OBJECIÓN: alguien a quien se contactó como parte B', '“Ese día no estaba.”'],
      'El monto escrito y el dicho son distintos: se escribió $250.50 y se dijo $250.00.',
      'Las dos grabaciones suenan como de una sola persona. Lo dice una máquina, que se equivoca a menudo: es un indicio, no una prueba.',
      'Transcripción hecha por una persona: $2.00, pagado el 2026-11-24 10:03:00 UTC',
      'Protección del pago: $250.50, pagado el 2026-11-24 10:03:30 UTC',
      ...['con un código de un solo uso enviado a ben@example.test', 'Su estado retenido'],
    ]) {
      expect(whole).toContain(expected);
    }
    const draft = await textOf(await draw({ ...everything, state: 'draft' }), 'spanish-draft');
    expect(inOneLine(draft)).toContain('Borrador. Este acuerdo aún no está completado ni sellado');
  });

  it('calls a voice that nobody has named by its number, and one that the owner named as they did', async () => {
    const { transcript } = everything;
    if (!transcript) throw new Error('it has a transcript');
    const speakers = [
      { label: '1', party: null, name: 'Speaker 1', basis: null },
      { label: '2', party: null, name: 'Speaker 2', basis: 'owner' },
    ];
    const drawn = async (name: string, which: CertificateContent['languages']) =>
      inOneLine(
        await textOf(
          await draw({ ...everything, languages: which, transcript: { ...transcript, speakers } }),
          name,
        ),
      );
    const spanish = await drawn('unnamed-spanish', ['es']);
    expect(spanish).toContain('Voz 1');
    expect(spanish).not.toContain('Speaker 1');
    expect(spanish).toContain('Speaker 2');
    expect(await drawn('unnamed-english', ['en'])).toContain('Speaker 1');
    expect(await drawn('unnamed-both', ['en', 'es'])).toContain('Speaker 1 · Voz 1');
  });

  it('calls the voices of what a person wrote as they did', async () => {
    const { transcript } = everything;
    if (!transcript) throw new Error('it has a transcript');
    const [line] = transcript.segments;
    if (!line) throw new Error('it has words');
    const segments = [
      { ...line, speaker: 'Anna Miller' },
      { ...line, speaker: '2' },
    ];
    const written = { ...transcript, engine: 'human', draft: false, speakers: [], segments };
    const drawn = inOneLine(
      await textOf(
        await draw({ ...everything, languages: ['en', 'es'], transcript: written }),
        'voices-of-a-person',
      ),
    );
    expect(drawn).toContain('Anna Miller');
    expect(drawn).not.toMatch(/(?:Speaker|Voz) Anna/);
    expect(drawn).toContain('Speaker 2 · Voz 2');
  });

  it('stands behind the English one where the parties chose both; words once in each, facts once', async () => {
    const both = await draw({ ...everything, languages: ['en', 'es'] });
    expect((await draw({ ...everything, languages: ['en', 'es'] })).equals(both)).toBe(true);
    const source = both.toString('latin1');
    expect(source).toMatch(/\/Lang \(en-US\)/);
    expect(source).toMatch(/\/S \/Sect[^>]*\/Lang \(es-US\)|\/Lang \(es-US\)[^>]*\/S \/Sect/);
    const flat = inOneLine(await textOf(both, 'both')).replace(
      /Split Second Contract · agreement \d+ Page \d+ of \d+ /g,
      '',
    );
    const times = (text: string) => flat.split(text).length - 1;
    for (const once of [
      ...[
        'Certificate of agreement',
        'Certificado del acuerdo',
        'How each party agreed',
        'Cómo aceptó cada parte',
      ],
      ...[
        'OBJECTED: somebody',
        'OBJECIÓN: alguien',
        'the same stands here in Spanish',
        'lo mismo está también en inglés',
      ],
      ...[
        'Transcript · Transcripción',
        'Fingerprints (SHA-256) · Huellas (SHA-256)',
        'End of the log, row 12 · Final',
      ],
      ...['This is not legal advice.', 'Esto no es asesoría legal.', lines[17]?.text ?? '', 'a'.repeat(64)],
    ]) {
      expect([once, times(once)]).toEqual([once, 1]);
    }
    expect(times('“two hundred fifty dollars” (250.00 USD)')).toBe(2);
    expect(flat.indexOf('Certificado del acuerdo')).toBeLessThan(flat.indexOf('Transcript · Transcripción'));
  });
});

describe('what a certificate has from the screens', () => {
  const screens = join(import.meta.dirname, '../../../../web/src/i18n');
  /** One list of words of the screens; these are no part of this program. */
  const wordsOf = (language: Language, list: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(join(screens, language, `${list}.ts`)).href);

  it.each(languages)('quotes in %s the sentence below which recording is started', async (language) => {
    const { recordTexts } = (await wordsOf(language, 'record')) as {
      recordTexts: { details: { consent: string } };
    };
    const { consents } = certificateTexts[language];
    expect(recordTexts.details.consent).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(consents.noticeGiven('')).toContain(`“${recordTexts.details.consent}”`);
  });

  it.each(languages)('calls in %s what was paid for as the receipts on the screens do', async (language) => {
    const { descriptionTexts } = (await wordsOf(language, 'descriptions')) as {
      descriptionTexts: { of: (description: string) => string };
    };
    const { items } = certificateTexts[language].payment;
    for (const description of Object.values(receiptDescriptions)) {
      expect(items[description] ?? description).toBe(descriptionTexts.of(description));
    }
  });
});

describe('the signature of the file', () => {
  const base64 = async (name: string) => (await readFile(join(folder, name))).toString('base64');

  beforeAll(async () => {
    const inFolder = { cwd: folder };
    const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-sha256'];
    const subject = ['-subj', '/CN=Authority of tests'];
    await run(
      'openssl',
      [...request, '-x509', '-days', '30', ...subject, '-keyout', 'ca.key', '-out', 'ca.pem'],
      inFolder,
    );
    const own = ['-subj', '/O=Operator/CN=Operator of tests', '-keyout', 'own.key', '-out', 'own.csr'];
    await run('openssl', [...request, ...own], inFolder);
    await run(
      'openssl',
      [
        ...['x509', '-req', '-in', 'own.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-days', '30', '-out', 'own.pem'],
      ],
      inFolder,
    );
    await writeFile(
      join(folder, 'chain.pem'),
      `${await readFile(join(folder, 'own.pem'), 'utf8')}${await readFile(join(folder, 'ca.pem'), 'utf8')}`,
    );
  }, 60_000);

  const signerOf = async (key: string, certificates: string) =>
    new PdfSigner(
      Object.assign(new AgreementsConfig(), {
        pdfSigningKey: await base64(key),
        pdfSigningCertificates: await base64(certificates),
      }),
      movedClock,
    );

  let aheadMs = 0;
  const movedClock = { now: () => new Date(Date.now() + aheadMs) } as Clock;
  afterEach(() => {
    aheadMs = 0;
  });

  it('is what pdfsig takes for one over the whole document, the same each time', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    expect(signer.name).toBe('Operator of tests');
    const signed = await drawCertificate(content, signer);
    expect((await drawCertificate(content, signer)).equals(signed)).toBe(true);
    const text = await textOf(signed, 'signed');
    expect(inOneLine(text)).toContain('This file is signed by Operator of tests');
    const { stdout } = await run('pdfsig', ['-nocert', join(folder, 'signed.pdf')]);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
    expect(stdout).toContain('ETSI.CAdES.detached');
    const at = 2000;
    const changed = Buffer.from(signed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(join(folder, 'changed.pdf'), changed);
    const broken = await run('pdfsig', ['-nocert', join(folder, 'changed.pdf')]).catch(
      (error: { stdout: string }) => error,
    );
    expect(broken.stdout).not.toContain('Signature is Valid');
  });

  it('needs a key that belongs to the certificate', async () => {
    await expect(signerOf('ca.key', 'chain.pem')).rejects.toThrow('does not belong');
    expect(new PdfSigner(new AgreementsConfig(), clock).name).toBeNull();
    const half = Object.assign(new AgreementsConfig(), { pdfSigningKey: 'x' });
    expect(() => new PdfSigner(half, clock)).toThrow('needed together');
  });

  it('is not made with a certificate that has ended, or not begun: the service does not start', async () => {
    aheadMs = 31 * DAY_MS;
    await expect(signerOf('own.key', 'chain.pem')).rejects.toThrow(ConfigError);
    await expect(signerOf('own.key', 'chain.pem')).rejects.toThrow(
      /^PDF_SIGNING_CERTIFICATES: the certificate of Operator of tests has ended on \d{4}-/,
    );
    aheadMs = -DAY_MS;
    await expect(signerOf('own.key', 'chain.pem')).rejects.toThrow('begins only on');
  });

  it('is dated no earlier than its certificate, which may be newer than the order of the seal', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    const begins = new X509Certificate(await readFile(join(folder, 'own.pem'))).validFromDate;
    const datesOf = async (at: Date) => {
      const pdf = await drawCertificate({ ...content, madeAt: at }, signer);
      return [.../\/M \(D:(\d+)Z\)/g[Symbol.matchAll](pdf.toString('latin1'))].map(([, date]) => date);
    };
    const digits = (at: Date) => at.toISOString().slice(0, 19).replace(/\D/g, '');
    expect(await datesOf(new Date(begins.getTime() - DAY_MS))).toEqual([digits(begins)]);
    const later = new Date(begins.getTime() + DAY_MS);
    expect(await datesOf(later)).toEqual([digits(later)]);
  });

  it('waits like in an outage when the certificate ends while the service runs', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    await expect(drawCertificate(content, signer)).resolves.toBeInstanceOf(Buffer);
    aheadMs = 31 * DAY_MS;
    const late = drawCertificate(content, signer).catch((error: unknown) => error);
    expect(outageOf(await late)).toBe('pdf-certificate');
    expect(() => signer.requireCertificate()).toThrow(OutageError);
    // Without a certificate nothing is signed, at any time.
    const unsigned = new PdfSigner(new AgreementsConfig(), movedClock);
    await expect(drawCertificate(content, unsigned)).resolves.toBeInstanceOf(Buffer);
  });

  it('is told of by health 30 days before it cannot be made any more, and from then on', async () => {
    const signer = await signerOf('own.key', 'chain.pem');
    const health = new HealthRegistry();
    const outages = new Outages(health, { info: () => undefined, warn: () => undefined });
    new PdfCertificateWatch(signer, health, outages).onModuleInit();
    const told = async () => {
      const { status, checks } = await health.check();
      return { status, away: whatIsAway([{ name: 'agreements', status, checks }]) };
    };
    aheadMs = -DAY_MS;
    expect(await told()).toEqual({ status: 'up', away: [] });
    // The certificate of this test has 30 days.
    aheadMs = 1000;
    const ending = { dependency: 'pdf-certificate-ending', waiting: 0, services: ['agreements'] };
    expect(await told()).toMatchObject({ status: 'up', away: [ending] });
    aheadMs = 31 * DAY_MS;
    expect(await told()).toMatchObject({ status: 'up', away: [ending, { dependency: 'pdf-certificate' }] });
    const { checks } = await health.check();
    expect(checks[0]).toEqual({
      name: 'pdf-certificate',
      status: 'up',
      detail: { ends: signer.ends?.toISOString(), isEnded: true },
    });
    outages.onApplicationShutdown();
  });
});
