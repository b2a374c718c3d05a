import type { ConsentGrade } from '../../../facts/facts.module.js';

/** How sure it is who agreed, in plain words; and what is said when party B says that it was not them. */
export const consentTexts = {
  /** The only place of these words in mails. `email` is shortened, such as `b***@example.org`. */
  grades: {
    unconfirmed: () => 'Not confirmed: answered with the number of the contract alone',
    voice_only: () => 'Voice only',
    same_device: () => 'Answered on the device of party A',
    confirmed_on_screen: () => "Confirmed on a phone that scanned party A's screen",
    confirmed_by_code: (email: string) => `Confirmed with a code sent to ${email}`,
    confirmed_by_link: (email: string) => `Confirmed through the link sent to ${email}`,
    objected: () => 'Objected: says that it was not them',
  } satisfies Record<ConsentGrade, (email: string) => string>,

  whoAgreed: {
    title: 'Who agreed',
    wasItYou: 'Was that you in the recording?',
    confirm: 'Confirm it, or say that it was not you',
    notYou: 'This was not you?',
    tellUs: 'Tell us',
    row: 'How',
    deviceAlike:
      'Party A used the same internet address and the same kind of browser: perhaps the same device',
  },

  confirmed: {
    subject: (name: string) => `You confirmed your agreement with ${name}`,
    title: 'You have confirmed',
    lead: (name: string) =>
      `You told us through the link in your email that it was you who agreed to what ${name} recorded. The contract shows it from now on.`,
    at: 'Confirmed',
    wasYou: 'If it was you, you do not have to do anything.',
    notYou: 'Was it not you? Then say so at once on that page. It counts more than the yes, and it stays.',
    button: 'Look at it, or say that it was not you',
    personalLink: 'The link is yours alone. Anyone who has it can answer for you.',
  },

  objected: {
    subject: (name: string) => `${name} says: that was not me`,
    title: (name: string) => `${name} says that it was not them`,
    lead: (name: string) =>
      `${name} was named as the other party of your contract and says that it was not them who agreed.`,
    next: (isOnScreen: boolean) =>
      `The contract shows this objection from now on${isOnScreen ? '' : ', and it stays'}. Talk to each other; if you cannot settle it, our support can tell you what is on record.`,
    onScreen: (name: string) =>
      `It was given over party A’s screen, so whoever held that device may have given it. What ${name} says through the link in their own email counts more.`,
    ownOnScreen: (name: string) =>
      `We were told over the screen of ${name} that it was not you who agreed to what they recorded. Whoever held that device may have said so. The contract shows it from now on.`,
    answerLead: 'Say through this link, which is yours alone, whether it was you. That counts more.',
    answer: 'Answer yourself',
    ownSubject: 'Your objection is on record',
    ownTitle: 'Your objection is on record',
    ownLead: (name: string) =>
      `You told us that it was not you who agreed to what ${name} recorded. The contract shows it from now on, and it stays.`,
    ownNext: (name: string) => `${name} and our support were told.`,
    supportSubject: (number: string) => `Objection to contract ${number}`,
    supportTitle: 'Party B says: that was not me',
    supportLead: (name: string) => `${name} says that it was not them who agreed.`,
    supportNext:
      'Nothing was changed or stopped by it. Look at the log of the contract, and whether it has payment protection.',
    supportWhy: 'You look after objections.',
    said: 'The reason given:',
    at: 'Objected',
    button: 'Open administration',
  },
} as const;
