/** Every sentence of every mail. Names are plain text here; escaping is the renderer's work. */
export const texts = {
  product: 'Split Second Contract',
  contract: (number: string) => `Contract ${number}`,
  greeting: (name: string) => `Hello ${name},`,
  footer: (host: string) => `Split Second Contract · ${host}`,
  whyTitle: 'Why you got this',
  plans: {
    'split-second-contract': 'Split Second Contract',
    basic: 'Basic',
    standard: 'Standard',
    pro: 'Pro',
  } as Partial<Record<string, string>>,

  receipt: {
    subject: (number: string) => `Your receipt for contract ${number}`,
    title: 'Your receipt',
    lead: (amount: string) => `We received your payment of ${amount}. Thank you.`,
    test: 'TEST. This payment ran in test mode: no money was moved, and this is not a receipt for your books.',
    rows: {
      number: 'Receipt no.',
      description: 'Item',
      parties: 'Between',
      paidAt: 'Paid',
      seller: 'Seller',
      total: 'Total',
    },
    nextTitle: 'What happens next',
    next: (other: string) =>
      `We are writing the transcript from your recording. When it is done, you and ${other} each get an e-mail with the transcript and a link to the recording.`,
    nextRemote: (other: string) =>
      `${other} has to answer next. When the transcript is done, you both get it by e-mail with a link to the recording.`,
    safe: 'Your recording is safe with us in the meantime. You do not have to do anything.',
    button: 'Open your contracts',
    why: 'You paid for this contract, and a receipt always goes to the person who pays.',
  },

  proof: {
    subject: (name: string) => `Your agreement with ${name}: recording and transcript`,
    title: (name: string) => `Your agreement with ${name}`,
    preview: 'The transcript is attached. The recording is one click away.',
    lead: (name: string) =>
      `Your spoken agreement is complete. Here is what was said. ${name} gets the same copy.`,
    rows: {
      partyA: 'Party A',
      partyB: 'Party B',
      terms: 'Terms',
      amount: 'Amount',
      recordedAt: 'Recorded',
      duration: 'Duration',
      plan: 'Plan',
    },
    termsAsSpoken: 'As spoken, in the transcript below',
    noAmount: 'None named',
    button: 'Listen to the recording',
    accessUntil: (date: string) => `You can play and download the recording until ${date}.`,
    keep: 'Keep the attached transcript: it stays yours after the link has ended.',
    keepAlways: 'Keep the attached transcript with your papers.',
    personalLink: 'The link is yours alone. Anyone who has it can listen.',
    transcriptTitle: 'What was said',
    draft: 'Draft transcript made by machine. The recording is what counts.',
    machine: 'Transcript made by machine. If it differs from the recording, the recording counts.',
    noWords: 'No words could be made out. Please listen to the recording.',
    more: 'The rest is in the attached transcript.',
    voices: 'The voices are not told apart.',
    otherSpeaker: (label: string) => `Speaker ${label}`,
    hashesTitle: 'Fingerprints (SHA-256)',
    hashesLead:
      'They change if a single bit changes. The second one belongs to the sealed transcript that we keep, not to the attached copy.',
    recordingHash: 'Recording',
    transcriptHash: 'Sealed transcript',
    bindingTitle: 'Is this legally binding?',
    binding: 'Spoken agreements can be binding; it depends on where you live and what you agree.',
    notAdvice: 'This is not legal advice.',
    whyA: (other: string) =>
      `You recorded this agreement and named ${other} as the other party. If you answer this e-mail, ${other} gets your answer.`,
    whyB: (other: string) =>
      `${other} recorded this agreement and named you as the other party. If you answer this e-mail, ${other} gets your answer.`,
  },

  transcriptFile: {
    title: 'TRANSCRIPT',
    contract: 'Contract',
    duration: 'Duration',
    engine: 'Transcribed by',
    end: 'End of transcript',
  },
} as const;
