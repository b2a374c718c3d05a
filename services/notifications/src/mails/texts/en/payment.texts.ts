const deletedIn = (number: string, time: string) =>
  `Your recording is deleted in ${time}: contract ${number}`;

/** From the saved recording to the receipt; and what was paid beside a contract, covered, or given back. */
export const paymentTexts = {
  testMode: 'TEST: no money moves. This payment runs in test mode.',

  humanTranscriptReceipt: {
    subject: (number: string) => `Your receipt for a transcript by a person: contract ${number}`,
    title: 'Your receipt',
    lead: (amount: string) => `We received your payment of ${amount}. Thank you.`,
    item: 'Transcript made by a person',
    deliveredBy: 'Delivered by',
    next: (hours: number, other: string | null) =>
      `A person now transcribes your recording. The transcript is delivered within ${hours} hours; ${other === null ? 'you' : `you and ${other}`} get it by email.`,
    late: (amount: string) =>
      `If it takes longer, we give you back the ${amount} without being asked. You do not have to do anything.`,
    why: 'You ordered this transcript, and a receipt always goes to the person who pays.',
  },

  covered: {
    subject: (number: string) => `Nothing to pay: contract ${number} is covered`,
    title: 'Your contract is covered',
    leads: {
      subscription: (other: string) =>
        `Your contract with ${other} is covered by your subscription. You do not pay anything for it.`,
      credit: (other: string) =>
        `Your contract with ${other} is covered by your credit: you had paid for a contract that was cancelled before it was complete. You do not pay anything for this one.`,
    } as Partial<Record<string, (other: string) => string>>,
    coverages: { subscription: 'Your subscription', credit: 'Your credit' } as Partial<
      Record<string, string>
    >,
    coveredBy: 'Covered by',
    coveredAt: 'Covered',
    price: 'Price',
    toPay: 'To pay',
    why: 'You recorded this contract. There is no receipt, because nothing was paid for it.',
  },

  refund: {
    subject: (amount: string, number: string) => `${amount} comes back to you: contract ${number}`,
    title: 'Your money comes back',
    lead: (amount: string, item: string) => `We give you back ${amount} for ${item}.`,
    subjectInAll: (amount: string, number: string) =>
      `In all, ${amount} comes back to you: contract ${number}`,
    leadInAll: (amount: string, item: string, before: string) =>
      `In all, we give you back ${amount} for ${item}. ${before} of it came before.`,
    items: {
      contract: 'a contract',
      manual_transcription: 'a transcript made by a person',
    } as Partial<Record<string, string>>,
    rows: {
      amount: 'Refund',
      receipt: 'Receipt no.',
      paidAt: 'Paid',
      refundedAt: 'Given back',
      arrives: 'Arrives',
    },
    arrives: 'In 5 to 10 days, the way you paid',
    reasons: {
      'late-transcription':
        'The transcript was not delivered within 24 hours, as we had promised. We are sorry. Your recording is safe.',
      'by-admin': 'Our support decided to give you the money back.',
      'contract-cancelled': 'The contract that you paid for was cancelled before it was complete.',
      'recording-deleted':
        'The recording was deleted before a person had transcribed it: the time for which we keep it is over.',
    } as Partial<Record<string, string>>,
    note: 'The reason given:',
    why: 'You paid for this, and we tell you when money goes back.',
  },

  /** To support. */
  refundFailed: {
    subject: (amount: string, number: string) => `Contract ${number}: a refund of ${amount} failed`,
    title: 'A refund did not reach the payer',
    lead: (amount: string, item: string) => `The refund of ${amount} for ${item} came back to us.`,
    items: {
      contract: 'a contract',
      manual_transcription: 'a transcript made by a person',
      held_payment: 'payment protection',
    } as Partial<Record<string, string>>,
    next: 'It is tried again every hour, five times at most. If that does not help, ask the payer for another way, and send the money from there at Stripe.',
    nextByHand:
      'Nobody tries it again: make it anew at Stripe if the payer is to have it. If that does not help, ask the payer for another way, and send the money from there at Stripe.',
    rows: { amount: 'Refund', refundId: 'At Stripe', reason: 'Reason', failedAt: 'Failed' },
    button: 'Open the administration',
    why: 'This is the address of support.',
  },

  saved: {
    subject: (number: string) => `Your recording is saved: contract ${number}`,
    title: 'Your recording is saved',
    lead: (other: string, price: string) =>
      `Your recorded agreement with ${other} is safe with us. To get the transcript and the proof, finish and pay for your contract: ${price}, once.`,
    leadCovered: (other: string, coverage: string) =>
      `Your recorded agreement with ${other} is safe with us. To get the transcript and the proof, finish your contract. ${coverage}`,
    coverages: {
      subscription: 'Your subscription covers it: there is nothing to pay.',
      credit: 'A payment that you already made covers it: there is nothing to pay.',
    },
    coveredUntil: (moment: string) => `Finish it by ${moment}: after that it is to be paid.`,
    price: 'Price',
    deletedOn: 'Deleted on',
    deletion: (date: string) => `If it is not paid, we delete the recording on ${date}.`,
    deletionCovered: (date: string) => `If you do not finish it, we delete the recording on ${date}.`,
    button: 'Finish and pay',
    buttonCovered: 'Finish your contract',
    cancel: 'Changed your mind? Nothing is charged, and we delete the recording at once, if you',
    cancelLabel: 'cancel it in your contracts',
    onlyThere:
      'The contract opens in the browser in which it was recorded, and in no other: it belongs to no account yet. If you do not want it any more, you have nothing to do: nothing is charged.',
    why: 'This address was given as that of the person who recorded this agreement.',
  },

  paymentRequested: {
    subjects: {
      resend: (number: string) => `Finish and pay for contract ${number}`,
      'first-warning': deletedIn,
      'last-warning': deletedIn,
      'payment-failed': (number: string) => `Your payment did not arrive: contract ${number}`,
    } as Partial<Record<string, (number: string, time: string) => string>>,
    resendCovered: (number: string) => `Finish contract ${number}`,
    title: 'Your contract is not finished yet',
    lead: (other: string, time: string) =>
      `Your recorded agreement with ${other} is safe with us, but it is not paid. We keep an unpaid recording for ${time} more.`,
    leadCovered: (other: string, time: string, coverage: string) =>
      `Your recorded agreement with ${other} is safe with us, but it is not finished. We keep an unfinished recording for ${time} more. ${coverage}`,
    leadAfterFailure: (other: string, time: string) =>
      `Your bank did not send the payment for your agreement with ${other}. Nothing was charged. Your recording is safe with us for ${time} more: please pay until then.`,
  },

  receipt: {
    subject: (number: string) => `Your receipt for contract ${number}`,
    title: 'Your receipt',
    lead: (amount: string) => `We received your payment of ${amount}. Thank you.`,
    test: 'TEST. This payment ran in test mode: no money was moved, and this is not a receipt for your books.',
    rows: {
      number: 'Receipt no.',
      description: 'Item',
      paidAt: 'Paid',
      seller: 'Seller',
      total: 'Total',
    },
    nextTitle: 'What happens next',
    next: (other: string) =>
      `We are writing the transcript from your recording. When it is done, you and ${other} each get an email with the transcript and a link to the recording.`,
    nextRemote: (other: string) =>
      `${other} has to answer next. We send the invitation by email and remind ${other} if there is no answer. When ${other} has answered and the transcript is done, you both get it by email with a link to the recording.`,
    safe: 'Your recording is safe with us in the meantime. You do not have to do anything.',
    why: 'You paid for this contract, and a receipt always goes to the person who pays.',
  },
} as const;
