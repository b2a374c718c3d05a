import { Notice } from '../../components/ui/notice';
import { Progress } from '../../components/ui/progress';
import { Skeleton } from '../../components/ui/skeleton';
import { t } from '../../i18n/en';
import type { TranscriptView } from '../../lib/api-types';
import type { SpeakerNames } from '../transcript/speaker';
import { TranscriptConversation } from '../transcript/transcript-view';

interface ViewerTranscriptProps {
  transcript: TranscriptView | null;
  isLoading: boolean;
  names: SpeakerNames;
  active: number;
  onSeek: (seconds: number) => void;
}

function Body({ transcript, isLoading, ...rest }: ViewerTranscriptProps) {
  if (isLoading) return <Skeleton className="h-40" />;
  if (!transcript) return <p className="text-muted">{t.viewer.loadFailed}</p>;
  const { status } = transcript;
  if (status === 'failed') return <Notice tone="warn">{t.viewer.transcriptFailed}</Notice>;
  if (transcript.segments.length > 0) {
    return (
      <>
        {transcript.draft && <Notice tone="warn">{t.viewer.transcriptDraft}</Notice>}
        <TranscriptConversation segments={transcript.segments} {...rest} />
      </>
    );
  }
  if (status === 'done' && transcript.text)
    return <p className="max-w-prose whitespace-pre-wrap">{transcript.text}</p>;
  if (status === 'none' || status === 'done') return <p className="text-muted">{t.viewer.noTranscript}</p>;
  return (
    <div className="flex flex-col gap-2" role="status">
      <p className="text-muted">
        {t.status.withPercent(t.status.stages[status], Math.round(transcript.percent))}
      </p>
      <Progress label={t.status.stages[status]} value={transcript.percent} />
    </div>
  );
}

/** The transcript part of a contract, in each of its states. */
export function ViewerTranscript(props: ViewerTranscriptProps) {
  return (
    <section aria-labelledby="viewer-transcript" className="flex flex-col gap-3">
      <h3 id="viewer-transcript" className="text-lg">
        {t.viewer.transcript}
      </h3>
      <Body {...props} />
    </section>
  );
}
