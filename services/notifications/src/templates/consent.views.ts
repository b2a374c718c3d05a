import type { AgreementFacts, ConsentFacts } from '../mails/facts.js';
import type { MailContext } from '../mails/mail.context.js';
import { must } from '../mails/mail.row.js';
import { agreementLetter, amountRow, recordedRow, row, sides } from './agreement-letter.js';
import { formatDateTime, manyLines, oneLine } from './formats.js';
import { type Block, button, facts, heading, type Letter, paragraph, type Row } from './letter.js';
import { texts } from './texts.js';

/** How sure it is that this party agreed, in words. */
export function gradeWords({ grade, maskedEmail }: ConsentFacts): string {
  return texts.grades[grade](maskedEmail ?? texts.notKnown);
}

/** Each party's consent to the terms, as it really was given. */
function consentRows({ consents, partyA, partyB }: AgreementFacts): Row[] {
  const names = { a: oneLine(partyA.name), b: oneLine(partyB.name) };
  return consents
    .filter(({ kind }) => kind === 'agreement')
    .map((consent) => row(names[consent.party], `${gradeWords(consent)} (${formatDateTime(consent.at)})`));
}

/** How party B agreed; nothing while nobody did. */
export function partyBRow(agreement: AgreementFacts): Row | null {
  const found = agreement.consents.find(({ party, kind }) => party === 'b' && kind === 'agreement');
  return found ? row(texts.whoAgreed.row, gradeWords(found)) : null;
}

/** Who agreed and how sure that is; party B is asked whether it was them. */
export function whoAgreed(context: MailContext<'agreement'>): Block[] {
  const { agreement } = context;
  const { whoAgreed: t } = texts;
  const rows = consentRows(agreement);
  if (rows.length === 0) return [];
  const url = agreement.confirmationLink;
  const question: Block = agreement.isRemoteContract
    ? { kind: 'link', lead: t.notYou, label: t.tellUs, url }
    : { kind: 'link', lead: t.wasItYou, label: t.confirm, url };
  return [heading(t.title), facts(rows), ...(sides(context).isPartyA ? [] : [question])];
}

/** Party B says that it was not them: both parties and the support are told. */
export function objectedLetter(context: MailContext<'agreement'>): Letter {
  if (context.mail.recipient === 'support') return objectionNotice(context);
  const { agreement } = context;
  const { objected: t } = texts;
  const { isPartyA, other, shortOther } = sides(context);
  const lead = isPartyA ? t.lead(other) : t.ownLead(other);
  return agreementLetter(context, {
    subject: isPartyA ? t.subject(shortOther) : t.ownSubject,
    title: isPartyA ? t.title(other) : t.ownTitle,
    preview: lead,
    blocks: [
      paragraph(lead),
      ...reason(agreement),
      facts([row(t.at, momentOf(context)), amountRow(agreement), recordedRow(agreement)]),
      paragraph(isPartyA ? t.next : t.ownNext(other)),
      isPartyA
        ? button(texts.openContracts, agreement.links.dashboard)
        : button(texts.contactSupport, agreement.links.contact),
    ],
    answersTo: 'support',
  });
}

function objectionNotice(context: MailContext<'agreement'>): Letter {
  const { agreement, publicUrl } = context;
  const { objected: t } = texts;
  const { me, other, number } = sides(context);
  const lead = t.supportLead(other);
  return {
    subject: t.supportSubject(number),
    title: t.supportTitle,
    preview: lead,
    reference: texts.contract(number),
    blocks: [
      paragraph(lead),
      ...reason(agreement),
      facts([
        row(texts.rows.between, `${me} and ${other}`),
        row(t.at, momentOf(context)),
        amountRow(agreement),
      ]),
      paragraph(t.supportNext),
      button(t.button, `${publicUrl}/admin`),
    ],
    why: t.supportWhy,
    publicUrl,
  };
}

const momentOf = ({ mail }: MailContext<'agreement'>) => formatDateTime(must(mail.details.at, 'moment'));

function reason({ consents }: AgreementFacts): Block[] {
  const words = consents.find(({ objection }) => objection !== null)?.objection?.reason ?? '';
  return words.trim() === ''
    ? []
    : [paragraph(texts.objected.said), { kind: 'quote', lines: manyLines(words) }];
}
