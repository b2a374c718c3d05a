/** Why something is no name. */
export type NameProblem = 'characters' | 'link' | 'letter';

/** Nobody can see these, or they turn the text around them. Joiners are looked at apart. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Several scripts need joiners inside of words, and some emoji are joined. */
const LOOSE_JOINER =
  /(?:^|[^\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/u;
const LETTER = /\p{L}/u;
/** With a scheme, with `www.`, with a path behind a domain, or a domain that mail programs make a link of. */
const LINK =
  /:\/\/|\b(?:https?|ftp|mailto|javascript|data|tel|sms)\s*:|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}[/?#]|[\p{L}\p{N}-]\.(?:com|net|org|info|biz|io|co|me|app|dev|xyz|top|site|online|shop|link|click|live|club|example|ru|cn|us|uk|de|es)(?![\p{L}\p{N}])/iu;

/** What keeps a text from being somebody's name; null when nothing does. */
export function nameProblem(text: string): NameProblem | null {
  if (HIDDEN.test(text) || LOOSE_JOINER.test(text)) return 'characters';
  // Letters in other widths and shapes make links, too.
  if (LINK.test(text.normalize('NFKC'))) return 'link';
  return LETTER.test(text) ? null : 'letter';
}

/** An address as it is shown to others: `ben@example.org` is `b***@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}***${email.slice(at)}`;
}
