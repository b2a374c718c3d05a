export type FollowState = 'following' | 'resting';

/**
 * What moves the reader: the person scrolled by hand (and then sees, or no longer sees, the line being spoken; null
 * when none is), pressed a line or a term, or asked to follow again.
 */
export type FollowEvent =
  | { kind: 'scrolled'; seesCurrent: boolean | null }
  | { kind: 'sought' }
  | { kind: 'resumed' };

/** Whether the screen goes along with the voice: it stops as soon as somebody scrolls away from it. */
export function nextFollow(state: FollowState, event: FollowEvent): FollowState {
  if (event.kind !== 'scrolled') return 'following';
  if (event.seesCurrent === null) return state;
  return event.seesCurrent ? 'following' : 'resting';
}

interface Edges {
  top: number;
  bottom: number;
}

/** Whether a line is wholly to be seen in what is visible. */
export function isSeen(line: Edges, view: Edges): boolean {
  return line.bottom > view.top && line.top >= view.top && line.bottom <= view.bottom;
}

/** Whether any of the conversation is to be seen: only then is it worth moving. */
export function isOnScreen(list: Edges, view: Edges): boolean {
  return list.bottom > view.top && list.top < view.bottom;
}
