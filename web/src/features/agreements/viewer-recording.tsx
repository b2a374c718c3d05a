import { useMutation } from '@tanstack/react-query';
import { Download, FileCheck, FileText, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Notice } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { AgreementView } from '../../lib/api/api-types';
import { saveFile } from '../../lib/browser/files';
import { formatDuration } from '../../lib/format';
import { checkoutPath } from '../../lib/session/pending-checkout';
import { useSession } from '../../lib/session/session';
import { PlayerTime, PlayerWaveform } from '../player/player-row';
import type { Player } from '../player/use-player';
import { downloadAudio, downloadEvidence } from './api';

interface EvidenceButtonProps {
  agreementId: string;
  file: 'summary.pdf' | 'evidence.zip';
  describedBy: string;
  children: ReactNode;
}

/** Keeps the certificate or the evidence packet as a file. */
function EvidenceButton({ agreementId, file, describedBy, children }: EvidenceButtonProps) {
  const download = useMutation({
    mutationFn: () => downloadEvidence(agreementId, file),
    onSuccess: ({ content, fileName }) => {
      saveFile(content, fileName);
      toast({ title: t.viewer.downloadStarted });
    },
    onError: (error) =>
      toast({
        title: t.viewer.downloadFailed,
        text: reasonOf(error),
        tone: 'destructive',
      }),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-describedby={describedBy}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      <FileCheck className="size-5" aria-hidden="true" />
      {children}
    </Button>
  );
}

function reasonOf(error: unknown): string {
  const isEarly = error instanceof ApiError && error.code === 'not_ready';
  return isEarly ? dashboardTexts.viewer.notSealed : sentenceOf(error, dashboardTexts.viewer.fileFallback);
}

interface ViewerRecordingProps {
  agreement: AgreementView;
  isUnlocked: boolean;
  /** Null where the transcript's reader has it, or may have it soon. */
  player: Player | null;
  /** Null as long as they are asked for. */
  peaks: readonly number[] | null;
  /** Of the sentence that says what the files hold. */
  filesHintId: string;
  /** Null where there is a transcript: its menu has this, too. */
  onGenerate: (() => void) | null;
}

function needLogin(text: string): void {
  toast({ title: t.viewer.authTitle, text, tone: 'destructive' });
}

/** Keeps the sound, makes the transcript, prints the whole. */
function UnlockedActions({ agreement, onGenerate }: Pick<ViewerRecordingProps, 'agreement' | 'onGenerate'>) {
  const { agreementId } = agreement;
  const { token } = useSession();
  const download = useMutation({
    mutationFn: () => downloadAudio(agreementId),
    onSuccess: (blob) => {
      saveFile(blob, `agreement_${agreementId}_recording.mp3`);
      toast({ title: t.viewer.downloadStarted });
    },
    onError: (error) =>
      toast({
        title: t.viewer.downloadFailed,
        text: sentenceOf(error, t.viewer.downloadFallback),
        tone: 'destructive',
      }),
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={download.isPending}
        onClick={() => (token ? download.mutate() : needLogin(t.viewer.authDownload))}
      >
        <Download className="size-5" aria-hidden="true" />
        {t.viewer.download}
      </Button>
      {onGenerate && (
        <Button variant="secondary" size="sm" onClick={onGenerate}>
          <FileText className="size-5" aria-hidden="true" />
          {t.viewer.generate}
        </Button>
      )}
    </>
  );
}

/** Party A's recording with the one row of actions. */
export function ViewerRecording(props: ViewerRecordingProps) {
  const { agreement, isUnlocked, player, peaks, filesHintId: hintId, onGenerate } = props;
  const { token } = useSession();
  const isPayable = agreement.status === 'pending';
  return (
    <section aria-label={t.viewer.recording} className="flex flex-col gap-3">
      {agreement.hasAudioRecording && player && (
        <div className="flex flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center">
          <Button
            data-print="no"
            className="shrink-0"
            onClick={() => (token ? player.toggle() : needLogin(t.viewer.authPlay))}
            variant={isPayable ? 'secondary' : 'primary'}
          >
            {player.isPlaying ? (
              <Pause className="size-5" aria-hidden="true" />
            ) : (
              <Play className="size-5" aria-hidden="true" />
            )}
            {player.isPlaying ? t.viewer.pause : t.viewer.play}
          </Button>
          <div className="min-w-0 grow">
            <PlayerWaveform player={player} peaks={peaks} />
            <p className="mt-1 flex justify-between text-sm text-muted tabular-nums">
              <PlayerTime clock={player.clock} />
              <span>{isUnlocked ? formatDuration(player.duration) : t.viewer.preview}</span>
            </p>
          </div>
        </div>
      )}
      {isPayable && (
        <Notice tone="info">
          <p>{t.viewer.unpaidText}</p>
        </Notice>
      )}
      <div data-print="no" className="flex flex-wrap gap-2">
        {isUnlocked && agreement.hasAudioRecording && (
          <UnlockedActions agreement={agreement} onGenerate={onGenerate} />
        )}
        {isPayable && (
          <a
            href={checkoutPath(agreement.agreementId, agreement.planType)}
            className={buttonClass('primary', 'sm')}
          >
            {t.dashboard.pay}
          </a>
        )}
        <EvidenceButton agreementId={agreement.agreementId} file="summary.pdf" describedBy={hintId}>
          {dashboardTexts.viewer.pdf}
        </EvidenceButton>
        {agreement.status === 'completed' && agreement.contentDeletedAt === null && (
          <EvidenceButton agreementId={agreement.agreementId} file="evidence.zip" describedBy={hintId}>
            {dashboardTexts.viewer.evidence}
          </EvidenceButton>
        )}
      </div>
    </section>
  );
}
