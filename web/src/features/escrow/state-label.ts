import { escrowStateTexts } from '#texts/escrow-state';

/** A state's short name; one that is not known yet is shown as it is. */
export function stateLabel(state: string): string {
  const { states } = escrowStateTexts;
  return state in states ? states[state as keyof typeof states] : state.replace(/_/g, ' ');
}
