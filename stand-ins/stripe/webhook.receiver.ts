import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedWebhook {
  body: string;
  signature: string;
  at: number;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** The most requests that were being answered at the same time. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

/** An endpoint for webhooks that answers with `statuses` in turn, then 200, each after `answerAfterMs`. */
export async function startReceiver(statuses: number[] = [], answerAfterMs = 0): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
        at: Date.now(),
      });
      const status = statuses.shift() ?? 200;
      setTimeout(() => {
        atOnce -= 1;
        response.writeHead(status).end();
      }, answerAfterMs);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    get mostAtOnce() {
      return mostAtOnce;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
