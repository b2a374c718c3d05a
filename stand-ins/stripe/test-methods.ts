type DeclineErrorCode = 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';

/** What the bank answers to a test payment method. */
export type BankAnswer =
  | { kind: 'approve' }
  | { kind: 'authenticate' }
  | { kind: 'decline'; code: DeclineErrorCode; declineCode?: string; message: string };

export interface TestMethod {
  brand: 'visa' | 'mastercard' | 'amex';
  last4: string;
  answer: BankAnswer;
  /** Can be saved for a customer although every charge is declined. */
  isSavable?: true;
  /** The cardholder disputes the charge as fraudulent as soon as it has succeeded. */
  isDisputed?: true;
}

const approve: BankAnswer = { kind: 'approve' };
const authenticate: BankAnswer = { kind: 'authenticate' };

const declined = (declineCode: string, message = 'Your card was declined.'): BankAnswer => ({
  kind: 'decline',
  code: 'card_declined',
  declineCode,
  message,
});

/** Stripe's published test payment methods by name. */
const TEST_METHODS: Readonly<Record<string, TestMethod>> = {
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

export function testMethod(token: string): TestMethod | undefined {
  return Object.hasOwn(TEST_METHODS, token) ? TEST_METHODS[token] : undefined;
}
