import { englishWordsIn } from '#testing';
import {
  agreementFacts,
  consentOfBob,
  paymentFacts,
  sealedFiles,
  transcriptFacts,
} from '../../../test/facts.fixture.js';
import { expectGolden, visible } from '../../../test/golden.js';
import { allFacts, now } from '../../../test/mail-samples.js';
import type {
  AgreementFacts,
  PartyRole,
  PaymentFacts,
  SealedFiles,
  TranscriptFacts,
  TranscriptSegment,
} from '../../facts/facts.module.js';
import { receiptMail } from '../templates/payment.templates.js';
import { proofMail } from '../templates/proof.template.js';
import { type Wording, wordings } from '../texts/wording.js';
import { renderMail } from './render-mail.js';

const rest = {
  now,
  publicUrl: 'https://contract.test',
  supportEmail: 'support@contract.test',
  longestRecordingSeconds: 600,
  wording: wordings.en,
};

function renderProof(facts: {
  agreement: AgreementFacts;
  transcript: TranscriptFacts;
  recipient: PartyRole;
  /** Without it the mail brings a transcript of its own. */
  sealed?: SealedFiles;
  wording?: Wording;
}) {
  const mail = { recipient: facts.recipient, subjectId: null, details: {}, createdAt: now };
  return renderMail(proofMail({ ...allFacts, ...rest, sealed: null, ...facts, mail }));
}

function renderReceipt(facts: { agreement: AgreementFacts; payment: PaymentFacts }) {
  const mail = { recipient: 'partyA' as const, subjectId: null, details: {}, createdAt: now };
  return renderMail(receiptMail({ ...rest, ...facts, mail }));
}

it('what was said is marked with the language in which it was said', async () => {
  const [segment] = transcriptFacts.segments;
  const segments = [
    { ...segment, text: 'Vendo mi carro.' },
    { ...segment, text: 'I agree.', recording: 'b' as const },
  ] as TranscriptSegment[];
  const spoken = { ...transcriptFacts, segments, language: 'es', consentLanguage: 'en' };
  const { html } = await renderProof({ agreement: agreementFacts, transcript: spoken, recipient: 'partyA' });
  expect(html).toContain('<span lang="es">Vendo mi carro.</span>');
  expect(html).toContain('<span lang="en">I agree.</span>');
  const unknown = { ...spoken, language: null, consentLanguage: null };
  const plain = await renderProof({ agreement: agreementFacts, transcript: unknown, recipient: 'partyA' });
  expect(plain.html).not.toContain('<span lang=');
});

it('a recording that was made again has its own date: in the facts, in the line of the deal and in the transcript', async () => {
  const recordedAt = '2026-11-22T09:30:00.000Z';
  const agreement = { ...agreementFacts, recordedAt };
  const { text, attachments } = await renderProof({
    agreement,
    transcript: transcriptFacts,
    recipient: 'partyA',
  });
  const file = attachments.map(({ content }) => String(content)).join();
  const all = text + file;
  expect(text).toMatch(/· November 22, 2026/);
  expect(text).toMatch(/Stored:? +November 22, 2026/);
  expect(file).toMatch(/Stored: November 22, 2026/);
  expect(all).not.toMatch(/(· |(Recorded|Stored):? +)November 20, 2026/);
});

it('a recording that waited on its device was recorded when the device says, and stored later', async () => {
  const agreement = {
    ...agreementFacts,
    recordedAt: '2026-11-22T09:30:00.000Z',
    recordingStartedAt: '2026-11-17T09:30:00.000Z',
  };
  const { text, attachments } = await renderProof({
    agreement,
    transcript: transcriptFacts,
    recipient: 'partyA',
  });
  const file = attachments.map(({ content }) => String(content)).join();
  for (const told of [text, file]) {
    expect(told).toMatch(/Recorded:? +November 17, 2026.*\(device time\)/);
    expect(told).toMatch(/Stored:? +November 22, 2026/);
  }
});

describe('the title that party A wrote', () => {
  const titled = (agreement: Partial<AgreementFacts>, recipient: PartyRole) =>
    renderProof({
      agreement: { ...agreementFacts, kind: 'car', title: 'Honda Civic', ...agreement },
      transcript: transcriptFacts,
      recipient,
    });

  it.each<[string, Partial<AgreementFacts>, PartyRole]>([
    ['party A of a paid agreement', {}, 'partyA'],
    ['party B who answered through the link', { consents: consentOfBob('confirmed_by_link') }, 'partyB'],
    ['party B who answered with the code', { consents: consentOfBob('confirmed_by_code') }, 'partyB'],
  ])('stands in the place of the kind for %s', async (_who, agreement, recipient) => {
    const { html, text } = await titled(agreement, recipient);
    expect(visible(html)).toContain('Honda Civic');
    expect(text).toMatch(/· Honda Civic ·/);
    expect(text).not.toContain('Car sale');
  });

  it.each<[string, Partial<AgreementFacts>, PartyRole]>([
    ['party A before it is paid', { paidAt: null }, 'partyA'],
    ['party B who never answered', { consents: [] }, 'partyB'],
    ['party B known by voice alone', {}, 'partyB'],
    ['party B who objected', { consents: consentOfBob('objected') }, 'partyB'],
  ])('is kept from %s', async (_who, agreement, recipient) => {
    const { html, text } = await titled(agreement, recipient);
    expect(html + text).not.toContain('Honda Civic');
    expect(text).toContain('Car sale');
  });
});

describe('receipt', () => {
  it('says first when no money was moved', async () => {
    const payment = { ...paymentFacts, isTest: true };
    const mail = await renderReceipt({ agreement: agreementFacts, payment });
    expect(visible(mail.html)).toContain('TEST. This payment ran in test mode: no money was moved');
    expect(mail.text).toContain('TEST. This payment ran in test mode: no money was moved');
  });

  it('says nothing of a test when money was moved', async () => {
    const mail = await renderReceipt({ agreement: agreementFacts, payment: paymentFacts });
    expect(mail.html + mail.text).not.toContain('TEST');
    expect(mail.attachments).toEqual([]);
  });

  it('says when it was paid, also where that was heard of days later', async () => {
    const payment = { ...paymentFacts, receiptDate: '2026-11-18T09:20:00.000Z' };
    const mail = await renderReceipt({ agreement: agreementFacts, payment });
    expect(mail.text).toContain('November 18, 2026');
  });

  it('says that the other party has to answer a remote contract', async () => {
    const agreement = { ...agreementFacts, status: 'awaiting_party' as const, isRemoteContract: true };
    const mail = await renderReceipt({ agreement, payment: paymentFacts });
    expect(visible(mail.html)).toContain('Bob Miller has to answer next.');
  });
});

describe('proof', () => {
  const facts = { agreement: agreementFacts, transcript: transcriptFacts } as const;

  it.each([
    ['partyA', 'Bob Miller', 'key-of-anna', 'key-of-bob'],
    ['partyB', 'Anna Weber', 'key-of-bob', 'key-of-anna'],
  ] as const)(
    'states every fact to %s, with the link of that party only',
    async (recipient, other, own, foreign) => {
      const mail = await renderProof({ ...facts, recipient });
      expect(mail.subject).toBe(`Your agreement with ${other}: recording and transcript`);
      for (const part of [visible(mail.html), mail.text]) {
        for (const fact of [
          '#4207 7319 5802 6614',
          'Anna Weber',
          'anna@people.test',
          'Bob Miller',
          'bob@people.test',
          '$250.00 USD',
          'November 20, 2026 at 2:01 PM UTC',
          '00:20',
          'December 20, 2026 at 2:03 PM UTC',
          'I am selling you my bicycle for two hundred and fifty dollars.',
          '00:06',
          'Agreed. I will pick it up on Saturday.',
          '01:15',
          agreementFacts.sha256,
          transcriptFacts.sha256,
          'Listen to the recording',
          'Keep the attached transcript',
          'Spoken agreements can be binding; it depends on where you live and what you agree.',
        ]) {
          expect(part).toContain(fact);
        }
      }
      expect(mail.html).toContain(own);
      expect(mail.html + mail.text).not.toContain(foreign);
    },
  );

  it('has a plain-text part and an attachment that read like a letter and a document', async () => {
    const mail = await renderProof({ ...facts, recipient: 'partyB' });
    expectGolden(
      'proof.txt',
      (await renderProof({ ...facts, recipient: 'partyB', sealed: sealedFiles })).text,
    );
    const [file] = mail.attachments;
    expect(file?.filename).toBe('transcript_4207731958026614.txt');
    expectGolden('transcript.txt', String(file?.content).replaceAll('\r\n', '\n'));
    expect(file?.content).not.toMatch(/[^\r]\n/);
  });

  it('brings certificate and transcript as they were sealed; without them it says so', async () => {
    const sealed = await renderProof({ ...facts, recipient: 'partyB', sealed: sealedFiles });
    expect(sealed.attachments).toEqual([
      { filename: 'certificate_4207731958026614.pdf', content: sealedFiles.certificate },
      { filename: 'transcript_4207731958026614.txt', content: sealedFiles.transcript },
    ]);
    const unsealed = await renderProof({ ...facts, recipient: 'partyB' });
    expect(unsealed.attachments).toHaveLength(1);
    for (const text of ['The certificate is not attached', 'The attached transcript is a copy']) {
      expect(unsealed.text).toContain(text);
      expect(sealed.text).not.toContain(text);
    }
    for (const text of [sealed.text, unsealed.text]) expect(text).toMatch(/summary\.pdf[\s\S]*evidence\.zip/);
  });

  it('names how sure it is who agreed, and asks party B alone whether it was them', async () => {
    const toA = await renderProof({ ...facts, recipient: 'partyA' });
    const toB = await renderProof({ ...facts, recipient: 'partyB' });
    for (const mail of [toA, toB])
      expect(mail.text).toContain('Voice only (November 20, 2026 at 2:01 PM UTC)');
    expect(toA.html + toA.text).not.toContain('key-to-confirm');
    expect(toB.text).toContain('Was that you in the recording?');
    const agreement = {
      ...{ ...agreementFacts, isRemoteContract: true },
      consents: consentOfBob('confirmed_by_link'),
    };
    const remote = await renderProof({ ...facts, agreement, recipient: 'partyB' });
    expect(visible(remote.html)).toContain('Confirmed through the link sent to b***@people.test');
    expect(remote.text).toContain('This was not you? Tell us:');
    expect(remote.html).toContain(agreementFacts.confirmationLink);
  });

  it('says that the voices could not be told apart, in the mail and in the file', async () => {
    const mail = await renderProof({
      ...facts,
      transcript: { ...transcriptFacts, areVoicesUnclear: true },
      recipient: 'partyA',
    });
    const sentence = 'We could not tell the voices apart. Please check who said what.';
    expect(visible(mail.html)).toContain(sentence);
    expect(mail.text).toContain(sentence);
    expect(mail.attachments[0]?.content).toContain(sentence);
  });

  it('tells both parties that two recordings sound alike, and who is not heard agreeing', async () => {
    for (const recipient of ['partyA', 'partyB'] as const) {
      const mail = await renderProof({
        ...facts,
        transcript: {
          ...transcriptFacts,
          voiceMatch: 'alike',
          spokenConsents: [
            { party: 'a', state: 'said' },
            { party: 'b', state: 'not_said' },
          ],
        },
        recipient,
      });
      for (const words of ['The two recordings sound like one person.', 'is not heard saying “I agree”.']) {
        expect(visible(mail.html)).toContain(words);
        expect(mail.text).toContain(words);
      }
    }
  });

  it('tells both parties that a yes may be taken back, each in their language', async () => {
    for (const [wording, words] of [
      [wordings.en, 'is heard saying “I agree”, and later something that may take it back.'],
      [wordings.es, 'decir “estoy de acuerdo” y después algo que quizá lo retira.'],
    ] as const) {
      const mail = await renderProof({
        ...{ ...facts, recipient: 'partyA', wording },
        transcript: {
          ...transcriptFacts,
          spokenConsents: [
            { party: 'a', state: 'said', reason: null },
            { party: 'b', state: 'unchecked', reason: 'taken_back' },
          ],
        },
      });
      expect(visible(mail.html)).toContain(words);
      expect(mail.text).toContain(words);
    }
  });

  it('says who wrote down what was said: a machine or a person', async () => {
    for (const [engine, sentence, other] of [
      ['openai', 'Transcript made by machine.', 'made by a person'],
      ['human', 'Transcript made by a person.', 'made by machine'],
    ] as const) {
      const transcript = { ...transcriptFacts, engine };
      const { text } = await renderProof({ agreement: agreementFacts, transcript, recipient: 'partyA' });
      const [body = ''] = text.split('Attached');
      expect(body).toContain(sentence);
      expect(body).not.toContain(other);
    }
  });

  it('marks a draft, and says so when there are no words', async () => {
    const draft = await renderProof({
      ...facts,
      transcript: { ...transcriptFacts, draft: true },
      recipient: 'partyA',
    });
    const sentence = 'Draft transcript made by machine. The recording is what counts.';
    expect(visible(draft.html)).toContain(sentence);
    expect(draft.text).toContain(sentence);
    expect(draft.attachments[0]?.content).toContain(sentence);

    const silent = { ...transcriptFacts, segments: [] };
    const mail = await renderProof({ ...facts, transcript: silent, recipient: 'partyA' });
    expect(visible(mail.html)).toContain('No words could be made out.');
  });

  it('of words that are mostly wrong has none, and says what one can do', async () => {
    const unclear = { ...transcriptFacts, draft: true, quality: 'unclear' as const, segments: [], text: '' };
    const mail = await renderProof({ ...facts, transcript: unclear, recipient: 'partyA' });
    const sentence = 'The words could not be made out well, so they are left out here.';
    for (const text of [visible(mail.html), mail.text, mail.attachments[0]?.content]) {
      expect(text).toContain(sentence);
      expect(text).toContain('have a person write it down from your dashboard');
    }
    const toB = await renderProof({ ...facts, transcript: unclear, recipient: 'partyB' });
    for (const text of [visible(toB.html), toB.text, toB.attachments[0]?.content]) {
      expect(text).toContain(`${agreementFacts.partyA.name} can have a person write it down.`);
      expect(text).not.toContain('from your dashboard');
    }
  });

  it('says when another amount was said than typed, and that names may be a guess', async () => {
    const transcript = {
      ...transcriptFacts,
      speakers: transcriptFacts.speakers?.map((speaker) => ({ ...speaker, basis: 'order' })) ?? [],
      amountCheck: { typedCents: 25_000, spokenCents: [20_000, 30_050], agrees: false },
    };
    const sentence =
      'The typed amount is $250.00 USD, but the recording seems to say $200.00 USD, $300.50 USD.';
    const differs = await renderProof({ ...facts, transcript, recipient: 'partyB' });
    expect(visible(differs.html)).toContain(sentence);
    expect(differs.text).toContain(sentence);
    expect(differs.text).toContain('Names follow the order in which people first speak.');
    const agrees = await renderProof({
      ...facts,
      transcript: {
        ...transcriptFacts,
        amountCheck: { typedCents: 25_000, spokenCents: [25_000], agrees: true },
      },
      recipient: 'partyB',
    });
    expect(agrees.text).not.toMatch(/seems to say|Names follow the order/);
  });

  it('does without what is not known', async () => {
    const unknown = { durationSeconds: null, expiresAt: null } as unknown as AgreementFacts;
    const agreement = { ...agreementFacts, ...unknown, amount: null };
    const segment = { ...(transcriptFacts.segments[0] as TranscriptSegment), speaker: null };
    const transcript = { ...transcriptFacts, segments: [segment, { ...segment, speaker: '3' }] };
    const { html, text } = await renderProof({ agreement, transcript, recipient: 'partyA' });
    expect(text).toContain('None named');
    expect(text).toContain('[00:00] I am selling you');
    expect(text).toContain('[00:00] Speaker 3');
    expect(text).toContain('Keep the attached transcript with your papers.');
    expect(html + text).not.toMatch(/null|undefined|NaN|Invalid/);
  });

  it('calls a voice that nobody has named by its number, in its language, and others as they are called', async () => {
    const transcript = {
      ...transcriptFacts,
      speakers: [
        { label: '1', name: 'Speaker 1', basis: null },
        { label: '2', name: 'Speaker 2', basis: 'owner' },
      ],
    };
    const spanish = { ...facts, transcript, recipient: 'partyA' as const, wording: wordings.es };
    const mail = await renderProof(spanish);
    for (const text of [visible(mail.html), mail.text, mail.attachments[0]?.content ?? '']) {
      expect(text).toContain('Voz 1');
      expect(text).not.toContain('Speaker 1');
      expect(text).toContain('Speaker 2');
    }
    expect((await renderProof({ ...spanish, wording: wordings.en })).text).toContain('Speaker 1');
  });

  it('stays short enough for a mailbox and puts all of a long transcript into the attachment', async () => {
    const words = 'and then we agreed on the next point of the list';
    const segments = Array.from({ length: 3000 }, (_, index) => ({
      start: index * 3,
      end: index * 3 + 2,
      text: `${words} ${index}`,
      speaker: index % 2 === 0 ? '1' : '2',
      confidence: null,
    }));
    const transcript = { ...transcriptFacts, segments };
    const mail = await renderProof({ ...facts, transcript, recipient: 'partyA' });
    // Gmail hides what comes after 102 kB.
    expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
    expect(visible(mail.html)).toContain('The rest is in the attached transcript.');
    expect(mail.attachments[0]?.content).toContain(`[2:29:57] Bob Miller: ${words} 2999`);
  });

  it('shows hostile names and words as text', async () => {
    const script = '<script>alert("x")</script>';
    const agreement = {
      ...agreementFacts,
      partyA: { name: `"><img src=x onerror=alert(1)>`, email: 'anna@people.test' },
      partyB: { name: `Bob\r\nBcc: victim@people.test\u202e${script}`, email: 'bob@people.test' },
    };
    const segments = [
      { ...(transcriptFacts.segments[0] as TranscriptSegment), text: `${script}</td></table>` },
    ];
    for (const recipient of ['partyA', 'partyB'] as const) {
      const mail = await renderProof({
        agreement,
        transcript: {
          ...transcriptFacts,
          segments,
          speakers: [{ label: '1', name: script, basis: 'owner' }],
        },
        recipient,
      });
      expect(mail.html).not.toMatch(/<script|<img/);
      expect(mail.html).toContain('&lt;script&gt;');
      expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
      expect(mail.text).not.toMatch(/\u202e|^Bcc:/m);
      expect(mail.attachments[0]?.content).not.toMatch(/\u202e|^Bcc:/m);
    }
  });

  it('shows the answer of a remote contract with its fingerprint', async () => {
    const agreement = { ...agreementFacts, isRemoteContract: true, consentRecordingSha256: 'cd'.repeat(32) };
    const first = transcriptFacts.segments[0] as TranscriptSegment;
    const answer = { ...first, start: 1, text: 'I agree.', speaker: '1', recording: 'b' as const };
    const transcript = { ...transcriptFacts, segments: [first, answer] };
    const mail = await renderProof({ agreement, transcript, recipient: 'partyB' });
    for (const part of [visible(mail.html), mail.text, mail.attachments[0]?.content ?? '']) {
      expect(part).toContain('cd'.repeat(32));
      expect(part).toContain("Recording of Bob Miller's answer");
    }
    expect(mail.text).toContain('[00:01] Bob Miller\nI agree.');
    expect(mail.text).toContain(
      'In the answer of Bob Miller the times count from the start of that recording.',
    );
  });

  it('names who speaks in the answer as the transcript does, where several are heard there', async () => {
    const agreement = { ...agreementFacts, isRemoteContract: true, consentRecordingSha256: 'cd'.repeat(32) };
    const first = transcriptFacts.segments[0] as TranscriptSegment;
    const answer = (start: number, text: string, speaker: string | null): TranscriptSegment => ({
      ...{ ...first, start, end: start + 1, text, speaker, recording: 'b' },
    });
    const render = async (...answers: TranscriptSegment[]) => {
      const speakers = [...(transcriptFacts.speakers ?? []), { label: '3', name: 'Speaker 3', basis: null }];
      const transcript = { ...transcriptFacts, speakers, segments: [first, ...answers] };
      const mail = await renderProof({ agreement, transcript, recipient: 'partyB' });
      return { ...mail, file: String(mail.attachments[0]?.content) };
    };
    const several = await render(
      answer(1, 'I agree.', '2'),
      answer(3, 'You had better.', '3'),
      answer(5, 'Hm.', null),
    );
    expect(several.text).toContain('[00:01] Bob Miller\nI agree.');
    expect(several.text).toContain('[00:03] Speaker 3\nYou had better.');
    expect(several.file).toContain('[00:05] Hm.');
    const one = await render(answer(1, 'I agree.', '3'), answer(5, 'Hm.', null));
    expect(one.file).toContain('[00:01] Bob Miller: I agree.\r\n[00:05] Bob Miller: Hm.');
  });

  it('says that a person wrote the words, and calls the voices as they did', async () => {
    const [first, second] = transcriptFacts.segments as [TranscriptSegment, TranscriptSegment];
    const segments = [
      { ...first, speaker: 'Anna Weber-Klein' },
      { ...second, speaker: '2' },
    ];
    const transcript = { ...transcriptFacts, engine: 'human', segments, speakers: [] };
    const file = async (wording: Wording) => {
      const mail = await renderProof({ agreement: agreementFacts, transcript, recipient: 'partyA', wording });
      return String(mail.attachments[0]?.content);
    };
    const english = await file(wordings.en);
    expect(english).toContain('Transcribed by: a person\r\n\r\nTranscript made by a person.');
    expect(english).toContain('[00:00] Anna Weber-Klein: I am selling');
    expect(english).toContain('[00:06] Speaker 2: Agreed.');
    const spanish = await file(wordings.es);
    expect(spanish).toContain('Transcrito por: una persona\r\n\r\nTranscripción hecha por una persona.');
    expect(spanish).toContain('[00:00] Anna Weber-Klein: I am selling');
  });

  it('in Spanish has no word of English, nor has its file', async () => {
    const agreement = { ...agreementFacts, isRemoteContract: true, consentRecordingSha256: 'cd'.repeat(32) };
    for (const recipient of ['partyA', 'partyB'] as const) {
      const mail = { recipient, subjectId: null, details: {}, createdAt: now };
      const context = { ...allFacts, ...rest, agreement, mail, wording: wordings.es };
      const sealed = await renderMail(proofMail({ ...context, sealed: sealedFiles }));
      expect(englishWordsIn(visible(sealed.html) + sealed.text)).toEqual([]);
      const rendered = await renderMail(proofMail({ ...context, sealed: null }));
      expect(rendered.subject).toMatch(/^Tu acuerdo con .*: grabación y transcripción$/);
      for (const part of [rendered.subject, visible(rendered.html), rendered.text]) {
        expect(englishWordsIn(part)).toEqual([]);
        expect(part).not.toContain('null');
      }
      const [file] = rendered.attachments;
      const content = String(file?.content);
      expect(englishWordsIn(content)).toEqual([]);
      if (recipient === 'partyA') continue;
      expectGolden('es/proof.txt', rendered.text);
      expectGolden('es/transcript.txt', content.replaceAll('\r\n', '\n'));
    }
  });
});

describe('the offer of another language', () => {
  const content = receiptMail({
    ...rest,
    agreement: agreementFacts,
    payment: paymentFacts,
    mail: { recipient: 'partyA', subjectId: null, details: {}, createdAt: now },
  });
  const offer = { lang: 'es', lead: '¿En español?', label: 'Sí', url: 'https://contract.test/l' } as const;

  it('is the last line for whoever reads the language of the mail', async () => {
    const mail = await renderMail(content, [{ ...offer, isFirst: false }]);
    expect(mail.text).toContain('¿En español? Sí:\nhttps://contract.test/l\n\n-- ');
    expect(mail.html).toMatch(/<p lang="es"[^>]*>¿En español\?/);
  });

  it('stands once for each language that there is besides', async () => {
    const other = { ...offer, lang: 'en', lead: 'In English?', isFirst: false } as const;
    const { text, html } = await renderMail(content, [{ ...offer, isFirst: false }, other]);
    expect(text).toContain('¿En español? Sí:\nhttps://contract.test/l\n\nIn English? Sí:\n');
    expect([...html.matchAll(/<p lang="(es|en)"/g)].map(([, lang]) => lang)).toEqual(['es', 'en']);
  });

  it('comes before everything else for whoever may not', async () => {
    const mail = await renderMail(content, [{ ...offer, isFirst: true }]);
    expect(mail.text.indexOf('¿En español?')).toBeLessThan(mail.text.indexOf('Hello Anna Weber'));
    expect(visible(mail.html).indexOf('¿En español?')).toBeLessThan(visible(mail.html).indexOf('Hello Anna'));
  });
});
