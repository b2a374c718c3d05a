/** One part could not be started: which, why, and what it said last. */
export class StartFailure extends Error {
  constructor(
    readonly part: string,
    why: string,
    readonly lastLines: string[] = [],
  ) {
    super(`${part} ${why}`);
    this.name = 'StartFailure';
  }
}
