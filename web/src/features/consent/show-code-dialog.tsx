import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import encodeQR from 'qr';
import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { consentTexts } from '#texts/consents';
import { Button } from '../../components/ui/button';
import { copyText } from '../../components/ui/copy-text';
import { Dialog } from '../../components/ui/dialog';
import { Notice, Told } from '../../components/ui/notice';
import { Spinner } from '../../components/ui/spinner';
import { request } from '../../lib/api/api-client';
import { sentenceOf } from '../../lib/api/api-error';
import type { AgreementView } from '../../lib/api/api-types';
import { useNow } from '../../lib/browser/hooks';
import { formatDateTime } from '../../lib/format';
import { consentOfB, gradeWords, isToBeConfirmed } from './objection-mark';

const text = consentTexts.dialog;
/** Light modules around the code, which readers need. */
const QUIET = 4;

/** The dark modules as one path. */
function codePath(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

/** Black on white in every theme: cameras read nothing else well. */
function Code({ url }: { url: string }) {
  const data = encodeQR(url, 'raw', { ecc: 'low', border: QUIET });
  const side = data.length;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={text.code}
      shapeRendering="crispEdges"
      className="w-full max-w-72 self-center rounded-control"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={codePath(data)} fill="#000" />
    </svg>
  );
}

interface ShowCodeDialogProps {
  agreement: AgreementView;
  onClose: () => void;
}

/** The code that the other phone scans, and the next one when its time is over. Each new one is in the log. */
export function ShowCodeDialog({ agreement, onClose }: ShowCodeDialogProps) {
  const { agreementId, partyBName, consents } = agreement;
  const queries = useQueryClient();
  const link = useMutation({
    mutationFn: () =>
      request('post', '/api/agreements/{agreementId}/confirmation-link', {
        params: { path: { agreementId } },
      }),
    onSuccess: () => {
      const queryKey = [`/api/agreements/${agreementId}/events`];
      queries.invalidateQueries({ queryKey }).catch(() => undefined);
    },
  });
  const { mutate } = link;
  useEffect(() => mutate(), [mutate]);

  const given = consentOfB(consents);
  const isDone = given && !isToBeConfirmed(given);
  const expiresAt = link.data?.expiresAt ?? null;
  const now = useNow(expiresAt);
  // By a clock that is ahead every code looks old: each is replaced once.
  const [replaced, setReplaced] = useState<string | null>(null);
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now && expiresAt !== replaced;
  useEffect(() => {
    if (!isOver || isDone) return;
    setReplaced(expiresAt);
    mutate();
  }, [isOver, isDone, expiresAt, mutate]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.title(partyBName)}
      description={text.description}
      className="sm:max-w-lg"
    >
      <div className="flex flex-col gap-4">
        <p>{text.lead(partyBName)}</p>
        <Told>
          {isDone && (
            <Notice tone={given.grade === 'objected' ? 'danger' : 'ok'}>
              {text.done(gradeWords(given.grade, given.maskedEmail))}
            </Notice>
          )}
          {given?.grade === 'same_device' && <Notice tone="warn">{text.onYourDevice(partyBName)}</Notice>}
        </Told>
        <Told>
          {link.isPending && (
            <p className="flex items-center gap-3 text-muted">
              <Spinner className="size-5 text-accent" />
              {text.loading}
            </p>
          )}
        </Told>
        {link.isError && (
          <Notice tone="danger" role="alert">
            <p>{sentenceOf(link.error, text.failed)}</p>
            <Button variant="secondary" className="mt-2 self-start" onClick={() => mutate()}>
              {t.common.tryAgain}
            </Button>
          </Notice>
        )}
        {link.data && !isDone && (
          <>
            <Code url={link.data.url} />
            <p className="text-center text-sm text-muted tabular-nums">
              {text.until(formatDateTime(link.data.expiresAt))}
            </p>
            <Button variant="secondary" className="self-center" onClick={() => void copyText(link.data.url)}>
              <Copy className="size-5" aria-hidden="true" />
              {text.copy}
            </Button>
          </>
        )}
        <p className="text-sm text-muted">{text.weaker(partyBName)}</p>
      </div>
    </Dialog>
  );
}
