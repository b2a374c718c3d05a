import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AppConfig, PaymentIntentAnswer } from '../lib/api/api-types';
import { AGREEMENT_ID, agreement } from './agreements';
import { answer, example } from './api';
import { open } from './screen';

export const CONTRACT = `/checkout?agreementId=${AGREEMENT_ID}&plan=split-second-contract`;
export const HUMAN_TRANSCRIPT = `/checkout?service=manual-transcription&agreementId=${AGREEMENT_ID}`;
export const OTHER_ID = '1111222233334444';
export const PROVIDER = 'http://provider.test';
export const CONFIRM = `${PROVIDER}/v1/payment_intents/pi_1/confirm`;
export const SAFE = 'Nothing was charged, and your recording is safe.';

export const sandbox: AppConfig = {
  ...example('GET /api/config'),
  payments: { mode: 'sandbox', publishableKey: 'pk_test_1', sandboxConfirmUrl: PROVIDER },
};

export const intent: PaymentIntentAnswer = {
  ...example('POST /api/create-payment-intent'),
  clientSecret: 'pi_1_secret_2',
  coveredBy: null,
};

export function checkout(address = CONTRACT, config = sandbox): UserEvent {
  answer('GET /api/config', config);
  answer(
    'GET /api/agreements/{agreementId}',
    agreement({ kind: 'car', partyBName: 'Ben Carter', durationSeconds: 11, amount: '2000.00' }),
  );
  return open(address, 'user').person;
}

export const payButton = (price = '$5.00') => screen.findByRole('button', { name: `Pay ${price}` });
export const summary = () => within(screen.getByRole('region', { name: 'Order summary' }));
export const payment = () => within(screen.getByRole('region', { name: 'Payment' }));
export const paid = (status: 'paid' | 'open' | 'failed') => ({
  ...example('GET /api/payments/{agreementId}'),
  status,
});

export async function payWith(person: UserEvent, outcome: string): Promise<void> {
  await person.click(await screen.findByRole('radio', { name: outcome }));
  await person.click(screen.getByRole('button', { name: /^Pay / }));
}
