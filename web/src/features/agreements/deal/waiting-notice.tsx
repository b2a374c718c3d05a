import { t } from '#texts/common';
import { Notice } from '../../../components/ui/notice';
import type { Take } from '../../recorder/engine/recorder';
import type { WaitCause } from '../../recorder/upload/transfer/retry';

interface WaitingNoticeProps {
  take: Take;
  waitsFor: WaitCause;
  /** Whether it is sent even when this page is closed meanwhile. */
  survivesClosing?: boolean;
}

/** Sending pauses. Nothing is wrong with the recording, and nothing has to be done. */
export function WaitingNotice({ take, waitsFor, survivesClosing = false }: WaitingNoticeProps) {
  const kept = survivesClosing ? t.safe.keptGoesOn : t.safe.keptStay;
  return (
    <Notice title={waitsFor === 'network' ? t.safe.serverNetwork : t.safe.serverAway}>
      <p>{take.isOnDevice ? kept : t.safe.memoryStay}</p>
    </Notice>
  );
}
