interface DialogueLine {
  who: 'a' | 'b';
  text: string;
}

export interface Scenario {
  title: string;
  a: string;
  b: string;
  lines: DialogueLine[];
  protection: string;
}

interface DemoSegment {
  who: 'a' | 'b';
  start: number;
  end: number;
  text: string;
}

const scenarios: Scenario[] = [
  {
    title: 'Selling a car',
    a: 'Maria',
    b: 'Tom',
    lines: [
      { who: 'a', text: 'I sell you my 2014 Civic for $4,200, as it stands.' },
      { who: 'b', text: 'I have driven it. I pay $4,200 today and collect it on Saturday.' },
    ],
    protection: 'Price, condition and pick-up day are on record if either side remembers it differently.',
  },
  {
    title: 'Selling a console',
    a: 'Jay',
    b: 'Priya',
    lines: [
      { who: 'a', text: 'The console works, two controllers, $180. You may return it within three days.' },
      { who: 'b', text: 'Agreed. I pay $180 now and tell you by Thursday if anything fails.' },
    ],
    protection: 'The return promise is kept word for word, with its date.',
  },
  {
    title: 'House cleaning',
    a: 'Ana',
    b: 'Mr. Lee',
    lines: [
      { who: 'a', text: 'I clean kitchen, bath and two bedrooms every Friday for $95.' },
      { who: 'b', text: 'Yes, $95 each Friday, paid the same day. Products are on me.' },
    ],
    protection: 'Both know which rooms and who brings what, week after week.',
  },
  {
    title: 'Lawn service',
    a: 'Dev',
    b: 'Carol',
    lines: [
      { who: 'a', text: 'I mow front and back twice a month until September, $60 a visit.' },
      { who: 'b', text: 'Agreed. If it rains you come the next dry day.' },
    ],
    protection: 'The season, the price and the rain rule stay as agreed.',
  },
  {
    title: 'A small loan',
    a: 'Rosa',
    b: 'Ben',
    lines: [
      { who: 'a', text: 'I lend you $600. You pay back $100 on the first of each month.' },
      { who: 'b', text: 'I borrow $600 and pay $100 monthly, starting March first.' },
    ],
    protection: 'A friendly loan stays friendly when the dates are clear.',
  },
];

const demo: DemoSegment[] = [
  { who: 'a', start: 0, end: 4.2, text: 'I am Maria Santos, and I agree to be recorded.' },
  { who: 'b', start: 4.6, end: 8.1, text: 'I am Tom Becker, and I agree to be recorded.' },
  {
    who: 'a',
    start: 8.6,
    end: 14.4,
    text: 'I babysit Friday from six to ten, for eighteen dollars an hour.',
  },
  { who: 'b', start: 14.9, end: 19.6, text: 'Yes, eighteen an hour, paid in cash when I get home.' },
  { who: 'a', start: 20, end: 22.4, text: 'Then we have an agreement.' },
];

/** English texts of the marketing home page. */
export const homeTexts = {
  pageTitle: '',
  promise: 'Turn a spoken agreement into proof you both keep.',
  lead: 'Press record, say what you agree, and both of you get the sound and the transcript.',
  priceLine: (price: string) => `${price} per contract`,
  priceDetail: 'Free to record and preview. Pay only to unlock.',
  cta: 'Record an agreement',
  assurances: [
    'No account needed to record',
    'The other person pays nothing for it',
    'Kept on your device second by second',
  ],
  demo: {
    title: 'What you both get',
    label: 'Example of a finished contract',
    example: 'Example',
    sealed: 'Completed',
    id: '1234567890123456',
    and: 'and',
    a: 'Maria Santos',
    b: 'Tom Becker',
    play: 'Play example',
    pause: 'Pause example',
    silent: 'This example plays without sound.',
    facts: [
      { name: 'Length', value: '0:23' },
      { name: 'Fingerprint', value: '7c41d09e…b2e85f16' },
      { name: 'Sent to', value: 'Maria and Tom' },
    ],
    segments: demo,
  },
  why: {
    title: 'Why people record it',
    items: [
      {
        name: 'The problem',
        text: 'You shake hands, and two weeks later you each remember a different price.',
      },
      {
        name: 'The solution',
        text: 'One minute of recording: names, terms, a clear yes from both. Timestamped and kept.',
      },
      {
        name: 'Why it matters',
        text: 'When memory and messages disagree, a voice saying “I agree” settles it early.',
      },
    ],
  },
  steps: {
    title: 'How it works',
    items: [
      {
        name: 'Record Agreement',
        text: 'Enter both names, press record, and speak. Most take under 60 seconds.',
      },
      {
        name: 'Preview and Confirm',
        text: 'Listen to it. Record again as often as you like. No signup so far.',
      },
      {
        name: 'Create Account with $5 payment',
        text: 'Party A pays once. Party B pays nothing for the contract and needs no account for it.',
      },
      {
        name: 'Access Features',
        text: 'Full recording, transcript with names and times, download, and a log of what happened.',
      },
    ],
  },
  scenarios: {
    title: 'Deals people make like this',
    protection: 'What it protects',
    record: 'Record a deal like this',
    items: scenarios,
  },
  guide: {
    title: 'How to record well',
    before: {
      name: 'Before you start',
      items: [
        'Find a quiet place and test the microphone.',
        'Have the details ready: names, amount, dates.',
        'Have both parties present, and tell everyone that you record.',
      ],
    },
    during: {
      name: 'During recording',
      items: [
        'Speak clearly, and state names, amounts and key terms.',
        'Let both parties confirm the agreement in their own words.',
        'Keep recordings under 10 minutes.',
      ],
    },
  },
  features: {
    title: 'What is in every contract',
    items: [
      {
        icon: 'scale',
        name: 'Legally Binding',
        text: 'Both voices, both names, one clear yes, with time and fingerprint.',
      },
      {
        icon: 'shield',
        name: 'Escrow Protection',
        text: 'Payment protection (escrow): money can wait safely until the agreed thing is done.',
      },
      {
        icon: 'text',
        name: 'AI Transcription',
        text: 'Who said what, and when, made on demand from the recording.',
      },
      { icon: 'camera', name: 'Photo Support', text: 'Add a picture of the product or the document.' },
      {
        icon: 'clock',
        name: '30-Day Storage',
        text: 'Recording and transcript stay available for 30 days after payment.',
      },
      {
        icon: 'download',
        name: 'Download and Share',
        text: 'The original sound and the text are yours to keep.',
      },
    ],
  },
  last: {
    title: 'Have a deal to make today?',
    text: 'Two names, two email addresses, one minute.',
    onePage: 'Prefer form, recorder and assistant on one page?',
    onePageLink: 'Create it there',
  },
};
