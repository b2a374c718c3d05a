interface Fact {
  name: string;
  text: string;
}

interface Question {
  question: string;
  answer: string;
}

const receive: Fact[] = [
  { name: 'The recording', text: 'The sound as it was spoken, with its time and length.' },
  { name: 'The transcript', text: 'Who said what, line by line, each with its second in the recording.' },
  { name: 'A fingerprint', text: 'Numbers that change if anyone changes the recording by a single byte.' },
];

const limits: string[] = [
  'Some deals need more than words. Land, a will or a long lease usually have to be in writing.',
  'In many places everyone has to know about a recording. So we ask before each one, and log it.',
  'A transcript is made by a machine and can be wrong. The recording is what counts.',
  'We keep proof of what was said. We do not give legal advice and we do not decide who is right.',
];

const questions: Question[] = [
  {
    question: 'Does the other person need an account or have to pay?',
    answer:
      'No. Party A pays once per contract. Only to pay the other side with payment protection does party B need an account.',
  },
  {
    question: 'What if we are not in the same room?',
    answer:
      'Record your side and pay. The other person gets a link by email, hears you, and records their consent, or says no.',
  },
  {
    question: 'What do I need for it?',
    answer:
      'A phone or computer with a microphone and a current browser, two names and two email addresses. Nothing to install.',
  },
  {
    question: 'What happens if I never pay?',
    answer:
      'You can listen to a preview. The recording is kept for 30 days and then deleted. We tell you before that.',
  },
  {
    question: 'How long is it kept once it is paid?',
    answer:
      'For 30 days after payment; under the monthly subscription for 1 year. Download it, and it is yours to keep.',
  },
  {
    question: 'Who can listen to our recording?',
    answer:
      'The two of you, and anyone to whom one of you passes on the link in the email. A speech engine hears it for the transcript; where that is another company, our privacy page says so. When our support opens it, that is written into the log.',
  },
  {
    question: 'What if my phone dies while we record?',
    answer:
      'Each second is kept on the phone as you speak. Open the page again, and it offers you what was recorded.',
  },
  {
    question: 'The transcript has a mistake. What now?',
    answer:
      'Press the line and listen: the recording is what counts. A person can also write the transcript for you.',
  },
];

/** English texts of the facts on the home page: what both get, prices, limits, questions. */
export const homeFactsTexts = {
  receive: {
    title: 'What you both receive',
    lead: 'The same proof goes to both of you by email.',
    items: receive,
    a: { name: 'Party A', text: 'Records, pays once, and sees the contract in an account.' },
    b: { name: 'Party B', text: 'Receives it without an account, and pays nothing for it.' },
  },
  prices: {
    title: 'What it costs',
    lead: 'You see the price before you record. Nothing renews unless you subscribe.',
    free: 'Free',
    contract: {
      name: 'One contract',
      text: 'One payment. 30 days of access, transcript, download, photo, receipt.',
    },
    preview: { name: 'Recording and preview', text: 'As often as you like, without an account.' },
    partyB: { name: 'Party B', text: 'Whoever is invited to agree.' },
    humanTranscript: {
      name: 'Transcript by a person',
      text: 'Only if you want one. Delivered within 24 hours.',
    },
    support: { name: 'Customer service', text: 'A person helps when something does not work.' },
    subscription: {
      name: 'Monthly unlimited',
      text: 'Standard agreements without limit, 1-year storage. Cancel anytime.',
      perMonth: (price: string) => `${price}/month`,
    },
    escrow: {
      name: 'Payment protection',
      text: 'Only if you use it, taken from what the seller is paid.',
      percent: (percent: number) => `${percent}%`,
    },
  },
  limits: {
    title: 'What it cannot do',
    items: limits,
  },
  questions: {
    title: 'Questions',
    items: questions,
    more: 'Something else? Ask our support',
  },
};
