import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EscrowState, type Language, languages, receiptDescriptions } from '#contracts';
import {
  AGREEMENT,
  content,
  draw,
  inOneLine,
  lines,
  PdfReader,
  pdfOf,
} from '../../test/certificate.fixture.js';
import { certificateTexts } from './certificate.texts.js';
import { type CertificateContent } from './certificate-page.js';

let reader: PdfReader;

beforeAll(async () => {
  reader = await PdfReader.open();
});

afterAll(() => reader.close());

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
      expect(await reader.textOf(await pdfOf(name), 'alike')).toContain(name);
    },
  );

  it('says all of it, as text that can be selected', async () => {
    const text = await reader.textOf(await draw(content), 'whole');
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
    const flat = inOneLine(await reader.textOf(pdf, `unpaid-${language}`));
    expect(flat).toContain(expected);
    expect(flat).not.toMatch(/\$250\.50, (paid by|que pagó)/);
  });

  it.each<[Language, string]>([
    ['en', 'Released after 2026-12-01 10:00:00 UTC'],
    ['es', 'Se libera después de 2026-12-01 10:00:00 UTC'],
  ])('says in %s when held money is released only where it is on its way', async (language, released) => {
    const { payment } = content;
    const flat = async (state: EscrowState) => {
      const held = payment?.held && { ...payment.held, state, releaseAt: '2026-12-01T10:00:00.000Z' };
      const pdf = await draw({
        ...content,
        payment: payment && { ...payment, held: held ?? null },
        languages: [language],
      });
      return inOneLine(await reader.textOf(pdf, `released-${language}-${state}`));
    };
    expect(await flat('release_due')).toContain(released);
    for (const state of ['disputed', 'refunded', 'charged_back'] as const) {
      expect(await flat(state)).not.toContain(released.slice(0, 8));
    }
  });

  it.each<[Language, string, string]>([
    ['en', 'Seller party A', 'neither party: the buyer named an address that is not in this agreement'],
    [
      'es',
      'Vende la parte A',
      'ninguna de las partes: quien compra indicó una dirección que no figura en este acuerdo',
    ],
  ])('says in %s whether held money is for a party, or for neither', async (language, party, neither) => {
    const flat = async (seller: 'a' | 'other' | undefined) => {
      const { payment } = content;
      const held = payment?.held && { ...payment.held, seller };
      const pdf = await draw({
        ...content,
        payment: payment && { ...payment, held: held ?? null },
        languages: [language],
      });
      return inOneLine(await reader.textOf(pdf, `seller-${language}-${seller}`));
    };
    expect(await flat('a')).toContain(party);
    expect(await flat('other')).toContain(neither);
    // What the release before sealed does not say it.
    expect(await flat(undefined)).not.toMatch(/Seller|Vende|neither party|ninguna de las partes/);
  });

  it.each<[Language, RegExp[]]>([
    [
      'en',
      [/Recorded 2026-11-19 09:58:00 UTC \(device time\)/g, /Stored 2026-11-24/g, /Recorded 2026-11-24/g],
    ],
    [
      'es',
      [
        /Grabado 2026-11-19 09:58:00 UTC \(hora del dispositivo\)/g,
        /Guardado 2026-11-24/g,
        /Grabado 2026-11-24/g,
      ],
    ],
  ])(
    'says when a recording was made that waited on its device, and when it was stored, in %s',
    async (language, times) => {
      const startedAt = '2026-11-19T09:58:00.000Z';
      const { partyA, partyB } = content.consents;
      const consents = {
        ...content.consents,
        partyA: { ...partyA, startedAt },
        partyB: partyB && { ...partyB, startedAt },
      };
      const pdf = await draw({ ...content, consents, languages: [language] });
      const flat = inOneLine(await reader.textOf(pdf, `waited-${language}`));
      // Above all, and with the consent of each party; party B agreed when the answer was stored.
      expect(times.map((time) => flat.match(time)?.length ?? 0)).toEqual([3, 2, 0]);
      const unknown = inOneLine(
        await reader.textOf(await draw({ ...content, languages: [language] }), `file-${language}`),
      );
      expect(unknown).not.toMatch(/(Recorded|Grabado) 2026/);
    },
  );

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
    const text = await reader.textOf(await draw({ ...content, consents }), 'objected');
    const flat = inOneLine(text);
    expect(flat).toContain('with a one-time code that was mailed to ben@example.test');
    expect(flat).toContain('OBJECTED: somebody reached as party B says that it was not them.');
    expect(flat).toContain(
      '203.0.113.9 · Chrome (party A acted from the same address with the same kind of browser)',
    );
    expect(flat).toContain('I was away.');
    expect(inOneLine(await reader.textOf(await draw(content), 'agreed'))).not.toContain('OBJECTED');
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
      return inOneLine(await reader.textOf(pdf, `gave-way-${language}`));
    };
    const gaveWay = await flat(null);
    expect(gaveWay).toContain(label);
    expect(gaveWay).not.toMatch(head);
    expect(await flat('same')).toMatch(head);
  });

  it('without words quotes nothing of the conversation', async () => {
    const text = await reader.textOf(await draw({ ...content, isWithoutWords: true }), 'record');
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
    const flat = inOneLine(await reader.textOf(await draw({ ...content, transcript: wordless }), 'wordless'));
    expect(flat).toMatch(sentence);
    expect(flat).toContain('No terms were recognised.');
    expect(flat).not.toContain('The transcript has all words.');
    const both = await draw({ ...content, languages: ['en', 'es'], transcript: wordless });
    expect(inOneLine(await reader.textOf(both, 'wordless-both'))).toMatch(sentence);
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
        await reader.textOf(
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
      return inOneLine(await reader.textOf(pdf, `unsealed-${state}`));
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
        return inOneLine(await reader.textOf(pdf, `payments-${language}`));
      };
      expect(await flat({})).toContain(asSealed);
      expect(await flat({ held: null })).toContain(`${none} ${asSealed}`);
    },
  );

  it('is marked as a draft, and as cancelled with its reason', async () => {
    const consents = { ...content.consents, partyB: null };
    const nothingSealed = { transcript: null, payment: null, version: null, completedAt: null };
    const waiting = { ...content, ...nothingSealed, consents };
    const draft = await reader.textOf(await draw({ ...waiting, state: 'draft' }), 'draft');
    const cancelled = { at: '2026-11-24T10:06:00.000Z', reason: 'declined', note: 'We said 200.' };
    const ended = await reader.textOf(await draw({ ...waiting, state: 'cancelled', cancelled }), 'cancelled');
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
      return inOneLine(
        await reader.textOf(await draw({ ...content, languages: [language], payment }), 'payment'),
      );
    };
    expect(await paidWith([])).toContain(covered);
    expect(await paidWith(others)).toContain(covered);
    expect(await paidWith([...own, ...others])).not.toContain(covered);
  });

  it('says where characters cannot be drawn', async () => {
    const parties = { ...content.parties, b: { name: '山田 太郎', email: 'b@example.test' } };
    const text = await reader.textOf(await draw({ ...content, parties }), 'boxes');
    expect(text).toContain('cannot draw');
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
    expect(consents.noticeSentence).toBe(recordTexts.details.consent);
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
