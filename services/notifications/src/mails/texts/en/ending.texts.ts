/** The transcript, the end of the access, and what administrators do. */
export const endingTexts = {
  transcriptionFailed: {
    subject: (number: string) => `Your recording is safe, the transcript is not done: contract ${number}`,
    title: 'Your recording is safe',
    lead: (other: string) =>
      `The recording of your agreement with ${other} is safe with us, but its transcript could not be made by machine.`,
    optionsTitle: 'Two ways to go on',
    options: (price: string) => [
      `A person transcribes your recording within 24 hours for ${price}.`,
      'Our support looks at your recording with you, free of charge.',
    ],
    button: 'Choose how to go on',
  },

  humanTranscriptReady: {
    subject: (name: string) => `Your agreement with ${name}: transcript made by a person`,
    title: 'The transcript made by a person is ready',
    lead: (name: string) => `A person has transcribed your agreement with ${name}.`,
    same: (name: string) => `${name} gets the same copy.`,
    alone: 'It goes to you alone, because the contract is not paid.',
    aloneUnanswered: (name: string) => `It goes to you alone: ${name} has not agreed yet.`,
    attached: 'It is attached. Keep it with your papers.',
    beside: 'A transcript made by machine, where there is one, is kept beside it.',
    deliveredAt: 'Delivered',
    hash: 'Transcript made by a person',
    readButton: 'Read the transcript',
    fileTitle: 'TRANSCRIPT MADE BY A PERSON',
    corrected: {
      subject: (name: string) => `Your agreement with ${name}: corrected transcript`,
      title: 'The transcript made by a person was corrected',
      lead: (name: string) => `A person has corrected the transcript of your agreement with ${name}.`,
      replaces:
        'It takes the place of the one delivered before, whose fingerprint stays in the log of the contract.',
    },
  },

  accessEnding: {
    subject: (name: string, days: string) => `Your agreement with ${name}: access ends in ${days}`,
    title: (days: string) => `Access ends in ${days}`,
    lead: (name: string, date: string) =>
      `We keep the recording of your agreement with ${name} until ${date}. Then we delete the recording, the photo and the transcript.`,
    download: 'Download what you want to keep before then. It stays yours.',
    endsAt: 'Access ends',
    button: 'Download the recording',
    transcript: 'The transcript was attached to the email with your proof.',
    kept: 'After that we keep the names, the dates, the log and the fingerprints of the files.',
  },

  contentDeleted: {
    subject: (number: string) => `The recording of contract ${number} was deleted`,
    title: 'The recording was deleted',
    leads: {
      unpaid: (other: string, days: number) =>
        `Your recorded agreement with ${other} was not paid within ${days} days, so we deleted it.`,
      cancelled: (other: string) => `The contract with ${other} was cancelled, so we deleted its recording.`,
      requested: (other: string) =>
        `We were asked to delete the recording of your agreement with ${other} before its time, and did so.`,
      'access-ended': (other: string) =>
        `The time for which we keep the recording of your agreement with ${other} is over.`,
    } as Partial<Record<string, (other: string, days: number) => string>>,
    deletedAt: 'Deleted',
    gone: 'Gone',
    goneValue: 'Recordings, photo and transcript',
    kept: 'Kept',
    keptValue: 'Names, dates, the log and the fingerprints of the files',
    prints: 'The fingerprints (SHA-256) of the original recordings, as they are written in the log:',
  },

  adminActed: {
    subject: (number: string) => `An administrator worked on your contract ${number}`,
    title: 'An administrator worked on your contract',
    lead: (other: string) =>
      `We tell you whenever one of us does something with your contract, here the one with ${other}.`,
    acts: {
      'audio-downloaded': 'Downloaded the recording',
      cancelled: 'Cancelled the contract',
      'retention-extended': 'Extended the time for which the recording is kept',
      'content-deleted': 'Had the recording deleted before its time',
      'job-retried': 'Had a step that failed done again',
      'transcript-fulfilled': 'Delivered the transcript made by a person',
    } as Partial<Record<string, string>>,
    otherAct: 'Worked on the contract',
    someone: 'An administrator',
    administrator: (name: string) => `${name} (administrator)`,
    logged: 'It is written in the log of the contract, where it cannot be removed.',
    question: 'If you have a question about it, answer this email.',
  },
} as const;
