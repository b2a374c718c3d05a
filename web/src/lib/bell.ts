/** Wakes whoever waits, at once when there is news and by itself after a while. */
export class Bell {
  private isRung = false;
  private wake: () => void = () => undefined;

  /** News: whoever waits goes on; with nobody waiting, the next wait ends at once. */
  ring(): void {
    this.isRung = true;
    this.wake();
  }

  /**
   * @param ms longest wait
   * @throws DOMException AbortError when the waiting is given up
   */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.isRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.wake(), ms);
        this.wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', this.wake);
          resolve();
        };
        signal.addEventListener('abort', this.wake);
      });
    }
    this.isRung = false;
    signal.throwIfAborted();
  }
}
