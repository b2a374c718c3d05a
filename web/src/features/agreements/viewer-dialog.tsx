import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileText, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Dialog } from '../../components/ui/dialog';
import { Notice } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { t } from '../../i18n/en';
import { sentenceOf } from '../../lib/api-error';
import type { AgreementView } from '../../lib/api-types';
import { saveFile } from '../../lib/download';
import { formatAgreementId, formatAmount, formatDateTime, formatDuration } from '../../lib/format';
import { checkoutPath } from '../../lib/pending-checkout';
import { useSession } from '../../lib/session';
import { activeSegment } from '../transcript/active-segment';
import { usePlayer } from '../transcript/use-player';
import { Waveform } from '../transcript/waveform';
import { audioUrl, downloadAudio, explainAudio, previewUrl, transcriptQuery } from './api';
import { EventLog } from './event-log';
import { isUnlocked } from './status';
import { StatusBadge } from './status-badge';
import { useGenerateTranscript } from './use-generate-transcript';
import { ViewerTranscript } from './viewer-transcript';

const PREVIEW_SECONDS = 5;

interface ViewerDialogProps {
  agreement: AgreementView;
  onClose: () => void;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Party({ side, name, email }: { side: string; name: string; email: string }) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{side}</p>
      <p className="font-serif text-xl font-medium sm:text-2xl">{name}</p>
      <p className="truncate text-sm text-muted">{email}</p>
    </div>
  );
}

function Facts({ agreement }: { agreement: AgreementView }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-y border-line py-4 sm:gap-x-8">
      <Fact name={t.viewer.created}>{formatDateTime(agreement.createdAt)}</Fact>
      <Fact name={t.viewer.status}>
        <StatusBadge agreement={agreement} />
      </Fact>
      <Fact name={t.viewer.agreementId}>
        <span className="tabular-nums">{formatAgreementId(agreement.agreementId)}</span>
      </Fact>
      {agreement.amount && (
        <Fact name={t.viewer.amount}>
          <span className="tabular-nums">{formatAmount(agreement.amount, agreement.currency)}</span>
        </Fact>
      )}
      <Fact name={t.viewer.payment}>
        {agreement.paidAt ? t.viewer.paidOn(formatDateTime(agreement.paidAt)) : t.viewer.unpaid}
      </Fact>
      {agreement.expiresAt && <Fact name={t.viewer.accessUntil}>{formatDateTime(agreement.expiresAt)}</Fact>}
    </dl>
  );
}

/** One contract as a document: parties, terms, sound, transcript, log. */
export function ViewerDialog({ agreement, onClose }: ViewerDialogProps) {
  const { agreementId } = agreement;
  const { token } = useSession();
  const unlocked = isUnlocked(agreement);
  const transcript = useQuery({ ...transcriptQuery(agreementId), enabled: unlocked });
  const generate = useGenerateTranscript(agreement);
  const src = unlocked ? audioUrl(agreementId) : previewUrl(agreementId);
  const player = usePlayer({
    src: agreement.hasAudioRecording ? src : null,
    knownDuration: unlocked ? agreement.durationSeconds : PREVIEW_SECONDS,
    onPlaying: () => toast({ title: t.viewer.playing }),
    onError: () => {
      explainAudio(src)
        .then(() => undefined)
        .catch((error: unknown) => error)
        .then((error) =>
          toast({
            title: t.viewer.playFailed,
            text: sentenceOf(error, t.viewer.playFallback),
            tone: 'destructive',
          }),
        )
        .catch(() => undefined);
    },
  });
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

  const needLogin = (text: string) => toast({ title: t.viewer.authTitle, text, tone: 'destructive' });
  const play = () => (token ? player.toggle() : needLogin(t.viewer.authPlay));
  const keep = () => (token ? download.mutate() : needLogin(t.viewer.authDownload));

  const segments = transcript.data?.segments ?? [];
  const isActive = player.isPlaying || player.position > 0;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.viewer.title}
      description={t.viewer.description}
    >
      <article className="flex flex-col gap-6">
        <div className="grid grid-cols-2 gap-x-4 sm:gap-x-8">
          <Party side={t.details.partyA} name={agreement.partyAName} email={agreement.partyAEmail} />
          <Party side={t.details.partyB} name={agreement.partyBName} email={agreement.partyBEmail} />
        </div>
        <Facts agreement={agreement} />

        <section aria-label={t.viewer.recording} className="flex flex-col gap-4">
          <div>
            <Waveform
              peaks={transcript.data?.peaks ?? []}
              durationSeconds={player.duration}
              positionSeconds={player.position}
              onSeek={(seconds) => player.seek(seconds)}
            />
            <p className="mt-1 flex justify-between text-sm text-muted tabular-nums">
              <span>{formatDuration(player.position)}</span>
              <span>{unlocked ? formatDuration(player.duration) : t.viewer.preview}</span>
            </p>
          </div>
          {!unlocked && (
            <Notice tone="info">
              <p>{t.viewer.unpaidText}</p>
            </Notice>
          )}
          <div className="flex flex-wrap gap-3">
            <Button onClick={play} variant={unlocked ? 'primary' : 'secondary'}>
              {player.isPlaying ? (
                <Pause className="size-5" aria-hidden="true" />
              ) : (
                <Play className="size-5" aria-hidden="true" />
              )}
              {player.isPlaying ? t.viewer.pause : t.viewer.play}
            </Button>
            {unlocked ? (
              <>
                <Button variant="secondary" busy={download.isPending} onClick={keep}>
                  <Download className="size-5" aria-hidden="true" />
                  {t.viewer.download}
                </Button>
                <Button variant="secondary" busy={generate.isWorking} onClick={generate.start}>
                  <FileText className="size-5" aria-hidden="true" />
                  {generate.isWorking ? t.viewer.generating : t.viewer.generate}
                </Button>
              </>
            ) : (
              <a href={checkoutPath(agreementId, agreement.planType)} className={buttonClass('primary')}>
                {t.dashboard.pay}
              </a>
            )}
          </div>
        </section>

        {unlocked && (
          <ViewerTranscript
            transcript={transcript.data ?? null}
            isLoading={transcript.isPending}
            names={{ a: agreement.partyAName, b: agreement.partyBName }}
            active={isActive ? activeSegment(segments, player.position) : -1}
            onSeek={(seconds) => player.seek(seconds, true)}
          />
        )}

        <section aria-labelledby="viewer-log" className="flex flex-col gap-2">
          <h3 id="viewer-log" className="text-lg">
            {t.viewer.log}
          </h3>
          <EventLog agreementId={agreementId} />
        </section>
      </article>
    </Dialog>
  );
}
