/** English texts of the page on which party B says whether it was them. Only its own screen loads them. */
export const confirmationTexts = {
  title: 'Was that you?',
  lead: (a: string) => `${a} recorded an agreement and named you as the other party.`,
  loading: 'Loading agreement...',
  details: {
    title: 'Agreement Details',
    partyA: 'Recorded by',
    partyB: 'Other party',
    amount: 'Amount',
    created: 'Created',
    id: 'Agreement ID',
  },
  listen: {
    title: 'Listen first',
    lead: (a: string) => `This is what ${a} recorded.`,
    region: (a: string) => `Recording of ${a}`,
    gone: 'The recording is no longer kept. You can still say whether it was you.',
    failed: 'The recording could not be played',
    failedText: 'Check your connection and try again.',
  },
  answer: {
    title: 'Your answer',
    lead: 'Your answer, the time, your IP address and your browser are kept with the contract. You can say later that it was not you; that stays.',
    yes: 'Yes, that was me',
    no: 'That was not me',
    failed: 'Your answer could not be sent. Please try again.',
  },
  no: {
    title: 'That was not me',
    description: 'Both of you and our support are told at once. This cannot be taken back.',
    text: (a: string) => `${a} and our support are told at once. The contract shows it from then on.`,
    reason: 'What happened',
    reasonHint: 'Up to 500 characters; you may leave it empty',
    tooLong: 'Please keep it under 500 characters',
    confirm: 'Say that it was not me',
    sending: 'Sending...',
    back: 'Go Back',
  },
  said: {
    yesTitle: 'Thank you: you confirmed it',
    yes: (when: string) => `You said on ${when} that it was you.`,
    noTitle: 'Your objection is on record',
    no: (when: string, a: string) =>
      `On ${when} you said that it was not you. ${a} and our support were told. It stays with the contract.`,
    sameDeviceTitle: 'Confirmed on the other person’s device',
    sameDevice: (when: string, a: string) =>
      `On ${when} this was confirmed on a device of ${a}, who could have done that alone. Are you on your own device now? Then confirm it here once more.`,
    change: 'It was not me after all',
  },
  closed: {
    agreement_not_found: {
      title: 'Agreement Not Found',
      text: 'This link opens no agreement. Use the link from your email as it is.',
    },
    link_invalid: {
      title: 'This code has run out',
      text: 'Ask the other person to show a new one, or use the link in your email.',
    },
    invitation_cancelled: {
      title: 'This agreement was cancelled',
      text: 'There is nothing to confirm. You do not have to do anything.',
    },
    invitation_not_paid: {
      title: 'Not ready yet',
      text: 'This contract is not finished. Open this link again later.',
    },
    invalid_transition: {
      title: 'Not ready yet',
      text: 'This contract is not finished. Open this link again later.',
    },
  },
  unreachable: 'We cannot reach the server. Check your connection and try again.',
  returnHome: 'Return Home',
};
