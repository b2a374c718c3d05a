import { useMutation } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { Button } from '../../../components/ui/button';
import { toast } from '../../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../../lib/api/api-error';
import { saveFile } from '../../../lib/browser/download';
import { downloadEvidence } from '../api';

interface EvidenceButtonProps {
  agreementId: string;
  file: 'summary.pdf' | 'evidence.zip';
  /** Name of the file on the device. */
  savedAs: string;
  describedBy: string;
  children: ReactNode;
}

/** Keeps the certificate or the evidence packet as a file. */
export function EvidenceButton({ agreementId, file, savedAs, describedBy, children }: EvidenceButtonProps) {
  const download = useMutation({
    mutationFn: () => downloadEvidence(agreementId, file),
    onSuccess: (blob) => {
      saveFile(blob, savedAs);
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
