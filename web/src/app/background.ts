import { whenIdle } from '../lib/browser/start-up';
import { readStored } from '../lib/browser/storage';
import { mayHaveWaiting } from '../lib/browser/waiting-uploads';
import { onUserChange, UNTOLD_LOGOUT_KEYS } from '../lib/session/session';
import { preloadToaster } from './lazy-overlays';
import { registerWorker } from './register-worker';

/** Goes on sending what an earlier page left; the code for it is loaded only where there may be something. */
async function resumeWaiting(): Promise<void> {
  if (!(await mayHaveWaiting())) return;
  const { uploads } = await import('../features/recording/upload/upload-queue');
  await uploads.resume();
}

/** Tells the server of logouts that it could not be told of; the code for it, too, is loaded only where there are any. */
async function finishLogouts(): Promise<void> {
  if (UNTOLD_LOGOUT_KEYS.every((key) => readStored(key) === null)) return;
  const { repeatLogouts } = await import('../lib/session/logout');
  await repeatLogouts();
}

/** Without network or store: at the next occasion. */
const tryToResume = () => void resumeWaiting().catch(() => undefined);
const tryBoth = () => {
  tryToResume();
  finishLogouts().catch(() => undefined);
};

/** What the page does beside the screens, when it has nothing better to do. */
export function startBackground(): void {
  whenIdle(() => {
    registerWorker();
    preloadToaster();
    tryBoth();
  });
  window.addEventListener('online', tryBoth);
  // What waited for its account goes on once that is signed in.
  onUserChange(tryToResume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tryBoth();
  });
}
