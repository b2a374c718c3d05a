import { createTransport } from 'nodemailer';
import { agreementFacts, agreementId } from '../../test/facts.fixture.js';
import { allFacts, now } from '../../test/mail-samples.js';
import type { AgreementFacts, PartyRole } from '../facts/facts.module.js';
import { composeMail } from './compose-mail.js';
import { otherParty, party } from './recipients.js';
import { renderMail } from './rendering/render-mail.js';
import { proofMail } from './templates/proof.template.js';
import { wordings } from './texts/wording.js';

const config = {
  mailFrom: 'Split Second Contract <contracts@sender.test>',
  publicUrl: 'https://contract.test',
};
const messageId = '<0123456789abcdef@sender.test>';

/** The proof as it would go over the wire, header lines unfolded. */
async function wire(recipient: PartyRole, agreement: AgreementFacts) {
  const context = {
    ...allFacts,
    agreement,
    mail: { recipient, subjectId: null, details: {}, createdAt: now },
    sealed: null,
    now,
    publicUrl: config.publicUrl,
    supportEmail: 'support@contract.test',
    longestRecordingSeconds: 600,
    wording: wordings.en,
  };
  const rendered = await renderMail(proofMail(context));
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const people = { to: party(context), replyTo: otherParty(context) };
  const sent = await transport.sendMail(composeMail({ messageId, ...people }, rendered, config));
  const raw = sent.message.toString();
  const headers = raw
    .slice(0, raw.indexOf('\n\n'))
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  return { raw, headers, envelope: sent.envelope };
}

describe('composeMail', () => {
  it('names sender, recipient, the party to answer to, and what kind of mail it is', async () => {
    const { raw, headers, envelope } = await wire('partyB', agreementFacts);
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

  it('names nobody to answer to when that is us', () => {
    const to = { name: 'Anna Weber', address: 'anna@people.test' };
    const rendered = { subject: 'Your receipt', html: '', text: '', attachments: [] };
    expect(composeMail({ messageId, to, replyTo: null }, rendered, config)).not.toHaveProperty('replyTo');
  });

  it('attaches nothing over 10 MB', () => {
    const to = { name: 'Anna Weber', address: 'anna@people.test' };
    const attachments = [
      { filename: 'small.txt', content: 'x' },
      { filename: 'large.txt', content: 'x'.repeat(10 * 1024 * 1024 + 1) },
    ];
    const rendered = { subject: 'Your proof', html: '', text: '', attachments };
    const message = composeMail({ messageId, to, replyTo: null }, rendered, config);
    expect(message.attachments?.map(({ filename }) => filename)).toEqual(['small.txt']);
  });

  it('keeps line ends in names and addresses out of the headers', async () => {
    const attack = 'Eve\r\nBcc: victim@people.test\r\n\r\nHello';
    for (const recipient of ['partyA', 'partyB'] as const) {
      const { headers, envelope } = await wire(recipient, {
        ...agreementFacts,
        partyA: { name: attack, email: 'anna@people.test' },
        partyB: {
          name: `${attack}" <other@people.test>, `,
          email: 'bob@people.test\r\nBcc: victim@people.test',
        },
      });
      expect(headers.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
      expect(headers.filter((line) => /^to:/i.test(line))).toHaveLength(1);
      expect(envelope.to).toHaveLength(1);
    }
  });
});
