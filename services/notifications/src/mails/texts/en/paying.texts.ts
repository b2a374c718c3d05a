/** From the saved recording to the receipt. */
export const payingTexts = {
  saved: {
    subject: (number: string) => `Your recording is saved: contract ${number}`,
    title: 'Your recording is saved',
    lead: (other: string, price: string) =>
      `Your recorded agreement with ${other} is safe with us. To get the transcript and the proof, finish and pay for your contract: ${price}, once.`,
    price: 'Price',
    deletedOn: 'Deleted on',
    deletion: (date: string) => `If it is not paid, we delete the recording on ${date}.`,
    button: 'Finish and pay',
    cancel: 'Changed your mind? Nothing is charged if you',
    cancelLabel: 'cancel it in your contracts',
    why: 'This address was given as that of the person who recorded this agreement.',
  },

  paymentRequested: {
    subjects: {
      resend: (number: string) => `Finish and pay for contract ${number}`,
      'first-warning': (number: string) => `Your recording is deleted in 7 days: contract ${number}`,
      'last-warning': (number: string) => `Your recording is deleted tomorrow: contract ${number}`,
    } as Partial<Record<string, (number: string) => string>>,
    title: 'Your contract is not finished yet',
    lead: (other: string, days: string) =>
      `Your recorded agreement with ${other} is safe with us, but it is not paid. We keep an unpaid recording for ${days} more.`,
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
      `We are writing the transcript from your recording. When it is done, you and ${other} each get an e-mail with the transcript and a link to the recording.`,
    nextRemote: (other: string) =>
      `${other} has to answer next. We send the invitation by e-mail and remind ${other} if there is no answer. When ${other} has answered and the transcript is done, you both get it by e-mail with a link to the recording.`,
    safe: 'Your recording is safe with us in the meantime. You do not have to do anything.',
    why: 'You paid for this contract, and a receipt always goes to the person who pays.',
  },
} as const;
