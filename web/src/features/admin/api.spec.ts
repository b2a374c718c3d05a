import { adminTexts } from '#texts/admin';
import { ApiError, errorFromAnswer } from '../../lib/api/api-error';
import { actionFailure, loadFailure } from './api';

const { failures } = adminTexts;

function answer(
  status: number,
  code: string,
  message: string,
  errors?: { field: string; message: string }[],
) {
  return errorFromAnswer(status, '', JSON.stringify({ statusCode: status, code, message, errors }));
}

describe('an act that failed', () => {
  it('does not claim that nothing happened when no answer came', () => {
    const unknown = { title: failures.unreachable, text: failures.maybeDone };
    expect(actionFailure(new ApiError(0, 'unreachable', '0: Network unreachable'))).toEqual(unknown);
    expect(actionFailure(new ApiError(200, 'unreadable_answer', '200: unreadable'))).toEqual(unknown);
  });

  it('says that nothing was changed when it was refused', async () => {
    const text = 'This contract is no longer at that step.';
    expect(actionFailure(await answer(409, 'invalid_transition', text))).toEqual({
      title: failures.notDone,
      text: `${text} ${failures.changedMeanwhile}`,
    });
    expect(actionFailure(await answer(403, 'forbidden', 'This login may not do that.')).text).toContain(
      failures.unchanged,
    );
  });

  it('names the field that was not right', async () => {
    const problems = [{ field: 'reason', message: 'reason is too short.' }];
    expect(actionFailure(await answer(400, 'invalid_input', 'Some of it is missing.', problems)).text).toBe(
      `reason is too short. ${failures.unchanged}`,
    );
  });

  it('asks to look first when the server itself failed', async () => {
    expect(actionFailure(await answer(503, 'unavailable', 'Taking a break.'))).toEqual({
      title: failures.serverTrouble,
      text: `Taking a break. ${failures.lookFirst}`,
    });
  });

  it('asks to sign in again when the session is over', () => {
    expect(actionFailure(new ApiError(401, 'admin_session_ended', '401')).text).toBe(failures.signInAgain);
  });
});

describe('a list that could not be read', () => {
  it('says why, and that nothing is lost', async () => {
    expect(loadFailure(new ApiError(0, 'unreachable', '0'))).toBe(failures.loadUnreachable);
    expect(loadFailure(await answer(403, 'forbidden', 'No.'))).toBe(`No. ${failures.loadSafe}`);
    expect(loadFailure(new SyntaxError('bad json'))).toBe(failures.loadSafe);
  });
});
