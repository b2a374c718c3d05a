/** Failpoints that no journey comes to, with the reason. */
export const notReached: ReadonlyMap<string, string> = new Map([]);
