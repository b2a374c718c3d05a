/** English texts of what one does with a contract: row actions, sharing, the fallback, the log. */
export const dashboardTexts = {
  profile: 'Profile Settings',
  list: {
    search: 'Search your contracts',
    order: 'Order',
    orders: { newest: 'Newest', oldest: 'Oldest', amount: 'Amount', name: 'Other person' },
    found: (count: number) => (count === 1 ? '1 contract found' : `${count} contracts found`),
    noneFound: (search: string) => `Nothing found for “${search}”.`,
    clear: 'Clear the search',
    notOpened: 'This contract could not be opened',
    notOpenedSafe: 'It is safe on our server. Check your connection and try again.',
    gone: 'It does not exist, or it belongs to another account.',
  },
  print: {
    title: 'Record of a spoken agreement',
    printed: (when: string) => `printed ${when}`,
    check: 'How to check this record',
    recording: 'SHA-256 of the recording:',
    how: (address: string) =>
      `Open ${address} and choose the recording or the certificate: the page compares it, in your browser, with what was sealed. Or compute the SHA-256 of the file and compare it with the one above.`,
  },
  awaiting: {
    sent: (email: string, until: string) =>
      `Sent to ${email}, not opened. It goes by email only, and only this address can open it. Works until ${until}.`,
    opened: (email: string, until: string) => `Opened by ${email}. Works until ${until}.`,
  },
  credit: (amount: string, until: string) =>
    `We keep your ${amount}: it pays for your next contract, if you use it by ${until}.`,
  safe: {
    title: 'Paid. It is safe.',
    coming: (a: string, b: string) => `When it is sealed, both get the proof by email: ${a} and ${b}.`,
    sent: (a: string, b: string) => `It is sealed. Both get the proof by email: ${a} and ${b}.`,
    asked: (name: string, b: string, a: string) =>
      `${name} is asked by email now: ${b}. When they have agreed, both get the proof: ${a} and ${b}.`,
    open: 'Open contract',
    receipt: 'Receipt',
    close: 'Hide',
  },
  actions: {
    share: 'Share',
    shareNamed: (id: string) => `Share contract ${id}`,
    resend: 'Resend',
    resendHint: 'Mails you the link to pay',
    remindHint: (b: string) => `Mails ${b} a new link`,
    remind: 'Remind',
    remindNamed: (b: string) => `Remind ${b}`,
    cancel: 'Cancel',
    correct: 'Correct address',
    correctNamed: (b: string) => `Correct address of ${b}`,
    moreNamed: (b: string) => `More for the contract with ${b}`,
    againAt: (when: string) => `You can send again from ${when}`,
  },
  resent: {
    title: 'Link sent',
    text: (email: string) => `The link to finish and pay was sent to ${email}.`,
  },
  reminded: {
    title: 'Reminder sent',
    text: (email: string, until: string | null) =>
      until
        ? `${email} has a new link that works until ${until}. The old link no longer opens.`
        : `${email} has a new link. The old link no longer opens.`,
  },
  reminderFailed: {
    title: 'Not sent',
    tooMany: (when: string) => `A message was sent a short while ago. You can send again from ${when}.`,
    tooManyPlain: 'A message was sent a short while ago. Please try later.',
    fallback: 'The message could not be sent. Please try again.',
  },
  correctDialog: {
    title: 'Correct the address',
    description: 'Sends the invitation to another email address',
    text: (b: string) =>
      `${b} has not opened the invitation yet. A new link goes to the new address; the old link stops working.`,
    email: (b: string) => `Email of ${b}`,
    same: 'This is the address it was sent to already',
    own: 'This is your own address in this contract',
    confirm: 'Send to This Address',
    sending: 'Sending...',
    back: 'Go Back',
    done: 'Invitation sent',
    doneText: (email: string) => `A new link went to ${email}.`,
    opened:
      'The invitation was opened, or a payment was protected, in the meantime, so its address can no longer be changed.',
    failed: 'The address could not be changed. Please try again.',
    /** Where the two were together, nobody was invited. */
    present: {
      description: 'Changes where the other person gets the proof',
      text: (b: string) =>
        `The proof for ${b}, and the question whether it was them, go to the new address. The log of the contract keeps that you changed it.`,
      same: 'This is the address in the contract already',
      confirm: 'Use This Address',
      sending: 'Saving...',
      done: 'Address corrected',
      doneText: (email: string) => `The proof will go to ${email}.`,
      opened:
        'The other person has answered or was sent something in the meantime, so the address can no longer be changed.',
    },
  },
  mailProblem: {
    title: 'An email did not arrive',
    partyB: {
      invited: (email: string) =>
        `Mail to ${email} could not be delivered. It has to be an address of the other person's own, not the one of your account. Check it with them and correct it here while the invitation is unopened. The link goes by email only, and only that address can open it.`,
      present: (email: string) =>
        `Mail to ${email} came back. Check the address with the other person and correct it here. The proof goes there.`,
      fixed: (email: string) =>
        `Mail to ${email} came back, and the address can no longer be changed. Tell the other person, so that they see to their mailbox.`,
    },
    partyA: 'An email to you came back. Check the address of your account in your profile.',
    other: 'A message about this contract could not be delivered.',
  },
  cancelled: {
    declined: (b: string) => `${b} declined`,
    by_creator: 'Cancelled by party A',
    by_admin: 'Cancelled by our support',
    no_answer: (b: string) => `${b} did not answer in time`,
    unpaid_expired: 'Not paid within 30 days',
    note: (text: string) => `“${text}”`,
  },
  share: {
    title: 'Generated Transcript',
    later: 'Share the transcript',
    description: 'The transcript as text, to copy or keep as a file',
    cached: 'This transcript existed already; nothing was changed.',
    working: 'Your transcript is being made. You can close this; it keeps going.',
    copy: 'Copy Transcript',
    download: 'Download Transcript',
    send: 'Send to an app',
    locked: 'The transcript is made after payment.',
    waiting: (b: string) => `The transcript is made when ${b} has answered.`,
    ended: 'This contract was cancelled, so there is no transcript to share.',
    deleted: 'The transcript is no longer kept. The log and its fingerprints stay.',
  },
  viewer: {
    pdf: 'Download PDF Summary',
    evidence: 'Download Evidence Packet',
    pdfHint:
      'The summary is a certificate once the contract is sealed, before that a draft. The packet holds the recordings, the transcript, the log and a program that checks them without us.',
    notSealed: 'It is being sealed right now. Please try again in a few seconds.',
    fileFallback: 'Could not download the file',
    recordingOf: (name: string) => `Recording of ${name}`,
    consentOf: (name: string) => `Consent of ${name}`,
    consentedAt: 'Consent recorded',
    invitation: 'Invitation',
    invitationSent: (when: string, until: string) =>
      `Sent ${when}; the link works until ${until}. Not opened yet.`,
    invitationOpened: (when: string) => `Opened ${when}`,
    photo: 'Photo',
    photoAlt: 'Photo that belongs to this contract',
    accessEnded: 'Access ended',
    keptForPayment: 'Kept longer, while the payment is protected.',
    deletedTitle: 'Recording and transcript are no longer kept',
    deleted: (when: string) => `Deleted on ${when}. The log and its fingerprints stay as proof.`,
    deletedAtEnd: (when: string) =>
      `They were deleted on ${when}, when access ended. The log and its fingerprints stay as proof.`,
    cancelledAt: 'Cancelled',
    percent: (percent: number) => `${percent}%`,
    human: 'Written by a person',
    humanOfPartyA: (a: string, b: string) =>
      `These are the words of the recording of ${a} alone, written down before ${b} answered.`,
    humanDelivered: (when: string) => `Delivered ${when}`,
    machine: 'Written by computer',
    fingerprint: 'Fingerprint',
  },
  fallback: {
    title: 'Transcription Service Temporarily Unavailable',
    lead: 'Your recording is saved securely. Choose how to go on.',
    option1: 'Option 1',
    option2: 'Option 2',
    humanTranscript: 'Professional Transcription Service',
    humanTranscriptPrice: '$2.00',
    humanTranscriptText: 'A person transcribes your recording within 24 hours for $2.00.',
    humanTranscriptButton: 'Request Professional Transcription',
    service: 'Customer Service Contact',
    servicePrice: 'Free',
    serviceText: 'Our support looks at your recording with you, free of charge.',
    serviceButton: 'Request Customer Service Help',
    note: 'Your original recording stays stored either way.',
    orderedText: 'A person writes your transcript. We tell you by email when it is there.',
    orderedUntil: (when: string) =>
      `A person writes your transcript. We tell you by email when it is there, by ${when} at the latest.`,
    paidBack: 'The $2.00 of your earlier order went back. You can request it again.',
    delivered: 'A person has written it down: you read it in the contract.',
    orderRefunded: 'The money of an earlier order went back, and no new one was made. Please try again.',
    orderedUnpaid: 'Your order is noted. Taking you to the payment of $2.00.',
    payHumanTranscript: 'Pay $2.00',
    ticket: (number: string) => `Support will look at your recording: ticket ${number}.`,
    failed: 'Request Failed',
    failedText: 'Your request could not be sent. Your recording is safe; please try again.',
  },
};
