import { t } from '../../../i18n/en';
import { speakDuration } from '../../../lib/format';
import type { RecorderSnapshot } from '../engine/recorder';
import type { RecorderState } from '../engine/state';

/** What to say when the recorder goes from one state to another; null for silence. */
export function announcementFor(before: RecorderState, now: RecorderSnapshot): string | null {
  const say = t.recorder.announce;
  if (before === now.state) return null;
  if (now.state === 'recording') return before === 'requesting' ? say.started : say.resumed;
  if (now.state === 'paused') return say.paused;
  if (now.state === 'interrupted') return say.interrupted;
  if (now.state === 'stopped' && before !== 'idle') {
    return now.endedBy === 'limit' ? say.limit : say.stopped(speakDuration(now.seconds));
  }
  return null;
}

/** What to say as time passes: each full minute, and when 30 seconds are left. */
export function timeAnnouncement(seconds: number, limitSeconds: number): string | null {
  if (limitSeconds > 0 && limitSeconds - seconds === 30) return t.recorder.announce.last30;
  if (seconds > 0 && seconds % 60 === 0) return t.recorder.announce.minute(speakDuration(seconds));
  return null;
}
