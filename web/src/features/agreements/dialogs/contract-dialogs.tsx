import type { AgreementView } from '../../../lib/api/api-types';
import type { DialogKind } from '../list/row-actions';
import { ViewerDialog } from '../viewer/viewer-dialog';
import { CancelDialog } from './cancel-dialog';
import { CorrectDialog } from './correct-dialog';
import { TranscriptDialog } from './transcript-dialog';

interface ContractDialogProps {
  kind: DialogKind;
  agreement: AgreementView;
  userId: number;
  onClose: () => void;
}

/** The sheet that a row's action opened. */
export function ContractDialog({ kind, agreement, userId, onClose }: ContractDialogProps) {
  switch (kind) {
    case 'view':
      return <ViewerDialog agreement={agreement} onClose={onClose} />;
    case 'share':
      return <TranscriptDialog agreement={agreement} onClose={onClose} />;
    case 'cancel':
      return <CancelDialog agreement={agreement} userId={userId} onClose={onClose} />;
    case 'correct':
      return <CorrectDialog agreement={agreement} userId={userId} onClose={onClose} />;
  }
}
