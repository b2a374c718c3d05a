import { formatAgreementId, manualTranscriptionCents, unpaidDays } from '#contracts';
import type { MailContext } from '../mails/mail.context.js';
import { must } from '../mails/mail.row.js';
import { agreementLetter, amountRow, recordedRow, recordingPrints, row, sides } from './agreement-letter.js';
import { formatCents, formatDateTime, formatDaysUntil, manyLines, oneLine } from './formats.js';
import { button, facts, heading, type Letter, paragraph, small } from './letter.js';
import { texts } from './texts.js';

/** Party A is told that the machine could not write the transcript, and what can be done. */
export function transcriptionFailedLetter(context: MailContext<'agreement'>): Letter {
  const { transcriptionFailed: t } = texts;
  const { other, number } = sides(context);
  const lead = t.lead(other);
  return agreementLetter(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([amountRow(context.agreement), recordedRow(context.agreement)]),
      heading(t.optionsTitle),
      ...t.options(formatCents(manualTranscriptionCents, 'usd')).map(paragraph),
      button(t.button, context.agreement.links.dashboard),
    ],
    answersTo: 'support',
  });
}

/** Both parties get the transcript that a person has made. */
export function manualReadyLetter(context: MailContext<'agreement' | 'transcript'>): Letter {
  const { agreement, transcript, mail } = context;
  const { manualReady: t } = texts;
  const { isPartyA, other, shortOther } = sides(context);
  const { human = null } = transcript;
  const lead = t.lead(other);
  return agreementLetter(context, {
    subject: t.subject(shortOther),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(human === null ? lead : `${lead} ${t.attached}`),
      facts([
        human === null ? null : row(t.deliveredAt, formatDateTime(human.deliveredAt)),
        amountRow(agreement),
        recordedRow(agreement),
      ]),
      isPartyA
        ? button(t.readButton, agreement.links.dashboard)
        : button(texts.listen, agreement.audioLinks.partyB),
      small(...(isPartyA ? [] : [texts.personalLink]), t.beside),
      heading(texts.proof.hashesTitle),
      {
        kind: 'prints',
        rows: [...recordingPrints(agreement), row(t.hash, must(mail.details.sha256, 'hash'))],
      },
    ],
    answersTo: 'other',
    attachments: human === null ? [] : [humanTranscriptFile(context, human)],
  });
}

function humanTranscriptFile(
  { agreement }: MailContext<'agreement'>,
  human: { text: string; sha256: string },
): { filename: string; content: string } {
  const { manualReady: t, transcriptFile: file } = texts;
  const content = [
    `${texts.product.toUpperCase()} - ${t.fileTitle}`,
    '',
    `${file.contract}: ${formatAgreementId(agreement.agreementId)}`,
    `${texts.rows.partyA}: ${oneLine(agreement.partyA.name)}`,
    `${texts.rows.partyB}: ${oneLine(agreement.partyB.name)}`,
    `${texts.rows.recordedAt}: ${formatDateTime(agreement.createdAt)}`,
    '',
    ...manyLines(human.text),
    '',
    file.end,
    '',
    texts.proof.hashesTitle,
    ...recordingPrints(agreement).map(({ label, value }) => `${label}: ${value}`),
    `${t.hash}: ${human.sha256}`,
    '',
  ];
  return {
    filename: `transcript_${agreement.agreementId}_by_a_person.txt`,
    content: content.join('\r\n'),
  };
}

/** Both parties are told that the recording will be deleted soon. */
export function accessEndingLetter(context: MailContext<'agreement'>): Letter {
  const { agreement, mail, now } = context;
  const { accessEnding: t } = texts;
  const { isPartyA, other, shortOther } = sides(context);
  const endsAt = must(mail.details.endsAt, 'end');
  const days = formatDaysUntil(endsAt, now);
  const lead = t.lead(other, formatDateTime(endsAt));
  return agreementLetter(context, {
    subject: t.subject(shortOther, days),
    title: t.title(days),
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([row(t.endsAt, formatDateTime(endsAt)), amountRow(agreement), recordedRow(agreement)]),
      paragraph(t.download),
      button(t.button, agreement.audioLinks[isPartyA ? 'partyA' : 'partyB']),
      small(texts.personalLink, t.transcript, t.kept),
    ],
    answersTo: 'support',
  });
}

/** Whoever knew of it is told that the recording is gone, and what is kept. */
export function contentDeletedLetter(context: MailContext<'agreement'>): Letter {
  const { agreement, mail } = context;
  const { contentDeleted: t } = texts;
  const { isPartyA, other, number } = sides(context);
  const lead = t.leads[must(mail.details.reason, 'reason')]?.(other, unpaidDays) ?? t.title;
  return agreementLetter(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.deletedAt, formatDateTime(must(mail.details.at, 'moment'))),
        row(t.gone, t.goneValue),
        row(t.kept, t.keptValue),
      ]),
      paragraph(t.prints),
      { kind: 'prints', rows: recordingPrints(agreement) },
      paragraph(texts.nothingMoreToDo),
      isPartyA
        ? button(texts.openContracts, agreement.links.dashboard)
        : button(texts.contactSupport, agreement.links.contact),
    ],
    answersTo: 'support',
  });
}

/** Party A is told who of us did what with the agreement, when and why. */
export function adminActedLetter(context: MailContext<'agreement' | 'act'>): Letter {
  const { agreement, act, mail } = context;
  const { adminActed: t } = texts;
  const { other, number } = sides(context);
  const lead = t.lead(other);
  return agreementLetter(context, {
    subject: t.subject(number),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(
          texts.rows.who,
          act.administrator === null ? t.someone : t.administrator(oneLine(act.administrator)),
        ),
        row(texts.rows.what, t.acts[mail.details.kind ?? ''] ?? t.otherAct),
        row(texts.rows.when, formatDateTime(act.at)),
        act.reason === null ? null : row(texts.rows.reason, oneLine(act.reason)),
      ]),
      paragraph(`${t.logged} ${t.question}`),
      button(texts.openContracts, agreement.links.dashboard),
    ],
    answersTo: 'support',
  });
}
