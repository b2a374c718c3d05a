import type { KnowledgeEntry } from './knowledge-entry.js';
import { facts } from './product-facts.js';

export const parties: readonly KnowledgeEntry[] = [
  {
    id: 'party-names',
    category: 'parties',
    questions: [
      'How should the parties introduce themselves?',
      'Do we have to say our full names?',
      'Who are party A and party B?',
      'Naming the people in the agreement',
    ],
    answer:
      'Each of you says the full name and what you are in the deal, for example “I am {partyA}, the seller” and “I am {partyB}, the buyer”. Party A is the one who makes and pays for the contract, party B is the other one. Use the names that stand on your identity cards, because nicknames are hard to prove later.',
    suggestions: [
      'Begin with “I am …, and I agree to be recorded.”',
      'Say who is the buyer and who is the seller.',
    ],
  },
  {
    id: 'minors',
    category: 'legal',
    questions: [
      'Can somebody under 18 make an agreement?',
      'My babysitter is a teenager',
      'Is a contract with a minor valid?',
      'Do the parents have to agree?',
      'How old do I have to be?',
      'Is there a minimum age or an age limit?',
    ],
    answer:
      'Young people can often make only small everyday deals by themselves; for more, a parent or guardian has to agree. Let the parent say their own name and their consent in the recording, also to being recorded. The age and the limits are set by law.',
    suggestions: ['Let a parent say that they agree.', 'Say the age of the young person.'],
  },
  {
    id: 'on-behalf-of-a-company',
    category: 'parties',
    questions: [
      'Can I agree on behalf of a company?',
      'One side is a business',
      'Acting for somebody else or as a representative',
      'Does the employee have authority to agree?',
    ],
    answer:
      'Yes, if you are allowed to. Say the full name of the company, your own name, and your role: “I am {partyA}, I speak for the company as its owner.” If you are not the owner, say who gave you the authority; the other side may ask for that in writing.',
    suggestions: ['Say the full name of the company and your role.', 'Say who has allowed you to agree.'],
  },
  {
    id: 'more-than-two',
    category: 'parties',
    questions: [
      'Can more than two people take part?',
      'There are three of us',
      'Adding a third party such as a roommate or partner',
      'Group agreement with several people',
    ],
    answer:
      'A contract here has two parties, A and B. Others can speak in the recording: let each say their name, their part and “I agree”. If three people owe something to each other, it is clearer to make one contract for each pair. The transcript tells two voices apart; with more, who said what can be wrong.',
    suggestions: [
      'Let everybody say their name and “I agree”.',
      'Make one contract for each pair of people.',
    ],
  },
  {
    id: 'identity',
    category: 'parties',
    questions: [
      'How do I know that the other person is who they say?',
      'Should we check identity cards?',
      'Verify the identity of a stranger',
      'Could it be a fake name?',
    ],
    answer:
      'The product does not check identity cards. Look at each other’s card before you record, and say in the recording that you did; do not read out or photograph its number. An invited party B is reached at the email address you gave and states to be the person named. With strangers, meet in a safe place and use payment protection.',
    suggestions: [
      'Say that you have seen each other’s identity cards.',
      'Use payment protection with strangers.',
    ],
  },
  {
    id: 'refuses-recording',
    category: 'legal',
    questions: [
      'What if the other person does not want to be recorded?',
      'They refuse to speak into the microphone',
      'Somebody says no to the recording',
      'Can I record without permission or secretly?',
    ],
    answer:
      'Then do not record. Recording somebody secretly is a crime in many places, and such a recording may be worthless. Offer a written note that both sign, or let them listen first and answer through the link in their own time. A refusal can also be a good reason to think about the deal once more.',
    suggestions: [
      'Begin with both saying that they agree to be recorded.',
      'Offer the link, so that they can hear it first.',
    ],
  },
  {
    id: 'remote-party',
    category: 'parties',
    questions: [
      'The other person lives in another city',
      'Can they agree on their own phone?',
      'How does the other person join from far away?',
      'Can party B agree by a link?',
      'We are not in the same room',
      'Invite somebody remotely to give consent',
      'How do I agree or answer as party B?',
    ],
    answer:
      'Choose “No, they answer through a link” in the details. You record your part and pay; then {partyB} gets an email with a link, hears your recording, ticks four statements and records their consent, free and without an account. Both of you get the final transcript by email.',
    suggestions: [
      'Say all terms in your own recording, so that they can be heard.',
      'Check the email address of the other person.',
    ],
  },
  {
    id: 'party-b-cost',
    category: 'parties',
    questions: [
      'Does the other person have to pay or sign up?',
      'Who pays for the contract?',
      'Is it free for party B?',
      'Does party B need an account?',
      'Does party B need an account to pay with payment protection?',
    ],
    answer:
      'Party A, who makes the contract, pays for it. {partyB} pays nothing and needs no account, neither in the same room nor through the link. Only to pay with payment protection does {partyB} sign up, with the email address in the contract. What the two of you owe each other is a separate matter.',
    suggestions: [
      'Tell them that it costs them nothing.',
      'Agree between yourselves if you want to share the price.',
    ],
  },
  {
    id: 'same-email',
    category: 'parties',
    questions: [
      'Can both parties use the same email address?',
      'May I enter my own email for both of us?',
      'We share one email address',
    ],
    answer:
      'No, each of you needs an email address of their own. The proof goes to both, and party B confirms or objects by a link that only party B should have. Whoever has no address can make one at no cost with any email provider.',
    suggestions: [
      'Ask the other person for their own address.',
      'Check both email addresses before you record.',
    ],
  },
  {
    id: 'not-me',
    category: 'parties',
    questions: [
      'That was not me in the recording',
      'That is not my voice',
      'Somebody agreed in my name',
      'I never agreed to this contract',
      'How do I object to an agreement, or confirm that it was me?',
      'What does “Was that you?” mean?',
      'I was recorded without knowing it, without my consent',
      'Somebody recorded me secretly and made a contract out of it',
      'Somebody forged my consent',
      'Somebody faked my voice',
      'Somebody pretended to be me',
      'He said yes for me without asking me',
      'I got an email about a contract that I never made',
      'I do not know the person who sent me a contract',
      'Somebody used my email or my name for a contract',
    ],
    answer:
      'The email with the proof has a link for party B to a page that asks whether it was you. There you can listen, and press “Yes, that was me” or “That was not me”; press the latter also if you were recorded without agreeing, and say so there. Then the other person and our support are told at once; that stays with the contract and cannot be taken back. Who confirmed it first can still object later. If you have no such email, write to support with the agreement number.',
    suggestions: ['Listen to the recording before you answer.', 'Say in a few words what happened.'],
  },
  {
    id: 'party-b-declines',
    category: 'parties',
    questions: [
      'What if the other person says no to the agreement?',
      'What happens if party B declines?',
      'The other person rejected the invitation',
      'They said no to my agreement',
      'Can the invited person refuse?',
    ],
    answer: `Party B can decline with a reason, and you are told at once. The contract ends then and cannot be reopened. If you paid for it, that payment covers a new contract that you make within ${facts.creditDays} days.`,
    suggestions: ['Talk about the reason, then record it anew.', 'Send the terms beforehand next time.'],
  },
  {
    id: 'invitation-not-arrived',
    category: 'parties',
    questions: [
      'The invitation email did not arrive',
      'I typed the wrong email address for party B',
      'How do I send a reminder?',
      'The other person does not answer the invitation',
    ],
    answer:
      'On your dashboard use Remind to send the invitation again, at most once an hour and five times a day; reminders also go out by themselves on days 1, 3, 6, 10 and 13. If the address is wrong you can correct it there until the link has been opened. Ask the other person to look in the spam folder; the newest email holds the link that works.',
    suggestions: ['Ask them to look in the spam folder.', 'Correct the address on your dashboard.'],
  },
  {
    id: 'language',
    category: 'parties',
    questions: [
      'We do not speak the same language well',
      'Can we record in Spanish or another language?',
      'The other person does not understand English',
      'Interpreter or translation for the agreement',
    ],
    answer:
      'Use the language that both of you understand best, and let each repeat the terms in their own words. If somebody helps to translate, let that person say their name and that they translated everything. The recording is kept as it is in any language; how good the transcript is depends on the speech engine and works best in English. Our emails come in English or Spanish, and each has a link to change that.',
    suggestions: [
      'Let each of you repeat the terms in your own words.',
      'Speak slowly, one after the other.',
    ],
  },
];
