type Words = Record<'title' | 'safe' | 'next', string> & {
  subject: () => string;
  lead: (what: string, since: string) => string;
};
type OverWords = { subject: () => string; next?: string } & {
  lead: (what: string, since: string, until: string) => string;
};

/** To whoever runs the product. */
export const operationsTexts = {
  openAdministration: 'Open the administration',
  supportAddress: 'This is the address of support.',

  lastOfMany: (count: number, what: string) =>
    `This is mail ${count} about ${what} within an hour, and the last one for now: the administration shows all of them.`,

  humanTranscriptPaid: {
    subject: (number: string) => `A transcript to write: contract ${number}`,
    title: 'A transcript to write',
    lead: (dueAt: string) =>
      `Somebody has paid for a transcript by a person. It is promised for ${dueAt}: deliver it before then.`,
    contract: 'Contract',
    paidAt: 'Paid',
    dueAt: 'Promised for',
    next: 'Where it is not delivered by then, the price goes back by itself, and the contract still has no transcript by a person.',
  },

  humanTranscriptLate: {
    subject: (number: string) => `Transcript not written in time: contract ${number}`,
    title: 'A transcript was not written in time',
    lead: (amount: string) =>
      `Nobody delivered a transcript by a person in time. The ${amount} went back to whoever paid for it.`,
    refundedAt: 'Given back',
    next: 'The payer has a mail about the refund, and may order a transcript again. Look why nobody wrote it.',
  },

  deadLetter: {
    subject: (handler: string) => `${handler} gave up an event`,
    title: 'An event was given up',
    lead: (service: string, attempts: number) =>
      `The service ${service} could not handle an event${attempts === 1 ? '' : ` in ${attempts} attempts`}.`,
    safe: 'Nothing is lost: the event is kept, and all others are handled. What it would have done has not happened yet.',
    rows: {
      service: 'Service',
      handler: 'Handler',
      event: 'Event',
      subject: 'About',
      reason: 'Reason',
      diedAt: 'Given up',
      retryAt: 'Tried again',
    },
    notRetried: 'Not by itself',
    replayed: (at: string) =>
      `It was put back on ${at}. If it is given up again, the administration shows it; there is no second mail for that.`,
    retried: (at: string) =>
      `It is tried again by itself on ${at}, four times in all within 32 hours. If none of them helps, it waits in the administration; there is no second mail for that.`,
    waits:
      'It is not tried again by itself, because no other attempt would end differently. Find out from the reason what is wrong, mend it, and put the event back in the administration.',
  },

  jobGivenUp: {
    subject: (service: string, job: string) => `${service} gave up ${job}`,
    title: 'A job was given up',
    lead: (service: string, job: string, attempts: number | null) =>
      attempts === null
        ? `The service ${service} could not do ${job}.`
        : `The service ${service} could not do ${job}${attempts === 1 ? '' : ` in ${attempts} attempts`}.`,
    safe: 'Nothing is lost: the job is kept with what it is to do. It has not been done yet.',
    rows: {
      service: 'Service',
      job: 'Job',
      key: 'About',
      contract: 'Contract',
      reason: 'Reason',
      givenUpAt: 'Given up',
    },
    next: 'Find out from the reason what is wrong, mend it, and retry the job in the administration. Some are tried again by themselves, hourly or later: while they fail, there is no second mail.',
    begunAnew:
      'Since then it was begun anew, and it is not done yet. The administration shows what comes of it. While it fails by itself, there is no second mail.',
  },

  /** How a dependency is called; a service, or anything else, by its own name. */
  dependencies: {
    postgres: 'PostgreSQL',
    redis: 'Redis',
    rabbitmq: 'RabbitMQ',
    storage: 'the object store',
    stripe: 'Stripe',
    smtp: 'the mail server',
    speech: 'the speech engine',
    network: 'the network',
    disk: 'room on the disk',
    'pdf-certificate': 'the certificate for PDFs',
    'pdf-certificate-ending': 'the certificate for PDFs',
    'missing-rows': 'rows of stored objects',
    'smtp-refusing': 'the mail server: it refuses mails',
    clock: 'a clock that is right',
    timestamps: 'the authority for time stamps',
  } as Partial<Record<string, string>>,
  service: (name: string) => `the service ${name}`,

  outage: {
    subject: (what: string) => `Outage: ${what} has not answered for 10 minutes`,
    title: 'Something does not answer',
    lead: (what: string, since: string) => `Since ${since}, ${what} does not answer.`,
    safe: 'What was accepted is safe: work that needs it waits, costs no attempt, and goes on by itself when it answers.',
    rows: {
      what: 'Away',
      since: 'Since',
      lasts: 'For',
      services: 'Missed by',
      waiting: 'Held in the services',
    },
    waiting: (count: number) => (count === 1 ? '1 event or job' : `${count} events and jobs`),
    next: 'Bring it back; there is nothing else to do. You get one more mail when it is over.',
    steps: 'What to look at for each dependency stands in docs/operations.md.',
    /** In place of the same above, of what does not answer questions. */
    instead: {
      disk: {
        subject: () => 'Outage: a disk has been full for 10 minutes',
        title: 'A disk is full',
        lead: (_what: string, since: string) =>
          `Since ${since}, a disk has too little room for what is to be written.`,
        safe: 'With less than MIN_FREE_BYTES left no recording is taken: people are told that theirs is safe on their device. What was accepted is safe, too: work that needs room waits, costs no attempt, and goes on by itself when there is some.',
        next: 'Make room; there is nothing else to do. You get one more mail when it is over.',
      },
      'pdf-certificate': {
        subject: () => 'Outage: the certificate for PDFs has ended',
        title: 'No PDF can be signed',
        lead: (_what: string, since: string) =>
          `Since ${since}, the certificate that signs PDFs (PDF_SIGNING_CERTIFICATES) has ended.`,
        safe: 'What is sealed stays as it is. Contracts that are completed now wait for their seal, which costs no attempt. The agreements service does not start again with this certificate.',
        next: 'Put a new key and certificate in place and start the agreements service anew. You get one more mail when it is over.',
      },
      'pdf-certificate-ending': {
        subject: () => 'Soon: the certificate for PDFs ends in less than 30 days',
        title: 'A certificate ends soon',
        lead: (_what: string, since: string) =>
          `Since ${since}, the certificate that signs PDFs (PDF_SIGNING_CERTIFICATES) has less than 30 days left.`,
        safe: 'Everything works. When it ends, contracts wait for their seal, and the agreements service does not start with it.',
        next: 'Get a new certificate, put it in place and start the agreements service anew. You get one more mail when that is done.',
      },
      'missing-rows': {
        subject: () => 'Check now: most stored recordings have no rows in the database',
        title: 'The database and the object store do not belong together',
        lead: (_what: string, since: string) =>
          `Since ${since}, the database of the agreements service has no rows for most of what is in the object store. It is empty, another one, or a restore has not come to its end.`,
        safe: 'No object is removed while this lasts: the recordings are still there.',
        next: 'Do not go on working with this database. Look at AGREEMENTS_DATABASE_URL, S3_BUCKET or STORAGE_DISK_ROOT, and whether a restore was cut short. You get one more mail when it is over.',
      },
      'smtp-refusing': {
        subject: () => 'Outage: the mail server refuses all mails',
        title: 'Mails are refused',
        lead: (_what: string, since: string) =>
          `Since ${since}, the mail server lets us in and refuses mails to everybody.`,
        safe: 'No mail is lost: all of them wait, which costs no attempt, and leave by themselves when the server takes them again.',
        next: 'Look at the account at the mail provider: whether it is paused, over its quota, or on a block list. The delivery log has the code of each refusal. You get one more mail when it is over.',
      },
      speech: {
        subject: () => 'Outage: the speech engine has made no transcript for 10 minutes',
        title: 'No transcripts are made',
        lead: (_what: string, since: string) =>
          `Since ${since}, the speech engine refuses what it is given, or is not there.`,
        safe: 'No recording is lost. Of contracts that are paid meanwhile the owners are told that the transcript failed; it is made by itself when the engine is there again, at the latest a day after.',
        next: 'Look at its key and its quota, or at its models. You get one more mail when it is over.',
      },
      clock: {
        subject: () => 'Check now: the clock of a machine is ahead of its database',
        title: 'A clock is ahead',
        lead: (_what: string, since: string) =>
          `Since ${since}, the clock of a machine of the services is more than a minute ahead of the clock of its database.`,
        safe: 'Nothing is done meanwhile because its time has come: no seller is paid, no money goes back, no link or access ends, and nothing is deleted. When the clocks agree it goes on, and where that took more than 15 minutes everybody has as much more time.',
        next: 'Compare the clocks of the machines that run PostgreSQL and the services that miss it, and put right the one that is wrong. You get one more mail when it is over.',
      },
      timestamps: {
        subject: () => 'Time stamps: the authority has stamped nothing for an hour',
        title: 'Seals get no time stamps',
        lead: (_what: string, since: string) =>
          `The authority for time stamps (TIMESTAMP_AUTHORITY_URL) stamps nothing. The first seal that waits for it was made on ${since}.`,
        safe: 'Contracts are sealed all the same, and stamped later by themselves. But should the signing key become known, only seals that were stamped before prove when they were made.',
        next: 'The log of the agreements service says why. Where the authority has ended, choose another one. You get one more mail when it is over.',
      },
    } as Partial<Record<string, Words>>,
  },

  outageOver: {
    subject: (what: string) => `Over: ${what} answers again`,
    title: 'It is over',
    lead: (what: string, since: string, until: string) =>
      `From ${since} until ${until}, ${what} was away. Now it answers.`,
    untold: 'There was no mail about it before, because none could leave.',
    next: 'Work that waited for it goes on by itself. Run make verify to see that nothing is missing.',
    rows: { until: 'Until', lasted: 'Lasted' },
    instead: {
      disk: {
        subject: () => 'Over: there is room on the disk again',
        lead: (_what: string, since: string, until: string) =>
          `From ${since} until ${until}, a disk was full. Now there is room on it.`,
      },
      'pdf-certificate': {
        subject: () => 'Over: PDFs are signed again',
        lead: (_what: string, since: string, until: string) =>
          `From ${since} until ${until}, the certificate that signs PDFs had ended. Now there is another.`,
      },
      'pdf-certificate-ending': {
        subject: () => 'Over: there is a new certificate for PDFs',
        lead: (_what: string, _since: string, until: string) =>
          `Since ${until}, PDFs are signed with a certificate that has more than 30 days left.`,
        next: 'There is nothing else to do.',
      },
      'missing-rows': {
        subject: () => 'Over: stored recordings have their rows again',
        lead: (_what: string, since: string, until: string) =>
          `From ${since} until ${until}, the database had no rows for most of what is in the object store. Now it has.`,
        next: 'Run make verify to see that nothing is missing.',
      },
      'smtp-refusing': {
        subject: () => 'Over: the mail server takes mails again',
        lead: (_what: string, since: string, until: string) =>
          `From ${since} until ${until}, the mail server refused mails to everybody. Now it takes them.`,
        next: 'Mails that waited leave by themselves. There is nothing else to do.',
      },
      speech: {
        subject: () => 'Over: the speech engine is there again',
        lead: (_what: string, since: string, until: string) =>
          `From ${since} until ${until}, the speech engine made no transcripts. Now it is there again.`,
        next: 'Transcripts of paid contracts that failed meanwhile are made by themselves, at the latest within a day.',
      },
      clock: {
        subject: () => 'Over: the clocks agree again',
        lead: (_what: string, since: string, until: string) =>
          `From ${since} until ${until}, the clock of a machine was ahead of its database. Now they agree.`,
      },
      timestamps: {
        subject: () => 'Over: seals get time stamps again',
        lead: (_what: string, _since: string, until: string) =>
          `Since ${until}, the authority for time stamps stamps seals again.`,
        next: 'What waited is stamped by itself. There is nothing else to do.',
      },
    } as Partial<Record<string, OverWords>>,
  },

  violationsFound: {
    subject: (count: number) =>
      count === 1 ? 'Something does not hold: 1 violation' : `Something does not hold: ${count} violations`,
    title: 'Something does not hold',
    lead: (at: string) => `The check of ${at} found something that must not be.`,
    rows: { holding: 'Invariants that hold', violations: 'Violations', unchecked: 'Not checked' },
    first: 'The first violations:',
    next: 'Nothing was changed by the check. What each invariant means stands in docs/verify.md, what to do in docs/operations.md.',
    uncheckedOnly: {
      subject: (count: number) => `Could not be checked: ${count}`,
      title: 'Something could not be checked',
      lead: (at: string) => `The check of ${at} found nothing wrong, and could not look at everything.`,
      first: 'What could not be checked:',
      next: 'The next check looks at it again. If it comes back, somebody should look why: docs/operations.md.',
    },
  },
} as const;
