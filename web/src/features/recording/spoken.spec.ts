import { spokenIn } from './spoken';

const sound = { language: 'es', turns: [], startedAt: new Date('2026-11-24T09:30:00.000Z') } as const;

it('says when a recording was begun, and not of a file that was made elsewhere', () => {
  expect(spokenIn(sound)).toEqual({ language: 'es', startedAt: '2026-11-24T09:30:00.000Z' });
  expect(spokenIn({ ...sound, fileName: 'memo.m4a' })).toEqual({ language: 'es' });
});
