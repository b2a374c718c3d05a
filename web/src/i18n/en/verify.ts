/** What tells an export of a sealed transcript from others. */
interface TranscriptCopyFacts {
  number: string;
  /** When the agreement was sealed. */
  date: string;
  format: string;
  /** When the file was made. */
  exported: string;
}

/** English texts of the public page that verifies files. */
export const verifyTexts = {
  title: 'Verify an agreement',
  lead: 'See whether a file is as it was when the agreement was sealed. Your file stays on this device: only its fingerprint is compared.',
  number: {
    label: 'Number of the agreement',
    hint: '16 digits. They stand on the certificate, in the mails and in the name of each file.',
    wrong: 'Please enter the 16 digits of the number',
    open: 'Look it up',
  },
  file: {
    title: 'Check a file',
    choose: 'Choose a file',
    hint: 'The evidence packet (zip), an original recording, a transcript or the certificate from it. Or drop it here.',
    working: (name: string) => `Taking the fingerprint of ${name}…`,
    tooLarge: 'This file is larger than 1 GB. Please check it with the program in the packet.',
    unreadable: 'This file could not be read on this device. Please try again.',
    unreachable: 'We could not be reached to compare the fingerprint. Please try again.',
    tooMany: 'Too many checks from here. Please wait a minute and try again.',
  },
  agreement: (number: string) => `Agreement ${number}`,
  kept: {
    loading: 'Looking at the seal…',
    valid: 'Sealed and unchanged',
    validText: (date: string) =>
      `Its log, its seal and the list of its files are as they were sealed on ${date}.`,
    filesRead: (date: string) => `The files themselves were last read and compared on ${date}.`,
    filesNotRead: 'The files themselves have not been read again since.',
    altered: 'Not as it was sealed',
    alteredText: 'What we keep of this agreement has changed since it was sealed. Please tell our support.',
    unknown: 'Nothing is sealed under this number',
    unknownText: 'It may be mistyped, or the agreement is not completed yet.',
    failed: 'The seal could not be looked up. Please try again.',
    again: 'Try again',
  },
  result: {
    valid: 'Valid',
    validPacket: (number: string, date: string) =>
      `Every file of this packet is as it was sealed on ${date}, for agreement ${number}.`,
    validFile: (number: string, date: string) =>
      `This file is a part of agreement ${number} and is as it was sealed on ${date}.`,
    validCopy: (number: string, date: string) =>
      `We made this file from a recording of agreement ${number}, sealed on ${date}, so that it plays anywhere. It is unchanged. The original recording is in the evidence packet.`,
    validTranscriptCopy: ({ number, date, format, exported }: TranscriptCopyFacts) =>
      `This file is a copy of the transcript of agreement ${number}, sealed on ${date}: ${format}, made by us on ${exported}. It is unchanged. What was sealed itself is in the evidence packet.`,
    speakersNamed: 'Who is who in it was named by the owner of the agreement.',
    formats: {
      txt: 'plain text',
      srt: 'subtitles in SRT format',
      vtt: 'subtitles in WebVTT format',
      json: 'data in JSON format',
    },
    sealedAnew: (date: string, version: number) =>
      `The agreement was sealed anew on ${date} (version ${version}). That version counts: please look at its files.`,
    replacedWords:
      'Its words were replaced by others before the agreement was sealed. The sealed ones count: please look at them.',
    otherAgreement: (number: string) =>
      `It does not belong to agreement ${number}, which you have looked up.`,
    altered: 'Altered',
    alteredPacket:
      'This packet is not as it was sealed. These files differ, are missing or do not belong to it:',
    ambiguousPacket:
      'This zip file is not the packet as we handed it out: programs that unpack it may find other files in it than those that we compared here. Please check the packet as it was downloaded, or unpack this file and check one of its files after the other.',
    alteredFile: (number: string) =>
      `This file is not a part of agreement ${number} as it was sealed. A copy that somebody converted has another fingerprint than the recording and than the copies that we make. A draft from before the seal is a part of no seal.`,
    alteredKept: 'The file is as it was sealed, but what we keep of the agreement is not any more.',
    unknown: 'Unknown',
    unknownFile:
      'No sealed agreement has a file with this fingerprint, and the file names no agreement of ours.',
    unknownKept: (number: string) =>
      `What we keep of agreement ${number} has changed since it was sealed, so we cannot say whether this file is a part of it. It may well be: please keep it as it is, and tell our support.`,
    signedNotKept: (number: string) =>
      `The list of the files in this packet is signed with our key, and they are as it has them. But what we keep of agreement ${number} knows nothing of it, which may be our fault. Please keep this packet as it is, and tell our support.`,
    unsignedList:
      'This list lies beside the files of a packet, and is not signed: nothing can be said of it. Please check the packet itself, or the files that the list names.',
    ofSeveral:
      'Several sealed agreements have a file with this fingerprint, and nothing tells which of them you mean. Look up the number of yours, and check the file again.',
    inOthers:
      'Other sealed agreements have the same file; this is the one that was sealed first. If you mean another, look up its number and check the file again.',
    noManifest: (number: string) =>
      `This zip file is not the packet of agreement ${number} as we handed it out: manifest.json, the list of its files, is not in its place. Please check the packet as it was downloaded, or unpack this file and check one of its files after the other.`,
    additional:
      'These files were added by a computer, as happens when a packet is unpacked and packed again. They are no part of the packet, and nothing here vouches for them:',
    fingerprint: 'Fingerprint (SHA-256)',
  },
  heard: {
    terms: 'Hear what was agreed',
    lines: 'Hear what was said',
    hint: 'Each button plays exactly these seconds of the recording in this packet, here on your device.',
    play: 'play',
    stop: 'stop',
    failed: 'This browser cannot play the recording. Unpack the file and open it with another player.',
    partyB: 'party B’s own recording',
    kinds: { party: 'Who', item: 'What', amount: 'Amount', date: 'Date', condition: 'Condition' },
  },
  keyLeaked: (date: string) =>
    `The key that it is signed with came into other hands on ${date}, and no independent authority has time-stamped it before. The signature proves nothing by itself: that it is unchanged is what our own records say.`,
  facts: {
    completed: 'Completed',
    sealed: 'Sealed',
    stamped: 'Time stamp of an independent authority',
    notStamped: 'none',
    key: 'Signed with the key',
    version: 'Version',
  },
  parts: {
    title: 'Fingerprints of all files',
    deleted: 'deleted here after its time; a copy that you kept still verifies',
  },
  offline: {
    title: 'Checking a packet without this page',
    lead: 'Each packet has a guide (GUIDE.txt) that says how. The guides of older packets do not say all of this:',
    list: 'SHA256SUMS is not signed. Whoever changes a file can change its line there, too, so that list alone proves nothing. When the signature of manifest.json is right, compare the files with the list in it; a file that it does not name was not compared:',
    program:
      'The program in older packets (check.mjs) needs Node.js 20.9 or newer: “node --version” names yours. With some versions before that it overlooks files that were added in a folder, or ends with an error that says nothing about the packet.',
    newer:
      'No packet can know what came after it: whether a party objected since, or other words were sealed. Look up the number of the agreement here, or check the packet on this page, which says whether a newer version counts.',
  },
  limits:
    'This shows that files have not changed. It does not show whose voice it is, nor that an agreement is binding.',
};
