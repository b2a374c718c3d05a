import { formatAgreementId } from '#contracts';
import { type Contract, NAMES, readable, SUPPORT } from './agreement-mails.js';
import type { ExpectedMail } from './mailroom.js';

/** A payment that Anna has held for somebody, and what its mails say of it. */
export interface Deal {
  contract: Contract;
  dollars: number;
  /** Without a name when the seller is no party of the contract. */
  seller: { name: string | null; email: string };
}

type Reader = 'buyer' | 'seller' | 'support';
type Said = Pick<ExpectedMail, 'subject' | 'says'>;
/** Who gets what the buyer answers. A seller's answer quotes the seller's key, so that support gets it. */
type Answers = 'seller' | 'support';

const ADMIN = /\/admin$/;
const number = ({ contract }: Deal) => formatAgreementId(contract.agreementId);
const nameOf = ({ seller }: Deal) => seller.name ?? seller.email;

/** Dollars as mails write them. */
export function usd(dollars: number): string {
  return `${new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars)} USD`;
}

/** What a seller gets, less the fee of five per cent. */
const lessFee = (dollars: number): number => dollars * 0.95;

function replyTo({ seller }: Deal, reader: Reader, answers: Answers): string {
  return answers === 'seller' && seller.name !== null && reader === 'buyer' ? seller.email : SUPPORT;
}

/** The mails of one step, in which everybody reads who pays whom how much. */
function step(
  deal: Deal,
  change: string,
  said: Partial<Record<Reader, Said>>,
  answers: Answers = 'seller',
): ExpectedMail[] {
  const { contract, dollars, seller } = deal;
  const page = `/escrow\\?agreementId=${contract.agreementId}`;
  const readers = {
    buyer: { to: contract.emailA, greeting: `Hello ${NAMES.a},`, button: new RegExp(`${page}$`) },
    seller: {
      to: seller.email,
      greeting: seller.name === null ? '\nHello,\n' : `Hello ${seller.name},`,
      button: new RegExp(`${page}&key=.{40,}`),
    },
    support: { to: SUPPORT, greeting: `${NAMES.a} (${contract.emailA})`, button: ADMIN },
  };
  const facts = [`Contract ${number(deal)}`, 'TEST: no money moves', NAMES.a, seller.email, usd(dollars)];
  return (Object.entries(said) as [Reader, Said][]).map(([reader, { subject, says }]) => ({
    kind: `held-payment-${change}`,
    to: readers[reader].to,
    subject,
    says: [readers[reader].greeting, ...facts, ...says],
    replyTo: replyTo(deal, reader, answers),
    button: readers[reader].button,
  }));
}

const shares = (dollars: number) => ['Fee (5%)', usd(dollars * 0.05), usd(lessFee(dollars))];

export function sellerNeeded(deal: Deal): ExpectedMail[] {
  const subject = `${NAMES.a} wants to pay you: set up your payouts`;
  const wish = `${NAMES.a} wants to pay you ${usd(deal.dollars)} with payment protection`;
  return step(deal, 'seller-needed', { seller: { subject, says: [wish, ...shares(deal.dollars)] } });
}

export function payable(deal: Deal): ExpectedMail[] {
  const subject = `${nameOf(deal)} is ready: you can pay now`;
  const lead = `${nameOf(deal)} has set up payouts, so you can pay the ${usd(deal.dollars)} with payment protection.`;
  return step(deal, 'payable', { buyer: { subject, says: [lead, ...shares(deal.dollars)] } });
}

/** The bank of the buyer has not sent the money. */
export function bankRefused(deal: Deal): ExpectedMail[] {
  const subject = `Your payment to ${nameOf(deal)} did not arrive: contract ${number(deal)}`;
  const says = [
    `Your bank did not send the ${usd(deal.dollars)} for ${nameOf(deal)}.`,
    'Nothing was charged',
  ];
  return step(deal, 'bank-refused', { buyer: { subject, says } }, 'support');
}

export function held(deal: Deal, receiptNumber: string): ExpectedMail[] {
  const subject = `Your receipt for payment protection: contract ${number(deal)}`;
  const thanks = `We received your payment of ${usd(deal.dollars)} for ${nameOf(deal)}`;
  const gets = `Without a problem you get ${usd(lessFee(deal.dollars))}.`;
  return step(deal, 'held', {
    buyer: { subject, says: [receiptNumber, thanks, 'you have 24 hours', ...shares(deal.dollars)] },
    seller: {
      subject: `${NAMES.a} has paid: please deliver`,
      says: [gets, '24 hours', ...shares(deal.dollars)],
    },
  });
}

/** The link that the seller has already, for whoever asked with the number alone. */
export function linkAgain(deal: Deal): ExpectedMail[] {
  const subject = `Your link to the payment from ${NAMES.a}`;
  const says = ['If that was not you', ...shares(deal.dollars)];
  const mails = step(deal, 'link-again', { seller: { subject, says } }, 'support');
  return mails.map((mail) => ({ ...mail, kind: 'seller-link-again' }));
}

/** Where the seller has said that it was delivered. */
export function clockStarted(deal: Deal, releaseAt: string): ExpectedMail[] {
  const at = readable(releaseAt);
  const gets = `You get ${usd(lessFee(deal.dollars))} on ${at}`;
  return step(deal, 'clock-started', {
    buyer: {
      subject: /^Your payment to Ben Carter is released in 2[34] hours$/,
      says: [`is released on ${at}`, 'Ben Carter says that what you agreed was delivered.'],
    },
    seller: {
      subject: /^Your payment from Anna Miller is released in 2[34] hours$/,
      says: [gets, 'You said that what you agreed with Anna Miller was delivered.'],
    },
  });
}

export function halfTime(deal: Deal, releaseAt: string): ExpectedMail[] {
  const subject = '11 hours left: your payment to Ben Carter';
  return step(deal, 'half-time', { buyer: { subject, says: [`is released on ${readable(releaseAt)}`] } });
}

export function lastHour(deal: Deal, releaseAt: string): ExpectedMail[] {
  const at = readable(releaseAt);
  return step(deal, 'last-hour', {
    buyer: {
      subject: /^Last notice, \d+ minutes left: your payment to Ben Carter$/,
      says: [`is released on ${at}`],
    },
    seller: {
      subject: /^\d+ minutes left: your payment from Anna Miller$/,
      says: [`you get ${usd(lessFee(deal.dollars))} on ${at}`],
    },
  });
}

export function problem(deal: Deal, words: string): ExpectedMail[] {
  const amount = usd(deal.dollars);
  const [buyer, seller] = [NAMES.a, nameOf(deal)];
  const says = [`> ${words}`];
  const parties = step(
    deal,
    'problem',
    {
      buyer: { subject: `Your payment is stopped: problem with contract ${number(deal)}`, says },
      seller: { subject: `${buyer} reported a problem: your payment is stopped`, says },
    },
    'support',
  );
  const subject = `Contract ${number(deal)}: problem with payment protection of ${amount}`;
  const told = `${buyer} reported a problem with what ${seller} delivered`;
  const support = step(deal, 'problem', { support: { subject, says: [told, ...says] } });
  // What support answers is for whoever reported it.
  return [...parties, ...support.map((mail) => ({ ...mail, replyTo: deal.contract.emailA }))];
}

/** Where the payment is stopped. @param dollars that the seller gives back of it */
export function refundPromised(deal: Deal, dollars: number): ExpectedMail[] {
  const buyer = {
    subject: `${nameOf(deal)} gives ${usd(dollars)} back to you: contract ${number(deal)}`,
    says: ['once our support has decided about the rest'],
  };
  const support = {
    subject: `Contract ${number(deal)}: the seller gives ${usd(dollars)} back`,
    says: ['The rest still waits for a decision.'],
  };
  const [toBuyer, toSupport] = step(deal, 'refund-promised', { buyer, support }, 'support');
  // What support answers is for the buyer, who may release the rest.
  return [toBuyer, toSupport && { ...toSupport, replyTo: deal.contract.emailA }].filter((mail) => !!mail);
}

/** What came after it was closed. */
export function lateRefunded(deal: Deal): ExpectedMail[] {
  const subject = `${usd(deal.dollars)} goes back to you: contract ${number(deal)}`;
  const says = [
    `We received ${usd(deal.dollars)} from you for ${nameOf(deal)}`,
    'all of it and without a fee',
  ];
  return step(deal, 'late-refunded', { buyer: { subject, says } }, 'support');
}

export function decided(deal: Deal, reason: string, toSeller: number): ExpectedMail[] {
  const subject = `The decision about your payment: contract ${number(deal)}`;
  const says = [`> ${reason}`, usd(lessFee(toSeller)), usd(deal.dollars - toSeller)];
  return step(deal, 'decided', { buyer: { subject, says }, seller: { subject, says } }, 'support');
}

/** @param toSeller what was released, before the fee; the rest went back */
export function released(deal: Deal, toSeller = deal.dollars): ExpectedMail[] {
  const gets = usd(lessFee(toSeller));
  const back = toSeller === deal.dollars ? [] : [usd(deal.dollars - toSeller)];
  return step(deal, 'released', {
    buyer: {
      subject: `Your payment to ${nameOf(deal)} was released`,
      says: ['Settled on:', gets, ...back],
    },
    seller: {
      subject: `You get ${gets}: contract ${number(deal)}`,
      says: [`${gets} is in your account`, ...back],
    },
  });
}

export function refunded(deal: Deal): ExpectedMail[] {
  const amount = usd(deal.dollars);
  return step(deal, 'refunded', {
    buyer: {
      subject: `${amount} goes back to you: contract ${number(deal)}`,
      says: ['all of it and without a fee', 'in 5 to 10 days'],
    },
    seller: {
      subject: `The payment went back: contract ${number(deal)}`,
      says: [`went back to ${NAMES.a}`, 'owe no fee'],
    },
  });
}

/** Steps of the bank, which the seller and support are told of. @param says what each reads; the buyer of a clock alone */
export function bank(
  deal: Deal,
  change: 'chargeback' | 'chargeback-won' | 'charged-back',
  says: { buyer?: string; seller: string; support: string },
): ExpectedMail[] {
  const amount = usd(deal.dollars);
  const subjects = {
    chargeback: ['A bank asks for the money back', `chargeback of ${amount}`],
    'chargeback-won': ['The bank decided for you', `chargeback won, ${amount}`],
    'charged-back': ['The bank took the money back', `chargeback lost, ${amount}`],
  };
  const [toSeller, toSupport] = subjects[change];
  return step(
    deal,
    change,
    {
      ...(says.buyer === undefined
        ? {}
        : { buyer: { subject: `The clock runs anew: your payment to ${nameOf(deal)}`, says: [says.buyer] } }),
      seller: { subject: `${toSeller}: contract ${number(deal)}`, says: [says.seller] },
      support: { subject: `Contract ${number(deal)}: ${toSupport}`, says: [says.support] },
    },
    'support',
  );
}

export function heldTooLong(deal: Deal): ExpectedMail[] {
  const subject = `Contract ${number(deal)}: ${usd(deal.dollars)} is held for too long`;
  return step(deal, 'held-too-long', { support: { subject, says: ['for about 60 days'] } });
}

/** Who never heard of it does not hear that it came to nothing. */
export function failed(deal: Deal, isSellerTold: boolean): ExpectedMail[] {
  const buyer = {
    subject: `Payment protection was closed: contract ${number(deal)}`,
    says: ['was closed before you paid', 'Nothing was charged'],
  };
  const seller = {
    subject: `Payment protection was closed: contract ${number(deal)}`,
    says: ['in time', 'Do not deliver because of it'],
  };
  return step(deal, 'failed', isSellerTold ? { buyer, seller } : { buyer });
}
