import type { StoredDraft } from './draft-db';
import { type DraftPurpose, pickRecoverable } from './draft-recovery';
import { draftLockName } from './draft-writer';

const NOW = 10_000_000;
const NONE: ReadonlySet<string> = new Set();

function session(id: string, changes: Partial<StoredDraft> = {}): StoredDraft {
  return {
    id,
    mime: 'audio/mp4',
    startedAt: 0,
    updatedAt: 0,
    elapsedMs: 5000,
    chunks: 5,
    bytes: 100,
    form: {},
    savedAs: null,
    ...changes,
  };
}

const ids = (
  sessions: StoredDraft[],
  held: ReadonlySet<string> | null,
  purpose: DraftPurpose = {},
  readerId?: number,
) => pickRecoverable(sessions, held, purpose, NOW, readerId).map((one) => one.id);

describe('pickRecoverable', () => {
  it('offers, newest first, what is neither saved, empty nor running elsewhere', () => {
    const sessions = [
      session('old', { updatedAt: 1 }),
      session('new', { updatedAt: 2 }),
      session('saved', { updatedAt: 9, savedAs: '1234' }),
      session('empty', { updatedAt: 9, chunks: 0 }),
      session('running', { updatedAt: 9 }),
    ];
    expect(ids(sessions, new Set([draftLockName('running')]))).toEqual(['new', 'old']);
  });

  it('does not offer an MP4 that is only its header; a WebM begins to sound at once', () => {
    const sessions = [
      session('header', { chunks: 1, mime: 'audio/mp4;codecs=opus' }),
      session('webm', { chunks: 1, mime: 'audio/webm;codecs=opus' }),
    ];
    expect(ids(sessions, NONE)).toEqual(['webm']);
  });

  it('does not offer a part of a file that was recorded elsewhere', () => {
    const sessions = [
      session('part', { bytes: 99, fileBytes: 100 }),
      session('whole', { bytes: 100, fileBytes: 100 }),
    ];
    expect(ids(sessions, NONE)).toEqual(['whole']);
  });

  it('keeps consents apart: each belongs to its own invitation', () => {
    const sessions = [
      session('deal', { updatedAt: 1 }),
      session('mine', { updatedAt: 2, form: { consentFor: '1111' } }),
      session('other', { updatedAt: 3, form: { consentFor: '2222' } }),
    ];
    expect(ids(sessions, NONE)).toEqual(['deal']);
    expect(ids(sessions, NONE, { consentFor: '1111' })).toEqual(['mine']);
    expect(ids(sessions, NONE, { consentFor: '3333' })).toEqual([]);
  });

  it('keeps new recordings of a contract apart from its consent and from new contracts', () => {
    const sessions = [
      session('deal', { updatedAt: 1 }),
      session('retake', { updatedAt: 2, form: { retakeOf: '1111' } }),
      session('consent', { updatedAt: 3, form: { consentFor: '1111' } }),
    ];
    expect(ids(sessions, NONE)).toEqual(['deal']);
    expect(ids(sessions, NONE, { retakeOf: '1111' })).toEqual(['retake']);
    expect(ids(sessions, NONE, { retakeOf: '2222' })).toEqual([]);
    expect(ids(sessions, NONE, { consentFor: '1111' })).toEqual(['consent']);
  });

  it('keeps what somebody signed in has recorded for them, and offers what a visitor has to anybody', () => {
    const sessions = [
      session('visitor', { updatedAt: 1 }),
      session('anna', { updatedAt: 2, userId: 7 }),
      session('carl', { updatedAt: 3, userId: 8 }),
    ];
    expect(ids(sessions, NONE, {}, 7)).toEqual(['anna', 'visitor']);
    expect(ids(sessions, NONE, {}, 8)).toEqual(['carl', 'visitor']);
    expect(ids(sessions, NONE)).toEqual(['visitor']);
  });

  it('with locks, a draft without one is lost at once, and one with it never is', () => {
    const quiet = session('quiet', { updatedAt: NOW - 3_600_000 });
    expect(ids([session('fresh', { updatedAt: NOW - 100 })], NONE)).toEqual(['fresh']);
    expect(ids([quiet], new Set([draftLockName('quiet')]))).toEqual([]);
  });

  it('without locks, a draft is lost after three minutes without a sign of life', () => {
    const minutes = (count: number) => session(`${count}`, { updatedAt: NOW - count * 60_000 });
    expect(ids([minutes(0.25), minutes(2.9), minutes(3.1)], null)).toEqual(['3.1']);
  });

  it('offers nothing when there is nothing', () => {
    expect(ids([], NONE)).toEqual([]);
  });
});
