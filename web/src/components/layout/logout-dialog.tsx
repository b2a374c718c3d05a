import { navigate } from 'wouter/use-browser-location';
import { t } from '#texts/common';
import { request } from '../../lib/api/api-client';
import { queryClient } from '../../lib/api/server-data';
import { askToLeave } from '../../lib/browser/leaving';
import { endSession } from '../../lib/session/session';
import { AlertDialog } from '../ui/alert-dialog';
import { toast } from '../ui/toast-store';

const TOAST_DELAY_MS = 200;

/** Asks, then ends the session here and on the server. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const leave = () => {
    // The answer does not matter: this browser forgets the session either way.
    request('post', '/api/auth/logout').catch(() => undefined);
    // Leaving the guarded screen first keeps the guard from sending us to the login page.
    navigate('/how-it-works');
    endSession();
    queryClient.clear();
    setTimeout(() => toast({ title: t.logout.doneTitle, text: t.logout.doneText }), TOAST_DELAY_MS);
  };

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      question={t.logout.question}
      detail={t.logout.detail}
      confirm={t.logout.confirm}
      cancel={t.logout.cancel}
      onConfirm={() => askToLeave(leave)}
    />
  );
}
