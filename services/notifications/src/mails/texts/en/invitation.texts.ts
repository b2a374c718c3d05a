/** Party B is asked, and answers or does not. */
export const invitationTexts = {
  invitation: {
    subject: (name: string) => `${name} asks you to confirm an agreement`,
    reminderSubject: (name: string) => `Reminder: ${name} asks you to confirm an agreement`,
    title: (name: string) => `${name} asks you to confirm an agreement`,
    lead: (name: string) =>
      `${name} recorded what you two agreed and asks you to listen to it and to answer in your own voice.`,
    reminderLead: (name: string, days: string) =>
      `${name} recorded what you two agreed and still waits for your answer. You have ${days} left.`,
    from: 'From',
    agreed: 'Agreed',
    asSpoken: 'As spoken in the recording',
    photo: 'Photo',
    withPhoto: 'One photo is shown with it',
    answerUntil: 'Answer until',
    daysLeft: (date: string, days: string) => `${date} (${days} left)`,
    button: 'Listen and answer',
    free: 'It is free for you, and you need no account.',
    recorded:
      'If you agree, you record a short answer. That recording is kept with the contract, transcribed, and sent to both of you.',
    notYours: 'Not your agreement, or not what you agreed?',
    decline: 'Decline it',
    personalLink: 'The links are yours alone. Anyone who has them can answer for you.',
  },

  linkAgain: {
    subject: (name: string) => `Your link to the agreement with ${name}`,
    title: (name: string) => `Your link to the agreement with ${name}`,
    lead: (name: string) =>
      `Somebody who knows the number of the agreement with ${name} asked us to send you its link. With it you can listen and answer.`,
    notAsked: 'If that was not you, you can ignore this email: only you got the link.',
  },

  code: {
    subject: 'Your code for the agreement page',
    title: 'Your code',
    lead: (name: string) =>
      `With this code you can listen to the agreement that ${name} recorded, and answer.`,
    validUntil: 'Valid until',
    button: 'Open the page',
    once: 'The code works once. Type it on the page where you asked for it, or open the page here and choose "I have a code".',
    neverAsk: 'Tell it to nobody, not to the other person either: whoever has it can answer for you.',
    notAsked: 'If you did not ask for a code, you can ignore this email.',
  },

  opened: {
    subject: (name: string) => `${name} has opened your invitation`,
    title: (name: string) => `${name} has opened your invitation`,
    keyed: (name: string, email: string) =>
      `${name} opened the invitation with the link that we sent to ${email}.`,
    coded: (name: string, email: string) =>
      `${name} opened the invitation with a code that we sent to ${email}.`,
    plainSubject: 'Your invitation was opened',
    plain: (name: string) =>
      `Your invitation to ${name} was opened without the personal link from our email. Somebody may have passed on the address of the page.`,
    openedAt: 'Opened',
    answerUntil: 'Answer until',
  },

  consented: {
    subject: (name: string) => `${name} has agreed`,
    title: (name: string) => `${name} has agreed`,
    lead: (name: string) =>
      `${name} states that they heard or read the terms, and recorded an answer. Both recordings are safe with us.`,
    next: 'We are writing the transcript now. When it is done, you both get it by email.',
    answeredAt: 'Answered',
    ownSubject: (name: string) => `You agreed to what ${name} recorded`,
    ownTitle: 'You have agreed',
    ownLead: (name: string) =>
      `You stated that you heard or read what ${name} recorded, and you recorded your answer. Both recordings are safe with us.`,
    notYou: 'Was it not you? Then say so at once on this page. It counts more than the answer, and it stays.',
  },

  declined: {
    subject: (name: string) => `${name} has declined your agreement`,
    title: (name: string) => `${name} has declined`,
    lead: (name: string) => `${name} does not agree to what you recorded. There is no contract between you.`,
    said: (name: string) => `${name} gave this reason:`,
    ownSubject: (name: string) => `You declined the agreement with ${name}`,
    ownTitle: 'You have declined',
    ownLead: (name: string) =>
      `You declined the agreement that ${name} recorded. There is no contract between you, and ${name} was told.`,
    ownReason: 'You gave this reason:',
  },

  /** What becomes of what was paid for a contract that did not come about. */
  credit: {
    kept: (amount: string, date: string) =>
      `We keep your ${amount}: it pays for your next contract, if you use it by ${date}.`,
  },

  cancelled: {
    subject: (number: string) => `Contract ${number} was cancelled`,
    title: 'This contract was cancelled',
    reasons: {
      byYou: (other: string) => `You cancelled your contract with ${other}.`,
      byOther: (other: string) => `${other} cancelled the contract with you.`,
      byAdmin: (other: string) => `Our support cancelled your contract with ${other}.`,
      noAnswer: (name: string) => `${name} did not answer in time.`,
      youDidNotAnswer: (other: string) => `The invitation from ${other} was not answered in time.`,
      unpaid: (other: string, days: number) =>
        `Your contract with ${other} was not paid within ${days} days.`,
    },
    reasonGiven: 'The reason given:',
    ended: 'It does not count any more, and links to it no longer open.',
  },

  linkExpired: {
    subject: (name: string) => `${name} has not answered: the link has ended`,
    title: (name: string) => `${name} has not answered yet`,
    lead: (name: string) => `The link in the invitation to ${name} has ended. Your contract still waits.`,
    /** `days` is how long a new link is open, null where that is until the `end` of the contract. */
    how: (name: string, days: number | null, end: string) =>
      `With "Remind" in your contracts you send ${name} a new link that is open ${days === null ? `until ${end}` : `for ${days} days`}. There you can also correct the address or cancel the contract. Without an answer by ${days === null ? 'then' : end} the contract is cancelled.`,
    sentTo: 'Sent to',
    button: (name: string) => `Remind ${name}`,
  },
} as const;
