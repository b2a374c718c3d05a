import {
  Ban,
  CircleCheck,
  CircleDashed,
  Clock,
  Hourglass,
  ShieldCheck,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { escrowStateTexts } from '#texts/escrow-state';
import { Badge, type BadgeTone } from '../../components/ui/badge';
import type { EscrowState } from './escrow';

/** A state's short name; one that is not known yet is shown as it is. */
export function stateLabel(state: string): string {
  const { states } = escrowStateTexts;
  return state in states ? states[state as keyof typeof states] : state.replace(/_/g, ' ');
}

const LOOKS: Record<EscrowState, { tone: BadgeTone; Icon: typeof Clock }> = {
  requires_onboarding: { tone: 'neutral', Icon: Hourglass },
  requires_payment: { tone: 'neutral', Icon: Hourglass },
  held: { tone: 'accent', Icon: ShieldCheck },
  release_due: { tone: 'warn', Icon: Clock },
  releasing: { tone: 'accent', Icon: CircleDashed },
  released: { tone: 'ok', Icon: CircleCheck },
  refunding: { tone: 'neutral', Icon: CircleDashed },
  refunded: { tone: 'neutral', Icon: Undo2 },
  disputed: { tone: 'danger', Icon: TriangleAlert },
  resolving: { tone: 'accent', Icon: CircleDashed },
  resolved: { tone: 'ok', Icon: CircleCheck },
  charged_back: { tone: 'danger', Icon: Undo2 },
  failed: { tone: 'neutral', Icon: Ban },
};

interface EscrowBadgeProps {
  state: string;
  /** Without colour, where something else on the row matters more. */
  isQuiet?: boolean;
}

/** State of an escrow in words and a sign. */
export function EscrowBadge({ state, isQuiet = false }: EscrowBadgeProps) {
  const look = state in LOOKS ? LOOKS[state as EscrowState] : null;
  const Icon = look?.Icon ?? ShieldCheck;
  return (
    <Badge
      tone={isQuiet ? 'neutral' : (look?.tone ?? 'neutral')}
      icon={<Icon className="size-3.5 shrink-0" aria-hidden="true" />}
    >
      {stateLabel(state)}
    </Badge>
  );
}
