/** Where the words of the local run go. */
export type Log = (line: string) => void;

export const printLine: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

/** Does one long step: says that it began, every ten seconds that it still goes on, and how long it took. */
export async function step<T>(log: Log, name: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const seconds = (): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  log(`… ${name}`);
  const ticker = setInterval(() => log(`… ${name}: ${seconds()}`), 10_000);
  try {
    const result = await work();
    log(`✓ ${name} (${seconds()})`);
    return result;
  } catch (error) {
    log(`✗ ${name} (${seconds()})`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}
