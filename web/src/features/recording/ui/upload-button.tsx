import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { uploadTexts as text } from '#texts/upload';
import { Button } from '../../../components/ui/button';
import { toast } from '../../../components/ui/toast-store';
import { maxAudioBytes } from '../../payments/plans.gen';

interface UploadButtonProps {
  label?: string;
  /** A file that was chosen is being looked at. */
  isBusy: boolean;
  /** Asked when it is pressed: whether a file is of use now. Where it says no, it says why. */
  mayChoose?: () => boolean;
  onFile: (file: File) => void;
}

const MEGABYTE = 1024 * 1024;

/** By the ending of its name a browser takes every WebM for a film, also the sound that this page has saved as a file. */
function asSound(file: File): File {
  const { name, type, lastModified } = file;
  return type === 'video/webm' ? new File([file], name, { type: 'audio/webm', lastModified }) : file;
}

/** What is wrong with a chosen file before anybody has looked into it; null for nothing. What it really is, the server finds out. */
function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('audio/')) return text.invalidText;
  return size > maxAudioBytes ? text.tooLarge(`${maxAudioBytes / MEGABYTE} MB`) : null;
}

/** Opens the device's own choice of files and takes sound alone. */
export function UploadButton({
  label = text.choose,
  isBusy,
  mayChoose = () => true,
  onFile,
}: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File | undefined) => {
    // The same file can be chosen once more.
    if (input.current) input.current.value = '';
    if (!chosen) return;
    const file = asSound(chosen);
    const problem = fileProblem(file);
    if (problem) toast({ title: text.invalid, text: problem, tone: 'destructive' });
    else onFile(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="audio/*,.webm"
        aria-hidden="true"
        tabIndex={-1}
        data-sound=""
        className="sr-only"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button variant="secondary" busy={isBusy} onClick={() => mayChoose() && input.current?.click()}>
        {!isBusy && <Upload className="size-5" aria-hidden="true" />}
        {label}
      </Button>
    </>
  );
}
