import { t } from '#texts/common';
import { Notice } from '../../../components/ui/notice';
import type { DraftRecording as Take } from '../../recording/engine/recorder-state';
import type { WaitCause } from '../../recording/upload/retry';

interface WaitingNoticeProps {
  take: Take;
  waitsFor: WaitCause;
  /** Whether it is sent even when this page is closed meanwhile. */
  survivesClosing?: boolean;
}

export const WAITING_TEXT: Record<WaitCause, string> = {
  network: t.safe.serverNetwork,
  server: t.safe.serverAway,
  limit: t.safe.serverLimit,
  full: t.safe.serverFull,
};

/** Sending pauses. Nothing is wrong with the recording, and nothing has to be done. */
export function WaitingNotice({ take, waitsFor, survivesClosing = false }: WaitingNoticeProps) {
  const kept = survivesClosing ? t.safe.keptGoesOn : t.safe.keptStay;
  return (
    <Notice title={WAITING_TEXT[waitsFor]}>
      {waitsFor === 'limit' && <p>{t.safe.limitText}</p>}
      <p>{take.isOnDevice ? kept : t.safe.memoryStay}</p>
    </Notice>
  );
}
