import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { recordScreenTexts } from '#texts/record-screen';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { toast } from '../../../components/ui/toast-store';

const { controls, upload: text } = recordScreenTexts;

interface UploadButtonProps {
  label?: string;
  /** A file that was chosen is being looked at. */
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Opens the device's own choice of files and takes sound alone. */
export function UploadButton({ label = controls.upload, isBusy, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    // The same file can be chosen once more.
    if (input.current) input.current.value = '';
    if (!file) return;
    if (isAudio(file)) onFile(file);
    else toast({ title: text.invalid, text: text.invalidText, tone: 'destructive' });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="audio/*"
        aria-hidden="true"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button variant="secondary" busy={isBusy} onClick={() => input.current?.click()}>
        {!isBusy && <Upload className="size-5" aria-hidden="true" />}
        {label}
      </Button>
    </>
  );
}

/** A recording that was made elsewhere. */
export function UploadCard({ isBusy, onFile }: Omit<UploadButtonProps, 'label'>) {
  return (
    <Card aria-labelledby="upload" className="relative flex flex-col items-start gap-3">
      <CardTitle id="upload">{text.title}</CardTitle>
      <p className="grow text-muted">{text.text}</p>
      <UploadButton isBusy={isBusy} onFile={onFile} />
    </Card>
  );
}

/** Whether a chosen file calls itself sound. What it really is, the server finds out. */
function isAudio(file: Pick<File, 'type'>): boolean {
  return file.type.startsWith('audio/');
}

const LONGEST_LOOK_MS = 4000;

/** Length of a sound in seconds as this browser sees it; null when it cannot tell. */
export function lengthOf(blob: Blob): Promise<number | null> {
  return new Promise((resolve) => {
    const audio = new Audio();
    const url = URL.createObjectURL(blob);
    const answer = (seconds: number | null) => {
      clearTimeout(timer);
      audio.removeAttribute('src');
      URL.revokeObjectURL(url);
      resolve(seconds);
    };
    const timer = setTimeout(() => answer(null), LONGEST_LOOK_MS);
    audio.preload = 'metadata';
    audio.onloadedmetadata = () => answer(Number.isFinite(audio.duration) ? audio.duration : null);
    audio.onerror = () => answer(null);
    audio.src = url;
  });
}
