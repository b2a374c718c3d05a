/** Marks the browser tests that belong to the gate; `make test-deep` runs all others. */
export const GATE = '@gate';

/** Details of a test that runs once per width, role or language: only one of them belongs to the gate. */
export const gateOn = (isGate: boolean): { tag?: string } => (isGate ? { tag: GATE } : {});

/**
 * How journeys go: once through in the gate, which runs axe at a few of their steps; in the deep run at both widths, with
 * axe at each step.
 */
export const JOURNEYS = [
  { name: 'phone', width: 'phone', isGate: true },
  { name: 'phone, each step looked at', width: 'phone', isGate: false },
  { name: 'desktop, each step looked at', width: 'desktop', isGate: false },
] as const;
