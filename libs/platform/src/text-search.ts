/**
 * SQL of a text as it is searched for: in small letters and without accents, so that `alvaro` finds `Álvaro`. By ICU's
 * rules, because a database of the locale C knows the letters of ASCII alone. What is searched for goes through it, too.
 */
export function foldedSql(text: string): string {
  return `regexp_replace(normalize(lower((${text}) collate "und-x-icu"), nfd), '[\\u0300-\\u036f]', '', 'g')`;
}

/** The pattern of `like` for what begins with these characters. */
export function prefixPattern(beginning: string): string {
  return `${beginning.replace(/[\\%_]/g, '\\$&')}%`;
}
