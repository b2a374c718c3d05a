import { AppError } from '#platform';

/** What means itself, encoded or not (RFC 3986, 2.3), but for the dot, which could mean another folder. */
const UNRESERVED = /^[A-Za-z0-9_~-]$/;
/** Slashes, dots, backslashes, percent signs and control characters: one path to us, maybe another one to a service. */
const AMBIGUOUS = /%(?:2f|5c|2e|25|[01][0-9a-f]|7f)|\/\/|\/\.\.?(?:\/|$)|[\\;]/i;

/**
 * The one spelling of a request's path and query that limits, routes and services see.
 * @throws AppError `invalid_input` for an encoding that means nothing, `not_found` for a path that could mean two
 */
export function normalizeUrl(url: string): { path: string; search: string } {
  const question = url.indexOf('?');
  const rawPath = question === -1 ? url : url.slice(0, question);
  const search = question === -1 ? '' : url.slice(question);
  if (!url.includes('%')) return { path: assertUnambiguous(rawPath), search };
  assertDecodable(url);
  const path = rawPath.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded.toUpperCase();
  });
  return { path: assertUnambiguous(path), search };
}

function assertDecodable(url: string): void {
  try {
    decodeURIComponent(url);
  } catch (error) {
    throw new AppError('invalid_input', { cause: error });
  }
}

function assertUnambiguous(path: string): string {
  if (AMBIGUOUS.test(path)) throw new AppError('not_found');
  return path;
}
