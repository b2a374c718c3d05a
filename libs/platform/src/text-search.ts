/**
 * SQL of a text as it is searched for: in small letters and without accents, so that `alvaro` finds `Álvaro`. By ICU's
 * rules, because a database of the locale C knows the letters of ASCII alone. What is searched for goes through it, too.
 */
export function foldedSql(text: string): string {
  return `regexp_replace(normalize(lower((${text}) collate "und-x-icu"), nfd), '[\\u0300-\\u036f]', '', 'g')`;
}

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The digits of a contract's number, or of its beginning, as people write it; null for anything else. */
export function numberDigits(text: string): string | null {
  const digits = text.replace(/[#\s]/g, '');
  return /^\d+$/.test(digits) ? digits : null;
}

/** The pattern of `like` for what begins with these characters. */
export function prefixPattern(beginning: string): string {
  return `${literally(beginning)}%`;
}

/** The pattern of `like` for what has these characters somewhere; a contract's number is its digits. */
export function partPattern(part: string): string {
  return `%${literally(numberDigits(part) ?? part)}%`;
}

/** The pattern of `like` for numbers of contracts that begin so; matches none when it is no number. */
export function numberPrefix(text: string): string {
  const digits = numberDigits(text);
  return digits === null ? '' : `${digits}%`;
}
