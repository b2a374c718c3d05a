import { t } from '#texts/common';
import { StepBar } from '../../../components/layout/step-bar';

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
  return <StepBar names={names.map((name) => t.deal.stepNames[name])} current={names.indexOf(step)} />;
}
