import { useQuery } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { recordTexts } from '#texts/record';
import { Button, ButtonLink } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Progress } from '../../components/ui/progress';
import type { AgreementView, User } from '../../lib/api/api-types';
import { formatDateTime, shortHash } from '../../lib/format';
import { forgetPaid } from '../../lib/session/pending-checkout';
import { useSession } from '../../lib/session/session';
import { ownAddress } from './agreement-words';
import { agreementQuery } from './api';
import { DealLine } from './deal-line';
import { stageLabel, statusLabel } from './status';

const text = dashboardTexts.safe;

/** Who gets the proof, and what has to happen before. */
function proofWords(agreement: AgreementView, user: User | null): string {
  const { status, partyBEmail: b, partyBName } = agreement;
  const a = ownAddress(agreement, user);
  if (status === 'awaiting_party') return text.asked(partyBName, b, a);
  return status === 'completed' ? text.sent(a, b) : text.coming(a, b);
}

function How({ agreement }: { agreement: AgreementView }) {
  const stage = stageLabel(agreement) ?? statusLabel(agreement.status);
  const { percent } = agreement.transcript;
  if (agreement.status !== 'processing') return <p className="font-medium">{stage}</p>;
  return (
    <div className="flex max-w-md flex-col gap-1.5">
      <p role="status" className="font-medium">
        {stage}
      </p>
      <Progress label={stage} value={percent} />
    </div>
  );
}

interface SafePanelProps {
  /** The contract that was just paid. */
  paid: string;
  /** What the list has, which changes live; null until it is there. */
  agreements: readonly AgreementView[] | null;
  onView: (agreementId: string) => void;
}

/** The pressed button goes with the panel. */
function hide(): void {
  forgetPaid();
  setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus());
}

/** After the payment: what is safe, who gets what, and how far it is. It stays until it is put away. */
export function SafePanel({ paid, agreements, onView }: SafePanelProps) {
  const { user } = useSession();
  const listed = agreements?.find(({ agreementId }) => agreementId === paid);
  const asked = useQuery({
    ...agreementQuery(paid),
    enabled: agreements !== null && !listed,
  });
  const agreement = listed ?? asked.data;
  // What has not arrived yet is paid in a moment; the list hears of it.
  if (!agreement || agreement.paidAt === null || agreement.status === 'cancelled') return null;
  const { sha256, paidAt, agreementId } = agreement;
  return (
    <Card aria-labelledby="just-paid" className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <CircleCheck className="mt-0.5 size-6 shrink-0 text-ok" aria-hidden="true" />
        <div className="flex min-w-0 grow flex-col gap-1">
          <CardTitle id="just-paid">{text.title}</CardTitle>
          <DealLine deal={agreement} />
          <p className="text-sm text-muted">
            {t.viewer.paidOn(formatDateTime(paidAt))}
            {sha256 && (
              <>
                {' · '}
                {recordTexts.safe.hash}{' '}
                <span title={recordTexts.safe.hashHint} className="font-mono text-xs">
                  {shortHash(sha256)}
                </span>
              </>
            )}
          </p>
        </div>
        <Button variant="quiet" size="icon" aria-label={text.close} className="-mt-2 -mr-2" onClick={hide}>
          <X className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <p className="wrap-anywhere">{proofWords(agreement, user)}</p>
      <How agreement={agreement} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onView(agreementId)}>{text.open}</Button>
        <ButtonLink href="/receipts" variant="secondary">
          {text.receipt}
        </ButtonLink>
      </div>
    </Card>
  );
}
