const security = 'You have an account with us, and we tell you whenever something important changes on it.';

/** Accounts and subscriptions. */
export const accountTexts = {
  accountCreated: {
    subject: 'Your account was created',
    title: 'Your account was created',
    lead: 'Please confirm that this address is yours. Until then, emails about your contracts go to the address written in each, and as the other party you cannot pay or be paid through your account with payment protection.',
    notYou:
      'Was it not you? Then do not confirm it. You can make the account yours: on our sign-in page, enter your address, press “Forgot password?” and choose a new password; whoever made it is logged out. Or answer this email, and we close the account; your address stays free for you.',
    why: 'An account was created with this address.',
  },

  addressVerification: {
    subject: 'Confirm your email address',
    title: 'Confirm your email address',
    lead: 'Please confirm that this address is yours. Then emails about your contracts go to it, and where a contract names it as that of the other party, you can pay and be paid through your account with payment protection.',
    notYou: 'If you do not know what this is about, you do not have to do anything.',
    why: 'This address was entered as the address of an account.',
  },

  confirm: { until: 'Works until', button: 'Confirm this address' },

  passwordChanged: {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    lead: 'The password of your account was changed. All other devices were logged out.',
    wasYou: 'If it was you, you do not have to do anything.',
    undo: 'If it was not you, choose a new password now. That logs out whoever is in your account. Then answer this email, and we look at it with you.',
    button: 'Choose a new password',
    why: security,
  },

  emailChanged: {
    subject: 'The email address of your account was changed',
    title: 'Your email address was changed',
    lead: 'Your account has a new email address. From now on emails about your account and your contracts go there; this is the last one to the old address. In the contracts themselves the address stays as it was typed.',
    oldEmail: 'Old address',
    newEmail: 'New address',
    wasYou: 'If it was you, you do not have to do anything.',
    undo: 'If it was not you, answer this email or contact support, and we restore the old address with you.',
    why: 'This was the address of the account, and a change of it is always told to the old address.',
  },

  accountDisabled: {
    subject: 'Your account was disabled',
    title: 'Your account was disabled',
    lead: 'An administrator has disabled your account. You can no longer log in, and all devices were logged out.',
    safe: 'Your contracts and recordings are safe.',
    undo: 'If you think that this is wrong, answer this email or contact support.',
    why: security,
  },

  accountEnabled: {
    subject: 'Your account is open again',
    title: 'Your account is open again',
    lead: 'An administrator has opened your account again. You can log in as before.',
    button: 'Log in',
    why: security,
  },

  passwordReset: {
    subject: 'Choose a new password',
    title: 'Choose a new password',
    lead: 'Somebody, hopefully you, asked for a new password for your account.',
    until: 'Works until',
    button: 'Choose a new password',
    once: 'The link works once. It is yours alone.',
    notYou: 'If it was not you, you do not have to do anything: your password stays as it is.',
    why: 'A new password was asked for with this address.',
  },

  subscription: {
    changes: {
      started: {
        subject: 'Your subscription has started',
        lead: (amount: string, longest: string) =>
          `Your monthly subscription has started. We received ${amount}. New contracts of up to ${longest} cost nothing extra and are kept for a year.`,
      },
      'bank-refused': {
        subject: 'Your bank did not pay for your subscription',
        lead: (amount: string) =>
          `Your contracts are safe. Your bank did not send the payment of ${amount} for your monthly subscription, and nothing was charged. As long as it is not paid, new contracts are not covered. You can pay in another way on the page of your subscription.`,
      },
      renewed: {
        subject: 'Your subscription was renewed',
        lead: (amount: string) => `Your monthly subscription goes on. We received ${amount}.`,
      },
      'payment-failed': {
        subject: 'Your subscription could not be renewed',
        lead: (amount: string) =>
          `Your contracts are safe. The payment of ${amount} for your monthly subscription did not go through. You can pay or confirm it at once on the page of your subscription, with another card, too. Otherwise we try your card again in the next days.`,
      },
      cancelled: {
        subject: 'Your subscription was cancelled',
        lead: () =>
          'Your monthly subscription was cancelled: nothing more is charged. It stays until the end of what you have paid, and until then it can be resumed on its page. If it was not you who cancelled it, please answer this email.',
      },
      resumed: {
        subject: 'Your subscription was resumed',
        lead: (amount: string) =>
          `Your monthly subscription goes on: its cancellation was taken back. When what you have paid is over, it is renewed for ${amount} a month, until it is cancelled on its page. If it was not you who resumed it, please answer this email.`,
      },
      ended: {
        subject: 'Your subscription has ended',
        lead: () =>
          'Your monthly subscription has ended, and nothing more is charged. Contracts that you made with it keep their storage of one year.',
      },
    } as Partial<Record<string, { subject: string; lead: (amount: string, longest: string) => string }>>,
    payNow: 'Pay now',
    open: 'Open your subscription',
    plan: 'Plan',
    monthly: 'Monthly, unlimited Standard agreements',
    amount: 'Amount',
    perMonth: (amount: string) => `${amount} a month`,
    paidUntil: 'Paid until',
    receipt: 'Receipt',
    why: 'You subscribed, and we tell you whenever something about it or its payment changes.',
  },

  subscriptionRefund: {
    subject: (amount: string) => `${amount} comes back to you`,
    title: 'Your money comes back',
    lead: (amount: string) =>
      `We give you back ${amount}. Your payment for another month came in when your subscription had ended already.`,
    ended: 'Your subscription has ended, and nothing more is charged.',
  },
} as const;
