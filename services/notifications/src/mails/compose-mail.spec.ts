import { createTransport } from 'nodemailer';
import { agreementFacts, agreementId, transcriptFacts } from '../../test/facts.fixture.js';
import { renderProof } from '../templates/render-mail.js';
import { composeMail } from './compose-mail.js';
import type { AgreementFacts } from './facts.js';
import type { MailRow } from './mail.row.js';

const config = {
  mailFrom: 'Split Second Contract <contracts@sender.test>',
  publicUrl: 'https://contract.test',
};
const row: MailRow = {
  key: `completed:${agreementId}:party-b`,
  template: 'proof',
  recipient: 'partyB',
  agreementId,
  paymentId: null,
  status: 'queued',
  messageId: '<0123456789abcdef@sender.test>',
};

/** The message as it would go over the wire, header lines unfolded. */
async function wire(mail: MailRow, agreement: AgreementFacts) {
  const rendered = await renderProof({
    agreement,
    transcript: transcriptFacts,
    recipient: mail.recipient,
    publicUrl: config.publicUrl,
  });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const sent = await transport.sendMail(composeMail(mail, agreement, rendered, config));
  const raw = sent.message.toString();
  const headers = raw
    .slice(0, raw.indexOf('\n\n'))
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  return { raw, headers, envelope: sent.envelope };
}

describe('composeMail', () => {
  it('names sender, recipient, the party to answer to, and what kind of mail it is', async () => {
    const { raw, headers, envelope } = await wire(row, agreementFacts);
    expect(envelope).toEqual({ from: 'contracts@sender.test', to: ['bob@people.test'] });
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Split Second Contract <contracts@sender.test>',
        'To: Bob Miller <bob@people.test>',
        'Reply-To: Anna Weber <anna@people.test>',
        'Subject: Your agreement with Anna Weber: recording and transcript',
        'Message-ID: <0123456789abcdef@sender.test>',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(headers.find((line) => line.startsWith('List-I'))).toMatch(/<agreements\.contract\.test>$/);
    expect(raw).toContain(`filename=transcript_${agreementId}.txt`);
    expect(raw).toContain('multipart/alternative');
  });

  it('lets an answer to a receipt come to us', () => {
    const rendered = { subject: 'Your receipt', html: '', text: '', attachments: [] };
    const receipt = { ...row, template: 'receipt', recipient: 'partyA' } as const;
    expect(composeMail(receipt, agreementFacts, rendered, config)).not.toHaveProperty('replyTo');
  });

  it('keeps line ends in names and addresses out of the headers', async () => {
    const attack = 'Eve\r\nBcc: victim@people.test\r\n\r\nHello';
    for (const recipient of ['partyA', 'partyB'] as const) {
      const { headers, envelope } = await wire(
        { ...row, recipient },
        {
          ...agreementFacts,
          partyA: { name: attack, email: 'anna@people.test' },
          partyB: {
            name: `${attack}" <other@people.test>, `,
            email: 'bob@people.test\r\nBcc: victim@people.test',
          },
        },
      );
      expect(headers.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
      expect(headers.filter((line) => /^to:/i.test(line))).toHaveLength(1);
      expect(envelope.to).toHaveLength(1);
    }
  });
});
