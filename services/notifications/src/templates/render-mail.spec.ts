import { readFileSync } from 'node:fs';
import { agreementFacts, paymentFacts, transcriptFacts } from '../../test/facts.fixture.js';
import type { Segment } from '../mails/facts.js';
import { renderProof, renderReceipt } from './render-mail.js';

const publicUrl = 'https://contract.test';
const golden = (name: string) => readFileSync(new URL(`../../test/golden/${name}`, import.meta.url), 'utf8');

/** What a person reads: tags and React's marks removed, entities resolved. */
const visible = (html: string) =>
  html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

describe('receipt', () => {
  it('states every fact in both parts', async () => {
    const mail = await renderReceipt({ agreement: agreementFacts, payment: paymentFacts, publicUrl });
    expect(mail.subject).toBe('Your receipt for contract #4207 7319 5802 6614');
    for (const part of [visible(mail.html), mail.text]) {
      for (const fact of [
        'Anna Weber',
        'Bob Miller',
        '$5.00 USD',
        'SSC-2026-000042',
        '#4207 7319 5802 6614',
        'November 20, 2026 at 2:03 PM UTC',
        'One contract: recording, transcript and proof',
        'Why you got this',
      ]) {
        expect(part).toContain(fact);
      }
      expect(part).not.toContain('TEST');
    }
    expect(mail.html).toContain('href="https://contract.test/dashboard"');
    expect(mail.attachments).toEqual([]);
  });

  it('has a plain-text part that reads like a letter', async () => {
    const mail = await renderReceipt({ agreement: agreementFacts, payment: paymentFacts, publicUrl });
    expect(mail.text).toBe(golden('receipt.txt'));
  });

  it('says first when no money was moved', async () => {
    const payment = { ...paymentFacts, isTest: true };
    const mail = await renderReceipt({ agreement: agreementFacts, payment, publicUrl });
    expect(visible(mail.html)).toContain('TEST. This payment ran in test mode: no money was moved');
    expect(mail.text).toContain('TEST. This payment ran in test mode: no money was moved');
  });

  it('says that the other party has to answer a remote contract', async () => {
    const agreement = { ...agreementFacts, isRemoteContract: true };
    const mail = await renderReceipt({ agreement, payment: paymentFacts, publicUrl });
    expect(visible(mail.html)).toContain('Bob Miller has to answer next.');
  });
});

describe('proof', () => {
  const facts = { agreement: agreementFacts, transcript: transcriptFacts, publicUrl } as const;

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
    expect(mail.text).toBe(golden('proof.txt'));
    expect(mail.attachments).toEqual([
      {
        filename: 'transcript_4207731958026614.txt',
        content: golden('transcript.txt').replaceAll('\n', '\r\n'),
      },
    ]);
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

  it('does without what is not known', async () => {
    const agreement = { ...agreementFacts, amount: null, durationSeconds: null, expiresAt: null };
    const segment = { ...(transcriptFacts.segments[0] as Segment), speaker: null };
    const transcript = { ...transcriptFacts, segments: [segment, { ...segment, speaker: 'C' }] };
    const { html, text } = await renderProof({ agreement, transcript, recipient: 'partyA', publicUrl });
    expect(text).toContain('None named');
    expect(text).toContain('[00:00] I am selling you');
    expect(text).toContain('[00:00] Speaker C');
    expect(text).toContain('Keep the attached transcript with your papers.');
    expect(html + text).not.toMatch(/null|undefined|NaN|Invalid/);
  });

  it('stays short enough for a mailbox and puts all of a long transcript into the attachment', async () => {
    const words = 'and then we agreed on the next point of the list';
    const segments = Array.from({ length: 3000 }, (_, index) => ({
      start: index * 3,
      end: index * 3 + 2,
      text: `${words} ${index}`,
      speaker: index % 2 === 0 ? 'A' : 'B',
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
    const segments = [{ ...(transcriptFacts.segments[0] as Segment), text: `${script}</td></table>` }];
    for (const recipient of ['partyA', 'partyB'] as const) {
      const mail = await renderProof({
        agreement,
        transcript: { ...transcriptFacts, segments },
        recipient,
        publicUrl,
      });
      expect(mail.html).not.toMatch(/<script|<img/);
      expect(mail.html).toContain('&lt;script&gt;');
      expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
      expect(mail.text).not.toMatch(/\u202e|^Bcc:/m);
      expect(mail.attachments[0]?.content).not.toMatch(/\u202e|^Bcc:/m);
    }
    const receipt = await renderReceipt({ agreement, payment: paymentFacts, publicUrl });
    expect(receipt.html).not.toMatch(/<script|<img/);
  });
});
