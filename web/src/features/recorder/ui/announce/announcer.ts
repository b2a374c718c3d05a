import type { Recorder } from '../../engine/recorder';
import { announcementFor, timeAnnouncement } from './announcements';

/** A place on the page that is read out when its text changes. It outlives the screen that is recorded on. */
export function createLiveRegion(): { say: (text: string) => void; remove: () => void } {
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.className = 'sr-only';
  document.body.append(region);
  return {
    say: (text) => {
      region.textContent = text;
    },
    remove: () => region.remove(),
  };
}

/** Says what happens to a take, never by the second. Answers how to stop. */
export function announce(
  { getSnapshot, subscribe, limitSeconds }: Pick<Recorder, 'getSnapshot' | 'subscribe' | 'limitSeconds'>,
  say: (text: string) => void,
): () => void {
  let before = getSnapshot();
  return subscribe(() => {
    const now = getSnapshot();
    const isRunning = before.state === 'recording' && now.state === 'recording';
    const said = isRunning
      ? timeAnnouncement(before.seconds, now.seconds, limitSeconds)
      : announcementFor(before.state, now);
    before = now;
    if (said) say(said);
  });
}
