import { type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Asks for a target exactly as it is written: `fetch` resolves `..` and `%2e%2e` before anything is sent.
 * @param target what stands in the first line of the request, mostly a path
 */
export function requestAsItIs(
  url: string,
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers, agent: false }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, text: body }), reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}
