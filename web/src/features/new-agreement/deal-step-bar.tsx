import { recordTexts } from '#texts/record';
import { cn } from '../../lib/cn';

interface StepBarProps {
  names: readonly string[];
  current: number;
}

/** Where one is in a flow: a thin bar per step and the name of the current one. */
function StepBar({ names, current }: StepBarProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1.5" aria-hidden="true">
        {names.map((name, i) => (
          <span key={name} className={cn('h-1 grow rounded-full', i <= current ? 'bg-accent' : 'bg-line')} />
        ))}
      </div>
      <p className="text-sm text-muted">
        {recordTexts.deal.stepOf(current + 1, names.length, names[current] ?? '')}
      </p>
    </div>
  );
}

/** The steps of the voice-deal flow, which ends on the checkout; who has an account is not asked for one. */
const STEPS = ['details', 'recording', 'preview', 'signup', 'payment'] as const;

export type DealStep = (typeof STEPS)[number];

interface DealStepBarProps {
  step: DealStep;
  hasAccount: boolean;
}

/** Where one is between the first field and the payment, on every screen in between. */
export function DealStepBar({ step, hasAccount }: DealStepBarProps) {
  const names = STEPS.filter((name) => !(hasAccount && name === 'signup'));
  return (
    <StepBar names={names.map((name) => recordTexts.deal.stepNames[name])} current={names.indexOf(step)} />
  );
}
