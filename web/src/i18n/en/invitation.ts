/** English texts of the invitation to the second party. Only its own screen loads them. */
export const invitationTexts = {
  title: 'Voice Contract Invitation',
  lead: (a: string) => `${a} asks you to confirm a spoken agreement.`,
  loading: 'Loading agreement...',
  details: {
    title: 'Agreement Details',
    id: 'Agreement ID',
    plan: 'Plan',
    partyA: 'Party A (Creator)',
    partyB: 'Party B (You)',
    amount: 'Amount',
    created: 'Created',
    length: 'Length of the recording',
    photo: 'Related photo',
    photoAlt: (a: string) => `Photo that ${a} added to this agreement`,
  },
  important: {
    title: 'Important Information',
    items: (a: string) => [
      `${a} already paid for this contract.`,
      'No payment is needed from you.',
      'Both parties receive the final transcript by email.',
      'Your voice recording creates a legally binding agreement.',
    ],
  },
  listen: {
    title: 'Listen first',
    lead: (a: string) => `This is what ${a} recorded.`,
    region: (a: string) => `Recording of ${a}`,
    failed: 'The recording could not be played',
    failedText: 'Check your connection and try again.',
  },
  access: {
    title: 'Show that this is you',
    lead: 'To listen and to answer you need the link from your email, or a code that we send to the same address.',
    send: 'Send me the link',
    getCode: 'Get a code',
    haveCode: 'I have a code',
    sending: 'Sending...',
    linkSent:
      'If this agreement waits for you, the link is on its way to the address that it names. That can take a minute; it is sent once an hour at most.',
    codeSent:
      'If this agreement waits for you, a code is on its way to the address that it names. It works for 10 minutes.',
    code: 'Code from the email',
    codeHint: '6 digits',
    codeProblem: 'Please enter the 6 digits of the code',
    confirm: 'Confirm Code',
    confirming: 'Checking...',
    wrong: (left: number) =>
      left === 1
        ? 'This is not the code. You can try once more.'
        : `This is not the code. ${left} tries are left.`,
    expired: 'This code can no longer be used. Get a new one.',
    limited:
      'Too many requests from here. Please wait and try again, or use the link that is in your mailbox already.',
    failed: 'That did not work. Check your connection and try again.',
    confirmed: 'Thank you. You can listen and answer now.',
    /** Why the key opens nothing any more, before and after something was recorded. */
    lost: {
      ranOut: {
        before: 'Your code has run out. Get a new one to go on.',
        inReview: 'Your code has run out. What you recorded is kept here: confirm a new code, then send it.',
      },
      replaced: {
        before:
          'This link was replaced by a newer one. Use the newest message in your mailbox, or go on from here.',
        inReview:
          'This link was replaced by a newer one. What you recorded is kept here: get a code, then send it.',
      },
    },
  },
  statements: {
    notHeard: 'You have not listened to the recording yet.',
    noText: 'Only the recording is shown here: it is what counts.',
    /** Kept in the log. A change of the four sentences is a new version, which the server has to know. */
    version: '2026-11',
    title: 'Your four statements',
    lead: 'Tick each one that is true. Nothing is recorded before that.',
    isNamedPerson: (b: string) => `I am ${b}, the person named as Party B.`,
    agreesToRecording: 'I agree that my voice is recorded and turned into text.',
    agreesToElectronicRecords: 'I agree to receive and keep this agreement as electronic records.',
    hasHeardTerms: 'I have heard or read the terms of this agreement.',
    left: (count: number) =>
      count === 1
        ? 'Tick the last statement to continue.'
        : `Tick all four statements to continue. ${count} are left.`,
    ready: 'The microphone is asked for on the next screen, when you start.',
    readyKept: 'Next you hear your recording again and send it.',
  },
  accept: 'Accept & Record Consent',
  acceptKept: 'Accept & Review Consent',
  keptUsed: 'Your kept recording is ready. Tick the statements, then review and send it.',
  decline: {
    open: 'Decline',
    title: 'Decline this agreement',
    description: 'You may say why; the other person reads it. This cannot be undone.',
    text: (a: string) =>
      `${a} is told that you decline, and reads your reason if you give one. The agreement ends; this cannot be undone.`,
    reason: 'Your reason',
    reasonHint: 'If you want to say one, up to 500 characters',
    tooLong: 'Please keep it under 500 characters',
    confirm: 'Decline Agreement',
    sending: 'Declining...',
    back: 'Go Back',
    failed: 'Your answer could not be sent. Please try again.',
  },
  recording: {
    title: 'Recording Your Consent',
    lead: (a: string) => `Record your verbal consent for the agreement with ${a}.`,
    script: (d: { a: string; b: string; date: string; amount: string }) => [
      `“My name is ${d.b}.”`,
      `“Today is ${d.date}.”`,
      `Say the main point of your agreement with ${d.a} in your own words.`,
      d.amount ? `“The amount is ${d.amount}.”` : 'Say the amount, if money is part of this.',
      '“I agree.”',
    ],
    back: 'Back to the agreement',
  },
  review: {
    title: 'Review Your Consent',
    lead: 'Listen once. If it is right, send it; if not, record again.',
    later: 'On our server when you send it',
    again: 'Record Again',
    send: 'Send Consent',
    sending: 'Sending...',
    progress: 'Sending your consent',
    sent: (percent: number) => `${percent}% sent`,
    outdatedTitle: 'The statements have changed',
    outdated: 'Please open the page again, read the statements and send once more. Your recording is kept.',
    outdatedMemory:
      'Please open the page again, read the statements and record once more. This recording is on this page alone and cannot be sent with the new statements.',
    reload: 'Open the page again',
    mismatch: 'The server received other bytes than this device kept. Please send it again.',
    unreachableTitle: 'Not sent yet',
    unreachable: 'Your recording is safe on this device. Send it again when you are connected.',
    unreachableMemory:
      'Your recording is kept while this page is open. Send it again when you are connected, and do not close the page.',
    failedTitle: 'Not sent',
    failed: 'Your recording could not be sent. It is still here; please try again.',
  },
  done: {
    title: 'Your consent is recorded',
    lead: (a: string) => `${a} is told now. There is nothing more for you to do.`,
    nextTitle: 'What happens next',
    next: [
      'Both recordings are turned into text.',
      'You and the other person receive the final transcript by email.',
      'With the fingerprint below anyone can check later whether your recording was changed. Keep it if you like.',
    ],
    when: 'Stored',
    length: 'Length',
    hash: 'Fingerprint (SHA-256)',
    copy: 'Copy Fingerprint',
    safe: 'Safe on our server',
    progress: 'Making the transcript',
    ready: 'The transcript is ready. It is on its way to you by email.',
    paused:
      'Transcription is taking a break. Both recordings are safe, and the transcript still comes to you by email.',
  },
  declined: {
    title: 'You declined this agreement',
    text: (a: string) =>
      `${a} is told, and reads your reason if you gave one. Nothing of your voice was sent.`,
    close: 'You can close this page.',
  },
  closed: {
    agreement_not_found: {
      title: 'Agreement Not Found',
      text: 'The requested agreement could not be found.',
      hint: 'Links are replaced when a reminder is sent: use the newest message in your mailbox.',
    },
    invitation_not_paid: {
      title: 'Not ready yet',
      text: 'This contract has not been paid for yet. You can answer as soon as the other person has paid.',
      hint: 'You do not pay anything. Open this link again later.',
    },
    invitation_cancelled: {
      title: 'This agreement was cancelled',
      text: 'It can no longer be answered. You do not have to do anything.',
      hint: 'Ask the person who invited you if you did not expect this.',
    },
    invitation_expired: {
      title: 'This invitation has expired',
      text: 'Its link no longer opens the agreement.',
      hint: 'Ask the person who invited you to send a reminder: it carries a new link.',
    },
    invitation_answered: {
      title: 'Already answered',
      text: 'This invitation has already been answered. Nothing more is needed.',
      hint: 'The final transcript comes by email.',
    },
  },
  /** In place of the words above, for whoever holds the key of the link. */
  given: {
    agreed: {
      text: (at: string) => `You agreed on ${at}. Nothing more is needed.`,
      hint: 'The final transcript comes by email. If it was not you, say so with the link in the email about this answer.',
    },
    declined: {
      text: (at: string) => `You declined on ${at}. There is no contract between you.`,
      hint: 'Ask the person who invited you for a new recording if you want to agree on something else.',
    },
  },
  unreachable: 'We cannot reach the server. Check your connection and try again.',
  returnHome: 'Return Home',
};
