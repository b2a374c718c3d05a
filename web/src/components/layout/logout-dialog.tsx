import { navigate } from 'wouter/use-browser-location';
import { logoutTexts as text } from '#texts/logout';
import { queryClient } from '../../lib/api/server-data';
import { askToLeave } from '../../lib/browser/leaving';
import { logout } from '../../lib/session/logout';
import { endSession } from '../../lib/session/session';
import { AlertDialog } from '../ui/alert-dialog';
import { toast } from '../ui/toast-store';

const TOAST_DELAY_MS = 200;

/** Asks, then ends the session here and on the server, and says so once it has ended there as well. */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const leave = () => {
    const told = logout('user');
    // Leaving the guarded screen first keeps the guard from sending us to the login page.
    navigate('/how-it-works');
    endSession();
    queryClient.clear();
    const say = (isTold: boolean) =>
      isTold
        ? toast({ title: text.doneTitle, text: text.doneText })
        : toast({ title: text.untoldTitle, text: text.untoldText, tone: 'destructive' });
    setTimeout(() => void told.then(say), TOAST_DELAY_MS);
  };

  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      question={text.question}
      detail={text.detail}
      confirm={text.confirm}
      cancel={text.cancel}
      onConfirm={() => askToLeave(leave)}
    />
  );
}
