import { useEffect, useRef, useState } from 'react';
import { t } from '#texts/common';
import { toast } from '../../../components/ui/toast-store';

/** An address for the sound of a take; null until there is one. */
export function useTakeUrl(blob: Blob): string | null {
  const [src, setSrc] = useState<string | null>(null);
  const hasTold = useRef(false);
  useEffect(() => {
    let url: string;
    try {
      url = URL.createObjectURL(blob);
    } catch {
      if (!hasTold.current)
        toast({ title: t.deal.noPreview, text: t.deal.noPreviewText, tone: 'destructive' });
      hasTold.current = true;
      return;
    }
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return src;
}
