import type { RecorderSnapshot } from '../engine/recorder';
import { announcementFor, timeAnnouncement } from './announcements';

function snapshot(changes: Partial<RecorderSnapshot>): RecorderSnapshot {
  return {
    state: 'recording',
    seconds: 0,
    take: null,
    isDurable: true,
    isSilent: false,
    canResume: false,
    endedBy: null,
    ...changes,
  };
}

describe('recorder announcements', () => {
  it('tells start from resume', () => {
    expect(announcementFor('requesting', snapshot({}))).toBe('Recording started');
    expect(announcementFor('paused', snapshot({}))).toBe('Recording resumed');
  });

  it('says the length at the end, and why it ended', () => {
    expect(announcementFor('recording', snapshot({ state: 'stopped', seconds: 65 }))).toBe(
      'Recording complete, 1 minute 5 seconds',
    );
    expect(announcementFor('recording', snapshot({ state: 'stopped', endedBy: 'limit' }))).toMatch(
      /^Time limit/,
    );
  });

  it('is silent when nothing changed and for a restored take', () => {
    expect(announcementFor('recording', snapshot({}))).toBeNull();
    expect(announcementFor('idle', snapshot({ state: 'stopped' }))).toBeNull();
  });

  it('speaks at full minutes and 30 seconds before the end, not every second', () => {
    const said = Array.from({ length: 600 }, (_, s) => timeAnnouncement(s, 600)).filter(Boolean);
    expect(said).toHaveLength(10);
    expect(timeAnnouncement(570, 600)).toBe('30 seconds left');
    expect(timeAnnouncement(60, 0)).toBe('1 minute recorded');
  });
});
