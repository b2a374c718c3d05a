type DeclineErrorCode = 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
type DebitErrorCode = 'account_closed' | 'debit_not_authorized' | 'insufficient_funds' | 'no_account';

/** What the bank answers to a test payment method. */
export type BankAnswer =
  | { kind: 'approve' }
  | { kind: 'authenticate' }
  | { kind: 'decline'; code: DeclineErrorCode; declineCode?: string; message: string };

/** Why a bank has not sent what was to be debited, which it says days later. */
export interface DebitRefusal {
  code: DebitErrorCode;
  message: string;
}

export type TestMethod = TestCard | TestBankAccount;

export interface TestCard {
  type: 'card';
  brand: 'visa' | 'mastercard' | 'amex';
  last4: string;
  answer: BankAnswer;
  /** Can be saved for a customer although every charge is declined. */
  isSavable?: true;
  /** The cardholder disputes the charge as fraudulent as soon as it has succeeded. */
  isDisputed?: true;
}

/** What Stripe takes by ACH Direct Debit: it is processing for days. */
export interface TestBankAccount {
  type: 'us_bank_account';
  last4: string;
  answer: { kind: 'debit'; refusal: DebitRefusal | null };
  isSavable: true;
  isDisputed?: never;
}

const approve: BankAnswer = { kind: 'approve' };
const authenticate: BankAnswer = { kind: 'authenticate' };

const declined = (declineCode: string, message = 'Your card was declined.'): BankAnswer => ({
  kind: 'decline',
  code: 'card_declined',
  declineCode,
  message,
});

/** Stripe's published test cards by name. */
const TEST_CARDS: Readonly<Record<string, Omit<TestCard, 'type'>>> = {
  pm_card_visa: { brand: 'visa', last4: '4242', answer: approve },
  pm_card_visa_debit: { brand: 'visa', last4: '5556', answer: approve },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', answer: approve },
  pm_card_amex: { brand: 'amex', last4: '8431', answer: approve },
  pm_card_createDispute: { brand: 'visa', last4: '0259', answer: approve, isDisputed: true },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', answer: authenticate },
  pm_card_threeDSecure2Required: { brand: 'visa', last4: '3220', answer: authenticate },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', answer: declined('generic_decline') },
  pm_card_chargeCustomerFail: {
    brand: 'visa',
    last4: '0341',
    answer: declined('generic_decline'),
    isSavable: true,
  },
  pm_card_visa_chargeDeclined: { brand: 'visa', last4: '0002', answer: declined('generic_decline') },
  pm_card_chargeDeclinedInsufficientFunds: {
    brand: 'visa',
    last4: '9995',
    answer: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    brand: 'visa',
    last4: '9995',
    answer: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  pm_card_visa_chargeDeclinedLostCard: { brand: 'visa', last4: '9987', answer: declined('lost_card') },
  pm_card_visa_chargeDeclinedStolenCard: { brand: 'visa', last4: '9979', answer: declined('stolen_card') },
  pm_card_chargeDeclinedExpiredCard: {
    brand: 'visa',
    last4: '0069',
    answer: { kind: 'decline', code: 'expired_card', message: 'Your card has expired.' },
  },
  pm_card_chargeDeclinedIncorrectCvc: {
    brand: 'visa',
    last4: '0127',
    answer: { kind: 'decline', code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  pm_card_chargeDeclinedProcessingError: {
    brand: 'visa',
    last4: '0119',
    answer: {
      kind: 'decline',
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
};

const refused = (code: DebitErrorCode, message: string): DebitRefusal => ({ code, message });

/** Stripe's published test bank accounts by name. */
const TEST_BANK_ACCOUNTS: Readonly<Record<string, { last4: string; refusal: DebitRefusal | null }>> = {
  pm_usBankAccount_success: { last4: '6789', refusal: null },
  pm_usBankAccount_accountClosed: {
    last4: '1113',
    refusal: refused('account_closed', "The customer's bank account has been closed."),
  },
  pm_usBankAccount_noAccount: {
    last4: '1116',
    refusal: refused('no_account', "The customer's bank account could not be located."),
  },
  pm_usBankAccount_insufficientFunds: {
    last4: '2227',
    refusal: refused(
      'insufficient_funds',
      "The customer's account has insufficient funds to cover this payment.",
    ),
  },
  pm_usBankAccount_debitNotAuthorized: {
    last4: '3335',
    refusal: refused(
      'debit_not_authorized',
      'The customer has notified their bank that this payment was unauthorized.',
    ),
  },
};

export function testMethod(token: string): TestMethod | undefined {
  const card = Object.hasOwn(TEST_CARDS, token) ? TEST_CARDS[token] : undefined;
  if (card !== undefined) return { type: 'card', ...card };
  const account = Object.hasOwn(TEST_BANK_ACCOUNTS, token) ? TEST_BANK_ACCOUNTS[token] : undefined;
  if (account === undefined) return undefined;
  const { last4, refusal } = account;
  return { type: 'us_bank_account', last4, answer: { kind: 'debit', refusal }, isSavable: true };
}
