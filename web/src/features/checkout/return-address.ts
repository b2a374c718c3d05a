/** What the provider adds to the address when the payer comes back from the bank. */
const PARTS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'];

/** Whether the payer comes back from the bank. */
export function hasReturned(search: string): boolean {
  return new URLSearchParams(search).has('payment_intent_client_secret');
}

/** Whether the bank's page says that it ended badly. Only our server knows whether it did. */
export function wasRefused(search: string): boolean {
  return new URLSearchParams(search).get('redirect_status') === 'failed';
}

/** The address without the provider's parts: a secret does not stay in the history. */
export function cleanAddress(href: string): string {
  const url = new URL(href);
  for (const part of PARTS) url.searchParams.delete(part);
  return `${url.pathname}${url.search}${url.hash}`;
}
