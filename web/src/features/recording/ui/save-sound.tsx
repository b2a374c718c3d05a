import { Download } from 'lucide-react';
import { recordTexts } from '#texts/record';
import { Button } from '../../../components/ui/button';
import { saveFile } from '../../../lib/browser/files';
import { fileNameFor } from '../engine/chunk-recorder';
import type { DraftRecording } from '../engine/recorder-state';

interface SaveSoundProps {
  /** The recording; read with the press where it lies on the device. */
  read: () => Promise<Pick<DraftRecording, 'blob' | 'mime' | 'fileName'>>;
  onProblem?: () => void;
  className?: string;
}

/** Makes a file of a recording, for whoever wants to have it where our server does not take it. */
export function SaveSound({ read, onProblem = () => undefined, className }: SaveSoundProps) {
  const save = async () => {
    const { blob, mime, fileName } = await read();
    saveFile(blob, fileName ?? fileNameFor(mime));
  };
  return (
    <Button variant="secondary" className={className} onClick={() => save().catch(onProblem)}>
      <Download className="size-4" aria-hidden="true" />
      {recordTexts.recovery.save}
    </Button>
  );
}
