/** Lets work wait: until somebody wakes it, or until a while has passed. */
export class Waker {
  private isWoken = false;
  private endWait: () => void = () => undefined;

  /** Ends the wait; with nobody waiting, the next wait ends at once. */
  wake(): void {
    this.isWoken = true;
    this.endWait();
  }

  /**
   * @param ms longest wait
   * @throws DOMException AbortError when the waiting is given up
   */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.isWoken && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.endWait(), ms);
        this.endWait = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', this.endWait);
          resolve();
        };
        signal.addEventListener('abort', this.endWait);
      });
    }
    this.isWoken = false;
    signal.throwIfAborted();
  }
}
