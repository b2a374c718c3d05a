import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

const agent = new Agent({ keepAlive: true });

/**
 * One GET over a kept connection, for rows that time each answer. `fetch` leaves behind what stops the process that
 * measures for 80 ms every few seconds, which looks like a slow service.
 * @throws Error when it is not answered with 200
 */
export function ask(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (answer) => {
      text(answer).then((body) => {
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${body}`));
      }, reject);
    });
    asked.once('error', reject).end();
  });
}
