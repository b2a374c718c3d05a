import type { AgreementFacts, ConsentFacts } from '../../facts/facts.module.js';
import type { MailContext } from '../mail.kind.js';
import { must } from '../mail.kind.js';
import {
  type Block,
  button,
  facts,
  heading,
  type MailContent,
  paragraph,
  type Row,
  small,
} from '../rendering/mail.content.js';
import { manyLines, oneLine, type Wording } from '../texts/wording.js';
import { agreementMail, amountRow, openContract, recordedRows, row, sides } from './agreement-content.js';

/** How sure it is that this party agreed, in words. */
export function gradeWords({ grade, maskedEmail }: ConsentFacts, wording: Wording): string {
  return wording.texts.grades[grade](maskedEmail ?? wording.texts.notKnown);
}

/** Each party's consent to the terms, as it really was given. */
function consentRows({ consents, partyA, partyB }: AgreementFacts, wording: Wording): Row[] {
  const names = { a: oneLine(partyA.name), b: oneLine(partyB.name) };
  return consents
    .filter(({ kind }) => kind === 'agreement')
    .map((consent) =>
      row(
        names[consent.party],
        `${gradeWords(consent, wording)}${consent.isDeviceAlike ? `. ${wording.texts.whoAgreed.deviceAlike}` : ''} (${wording.dateTime(consent.at)})`,
      ),
    );
}

/** How party B agreed; nothing while nobody did. */
export function partyBRow(agreement: AgreementFacts, wording: Wording): Row | null {
  const found = agreement.consents.find(({ party, kind }) => party === 'b' && kind === 'agreement');
  return found ? row(wording.texts.whoAgreed.row, gradeWords(found, wording)) : null;
}

/** Who agreed and how sure that is; party B is asked whether it was them. */
export function whoAgreed(context: MailContext<'agreement'>): Block[] {
  const { agreement, wording } = context;
  const { whoAgreed: t } = wording.texts;
  const rows = consentRows(agreement, wording);
  if (rows.length === 0) return [];
  const url = agreement.confirmationLink;
  const question: Block = agreement.isRemoteContract
    ? { kind: 'link', lead: t.notYou, label: t.tellUs, url }
    : { kind: 'link', lead: t.wasItYou, label: t.confirm, url };
  return [heading(t.title), facts(rows), ...(sides(context).isPartyA ? [] : [question])];
}

/** Party B is told that they said over the link in their mail that it was them, and how to say that it was not. */
export function confirmedMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, wording } = context;
  const { confirmed: t } = wording.texts;
  const { other, shortOther } = sides(context);
  const lead = t.lead(other);
  return agreementMail(context, {
    subject: t.subject(shortOther),
    title: t.title,
    preview: lead,
    blocks: [
      paragraph(lead),
      facts([
        row(t.at, momentOf(context)),
        amountRow(agreement, wording),
        ...recordedRows(agreement, wording),
      ]),
      paragraph(`${t.wasYou} ${t.notYou}`),
      button(t.button, agreement.confirmationLink),
      small(t.personalLink),
    ],
    answersTo: 'support-for-key',
  });
}

/** Party B says that it was not them: both parties and the support are told. */
export function objectedMail(context: MailContext<'agreement'>): MailContent {
  const { wording } = context;
  if (context.mail.recipient === 'support') return objectionMail(context);
  const { agreement } = context;
  const { objected: t } = wording.texts;
  const { isPartyA, other, shortOther } = sides(context);
  const isOnScreen = objectionIn(context)?.via === 'screen';
  const ownLead = isOnScreen ? t.ownOnScreen(other) : t.ownLead(other);
  const lead = isPartyA ? t.lead(other) : ownLead;
  return agreementMail(context, {
    subject: isPartyA ? t.subject(shortOther) : t.ownSubject,
    title: isPartyA ? t.title(other) : t.ownTitle,
    preview: lead,
    blocks: [
      paragraph(lead),
      // Party B knows it; and whoever answered on party A's screen may have written it.
      ...(isPartyA ? reason(context) : []),
      facts([
        row(t.at, momentOf(context)),
        amountRow(agreement, wording),
        ...recordedRows(agreement, wording),
      ]),
      ...(isOnScreen ? [isPartyA ? paragraph(t.onScreen(other)) : answer(context)] : []),
      paragraph(isPartyA ? t.next(isOnScreen) : t.ownNext(other)),
      isPartyA ? openContract(context) : button(wording.texts.contactSupport, agreement.links.contact),
    ],
    answersTo: 'support',
  });
}

function objectionMail(context: MailContext<'agreement'>): MailContent {
  const { agreement, publicUrl, wording } = context;
  const { objected: t } = wording.texts;
  const { me, other, number } = sides(context);
  const lead = t.supportLead(other);
  return {
    subject: t.supportSubject(number),
    title: t.supportTitle,
    preview: lead,
    reference: wording.texts.contract(number),
    blocks: [
      paragraph(lead),
      ...reason(context),
      facts([
        row(wording.texts.rows.between, wording.texts.pair(me, other)),
        row(t.at, momentOf(context)),
        amountRow(agreement, wording),
      ]),
      ...(objectionIn(context)?.via === 'screen' ? [paragraph(t.onScreen(other))] : []),
      paragraph(t.supportNext),
      button(t.button, `${publicUrl}/admin`),
    ],
    why: t.supportWhy,
    publicUrl,
    wording,
  };
}

const momentOf = ({ mail, wording }: MailContext<'agreement'>) =>
  wording.dateTime(must(mail.details.at, 'moment'));

const objectionIn = ({ agreement: { consents } }: MailContext<'agreement'>) =>
  consents.find(({ objection }) => objection !== null)?.objection ?? null;

/** Where party B says through the own mail what counts more than an answer over party A's screen. */
function answer({ agreement, wording }: MailContext<'agreement'>): Block {
  const { answerLead: lead, answer: label } = wording.texts.objected;
  return { kind: 'link', lead, label, url: agreement.confirmationLink };
}

function reason(context: MailContext<'agreement'>): Block[] {
  const { wording } = context;
  const words = objectionIn(context)?.reason ?? '';
  return words.trim() === ''
    ? []
    : [paragraph(wording.texts.objected.said), { kind: 'quote', lines: manyLines(words) }];
}
