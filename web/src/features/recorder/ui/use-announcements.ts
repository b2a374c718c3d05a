import { useEffect, useRef, useState } from 'react';
import type { RecorderSnapshot } from '../engine/recorder';
import { announcementFor, timeAnnouncement } from './announcements';

/** The text of the recorder's live region. */
export function useAnnouncements(snapshot: RecorderSnapshot, limitSeconds: number): string {
  const before = useRef(snapshot.state);
  const [text, setText] = useState('');
  useEffect(() => {
    const said =
      announcementFor(before.current, snapshot) ??
      (snapshot.state === 'recording' ? timeAnnouncement(snapshot.seconds, limitSeconds) : null);
    before.current = snapshot.state;
    if (said) setText(said);
  }, [snapshot, limitSeconds]);
  return text;
}
