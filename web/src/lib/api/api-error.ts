import type { ErrorTexts } from '#texts/errors';
import type { ErrorBody, FieldProblem } from './api-types';

/** A request that was refused or could not be made. Decide on `code`; `message` is for the log and for toasts. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The server's sentence in the reader's language, when it sent one. */
    readonly serverMessage: string | null = null,
    readonly problems: FieldProblem[] = [],
    /** The whole answer, for what a call adds to the usual error: the next allowed time, what to do instead. */
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** Loaded with the first refusal: most visits meet none. */
async function loadTexts(): Promise<ErrorTexts> {
  const module = await import('#texts/errors').catch(() => null);
  return module?.errorTexts ?? { sentences: {}, byCode: {} };
}

function translated({ sentences, byCode }: ErrorTexts, sentence: string, code: string): string {
  const known = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  const ofCode = Object.hasOwn(byCode, code) ? byCode[code as ErrorBody['code']] : undefined;
  return known ?? ofCode ?? sentence;
}

/** A sentence of a server, in the language of the document where that has words for it. */
export async function sentenceInLanguage(sentence: string): Promise<string> {
  return translated(await loadTexts(), sentence, '');
}

/** Builds the error of a non-OK answer: "status: body", or the status text when the body is empty. */
export async function errorFromAnswer(status: number, statusText: string, body: string): Promise<ApiError> {
  const message = `${status}: ${body || statusText}`;
  const parsed = parseErrorBody(body);
  if (!parsed) return new ApiError(status, `http_${status}`, message);
  const texts = await loadTexts();
  const problems = (parsed.errors ?? []).map((problem) => ({
    ...problem,
    message: translated(texts, problem.message, 'invalid_input'),
  }));
  const sentence = translated(texts, String(parsed.message), parsed.code);
  return new ApiError(status, parsed.code, message, sentence, problems, { ...parsed });
}

/** The error of an answer that is OK and not the server's. */
export function unreadable(status: number): ApiError {
  return new ApiError(status, 'unreadable_answer', `${status}: unreadable answer`);
}

/** Null for what is not JSON or not ours: a proxy's page or plain text. */
function parseErrorBody(body: string): ErrorBody | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return isErrorBody(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * The sentence to show for any thrown value: the server's, else the given fallback. What a browser says of its own errors
 * is in its language, and not for people.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}
