import { leavingTexts as text } from '#texts/leaving';
import { answerLeaving, type Loss } from '../../lib/browser/leaving';
import { AlertDialog } from '../ui/alert-dialog';

/** Asks whether to leave a screen that would lose something. */
export function LeaveDialog({ loss }: { loss: Loss }) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && answerLeaving(false)}
      question={text.question}
      detail={text.loses[loss]}
      confirm={text.leave}
      isDanger
      cancel={text.stay}
      onConfirm={() => answerLeaving(true)}
    />
  );
}
