import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import type { AgreementView, ConsentView } from '../../lib/api/api-types';
import { queryClient } from '../../lib/api/server-data';
import { agreement } from '../../testing/agreements';
import { answer, example, sentTo } from '../../testing/api';
import { ShowCodeDialog } from './show-code-dialog';

const LINK = 'POST /api/agreements/{agreementId}/confirmation-link';
const url = 'http://localhost:8080/confirm/1?key=s.1.x';
const code = () => screen.findByRole('img', { name: 'Code with the address of the confirmation page' });

function consentBy(grade: ConsentView['grade']): ConsentView {
  const [given] = example('GET /api/agreements/{agreementId}').consents;
  if (!given) throw new Error('no example');
  return { ...given, party: 'b', kind: 'agreement', grade };
}

const shown = (consents: AgreementView['consents']) => (
  <QueryClientProvider client={queryClient}>
    <ShowCodeDialog agreement={agreement({ consents })} onClose={() => undefined} />
  </QueryClientProvider>
);

it('reads out that the other person has answered, in a place that was there before', async () => {
  answer(LINK, { ...example(LINK), url: 'http://localhost:8080/confirm/1?key=s.1.x' });
  const { rerender } = render(shown([]));
  await screen.findByRole('img', { name: 'Code with the address of the confirmation page' });
  const places = screen.getAllByRole('status');
  rerender(shown([consentBy('confirmed_by_link')]));
  const told = await screen.findByText(/^Done/);
  expect(places).toContain(told.closest('[role=status]'));
});

it('goes on showing the code where the yes came from a device of party A', async () => {
  answer(LINK, { ...example(LINK), url });
  const { rerender } = render(shown([]));
  await code();
  rerender(shown([consentBy('same_device')]));
  expect(await screen.findByText(/^This was answered on a device of yours/)).toBeVisible();
  expect(await code()).toBeVisible();
  expect(screen.queryByText(/^Done/)).not.toBeInTheDocument();
  rerender(shown([consentBy('confirmed_on_screen')]));
  expect(await screen.findByText(/^Done/)).toBeVisible();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

it('shows a new code when the time of the one before is over', async () => {
  answer(LINK, { url, expiresAt: inMs(300) });
  render(shown([]));
  await code();
  expect(sentTo(LINK)).toHaveLength(1);
  answer(LINK, { url, expiresAt: inMs(900_000) });
  await waitFor(() => expect(sentTo(LINK)).toHaveLength(2), { timeout: 3000 });
  await code();
});

it('asks for another one once where the clock is ahead, by which every code is old', async () => {
  answer(LINK, { url, expiresAt: inMs(-60_000) });
  render(shown([]));
  await waitFor(() => expect(sentTo(LINK)).toHaveLength(2));
  await code();
  expect(sentTo(LINK)).toHaveLength(2);
});
