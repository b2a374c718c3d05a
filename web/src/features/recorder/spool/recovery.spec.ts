import type { SpoolSession } from './db';
import { pickOrphan, takeLockName } from './recovery';

function session(id: string, changes: Partial<SpoolSession> = {}): SpoolSession {
  return {
    id,
    mime: 'audio/mp4',
    startedAt: 0,
    updatedAt: 0,
    elapsedMs: 5000,
    chunks: 5,
    bytes: 100,
    levels: [],
    form: {},
    savedAs: null,
    ...changes,
  };
}

describe('pickOrphan', () => {
  it('offers the newest take that is neither saved, empty nor running elsewhere', () => {
    const sessions = [
      session('old', { updatedAt: 1 }),
      session('new', { updatedAt: 2 }),
      session('saved', { updatedAt: 9, savedAs: '1234' }),
      session('empty', { updatedAt: 9, chunks: 0 }),
      session('running', { updatedAt: 9 }),
    ];
    expect(pickOrphan(sessions, new Set([takeLockName('running')]))?.id).toBe('new');
  });

  it('offers nothing when there is nothing', () => {
    expect(pickOrphan([], new Set())).toBeNull();
  });
});
