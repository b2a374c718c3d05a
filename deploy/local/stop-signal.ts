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
  // A reader that went away (`make up | head`) must not keep us from stopping in order.
  process.stdout.on('error', () => controller.abort());
  return controller.signal;
}
