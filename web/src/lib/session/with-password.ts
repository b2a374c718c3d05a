import { ApiError } from '../api/api-error';
import { readStored } from '../browser/storage';
import { passwordRequest, publishPasswordRequest } from './password-request';
import { onUserChange, parseStoredUser } from './session';

/** Whose token the next call carries: that of storage, which another tab may have changed a moment ago. */
const storedUserId = (): number | undefined => parseStoredUser(readStored('userInfo'))?.id;

function ask(): Promise<boolean> {
  const waiting = passwordRequest();
  if (waiting) return waiting.answer;
  let settle: (isGiven: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = (isGiven) => {
      publishPasswordRequest(null);
      resolve(isGiven);
    };
  });
  publishPasswordRequest({ answer, settle });
  return answer;
}

// Whoever is signed in next is not asked for what another one began.
onUserChange(() => passwordRequest()?.settle(false));

/**
 * Does something, and when the server wants the password for it asks for that and does it again. Who gives none gets
 * the refusal, and so does what was begun for an account that is no longer the one of this browser.
 */
export async function withPassword<T>(action: () => Promise<T>, beforeAsking?: () => void): Promise<T> {
  const userId = storedUserId();
  const isSameUser = () => storedUserId() === userId;
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'password_required' || !isSameUser()) throw error;
    beforeAsking?.();
    if (!(await ask()) || !isSameUser()) throw error;
    return action();
  }
}
