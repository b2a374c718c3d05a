import type { KnowledgeEntry } from './knowledge-entry.js';

export const account: readonly KnowledgeEntry[] = [
  {
    id: 'assistant',
    category: 'general',
    questions: [
      'What can you help me with?',
      'Who are you?',
      'Are you a robot or a lawyer?',
      'Which topics do you know?',
      'Hello',
    ],
    answer:
      'I am the Contract Assistant. I explain common terms, such as payment, liability, ending an agreement and disputes, and how recording, price, storage, transcripts and payment protection work here. I do not know what you two want to agree, and I do not give legal advice. For anything else, our support answers by email.',
    suggestions: ['Ask what should be in the agreement.', 'Ask how payment protection works.'],
  },
  {
    id: 'assistant-privacy',
    category: 'general',
    questions: [
      'Do you store what I ask you here?',
      'Are my questions to the assistant saved?',
      'Who reads this chat?',
      'Is this conversation private?',
      'Where do the questions of this chat go?',
    ],
    answer:
      'No question is stored or logged here, and nobody of ours reads this chat. It stays in your browser, on this page. Where the operator has chosen a language service of another company, that company receives your question with the last messages of the chat, the kind of agreement and the plan. The names you typed for the parties are taken out before, whole and in part, as far as they can be told from other words.',
    suggestions: [
      'Do not type card numbers or passwords here.',
      'Write to support if a person should answer.',
    ],
  },
  {
    id: 'privacy',
    category: 'general',
    questions: [
      'Who can hear my recording?',
      'Is my data private and secure?',
      'Do you share my information?',
      'Can your staff listen to it?',
      'Where is the privacy policy?',
    ],
    answer:
      'You and party B: an invited party B hears it before answering, and with the proof each of you gets a link by email, also when you recorded in the same room. Anyone who has that link can listen. Nobody finds a contract without its number or its link. Our administrators can open one when it is needed; they have to give a reason, and it is written into the log. The sound goes to a speech engine for the transcript, which depending on the setup runs here or at a provider such as OpenAI.',
    suggestions: [
      'Do not say card numbers or passwords aloud.',
      'Pass your link on only to people who may listen.',
    ],
  },
  {
    id: 'delete-data',
    category: 'general',
    questions: [
      'How do I delete my data?',
      'Remove my account and recordings',
      'Erase my personal information',
      'Can I have everything deleted before 30 days?',
      'How do I delete or close my account?',
      'I want to cancel my account',
    ],
    answer:
      'Sound, photo and transcript are deleted by themselves when access ends. If you want it earlier, write to support from the address of your account; of a completed contract the other person has to agree. Support also closes your account: nobody can sign in to it then. While money is held or a problem is open, the content has to stay. The log, the fingerprints and the names and addresses remain as proof that an agreement existed.',
    suggestions: ['Write to support from the address of your account.', 'Download what you need first.'],
  },
  {
    id: 'need-account',
    category: 'general',
    questions: [
      'Do I need an account?',
      'When do I have to sign up?',
      'Can I record as a guest?',
      'Registration before recording',
    ],
    answer:
      'Not for recording: you can record and listen as a visitor. You create an account, or sign in, when you want to pay and keep the contract. Stay in the same browser until then, because that is how we know the recording is yours. Party B needs an account only to pay with payment protection.',
    suggestions: ['Stay in the same browser until you have paid.', 'Use an email address that you read.'],
  },
  {
    id: 'password',
    category: 'general',
    questions: [
      'I forgot my password',
      'How do I reset my password?',
      'I cannot log in',
      'Change my password',
    ],
    answer:
      'On the sign-in page enter your email and choose “Forgot password?”. If an account exists, you get a link that works once and for 60 minutes. Signed in, you can change the password in Profile Settings; your other devices are signed out then.',
    suggestions: ['Look in the spam folder for the link.', 'Use a long password that you use nowhere else.'],
  },
  {
    id: 'account-taken-over',
    category: 'general',
    questions: [
      'My account was hacked',
      'Somebody else is in my account',
      'Somebody else has my password',
      'Somebody hacked my email and changed my password',
      'There is a device in my profile that I do not know',
    ],
    answer:
      'Open Profile Settings: “Where You Are Signed In” names every device. Sign out what you do not know, then change your password; your other devices are signed out then. If you cannot sign in any more, choose “Forgot password?” on the sign-in page; if somebody reads your email, change the password of your email first. Tell support what was done in your name, and where money is held, report a problem on the payment page.',
    suggestions: ['Use a password that you use nowhere else.', 'Write to support with the agreement number.'],
  },
  {
    id: 'profile',
    category: 'general',
    questions: [
      'How do I change my email address?',
      'Update my username',
      'Edit my profile settings',
      'My account has an old email',
    ],
    answer:
      'Open Profile Settings from the account menu. You can change your username at any time; for a new email address we ask for your password and mail a link there; it changes when you open it, and we tell the old address. Names and addresses inside finished contracts do not change.',
    suggestions: [
      'Open the link that we mail to the new address.',
      'Check the address twice before you save.',
    ],
  },
  {
    id: 'change-language',
    category: 'general',
    questions: [
      'How do I change the language of the page?',
      'How do I change the language of the emails?',
      'I want the website in Spanish',
      'Switch the page to English or Spanish',
    ],
    answer:
      'The page: press English or Español at its bottom or in the menu; your choice stays in this browser. The emails: each has a link at its end that changes the language of all emails to that address. The recording: where you record, choose the language you speak; the transcript is made in it.',
    suggestions: [
      'Look for the language at the bottom of the page.',
      'Open the link at the end of an email.',
    ],
  },
  {
    id: 'support',
    category: 'general',
    questions: [
      'How do I contact support?',
      'I want to talk to a human',
      'Customer service email or phone',
      'What is the email address or the phone number of support?',
      'Report a bug or complain',
    ],
    answer:
      'Use Support in the menu: write your name, email, the topic and what happened. A person reads it and answers by email, usually within a few hours; subscribers are answered first. Add the agreement number if it is about a contract, and never send passwords or card numbers.',
    suggestions: ['Have the agreement number ready.', 'Say what you expected and what happened.'],
  },
  {
    id: 'find-contract',
    category: 'general',
    questions: [
      'I lost the link to my contract',
      'Where do I find my contracts?',
      'What is the agreement number?',
      'How do I share a contract?',
      'Open an old agreement again',
    ],
    answer:
      'Sign in and open the Dashboard: all your contracts are there with date, parties and status. Each has a number of 16 digits, shown like #1234 5678 9012 3456. View opens the recording, the transcript and the log; Share opens the text so that you can copy it or keep it as a file.',
    suggestions: ['Note the agreement number.', 'Filter the list by status.'],
  },
];
