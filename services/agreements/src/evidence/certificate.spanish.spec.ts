import {
  AGREEMENT,
  content,
  draw,
  inOneLine,
  lines,
  madeAt,
  PdfReader,
} from '../../test/certificate.fixture.js';
import { type CertificateContent, RECORDING_A } from './certificate-page.js';

let reader: PdfReader;

beforeAll(async () => {
  reader = await PdfReader.open();
});

afterAll(() => reader.close());

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
      const flat = inOneLine(await reader.textOf(pdf, `spanish-${index}`));
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
    const whole = inOneLine(await reader.textOf(await draw(everything), 'spanish'));
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
    const draft = await reader.textOf(await draw({ ...everything, state: 'draft' }), 'spanish-draft');
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
        await reader.textOf(
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
      await reader.textOf(
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
    const flat = inOneLine(await reader.textOf(both, 'both')).replace(
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

  it('quotes in both the notice of recording that party A has read', async () => {
    const both = await draw({ ...everything, languages: ['es', 'en'] });
    const flat = inOneLine(await reader.textOf(both, 'notice'));
    expect(flat.split('“Al empezar confirmas que').length - 1).toBe(2);
    expect(flat).not.toContain('By starting you confirm');
  });
});
