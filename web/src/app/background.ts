import { whenIdle } from '../lib/browser/start-up';
import { mayHaveWaiting } from '../lib/browser/waiting-uploads';
import { onUserChange } from '../lib/session/session';
import { preloadToaster } from './lazy-overlays';
import { registerWorker } from './register-worker';

/** Goes on sending what an earlier page left; the code for it is loaded only where there may be something. */
async function resumeWaiting(): Promise<void> {
  if (!(await mayHaveWaiting())) return;
  const { uploads } = await import('../features/recording/upload/upload-queue');
  await uploads.resume();
}

/** Without network or store: at the next occasion. */
const tryToResume = () => void resumeWaiting().catch(() => undefined);

/** What the page does beside the screens, when it has nothing better to do. */
export function startBackground(): void {
  whenIdle(() => {
    registerWorker();
    preloadToaster();
    tryToResume();
  });
  window.addEventListener('online', tryToResume);
  // What waited for its account goes on once that is signed in.
  onUserChange(tryToResume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryToResume();
  });
}
