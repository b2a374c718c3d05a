import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Headphones } from 'lucide-react';
import { useEffect, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { saveFile } from '../../lib/browser/files';
import { formatAgreementId, formatDuration } from '../../lib/format';
import { PlayerRow } from '../player/player-row';
import { usePlayer } from '../player/use-player';
import {
  actionFailure,
  type DownloadedAudio,
  downloadAudio,
  eventsPath,
  type HumanTranscriptOrder,
  paths,
} from './api';
import { type AdminAction, ReasonDialog } from './reason-dialog';

const texts = adminTexts.humanTranscript;

export type OrderedRecording = HumanTranscriptOrder['recordings'][number];

/** What is listened to for an order; nothing from a server of the release before. */
export const recordingsOf = ({ recordings }: HumanTranscriptOrder): readonly OrderedRecording[] =>
  recordings ?? [];

/** A contract made in one room has one recording, which is of both. */
export function recordingName(order: HumanTranscriptOrder, { party }: OrderedRecording): string {
  return recordingsOf(order).length > 1 ? texts.recordingOf[party] : texts.recording;
}

/** Begins as all that ends with the administrator's session. */
const soundKey = (agreementId: string, { party }: OrderedRecording) =>
  [`/api/admin/download-audio/${agreementId}`, party] as const;

/** The sound once it was fetched with a reason. It is asked for nowhere else: each time is on record. */
function useDownloaded(agreementId: string, recording: OrderedRecording): DownloadedAudio | undefined {
  return useQuery<DownloadedAudio>({ queryKey: soundKey(agreementId, recording), queryFn: skipToken }).data;
}

interface RecordingProps {
  order: HumanTranscriptOrder;
  recording: OrderedRecording;
}

/** Each recording of an order, to be heard and saved once there is a reason for it. */
export function OrderRecordings({ order }: { order: HumanTranscriptOrder }) {
  const recordings = recordingsOf(order);
  if (recordings.length === 0) return <span className="text-sm text-muted">{texts.noRecording}</span>;
  return (
    <ul className="flex flex-col gap-3">
      {recordings.map((recording) => (
        <li key={recording.party} className="flex flex-col items-start gap-1">
          <span className="text-sm tabular-nums">
            {recordingName(order, recording)} · {formatDuration(recording.durationSeconds)}
          </span>
          <OrderRecording order={order} recording={recording} />
        </li>
      ))}
    </ul>
  );
}

function OrderRecording({ order, recording }: RecordingProps) {
  const { agreementId } = order;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const downloaded = useDownloaded(agreementId, recording);
  const name = recordingName(order, recording);
  const named = `${name}, ${formatAgreementId(agreementId)}`;
  const action: AdminAction = {
    title: texts.listenTitle,
    text: texts.listenText,
    told: 'owner',
    confirm: texts.listen,
    refreshes: [eventsPath(agreementId), paths.mails],
    run: async (reason) => {
      const answer = await downloadAudio(agreementId, reason, recording.party);
      queries.setQueryData(soundKey(agreementId, recording), answer);
    },
    done: { title: texts.listenDone, text: adminTexts.agreements.toldText },
    failure: (error) => ({ title: texts.listenFailed, text: actionFailure(error).text }),
  };
  return (
    <>
      {downloaded ? (
        <HeardSound {...downloaded} order={order} recording={recording} canSave />
      ) : (
        <Button variant="secondary" aria-label={texts.listenNamed(named)} onClick={() => setAsking(true)}>
          <Headphones className="size-4" aria-hidden="true" />
          {texts.listen}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          action={action}
          subject={`${formatAgreementId(agreementId)} · ${name}`}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Plays what was fetched before; beside the box into which its words go. */
export function SoundBeside({ order, recording }: RecordingProps) {
  const downloaded = useDownloaded(order.agreementId, recording);
  if (!downloaded) return null;
  return <HeardSound {...downloaded} order={order} recording={recording} />;
}

function HeardSound({
  sound,
  fileName,
  order,
  recording,
  canSave = false,
}: RecordingProps & DownloadedAudio & { canSave?: boolean }) {
  const [src, setSrc] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(sound);
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [sound]);
  const player = usePlayer({
    src,
    knownDuration: recording.durationSeconds,
    onPlaying: () => setFailed(false),
    onError: () => setFailed(true),
  });
  const name = recordingName(order, recording);
  return (
    <div className="flex w-full min-w-0 flex-col gap-2">
      <PlayerRow player={player} peaks={[]} label={name} />
      {hasFailed && (
        <Notice tone="warn" role="status">
          <p>{texts.cannotPlay}</p>
        </Notice>
      )}
      {canSave && (
        <Button
          variant="secondary"
          className="self-start"
          aria-label={texts.saveNamed(`${name}, ${formatAgreementId(order.agreementId)}`)}
          onClick={() => saveFile(sound, fileName)}
        >
          <Download className="size-4" aria-hidden="true" />
          {texts.save}
        </Button>
      )}
    </div>
  );
}
