/** The mail with the result, and its attachment. */
export const proofTexts = {
  proof: {
    subject: (name: string) => `Your agreement with ${name}: recording and transcript`,
    title: (name: string) => `Your agreement with ${name}`,
    preview: 'Certificate and transcript are attached. The recording is one click away.',
    previewUnsealed: 'The transcript is attached. The recording is one click away.',
    lead: (name: string) =>
      `Your spoken agreement is complete. Here is what was said. ${name} gets the same copy.`,
    terms: 'Terms',
    termsAsSpoken: 'As spoken, in the transcript below',
    accessUntil: (date: string) => `You can play and download the recording until ${date}.`,
    keep: 'Keep the attached transcript: it stays yours after the link has ended.',
    keepAlways: 'Keep the attached transcript with your papers.',
    transcriptTitle: 'What was said',
    draft: 'Draft transcript made by machine. The recording is what counts.',
    person: 'Transcript made by a person. If it differs from the recording, the recording counts.',
    machine: 'Transcript made by machine. If it differs from the recording, the recording counts.',
    unclear:
      'The words could not be made out well, so they are left out here. The recording is safe: listen to it with the button above, or have a person write it down from your dashboard.',
    unclearToB: (name: string) =>
      `The words could not be made out well, so they are left out here. The recording is safe: listen to it with the button above. ${name} can have a person write it down.`,
    noWords: 'No words could be made out. Please listen to the recording.',
    more: 'The rest is in the attached transcript.',
    answerTimes: (name: string) =>
      `In the answer of ${name} the times count from the start of that recording.`,
    voices: 'The voices are not told apart.',
    voicesUnclear: 'We could not tell the voices apart. Please check who said what.',
    oneVoice: 'We found only one voice in this recording. If two people speak, please check who said what.',
    voicesAlike:
      'The two recordings sound like one person. A machine says so, and it is often wrong: this is a hint and no proof. Please listen to both.',
    notSaid: (name: string) => `${name} is not heard saying “I agree”.`,
    silent: (name: string) => `${name} is not heard in the recording.`,
    takenBack: (name: string) =>
      `${name} is heard saying “I agree”, and later something that may take it back. Please listen to the recording.`,
    namesByOrder: 'Names follow the order in which people first speak. The recording shows who said what.',
    amountDiffers: (typed: string, spoken: string) =>
      `The typed amount is ${typed}, but the recording seems to say ${spoken}. Listen to that part and settle it between you.`,
    otherSpeaker: (label: string) => `Speaker ${label}`,
    evidenceTitle: 'Your proof',
    evidenceLead:
      'Anybody can check these files, without an account and without us. Keep them: the packet can be downloaded for as long as the recording is kept.',
    sealedAttached:
      'Certificate and transcript are attached as they were sealed. On our page “Verify an agreement” anybody can see that they are unchanged.',
    notSealedYet:
      'The certificate is not attached: your agreement is not sealed yet. The links below open certificate and packet as soon as it is. The attached transcript is a copy.',
    certificateLead: 'The agreement as a document, with consents and log.',
    certificate: 'Certificate (PDF)',
    packetLead: 'Recordings, transcript, log, signature and a program that checks them.',
    packet: 'Evidence packet (zip)',
    hashesTitle: 'Fingerprints (SHA-256)',
    hashesLead:
      'They change if a single bit changes. The last one belongs to the words as our service has them; those of the attached files are in the packet.',
    hashesOfCopy:
      'They change if a single bit changes. The last one belongs to the transcript that we keep, not to the attached copy.',
    transcriptHash: 'Sealed transcript',
    bindingTitle: 'Is this legally binding?',
    binding: 'Spoken agreements can be binding; it depends on where you live and what you agree.',
    notAdvice: 'This is not legal advice.',
  },

  transcriptFile: {
    title: 'TRANSCRIPT',
    contract: 'Contract',
    duration: 'Duration',
    engine: 'Transcribed by',
    byPerson: 'a person',
    end: 'End of transcript',
  },
} as const;
