import { t } from '#texts/common';
import { speakDuration } from '../../../../lib/format';
import type { RecorderSnapshot } from '../../engine/snapshot';
import type { RecorderState } from '../../engine/state';

/** What to say when the recorder goes from one state to another; null for silence. An interruption speaks for itself. */
export function announcementFor(before: RecorderState, now: RecorderSnapshot): string | null {
  const say = t.recorder.announce;
  if (before === now.state) return null;
  if (now.state === 'recording') return before === 'requesting' ? say.started : say.resumed;
  if (now.state === 'paused') return say.paused;
  if (now.state === 'stopped' && before === 'stopping') {
    return now.endedBy === 'limit' ? say.limit : say.stopped(speakDuration(now.seconds));
  }
  return null;
}

const SHARES = [60, 80, 90];
const LAST_SECONDS = 30;

/** What to say at this very second; null nearly always. */
function mark(second: number, limit: number): string | null {
  const say = t.recorder.announce;
  const left = limit - second;
  const said: string[] = [];
  if (second % 60 === 0) said.push(say.minute(speakDuration(second)));
  const share = limit > 0 && SHARES.find((percent) => Math.round((limit * percent) / 100) === second);
  if (share) said.push(say.share(share, speakDuration(left)));
  else if (left === LAST_SECONDS) said.push(say.last30);
  return said.length > 0 ? said.join('. ') : null;
}

/**
 * What to say as time passes: each full minute, at 60, 80 and 90 % of the limit, and when 30 seconds are left.
 * @param before whole seconds already spoken for @param limit seconds; 0 means no limit
 */
export function timeAnnouncement(before: number, now: number, limit: number): string | null {
  let said: string | null = null;
  // A page that was asleep leaves seconds out; only the newest mark is worth saying then.
  for (let second = Math.max(before + 1, 1); second <= now; second += 1) {
    if (limit > 0 && second >= limit) break;
    said = mark(second, limit) ?? said;
  }
  return said;
}
