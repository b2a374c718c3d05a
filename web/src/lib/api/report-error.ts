import { call } from './api-client';

const LONGEST_MESSAGE = 500;
const LONGEST_STACK = 4000;

/** Tells the server's log what went wrong on this page; without network the browser's own log is all there is. */
export function reportError(error: unknown, where: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  call('/api/page-errors', {
    method: 'POST',
    body: {
      // Which screen it was is enough: numbers of agreements come after it.
      page: /^\/[a-z-]{0,40}/.exec(window.location.pathname)?.[0] ?? '/',
      message: message.slice(0, LONGEST_MESSAGE) || 'no message',
      stack: `${stack ?? ''}\n${where}`.trim().slice(0, LONGEST_STACK) || 'no stack',
    },
  }).catch(() => undefined);
}
