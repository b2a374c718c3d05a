import { invitationTexts } from '#texts/invitation';
import { ApiError } from '../../lib/api/api-error';
import { NO_TICKS, STATEMENTS, type Ticks, ticksLeft } from './answer-card';
import { reasonProblem } from './answer-no-dialog';
import { closedState, sendFailure } from './closed-view';

const refused = (status: number, code: string) => new ApiError(status, code, `${status}: ${code}`, 'words');

describe('the four statements', () => {
  it('are unticked at first and have to be ticked one by one', () => {
    expect(ticksLeft(NO_TICKS)).toBe(4);
    let ticks: Ticks = NO_TICKS;
    for (const [i, name] of STATEMENTS.entries()) {
      ticks = { ...ticks, [name]: true };
      expect(ticksLeft(ticks)).toBe(3 - i);
    }
  });
});

describe('a reason for declining', () => {
  it.each([
    ['', null],
    ['  no ', null],
    ['x'.repeat(501), 'Please keep it under 500 characters'],
    ['not my deal', null],
    ['x'.repeat(500), null],
  ])('"%.12s"', (reason, problem) => {
    expect(reasonProblem(reason, invitationTexts.decline.tooLong)).toBe(problem);
  });
});

describe('an invitation that cannot be answered', () => {
  it.each([
    [404, 'agreement_not_found'],
    [409, 'invitation_not_paid'],
    [410, 'invitation_cancelled'],
    [410, 'invitation_expired'],
    [409, 'invitation_answered'],
  ])('has a page for %s %s', (status, code) => {
    expect(closedState(refused(status, code))).toBe(code);
  });

  it.each([refused(0, 'unreachable'), refused(503, 'unavailable'), new Error('x'), null])(
    'has none for %s',
    (error) => {
      expect(closedState(error)).toBeNull();
    },
  );
});

describe('a consent that was not sent', () => {
  it.each([
    [refused(0, 'unreachable'), 'unreachable'],
    [refused(503, 'unavailable'), 'unreachable'],
    [refused(409, 'wording_outdated'), 'outdated'],
    [refused(422, 'broken_recording'), 'refused'],
    [refused(200, 'unreadable_answer'), 'unreachable'],
    [new Error('x'), 'unreachable'],
  ])('%s is %s', (error, kind) => {
    expect(sendFailure(error)).toBe(kind);
  });
});
