import { useEffect, useState } from 'react';
import { shellTexts as t } from '#texts/shell';
import { buttonClass } from '../components/ui/button-class';
import { lazyPart, MissingDialog } from '../components/ui/lazy-part';
import { dismissToast, TOAST_DURATION_MS, TOAST_PLACE, useToasts } from '../components/ui/toast-store';
import { answerLeaving, useLeaveQuestion } from '../lib/browser/leaving';
import { usePasswordRequest } from '../lib/session/password-request';

const PasswordDialog = lazyPart(
  () => import('../features/auth/password-dialog').then((m) => m.PasswordDialog),
  { missing: ({ onClose }) => <MissingDialog onClose={() => onClose(false)} /> },
);

/** Asks for the password where a call waits for it. Loaded with the first question. */
export function LazyPasswordDialog() {
  const request = usePasswordRequest();
  return request ? <PasswordDialog onClose={request.settle} /> : null;
}

/** Whoever cannot be asked stays. */
const stay = () => answerLeaving(false);

const LeaveDialog = lazyPart(() => import('../components/layout/leave-dialog').then((m) => m.LeaveDialog), {
  missing: () => <MissingDialog onClose={stay} />,
});

/** Asks before something is lost by leaving a screen. Loaded with the first question. */
export function LazyLeaveDialog() {
  const loss = useLeaveQuestion();
  return loss && <LeaveDialog loss={loss} />;
}

const Toaster = lazyPart(() => import('../components/ui/toaster').then((m) => m.Toaster), {
  missing: PlainToaster,
});

/** Fetches the drawing of messages before the first one, which may be that the network is gone. */
export const preloadToaster = Toaster.preload;

/** Draws messages from the first one on. */
export function LazyToaster() {
  const hasToast = useToasts().length > 0;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (hasToast) setNeeded(true);
  }, [hasToast]);
  return isNeeded ? <Toaster /> : null;
}

/** The same messages without swiping and moving, where the code for that did not arrive. */
function PlainToaster() {
  const shown = useToasts().find(({ open }) => open);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => dismissToast(shown.id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" className={TOAST_PLACE}>
      {shown && (
        <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-lg">
          <p className="grow">
            <b>{shown.title}</b> {shown.text}
          </p>
          <button type="button" className={buttonClass('quiet')} onClick={() => dismissToast(shown.id)}>
            {t.common.close}
          </button>
        </div>
      )}
    </div>
  );
}
