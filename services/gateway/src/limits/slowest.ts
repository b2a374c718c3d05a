import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request and its answer on their way. */
export interface Exchange {
  request: FastifyRequest['raw'];
  response: FastifyReply['raw'];
  /** In milliseconds, as `Date.now()` says. */
  startedAt: number;
}

/** Younger ones may not have had the time to send or take anything, in milliseconds. */
const GRACE_MS = 1000;
const TIMED_OUT =
  'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: application/json\r\n\r\n' +
  '{"statusCode":408,"code":"request_timeout","message":"The request took too long to arrive."}';

/** The one with the lowest rate among those that are old enough to have one; null when all are young. */
export function slowestOf<One extends Exchange>(
  among: Iterable<One>,
  rateOf: (one: One) => number,
): One | null {
  const before = Date.now() - GRACE_MS;
  let slowest: { one: One; rate: number } | null = null;
  for (const one of among) {
    if (one.startedAt > before) continue;
    const rate = rateOf(one);
    if (!slowest || rate < slowest.rate) slowest = { one, rate };
  }
  return slowest?.one ?? null;
}

/** Ends an exchange for the sake of others: with 408 where nothing is answered yet. */
export function endExchange({ request: { socket }, response }: Exchange): void {
  if (!response.headersSent) socket.write(TIMED_OUT);
  // An answer that nobody takes would never have been sent.
  if (response.headersSent && !response.writableFinished) socket.destroy();
  else socket.destroySoon();
}
