import { adminTexts } from '#texts/admin';
import { ApiError, sentenceOf } from '../../lib/api/api-error';

export interface Failure {
  title: string;
  text: string;
}

function joined(error: unknown, safe: string): string {
  const sentence = sentenceOf(error, '');
  return sentence ? `${sentence} ${safe}` : safe;
}

/** What to say when an act failed: what happened, whether it may have been done anyway, what to do. */
export function actFailure(error: unknown): Failure {
  const { failures } = adminTexts;
  if (!(error instanceof ApiError)) return { title: failures.notDone, text: failures.unexpected };
  if (error.code === 'unreachable') return { title: failures.unreachable, text: failures.maybeDone };
  if (error.code === 'admin_session_ended')
    return { title: failures.sessionEnded, text: failures.signInAgain };
  if (error.status >= 500) return { title: failures.serverTrouble, text: joined(error, failures.lookFirst) };
  const first = error.problems[0]?.message;
  if (first) return { title: failures.notDone, text: `${first} ${failures.unchanged}` };
  const advice = error.status === 409 ? failures.changedMeanwhile : failures.unchanged;
  return { title: failures.notDone, text: joined(error, advice) };
}

/** What to say when something could not be read. Reading changes nothing, so trying again is safe. */
export function loadFailure(error: unknown): string {
  const { failures } = adminTexts;
  if (error instanceof ApiError && error.code === 'unreachable') return failures.loadUnreachable;
  return joined(error instanceof ApiError ? error : null, failures.loadSafe);
}
