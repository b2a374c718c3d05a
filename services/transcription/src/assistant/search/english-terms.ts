import { SearchTerms } from './search-terms.js';

const vowel = /[aeiouy]/;

/** Words that say nothing about the subject of a question. */
const stopWords = `a about again all also am an and any anybody anyone are as at be because been before being but by can cannot could
  did do does doing done else even every everything exactly for from get gets getting give go goes going good got had
  has have having he her here hers him his how i if im in into is it its itself just kind know let lets like make makes
  making may maybe me mean means might mine more most much must my need needs no now of off ok okay on once one
  ones only or other our ours out over own please put really say saying says shall she should so some somebody someone
  something somehow such sure take tell than that the their theirs them then there these they thing things think this
  those through to too up us use used using very want wants was way we well were what whats when where whether which
  while who whom whose why will with would yes yet you your yours yourself
  ain ll re s t ve m d
  question ask asking explain help hello dollar dollars best old per many work works stuff bit lot happen happens happened
  im ive id hi dear thanks thank hey`;

/** Words for the same thing: each line is found by any of its words. */
const sameThing = `
  pay payment paid payer pays
  price cost costs pricing expensive cheap charge
  instalment installment
  cash banknote
  late overdue delay delayed
  lend lent loan borrow borrowed lending borrower lender
  refund reimburse reimbursement
  deposit prepayment downpayment
  terminate termination end ending quit exit
  cancel cancellation abort
  dispute disagreement conflict quarrel argue argument fight
  court judge lawsuit sue suing
  lawyer attorney solicitor
  mediation mediator arbitration arbitrator
  liability liable responsible responsibility
  damage damaged broken break broke breaks
  injury injured hurt accident
  warranty guarantee
  binding valid enforceable
  minor teenager underage kid
  threat threaten blackmail extort kill killed
  afraid scared frightened terrified
  company business firm corporation employer
  witness witnesses
  microphone mic
  escrow protection protected hold held holding
  seller sellers vendor
  buyer buyers purchaser
  transcript transcription transcribe transcribed
  audio sound
  recording record recorded take
  delete deleted erase remove removal removed
  store stored storage keep kept save saved
  email mail inbox
  invite invitation invited
  decline declined reject rejected refuse refused refuses
  photo picture image photograph
  hash fingerprint sha checksum
  tamper tampering manipulate manipulated altered
  subscription subscribe flatrate
  receipt invoice bill
  signup register registration
  login signin
  support helpdesk
  privacy private confidential secret confidentiality
  browser chrome safari firefox edge
  phone smartphone iphone android mobile
  car vehicle auto automobile truck motorcycle
  house home apartment flat
  babysitter babysitting nanny sitter
  cleaning cleaner maid
  lawn gardening gardener mowing
  language spanish english german french
  deliver delivery delivered shipping shipment
  pickup collect
  weather rain storm rains raining
  ill sick illness sickness
  change amend amendment modify modifying changed
  renew renewal extend extension prolong
  speaker speakers voice voices
  error mistake mistakes wrong misspoke
  length long duration minute minutes
  proof prove evidence
  law legal legally illegal
  sign signature signed signing
  identity impostor
  fake faked counterfeit forge forged
  stolen stole steal
  hack hacked hacker
  remote remotely distance far away
  crash crashed
  interest fee penalty
  free gratis trial
  hear listen listening
  handover handed hand
  near close
  testament inheritance inherit
  prenup prenuptial marriage wedlock
  guarantor cosigner
  rent rental lease leasing
  land plot
  money funds
  human person manually`;

/** The common part of a word's forms; a light version of what Porter describes. */
export function stem(word: string): string {
  let root = word;
  if (root.endsWith('ies') && root.length > 4) root = `${root.slice(0, -3)}y`;
  else if (/(ss|sh|ch|x)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root) && root.length > 3) root = root.slice(0, -1);
  for (const ending of ['ations', 'ation', 'ments', 'ment', 'ing', 'ed', 'ly']) {
    const rest = root.slice(0, -ending.length);
    if (root.endsWith(ending) && rest.length > 2 && vowel.test(rest)) {
      root = rest;
      break;
    }
  }
  if (/([bdfgmnprt])\1$/.test(root)) root = root.slice(0, -1);
  return root.length > 3 && root.endsWith('e') ? root.slice(0, -1) : root;
}

export const englishTerms = new SearchTerms({
  stem,
  stopWords,
  sameThing,
  negations:
    'not never no cannot cant dont doesnt didnt isnt arent wasnt wont wouldnt havent hasnt without nobody',
  common: 'agree agreement contract deal day',
  joined: [
    [/\bsign(?:ing|ed)?[ -]?up\b/gi, 'signup'],
    [/\b(?:log|sign)(?:ging|ged|ing|ed)?[ -]in\b/gi, 'login'],
    [/\bup ?front\b/gi, 'deposit'],
    [/\bdown payment\b/gi, 'deposit'],
    [/\bhow old\b/gi, 'age'],
    // “Will” alone says nothing.
    [/\b(?:my|a|his|her|last) will\b(?! (?:be|not|have|get|do)\b)/gi, 'testament'],
    [/\bco-?sign(?:ing|ed|er|s)?\b/gi, 'guarantor'],
  ],
});
