/** Questions to support and their answers. */
export const ticketTexts = {
  issueTypes: {
    audio_recording: 'Audio recording',
    transcription: 'Transcription',
    payment_billing: 'Payment and billing',
    escrow_release: 'Payment protection: release',
    agreement_access: 'Access to an agreement',
    plan_features: 'Plan features',
    legal_questions: 'Legal questions',
    technical_support: 'Technical support',
    account_access: 'Account access',
    contract_disputes: 'Contract disputes',
    feature_request: 'Feature request',
    other: 'Something else',
  } as Partial<Record<string, string>>,
  ticketRows: {
    number: 'Ticket',
    issueType: 'About',
    receivedAt: 'Received',
    contract: 'Contract',
    sender: 'From',
    answer: 'Answer',
  },

  ticketReceived: {
    subject: (number: string) => `We received your message: ticket ${number}`,
    title: 'We received your message',
    lead: 'Thank you for writing to us. A person reads your message and answers by email.',
    when: 'Usually within a few hours',
    more: 'Is there more to say? Answer this email and leave the number in the subject.',
    button: 'Go to Split Second Contract',
    why: 'Somebody wrote to our support with this address. If it was not you, you do not have to do anything.',
  },

  ticketOpened: {
    subject: (number: string, issue: string) => `${number}: ${issue}`,
    title: 'A new message to support',
    said: 'The message:',
    button: 'Open the tickets',
    why: 'This is the address of support. If you answer this email, the sender gets your answer, but the ticket does not show it.',
  },

  ticketAnswered: {
    subject: (number: string) => `Our answer to your message: ticket ${number}`,
    title: 'Our answer to your message',
    more: 'Is there more to say? Answer this email and leave the number in the subject.',
    button: 'Contact support',
    why: 'You wrote to our support with this address.',
  },

  customerService: {
    message: (number: string) =>
      `Please look at the recording of contract ${number} with me: its transcript could not be made.`,
  },
} as const;
