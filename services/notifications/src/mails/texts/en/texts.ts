import { accountTexts } from './account.texts.js';
import { consentTexts } from './consent.texts.js';
import { endingTexts } from './ending.texts.js';
import { escrowTexts } from './escrow.texts.js';
import { invitationTexts } from './invitation.texts.js';
import { operationsTexts } from './operations.texts.js';
import { paymentTexts } from './payment.texts.js';
import { proofTexts } from './proof.texts.js';
import { ticketTexts } from './ticket.texts.js';

/** Every sentence of every mail, in English. Names are plain text here; escaping is the renderer's work. */
export const englishTexts = {
  product: 'Split Second Contract',
  contract: (number: string) => `Contract ${number}`,
  ticket: (number: string) => `Ticket ${number}`,
  greeting: (name: string) => `Hello ${name},`,
  greetingWithoutName: 'Hello,',
  pair: (one: string, other: string) => `${one} and ${other}`,
  whyTitle: 'Why you got this',
  /** How a mail about an agreement came to its reader. */
  whyA: (other: string) => `You recorded this agreement and named ${other} as the other party.`,
  whyB: (other: string) => `${other} recorded this agreement and named you as the other party.`,
  answersGoTo: (other: string) => `If you answer this email, ${other} gets your answer.`,
  answersGoToSupport: 'If you answer this email, our support gets your answer.',
  reachedAt: (other: string, address: string) => `To write to ${other}, use ${address}.`,
  sentAgain:
    'You get this email once more, because you have confirmed this address since. Before, it went to the address that stood in the contract.',
  nothingToDo: 'You do not have to do anything.',
  nothingMoreToDo: 'There is nothing more to do.',
  personalLink: 'The link is yours alone. Anyone who has it can listen.',
  listen: 'Listen to the recording',
  openContracts: 'Open your contracts',
  openContract: 'Open the contract',
  contactSupport: 'Contact support',
  rows: {
    partyA: 'Party A',
    partyB: 'Party B',
    between: 'Between',
    amount: 'Amount',
    recordedAt: 'Recorded',
    storedAt: 'Stored',
    duration: 'Duration',
    plan: 'Plan',
    when: 'When',
    who: 'Who',
    what: 'What',
    reason: 'Reason',
    device: 'Device',
    address: 'IP address',
  },
  deviceTime: (at: string) => `${at} (device time)`,
  prints: {
    recording: 'Recording',
    consentRecording: (name: string) => `Recording of ${name}'s answer`,
  },
  noAmount: 'None named',
  notKnown: 'Not known',
  plans: {
    'split-second-contract': 'Split Second Contract',
    basic: 'Basic',
    standard: 'Standard',
    pro: 'Pro',
  } as Partial<Record<string, string>>,
  kinds: {
    car: 'Car sale',
    item: 'Console or other item',
    cleaning: 'House cleaning',
    lawn: 'Lawn service',
    babysitting: 'Babysitting',
    loan: 'Small loan',
  } as Partial<Record<string, string>>,
  /** To readers of other languages, so that they can have ours: this line is in the language that it offers. */
  inThisLanguage: {
    lead: 'Would you rather get these emails in English?',
    label: 'Get them in English',
  },
  ...paymentTexts,
  ...escrowTexts,
  ...invitationTexts,
  ...consentTexts,
  ...endingTexts,
  ...proofTexts,
  ...accountTexts,
  ...ticketTexts,
  ...operationsTexts,
} as const;

/** The same sentences in whichever language. */
export type Texts = Translated<typeof englishTexts>;

/**
 * The shape of texts in another language: the same keys, with other words. A missing or superfluous key does not
 * compile; where keys are open (`Partial<Record<…>>`) a test compares them.
 */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translated<Text>
    : { readonly [Key in keyof Texts]: Translated<Texts[Key]> };
