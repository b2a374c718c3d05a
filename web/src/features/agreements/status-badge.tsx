import { Check, CircleDashed, Clock, Minus, PenLine } from 'lucide-react';
import { Badge } from '../../components/ui/badge';
import type { AgreementView } from '../../lib/api/api-types';
import { stageLabel, statusLabel, statusTone } from './status';

const ICONS: Record<string, typeof Check> = {
  pending: Clock,
  awaiting_party: PenLine,
  processing: CircleDashed,
  completed: Check,
  cancelled: Minus,
};

interface StatusBadgeProps {
  agreement: Pick<AgreementView, 'status' | 'transcript' | 'contentDeletedAt'>;
}

/** Status in words and a sign; below it, what is happening right now. */
export function StatusBadge({ agreement }: StatusBadgeProps) {
  const Icon = ICONS[agreement.status];
  const stage = stageLabel(agreement);
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Badge
        tone={statusTone(agreement.status)}
        icon={Icon && <Icon className="size-3.5" aria-hidden="true" />}
      >
        {statusLabel(agreement.status)}
      </Badge>
      {stage && <span className="pl-2.5 text-sm text-muted tabular-nums">{stage}</span>}
    </span>
  );
}
