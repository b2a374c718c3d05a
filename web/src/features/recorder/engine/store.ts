import { EMPTY_SNAPSHOT, type RecorderSnapshot } from './snapshot';
import { nextState, type RecorderEvent } from './state';

/** Where a recorder stands; tells its listeners when that changes. */
export class RecorderStore {
  private snapshot: RecorderSnapshot = EMPTY_SNAPSHOT;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): RecorderSnapshot => this.snapshot;

  /** Goes to the state that follows the event; false, and nothing changes, when there is none. */
  move(event: RecorderEvent, changes: Partial<RecorderSnapshot> = {}): boolean {
    const state = nextState(this.snapshot.state, event);
    if (!state) return false;
    this.change({ ...changes, state });
    return true;
  }

  change(changes: Partial<RecorderSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...changes };
    for (const listener of this.listeners) listener();
  }
}
