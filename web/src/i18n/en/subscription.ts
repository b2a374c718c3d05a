/** English texts of the monthly subscription. */
export const subscriptionTexts = {
  title: 'Monthly Subscription',
  lead: 'For people who record often. You pay once a month instead of once per contract.',
  name: 'Monthly unlimited subscription',
  perMonth: (price: string) => `${price}/month`,
  /** @param longest how long a recording may be */
  includes: (longest: string) => [
    'Unlimited Standard agreements',
    `Up to ${longest} of recording each`,
    'Enhanced AI transcription',
    'PDF and email delivery',
    '1-year storage',
    'Priority support',
    'Cancel anytime',
  ],
  /** What the transcription of the list is. */
  transcription:
    'A transcript tells who speaks and when, and points out the amounts and dates that were said. A contract that is paid for on its own gets the same.',
  /** What one contract has that the subscription covers. */
  contractIncludes: [
    '1-year storage',
    'On-demand AI transcription',
    'Audio download',
    'Photo upload',
    'Payment protection',
    'Remote voice contracts',
  ],
  included: 'What is included',
  renewal: (price: string) => `${price} today, then ${price} every month until you cancel.`,
  payment: 'Payment',
  safe: 'Nothing was charged, and you have no subscription yet.',
  safeDue: 'Nothing was charged. Your contracts and recordings are safe.',
  stuck: {
    title: 'Not started yet',
    text: 'Your subscription is set up, but its payment has not reached us. Load this page again in a minute. If nothing has changed, write to our support, or cancel it.',
  },
  loadFailed: 'Your subscription could not be loaded.',
  loadFailedSafe: 'Nothing has changed. Check your connection and try again.',
  status: 'Your subscription',
  statuses: {
    none: 'None',
    incomplete: 'Not started',
    active: 'Active',
    past_due: 'Payment due',
    canceled: 'Ended',
    ending: 'Ends soon',
  },
  facts: {
    price: 'Price',
    next: 'Next payment',
    nextValue: (price: string, when: string) => `${price} on ${when}`,
    until: 'Stays until',
    noneMore: 'None. Nothing more is charged.',
    started: 'Started',
    ended: 'Ended',
    card: 'Card',
    cardValue: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    noCard: 'None saved',
  },
  receipts: 'See Receipts',
  toDashboard: 'Go to Dashboard',
  cancel: 'Cancel Subscription',
  resume: 'Resume Subscription',
  cancelDialog: {
    question: 'Cancel your subscription?',
    until: (when: string) =>
      `It stays until ${when}, and nothing more is charged. Until then you can resume it. Contracts you have made keep their storage.`,
    due: (when: string) => `It is not renewed after ${when}. Contracts you have made keep their storage.`,
    renewing:
      'It ends now: what you have paid is over, and the next month is not paid yet. Nothing more is charged, and what your bank is sending already comes back to you. To keep the next month, cancel once it is paid. Contracts you have made keep their storage.',
    atOnce: 'It ends now, and nothing more is charged. Contracts you have made keep their storage.',
    confirm: 'Cancel Subscription',
    keep: 'Keep Subscription',
  },
  cancelled: 'Subscription cancelled',
  cancelledText: (when: string) => `It stays until ${when}. Nothing more is charged.`,
  cancelledNow: 'Nothing more is charged.',
  resumed: 'Subscription resumed',
  resumedText: (when: string) => `The next payment is on ${when}.`,
  resumedPlain: 'It goes on as before.',
  changeFailed: 'Not changed',
  changeFallback: 'Your subscription is as it was. Please try again.',
  ending: {
    title: (when: string) => `Your subscription ends on ${when}`,
    text: 'Until then everything works as before. Contracts you have made keep their storage.',
  },
  pastDue: {
    title: 'The last payment did not go through',
    text: (price: string) =>
      `Pay ${price} now to keep your subscription. Your contracts and recordings are safe.`,
    waiting: 'We try to charge your card again in the next days. Your contracts and recordings are safe.',
  },
  ended: {
    title: 'Your subscription has ended',
    text: 'Contracts you made with it keep their storage. New ones are paid one by one.',
    again: 'Subscribe Again',
  },
};
