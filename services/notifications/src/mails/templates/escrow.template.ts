import { type EscrowState, escrowFee, escrowFeePercent, formatAgreementId } from '#contracts';
import type { EscrowFacts } from '../../facts/facts.module.js';
import type { Mailbox } from '../../smtp/smtp.module.js';
import { must } from '../mail.kind.js';
import { type EscrowContext, people, support } from '../recipients.js';
import {
  type Block,
  button,
  facts,
  type MailContent,
  paragraph,
  type Row,
  SUBJECT_NAME_LENGTH,
  small,
} from '../rendering/mail.content.js';
import type { EscrowWords, StepText } from '../texts/escrow-words.types.js';
import { manyLines, nameOf, oneLine, shorten, type Wording } from '../texts/wording.js';
import { dealLine, row } from './agreement-content.js';

type Reader = 'buyer' | 'seller' | 'support';

/** One step of an escrow, as one of its readers is told of it; an answer to the mail goes to `replyTo`. */
export function escrowMail(
  context: EscrowContext,
  replyTo: (context: EscrowContext) => Mailbox,
): MailContent {
  const { escrow, mail, publicUrl, wording } = context;
  const { escrow: t } = wording.texts;
  const reader = readerOf(context);
  const change = must(mail.details.kind, 'change');
  const words = escrowWords(context);
  const step: StepText = must(t[reader][change], 'text')(words);
  const links = { ...escrow.links, support: `${publicUrl}/admin` };
  const blocks = [
    escrow.isTest ? ({ kind: 'notice', text: wording.texts.testMode } as const) : null,
    greeting(context, reader),
    paragraph(step.lead),
    ...quote(change, escrow, wording),
    facts(rows(context, change, reader)),
    ...step.next.map((sentence) => (sentence === null ? null : paragraph(sentence))),
    button(step.button, links[reader]),
    reader === 'seller' ? small(t.personalLink) : null,
  ];
  return {
    subject: step.subject,
    title: step.title,
    preview: step.lead,
    reference: wording.texts.contract(words.number),
    deal: dealLine(context),
    blocks: blocks.filter((block) => block !== null),
    why: why(reader, context, replyTo(context)),
    publicUrl,
    wording,
  };
}

function readerOf({ mail: { recipient } }: EscrowContext): Reader {
  return recipient === 'buyer' || recipient === 'seller' ? recipient : 'support';
}

function greeting(context: EscrowContext, reader: Reader): Block | null {
  const { wording } = context;
  const { buyer, seller } = people(context);
  if (reader === 'support') return null;
  const name = oneLine((reader === 'buyer' ? buyer.name : seller.name) ?? '');
  return paragraph(name === '' ? wording.texts.greetingWithoutName : wording.texts.greeting(name));
}

function quote(change: string, escrow: EscrowFacts, wording: Wording): Block[] {
  const { quotes } = wording.texts.escrow;
  const problem = stoppedBy(escrow) === 'problem' ? escrow.problem : null;
  const said = { problem, decided: escrow.decision } as Partial<Record<string, string | null>>;
  const words = said[change] ?? '';
  if (words.trim() === '') return [];
  const lead = change === 'problem' ? quotes.problem : quotes.decision;
  return [paragraph(lead), { kind: 'quote', lines: manyLines(words) }];
}

function why(reader: Reader, context: EscrowContext, answers: Mailbox): string {
  const { escrow: t, answersGoTo, answersGoToSupport, reachedAt } = context.wording.texts;
  if (reader === 'support') return t.whySupport;
  const whoAnswers =
    answers.address === support(context).address ? answersGoToSupport : answersGoTo(answers.name);
  if (reader === 'buyer') return `${t.whyBuyer} ${whoAnswers}`;
  const { buyer, seller } = people(context);
  const name = nameOf(buyer);
  const buyersAddress = seller.name === null ? '' : ` ${reachedAt(name, oneLine(buyer.email))}`;
  return `${t.whySeller(name)} ${whoAnswers}${buyersAddress}`;
}

/** States in which nobody has decided yet who gets what. */
const UNDECIDED: readonly EscrowState[] = [
  'requires_onboarding',
  'requires_payment',
  'held',
  'release_due',
  'disputed',
];

/** What a bank has kept of it, which nobody else gets. */
const keptCents = ({ chargedBackCents = 0 }: EscrowFacts): number => chargedBackCents;

const feePercentOf = ({ feePercent = escrowFeePercent }: EscrowFacts): number => feePercent;

/** Who gets what in cents; before it is decided, what a release would bring. */
function shares(escrow: EscrowFacts) {
  const { state, amountCents, feeCents, sellerCents, buyerRefundCents } = escrow;
  if (!UNDECIDED.includes(state)) return { feeCents, sellerCents, buyerRefundCents };
  const releasedCents = amountCents - keptCents(escrow) - buyerRefundCents;
  const fee = escrowFee(releasedCents, feePercentOf(escrow));
  return { feeCents: fee, sellerCents: releasedCents - fee, buyerRefundCents };
}

function escrowWords(context: EscrowContext): EscrowWords {
  const { agreement, escrow, mail, now, wording } = context;
  const { state, amountCents, currency, releaseAt, heldAt, settledAt, sellerReady, holdHours } = escrow;
  const { buyer, seller } = people(context);
  const [buyerName, sellerName] = [nameOf(buyer), oneLine(seller.name ?? seller.email)];
  const { sellerCents, buyerRefundCents } = shares(escrow);
  const isRunning = state === 'release_due';
  const backAt = isRunning ? (escrow.backAt ?? null) : null;
  const end = isRunning ? (backAt ?? releaseAt) : null;
  const isRestHeld = state !== 'charged_back' && keptCents(escrow) > 0;
  return {
    number: formatAgreementId(agreement.agreementId),
    buyer: buyerName,
    seller: sellerName,
    shortBuyer: shorten(buyerName, SUBJECT_NAME_LENGTH),
    shortSeller: shorten(sellerName, SUBJECT_NAME_LENGTH),
    amount: wording.cents(amountCents, currency),
    held: wording.cents(isRestHeld ? amountCents - keptCents(escrow) : amountCents, currency),
    disputed: wording.cents(escrow.chargebackCents || amountCents, currency),
    isRestHeld,
    sellerAmount: wording.cents(sellerCents, currency),
    isForSeller: sellerCents > 0,
    refund: buyerRefundCents > 0 ? wording.cents(buyerRefundCents, currency) : null,
    // Where it has failed meanwhile, or is not known, what was to go back.
    sentBack: wording.cents(escrow.sentBackCents || buyerRefundCents, currency),
    hold: wording.hours(holdHours),
    releaseAt: isRunning && releaseAt !== null ? wording.dateTime(releaseAt) : null,
    backAt: backAt === null ? null : wording.dateTime(backAt),
    undecidedUntil: state === 'disputed' && escrow.backAt ? wording.dateTime(escrow.backAt) : null,
    left: end === null ? null : wording.timeUntil(end, now),
    startedBy: escrow.clockStartedBy ?? null,
    payBy: escrow.payBy ? wording.dateTime(escrow.payBy) : null,
    takeBackAt: escrow.takeBackAt ? wording.dateTime(escrow.takeBackAt) : null,
    late: mail.details.amountCents ? wording.cents(mail.details.amountCents, currency) : null,
    isChargePossible: escrow.isChargePossible === true,
    isContentDeleted: escrow.isContentDeleted === true,
    isPaid: heldAt !== null,
    buyerId: escrow.buyerId,
    isBuyerUnreached: escrow.isBuyerUnreached === true,
    isStopped: state === 'disputed',
    stoppedBy: stoppedBy(escrow),
    isPastHeld: state !== 'held',
    isSettled: settledAt !== null,
    needsPayouts: !sellerReady,
    hasPayoutsByBuyer: escrow.payoutsByBuyer === true,
  };
}

function stoppedBy(escrow: EscrowFacts): EscrowWords['stoppedBy'] {
  const { state, decision, buyerRefundCents } = escrow;
  // What was decided and is stopped again was sent back by hand, whatever had stopped it before.
  if (state === 'disputed' && decision !== null && buyerRefundCents > 0) return 'refund';
  if (escrow.problem !== null) return 'problem';
  // What was stopped before an account was disabled stays as it was: nothing else can stop it afterwards.
  if (escrow.isAccountDisabled === true) return 'account';
  if (escrow.isBuyerUnreached === true) return 'unreached';
  return escrow.isContractCancelled === true ? 'end' : 'refund';
}

/** Steps after which nothing is divided: a fee would be none. */
const UNDIVIDED = [
  ...['refunded', 'failed', 'late-refunded', 'bank-refused'],
  ...['chargeback', 'chargeback-won', 'charged-back', 'held-too-long'],
];

function rows(context: EscrowContext, change: string, reader: Reader): (Row | null)[] {
  const { escrow: held, wording } = context;
  const { rows: t } = wording.texts.escrow;
  const { buyer, seller } = people(context);
  const { feeCents, sellerCents, buyerRefundCents } = shares(held);
  const money = (cents: number) => wording.cents(cents, held.currency);
  const moment = (label: string, at: string | null) =>
    at === null ? null : row(label, wording.dateTime(at));
  const clockRow = ({ releaseAt, backAt = null }: EscrowFacts) =>
    backAt === null ? moment(t.releaseAt, releaseAt) : moment(t.backAt, backAt);
  const isReceipt = change === 'held' && reader === 'buyer' && held.receiptNumber !== null;
  const isDivided = !UNDIVIDED.includes(change);
  return [
    isReceipt ? row(t.receipt, oneLine(held.receiptNumber ?? '')) : null,
    moment(t.paidAt, held.heldAt),
    row(t.buyer, reader === 'support' ? person(buyer) : nameOf(buyer)),
    row(t.seller, person(seller)),
    row(t.amount, money(held.amountCents)),
    isDivided ? row(t.fee(feePercentOf(held)), money(feeCents)) : null,
    isDivided ? row(t.sellerGets, money(sellerCents)) : null,
    isDivided && buyerRefundCents > 0 ? row(t.back, money(buyerRefundCents)) : null,
    keptCents(held) > 0 ? row(t.kept, money(keptCents(held))) : null,
    change === 'held' ? row(t.lookAt, wording.hours(held.holdHours)) : null,
    held.state === 'release_due' ? clockRow(held) : null,
    moment(t.settledAt, held.settledAt),
  ];
}

function person({ name, email }: { name: string | null; email: string }): string {
  return name === null ? oneLine(email) : `${oneLine(name)} (${oneLine(email)})`;
}
