import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allFailpoints } from './failpoints.js';

const root = resolve(import.meta.dirname, '../..');
const names = allFailpoints(root);

/** The lists of `docs/failpoints.md`. */
function lists(): string {
  const services = [...Map.groupBy(names, (name) => name.split('.')[0] ?? '')];
  return services
    .map(([service, all]) => [`### ${service}`, '', '```', ...all, '```'].join('\n'))
    .join('\n\n');
}

it('the failpoints of all services are found, named alike', () => {
  expect(names.filter((name) => !/^[a-z]+(\.[a-z]+(-[a-z]+)*){2,3}$/.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([
      'agreements.event.mark-paid.before-commit',
      'auth.relay.after-publish',
      'gateway.event.show-paid.before-ack',
      'notifications.event.send-proof.before-commit',
      'notifications.mail.after-send',
      'payments.job.process-stripe-event.after-claim',
      'payments.round.prune-rows.before-run',
      'transcription.round.pay-back-late-orders.before-run',
    ]),
  );
  expect(names).not.toContain('gateway.relay.after-publish');
});

it('docs/failpoints.md lists them', () => {
  const text = readFileSync(join(root, 'docs/failpoints.md'), 'utf8');
  expect(text).toContain(`All ${names.length} of them`);
  expect(text.slice(text.indexOf('### ')).trim()).toBe(lists());
});
