/** English texts of the payment form alone, as no other screen needs them. */
export const paymentFormTexts = {
  methods: {
    label: 'Payment method',
    card: 'Card',
    applePay: 'Apple Pay (simulated)',
    googlePay: 'Google Pay (simulated)',
  },
  methodNotes: {
    card: 'Test cards, named by what they do. There is no field for a card number.',
    applePay: 'Stands in for Apple Pay. No wallet opens, and your device is not asked.',
    googlePay: 'Stands in for Google Pay. No wallet opens, and your device is not asked.',
  },
  outcomes: {
    succeeds: { label: 'Succeeds', hint: 'The payment is accepted.' },
    declined: { label: 'Declined', hint: 'The bank refuses the card.' },
    insufficient: { label: 'Insufficient funds', hint: 'There is not enough money on the card.' },
    authentication: { label: 'Needs authentication', hint: 'The bank asks you to confirm on its own page.' },
    processing: { label: 'Processing', hint: 'The bank takes ten seconds, then accepts.' },
    neverLoads: { label: 'Never loads', hint: 'The payment form does not appear.' },
  },
  openNever: 'Open the Form That Never Loads',
  loadingForm: 'The payment form is loading.',
  slowTitle: 'Still loading',
  blockerHint: 'Switch off ad blockers for this page, then try again.',
  notLoadedTitle: 'The payment form did not load',
  offline: 'You are offline. Pay when the network is back.',
  notTwice: 'You can safely try again: the same payment cannot be charged twice.',
  unconfirmedTitle: 'Confirm your bank account first',
  unconfirmedText: 'Stripe sends you an email with the next step. Nothing is paid until you have done it.',
  payByCard: 'You can pay by card here instead: the same payment cannot be charged twice.',
  changedTitle: 'This payment has changed',
  changedText: 'It was changed on another page or device. Look at the amount again before you pay.',
};
