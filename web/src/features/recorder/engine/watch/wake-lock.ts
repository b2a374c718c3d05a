/** Keeps the screen on while recording. A refusal is normal on some devices and stays silent. */
export class ScreenLock {
  private sentinel: WakeLockSentinel | null = null;
  private isWanted = false;

  private readonly onVisible = () => {
    if (document.visibilityState === 'visible' && this.isWanted) this.acquire();
  };

  hold(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    document.addEventListener('visibilitychange', this.onVisible);
    this.acquire();
  }

  release(): void {
    this.isWanted = false;
    document.removeEventListener('visibilitychange', this.onVisible);
    this.sentinel?.release().catch(() => undefined);
    this.sentinel = null;
  }

  private acquire(): void {
    navigator.wakeLock
      ?.request('screen')
      .then((sentinel) => {
        if (this.isWanted) this.sentinel = sentinel;
        else sentinel.release().catch(() => undefined);
      })
      .catch(() => undefined);
  }
}
