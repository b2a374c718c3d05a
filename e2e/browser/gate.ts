/** Marks the browser tests that belong to the gate; `make test-deep` runs all others. */
export const GATE = '@gate';

/** Details of a test that runs once per width, role or language: only one of them belongs to the gate. */
export const gateOn = (isGate: boolean): { tag?: string } => (isGate ? { tag: GATE } : {});
