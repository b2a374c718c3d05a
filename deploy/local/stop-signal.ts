import type { Log } from './console.js';

/** Aborted by the first Ctrl-C, SIGTERM or closed terminal; later ones only hear that we are at it. */
export function stopSignal(log: Log): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) log('Stopping.');
      controller.abort();
    });
  }
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // A reader that went away (`make up | head`) wants no more. A full disk below a log takes words, and nothing else.
    if (code === 'EPIPE' || code === 'ECONNRESET') controller.abort();
  });
  return controller.signal;
}
