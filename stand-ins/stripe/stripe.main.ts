import { pino } from 'pino';
import { startStripe } from './stripe.stand-in.js';

const env = process.env;
const logger = pino({ name: 'stripe-stand-in' });
const { STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: secret } = env;
if ((url === undefined) !== (secret === undefined)) {
  throw new Error('STRIPE_WEBHOOK_URL and STRIPE_WEBHOOK_SECRET belong together: set both or neither.');
}

const clockFile = env.STRIPE_STAND_IN_CLOCK_FILE ?? env.CLOCK_FILE;

const stripe = await startStripe({
  port: Number(env.STRIPE_STAND_IN_PORT ?? 12111),
  host: env.STRIPE_STAND_IN_HOST ?? '127.0.0.1',
  webhooks: url === undefined || secret === undefined ? [] : [{ url, secret }],
  ...(env.STRIPE_STAND_IN_STATE === undefined ? {} : { stateFile: env.STRIPE_STAND_IN_STATE }),
  ...(clockFile === undefined ? {} : { clockFile }),
  logger,
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    stripe.close().then(
      () => logger.info('Stripe stand-in stopped'),
      (error: unknown) => {
        logger.error({ error: String(error) }, 'close failed');
        process.exitCode = 1;
      },
    );
  });
}
