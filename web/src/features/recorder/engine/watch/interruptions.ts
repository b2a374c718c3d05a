/** Why a take stands still although nobody asked for it. */
export type Interruption =
  /** The microphone is gone: unplugged, switched off, out of battery. */
  | 'unplugged'
  /** The device gave the sound to something else, mostly a call. */
  | 'taken'
  /** The recorder seems to run, but no sound arrives. */
  | 'stalled'
  /** The browser ended the recording; this take cannot go on. */
  | 'ended';

/** What the tracks of a microphone say for themselves; null when they seem to be fine. */
export function lossOf(stream: MediaStream): Interruption | null {
  const tracks = stream.getAudioTracks();
  if (tracks.every((track) => track.readyState === 'ended')) return 'unplugged';
  return tracks.some((track) => track.muted) ? 'taken' : null;
}

interface TrackEvents {
  onLost: (why: Interruption) => void;
  /** The sound is given back. */
  onBack: () => void;
}

/** Listens to a microphone being lost and given back. Answers how to stop listening. */
export function watchTracks(stream: MediaStream, { onLost, onBack }: TrackEvents): () => void {
  const onEnded = () => onLost('unplugged');
  const onMute = () => onLost('taken');
  const tracks = stream.getAudioTracks();
  for (const track of tracks) {
    track.addEventListener('ended', onEnded);
    track.addEventListener('mute', onMute);
    track.addEventListener('unmute', onBack);
  }
  return () => {
    for (const track of tracks) {
      track.removeEventListener('ended', onEnded);
      track.removeEventListener('mute', onMute);
      track.removeEventListener('unmute', onBack);
    }
  };
}

interface PageEvents {
  onHidden: () => void;
  onVisible: () => void;
}

/** Listens to the page going out of sight and coming back. Answers how to stop listening. */
export function watchPage({ onHidden, onVisible }: PageEvents): () => void {
  const onChange = () => (document.visibilityState === 'hidden' ? onHidden() : onVisible());
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
