/** English texts of the Contract Assistant. Only the widget loads them. */
export const assistantTexts = {
  title: 'Contract Assistant',
  open: (count: number) =>
    count === 0
      ? 'Open Contract Assistant'
      : `Open Contract Assistant, ${count} ${count === 1 ? 'message' : 'messages'}`,
  close: 'Close Contract Assistant',
  plan: (name: string) => `${name} Plan`,
  plans: {
    'split-second-contract': 'Split Second Contract',
    basic: 'Basic',
    standard: 'Standard',
    pro: 'Pro',
  },
  agreement: 'voice contract',
  messages: 'Messages',
  you: 'You',
  assistant: 'Assistant',
  tip: 'Tip',
  apply: 'Apply Suggestion',
  applied: 'Added to what you will say',
  /** How a tip begins that is something to say in the recording. */
  sayable: /^Say:? /,
  question: 'Your question',
  placeholder: 'Ask about contract terms, clauses, or best practices...',
  send: 'Send question',
  thinking: 'Looking it up...',
  prompts: 'Common questions',
  quickPrompts: ['Payment terms', 'Liability clauses', 'Termination conditions', 'Dispute resolution'],
  note: 'General information, not legal advice.',
  failed: "I'm having trouble responding right now. Please try asking your question again.",
  greeting: (agreement: string, plan: string) =>
    `Hello. I can help with your ${agreement} on the ${plan}. Ask about terms, wording, or how this works.`,
  planTips: {
    basic: [
      'Note names, amount and dates before you start.',
      'Keep it to one deal: who, what, how much, and by when.',
    ],
    standard: [
      'There is time to say also what happens if something goes wrong, such as a late payment.',
      'Let each of you repeat the amount and the dates.',
    ],
    pro: [
      'Go through the terms one by one, and let both confirm each of them.',
      'For a larger amount, payment protection holds the money until delivery.',
    ],
  },
  generalTips: {
    parties: 'Begin with both full names, and let each say “I agree to be recorded”.',
    terms: 'Replace soft words by facts: not “soon” but a date, not “a fair price” but the amount.',
    legal: 'Tell everybody that you record before you start. Laws on recording differ from place to place.',
    financial: 'Say the full amount, when it is paid, and how it is paid.',
  },
};
