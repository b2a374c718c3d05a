import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../components/ui/button';
import { copyText } from '../../components/ui/copy-text';
import { Dropdown } from '../../components/ui/dropdown';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import { saveFile } from '../../lib/browser/files';
import { EXPORT_FORMATS, type ExportFormat, exportTranscript } from './api';

const text = transcriptTexts.exports;

interface ShareRowProps {
  agreementId: string;
  /** What is copied; empty where nothing was said. */
  words: string;
  /** Shows the whole text in a sheet of its own. */
  onGenerate: () => void;
}

/** Takes the transcript along: on the clipboard or as a file. */
export function ShareRow({ agreementId, words, onGenerate }: ShareRowProps) {
  const file = useMutation({
    mutationFn: (format: ExportFormat) => exportTranscript(agreementId, format),
    onSuccess: (blob, format) => {
      saveFile(blob, `transcript_${agreementId}.${format}`);
      toast({ title: t.viewer.downloadStarted });
    },
    onError: (error) =>
      toast({ title: text.failed, text: sentenceOf(error, text.failedText), tone: 'destructive' }),
  });
  return (
    <div data-print="no" className="-mx-4 flex flex-wrap items-center">
      {words && (
        <Button variant="quiet" onClick={() => void copyText(words)}>
          <Copy className="size-4" aria-hidden="true" />
          {dashboardTexts.share.copy}
        </Button>
      )}
      <Dropdown
        label={text.label}
        items={[
          ...EXPORT_FORMATS.map((format) => ({ label: text[format], onSelect: () => file.mutate(format) })),
          { label: t.viewer.generate, onSelect: onGenerate },
        ]}
      />
    </div>
  );
}
