/** Put together here: the build would write classes of Unicode as kilobytes of ranges. */
const written = (pattern: string, flags: string): RegExp => new RegExp(pattern, flags);

/** Nothing that cannot be seen. */
const SEEN = written(String.raw`^[^\p{Cc}\p{Cs}\p{Cf}\p{Z}]+$`, 'u');
/** What stands before the `@`, between points. */
const LOCAL = /^[a-z\d!#$%&'*+/=?^_`{|}~\u00a1-\ud7ff\uf900-\ufdcf\ufdf0-\uffef-]+$/;
/** A part of a domain: no hyphen at its ends, no letters in other widths. */
const LABEL = /^(?!-|.*-$)[a-z\d\u00a1-\uff00\uff5f-\uffff-]{1,63}$/;
const TOP = /^(?:[a-z\u00a1-\u00a8\u00aa-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]{2,}|xn[a-z\d-]{2,})$/;
/** Latin letters or none: together with others of their shape they look like somebody else's address. */
const ONE_SCRIPT = written(String.raw`^(?:[\P{L}\p{Script=Latin}]*|\P{Script=Latin}*)$`, 'u');
const LONGEST_ADDRESS = 254;
/** In bytes: a letter of another script takes two or more. */
const LONGEST_LOCAL = 64;

/** Whether the server takes the text as an e-mail address. */
export function isEmail(text: string): boolean {
  const address = text.trim().toLowerCase();
  if (address.length > LONGEST_ADDRESS || !SEEN.test(address)) return false;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const labels = address.slice(at + 1).split('.');
  return (
    local.split('.').every((part) => LOCAL.test(part)) &&
    ONE_SCRIPT.test(local) &&
    encodeURI(local).replace(/%../g, '.').length <= LONGEST_LOCAL &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP.test(labels.at(-1) ?? '')
  );
}

/** Why something is no name. */
type NameProblem = 'characters' | 'link' | 'letter';

/** Nobody can see these, or they turn the text around them. Joiners are looked at apart. */
const HIDDEN = written(
  String.raw`[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]`,
  'u',
);
/** Several scripts need joiners inside of words, and some emoji are joined. */
const LOOSE_JOINER = written(
  String.raw`(?:^|[^\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])`,
  'u',
);
const LETTER = written(String.raw`\p{L}`, 'u');
/** With a scheme, with `www.`, with a path behind a domain, or a domain that mail programs make a link of. */
const LINK = written(
  String.raw`:\/\/|\b(?:https?|ftp|mailto|javascript|data|tel|sms)\s*:|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}[/?#]|[\p{L}\p{N}-]\.(?:com|net|org|info|biz|io|co|me|app|dev|xyz|top|site|online|shop|link|click|live|club|example|ru|cn|us|uk|de|es)(?![\p{L}\p{N}])`,
  'iu',
);

/** What keeps a text from being somebody's name, as the server sees it; null when nothing does. */
function nameProblem(text: string): NameProblem | null {
  if (HIDDEN.test(text) || LOOSE_JOINER.test(text)) return 'characters';
  // Letters in other widths and shapes make links, too.
  if (LINK.test(text.normalize('NFKC'))) return 'link';
  return LETTER.test(text) ? null : 'letter';
}

/** What is to be said about a name, in these words; null when it is one. */
export function nameTrouble(name: string, words: Record<NameProblem, string>): string | null {
  const problem = nameProblem(name.trim());
  return problem && words[problem];
}
