import { formatAgreementId, humanTranscriptCents, isContract, unpaidDays } from '#contracts';
import { endOfAccess } from '../mail.due.js';
import type { MailContext } from '../mail.kind.js';
import { must } from '../mail.kind.js';
import {
  type Block,
  button,
  facts,
  heading,
  type MailContent,
  paragraph,
  small,
} from '../rendering/mail.content.js';
import { manyLines, oneLine } from '../texts/wording.js';
import {
  agreementMail,
  amountRow,
  openContract,
  recordedRows,
  recordingPrints,
  row,
  sides,
} from './agreement-content.js';

/** Party A is told that the machine could not write the transcript, and what can be done. */
export function transcriptionFailedMail(context: MailContext<'agreement'>): MailContent {
  const { wording } = context;
  const { transcriptionFailed: t } = wording.texts;
  const { other, number } = sides(context);
  const lead = t.lead(other);
  return agreementMail(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([amountRow(context.agreement, wording), ...recordedRows(context.agreement, wording)]),
      heading(t.optionsTitle),
      ...t.options(wording.cents(humanTranscriptCents, 'usd')).map(paragraph),
      openContract(context, t.button),
    ],
    answersTo: 'support',
  });
}

/**
 * Party A's answer goes to party B, who knows nothing of the agreement before it is paid; party B's mail has a key, so that
 * what quotes it is for us.
 */
export const isAnsweredByPartyB = ({ agreement, mail }: MailContext<'agreement'>): boolean =>
  mail.recipient === 'partyA' && agreement.paidAt !== null;

/**
 * Both parties get the transcript that a person has made, or corrected; before there is a contract party A alone, who
 * bought it.
 */
export function humanTranscriptReadyMail(context: MailContext<'agreement' | 'transcript'>): MailContent {
  const { agreement, transcript, mail, wording } = context;
  const { humanTranscriptReady: t } = wording.texts;
  const { isPartyA, other, shortOther } = sides(context);
  const { human = null } = transcript;
  const isPaid = agreement.paidAt !== null;
  const whose = isContract(agreement) ? t.same(other) : isPaid ? t.aloneUnanswered(other) : t.alone;
  const isCorrection = mail.details.kind === 'correction';
  const said = isCorrection ? t.corrected : t;
  const lead = [said.lead(other), ...(isCorrection ? [t.corrected.replaces] : []), whose].join(' ');
  return agreementMail(context, {
    subject: said.subject(shortOther),
    title: said.title,
    preview: lead,
    blocks: [
      paragraph(human === null ? lead : `${lead} ${t.attached}`),
      facts([
        human === null ? null : row(t.deliveredAt, wording.dateTime(human.deliveredAt)),
        amountRow(agreement, wording),
        ...recordedRows(agreement, wording),
      ]),
      isPartyA
        ? openContract(context, isPaid ? t.readButton : undefined)
        : button(wording.texts.listen, agreement.audioLinks.partyB),
      small(...(isPartyA ? [] : [wording.texts.personalLink]), t.beside),
      heading(wording.texts.proof.hashesTitle),
      {
        kind: 'prints',
        rows: [...recordingPrints(agreement, wording), row(t.hash, must(mail.details.sha256, 'hash'))],
      },
    ],
    answersTo: isAnsweredByPartyB(context) ? 'other' : isPartyA ? 'support' : 'support-for-key',
    attachments: human === null ? [] : [humanTranscriptFile(context, human)],
  });
}

function humanTranscriptFile(
  { agreement, wording }: MailContext<'agreement'>,
  human: { text: string; sha256: string },
): { filename: string; content: string } {
  const { humanTranscriptReady: t, transcriptFile: file } = wording.texts;
  const content = [
    `${wording.texts.product.toUpperCase()} - ${t.fileTitle}`,
    '',
    `${file.contract}: ${formatAgreementId(agreement.agreementId)}`,
    `${wording.texts.rows.partyA}: ${oneLine(agreement.partyA.name)}`,
    `${wording.texts.rows.partyB}: ${oneLine(agreement.partyB.name)}`,
    ...recordedRows(agreement, wording).map(({ label, value }) => `${label}: ${value}`),
    '',
    ...manyLines(human.text),
    '',
    file.end,
    '',
    wording.texts.proof.hashesTitle,
    ...recordingPrints(agreement, wording).map(({ label, value }) => `${label}: ${value}`),
    `${t.hash}: ${human.sha256}`,
    '',
  ];
  return {
    filename: `transcript_${agreement.agreementId}_by_a_person.txt`,
    content: content.join('\r\n'),
  };
}

/** Both parties are told that the recording will be deleted soon. */
export function accessEndingMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, now, wording } = context;
  const { accessEnding: t, proof } = wording.texts;
  const { isPartyA, other, shortOther } = sides(context);
  const role = isPartyA ? 'partyA' : 'partyB';
  const isComplete = agreement.status === 'completed';
  const endsAt = endOfAccess(context);
  const days = wording.daysUntil(endsAt, now);
  const lead = t.lead(other, wording.dateTime(endsAt));
  return agreementMail(context, {
    subject: t.subject(shortOther, days),
    title: t.title(days),
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.endsAt, wording.dateTime(endsAt)),
        amountRow(agreement, wording),
        ...recordedRows(agreement, wording),
      ]),
      paragraph(t.download),
      // Without this browsers play it.
      button(t.button, `${agreement.audioLinks[role]}&download=1`),
      // The link above is to party A's recording alone; the packet has party B's, too.
      isComplete
        ? {
            kind: 'link',
            lead: proof.packetLead,
            label: proof.packet,
            url: agreement.evidenceLinks[role].packet,
          }
        : null,
      small(
        wording.texts.personalLink,
        // Only what is complete had such an email.
        ...(isComplete ? [t.transcript] : []),
        t.kept,
      ),
    ],
    answersTo: 'support',
  });
}

/** Whoever knew of it is told that the recording is gone, and what is kept. */
export function contentDeletedMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, mail, wording } = context;
  const { contentDeleted: t } = wording.texts;
  const { isPartyA, other, number } = sides(context);
  const lead = t.leads[must(mail.details.reason, 'reason')]?.(other, unpaidDays) ?? t.title;
  return agreementMail(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.deletedAt, wording.dateTime(must(mail.details.at, 'moment'))),
        row(t.gone, t.goneValue),
        row(t.kept, t.keptValue),
      ]),
      paragraph(t.prints),
      { kind: 'prints', rows: recordingPrints(agreement, wording) },
      paragraph(wording.texts.nothingMoreToDo),
      isPartyA ? openContract(context) : button(wording.texts.contactSupport, agreement.links.contact),
    ],
    answersTo: 'support',
  });
}

/** Party A is told who of us did what with the agreement, when and why. */
export function adminActedMail(context: MailContext<'agreement' | 'act'>): MailContent {
  const { act, mail, wording } = context;
  const { adminActed: t } = wording.texts;
  const { other, number } = sides(context);
  const [reason = '', ...more] = manyLines(act.reason ?? '');
  const lead = t.lead(other);
  return agreementMail(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(
          wording.texts.rows.who,
          act.administrator === null ? t.someone : t.administrator(oneLine(act.administrator)),
        ),
        row(wording.texts.rows.what, t.acts[mail.details.kind ?? ''] ?? t.otherAct),
        row(wording.texts.rows.when, wording.dateTime(act.at)),
        reason === '' || more.length > 0 ? null : row(wording.texts.rows.reason, reason),
      ]),
      ...(more.length === 0 ? [] : severalLines(wording.texts.refund.note, [reason, ...more])),
      paragraph(`${t.logged} ${t.question}`),
      openContract(context),
    ],
    answersTo: 'support',
  });
}

const severalLines = (lead: string, lines: string[]): Block[] => [paragraph(lead), { kind: 'quote', lines }];
