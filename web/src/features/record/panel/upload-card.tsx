import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { recordScreenTexts } from '#texts/record-screen';
import { Button } from '../../../components/ui/button';
import { Card, CardTitle } from '../../../components/ui/card';
import { toast } from '../../../components/ui/toast-store';
import { isAudio } from './audio-file';

const { controls, upload: text } = recordScreenTexts;

interface UploadButtonProps {
  label?: string;
  onFile: (file: File) => void;
}

/** Opens the device's own choice of files and takes sound alone. */
export function UploadButton({ label = controls.upload, onFile }: UploadButtonProps) {
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
      <Button variant="secondary" onClick={() => input.current?.click()}>
        <Upload className="size-5" aria-hidden="true" />
        {label}
      </Button>
    </>
  );
}

/** A recording that was made elsewhere. */
export function UploadCard({ onFile }: Pick<UploadButtonProps, 'onFile'>) {
  return (
    <Card aria-labelledby="upload" className="relative flex flex-col items-start gap-3">
      <CardTitle id="upload">{text.title}</CardTitle>
      <p className="grow text-muted">{text.text}</p>
      <UploadButton onFile={onFile} />
    </Card>
  );
}
