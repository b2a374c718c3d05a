import { uploadTexts as text } from '#texts/upload';
import { toast } from '../../../components/ui/toast-store';
import { cn } from '../../../lib/cn';
import { formatDuration, planLabel } from '../../../lib/format';
import { discardDraft } from '../drafts/draft-recovery';
import { keepFile } from '../drafts/keep-file';
import type { Recorder } from '../engine/recorder';
import type { DraftRecording } from '../engine/recorder-state';
import { isTooLong, useChosenFile } from './chosen-file';
import { UploadButton } from './upload-button';

/** What a screen needs to take a recording that was made elsewhere. */
export interface SoundUploadProps {
  recorder: Recorder;
  planType: string;
  limitSeconds: number;
  /** Kept beside the sound, for recovery. */
  form: Record<string, string>;
  /** Asked when it is pressed: whether a file is of use now. Where it says no, it says why. */
  mayChoose?: () => boolean;
  /** The file as a recording, which the device keeps if it can. */
  onSound: (sound: DraftRecording) => void;
  /** The microphone does not start: the file is the way out. */
  isWayOut?: boolean;
  className?: string;
}

/** Takes a voice memo, or any other sound on this device, in the place of a new recording. */
export function SoundUpload(props: SoundUploadProps) {
  const { recorder, planType, limitSeconds, form, mayChoose, onSound, isWayOut = false, className } = props;
  const { isLooking, choose } = useChosenFile(recorder, limitSeconds, async (sound) => {
    const { seconds, blob } = sound;
    if (blob.size === 0) {
      toast({ title: text.empty, text: text.emptyText, tone: 'destructive' });
      return;
    }
    if (isTooLong(seconds, limitSeconds)) {
      const [limit, length] = [formatDuration(limitSeconds), formatDuration(seconds)];
      const words = text.tooLongText({ plan: planLabel(planType), limit, length });
      toast({ title: text.tooLong, text: words, tone: 'destructive' });
      return;
    }
    const copy = await keepFile(sound, form);
    return {
      accept: () => onSound({ ...sound, blob: copy ?? blob, isOnDevice: copy !== null }),
      // The file itself stays where it was.
      drop: async () => {
        if (copy) await discardDraft(sound.id, { keepsPhoto: true });
      },
    };
  });
  return (
    <div className={cn('relative flex flex-col items-start gap-2', className)}>
      {!isWayOut && (
        <p>
          <span className="font-medium">{text.title}</span> <span className="text-muted">{text.text}</span>
        </p>
      )}
      <UploadButton
        label={isWayOut ? text.instead : text.choose}
        isBusy={isLooking}
        mayChoose={mayChoose}
        onFile={(file) => void choose(file).catch(() => undefined)}
      />
      <p className="text-sm text-muted">{text.consent}</p>
    </div>
  );
}
