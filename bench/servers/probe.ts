/** What a server process says of itself. */
export interface Usage {
  /** Processor time in microseconds, user and system. */
  cpuMicros: number;
  rssBytes: number;
  /** The most since the last question. */
  peakRssBytes: number;
}

const LOOK_EVERY_MS = 20;

/** Tells the parent where this server listens, then answers its questions until SIGTERM calls `close`. */
export function reportTo(url: string, close: () => Promise<unknown>): void {
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, LOOK_EVERY_MS).unref();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const rss = process.memoryUsage.rss();
    const usage: Usage = { cpuMicros: user + system, rssBytes: rss, peakRssBytes: Math.max(peak, rss) };
    peak = 0;
    process.send?.(usage);
  });
  process.on('SIGTERM', () => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  process.on('disconnect', () => process.exit(1));
  process.send?.({ url });
}
