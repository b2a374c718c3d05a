import { EMPTY_SNAPSHOT, type RecorderSnapshot } from '../engine/recorder-state';
import { announcementFor, timeAnnouncement } from './use-recorder';

function snapshot(changes: Partial<RecorderSnapshot>): RecorderSnapshot {
  return { ...EMPTY_SNAPSHOT, state: 'recording', ...changes };
}

/** Everything that is said along a recording of this limit, with the second. */
function saidAlong(limit: number, end = limit): [number, string][] {
  return Array.from({ length: end + 1 }, (_, s): [number, string | null] => [
    s,
    timeAnnouncement(s - 1, s, limit),
  ]).filter((one): one is [number, string] => one[1] !== null);
}

describe('recorder announcements', () => {
  it('tells start from resume', () => {
    expect(announcementFor('requesting', snapshot({}))).toBe('Recording started');
    expect(announcementFor('paused', snapshot({}))).toBe('Recording resumed');
    expect(announcementFor('interrupted', snapshot({}))).toBe('Recording resumed');
    expect(announcementFor('recording', snapshot({ state: 'paused' }))).toBe('Recording paused');
  });

  it('says the length at the end, and why it ended', () => {
    expect(announcementFor('stopping', snapshot({ state: 'stopped', seconds: 65 }))).toBe(
      'Recording complete, 1 minute 5 seconds',
    );
    expect(announcementFor('stopping', snapshot({ state: 'stopped', endedBy: 'limit' }))).toBe(
      'Time limit reached. Recording complete.',
    );
  });

  it('is silent when nothing changed, for a restored take and where an alert speaks', () => {
    expect(announcementFor('recording', snapshot({}))).toBeNull();
    expect(announcementFor('idle', snapshot({ state: 'stopped' }))).toBeNull();
    expect(announcementFor('recording', snapshot({ state: 'interrupted' }))).toBeNull();
    expect(announcementFor('recording', snapshot({ state: 'stopping' }))).toBeNull();
  });

  it('speaks at minutes, at 60, 80 and 90 percent and 30 seconds before the end, in this order', () => {
    expect(saidAlong(180)).toEqual([
      [60, '1 minute recorded'],
      [108, '60 percent of the time is used, 1 minute 12 seconds left'],
      [120, '2 minutes recorded'],
      [144, '80 percent of the time is used, 36 seconds left'],
      [150, '30 seconds left'],
      [162, '90 percent of the time is used, 18 seconds left'],
    ]);
  });

  it('says both where a minute is also a mark, and nothing twice', () => {
    const said = saidAlong(600);
    expect(said.map(([second]) => second)).toEqual([60, 120, 180, 240, 300, 360, 420, 480, 540, 570]);
    expect(said[5]?.[1]).toBe('6 minutes recorded. 60 percent of the time is used, 4 minutes left');
    expect(saidAlong(300).at(-1)).toEqual([270, '90 percent of the time is used, 30 seconds left']);
  });

  it('says only minutes without a limit', () => {
    expect(saidAlong(0, 200).map(([second]) => second)).toEqual([60, 120, 180]);
  });

  it('catches up after seconds that were left out, with the newest mark alone', () => {
    expect(timeAnnouncement(58, 63, 0)).toBe('1 minute recorded');
    expect(timeAnnouncement(58, 190, 0)).toBe('3 minutes recorded');
    expect(timeAnnouncement(60, 63, 0)).toBeNull();
  });
});
