import { keyFrom, plainAddress } from '../consent/invitation-key';

interface KeptKey {
  heldPaymentKey: string;
  of: string;
}

function isKept(value: unknown): value is KeptKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'heldPaymentKey' in value &&
    typeof value.heldPaymentKey === 'string' &&
    'of' in value
  );
}

/** The key of the seller's mailed link: from the address, else from before a reload of this history entry. */
export function readSellerKey(agreementId: string): string | null {
  const state: unknown = window.history.state;
  return (
    keyFrom(window.location.search) ??
    (isKept(state) && state.of === agreementId ? state.heldPaymentKey : null)
  );
}

/** Takes the key out of the address bar. A reload still has it; coming from elsewhere without it does not. */
export function hideSellerKey(agreementId: string): void {
  const { pathname, search, hash } = window.location;
  const key = keyFrom(search);
  if (!key) return;
  const kept: KeptKey = { heldPaymentKey: key, of: agreementId };
  window.history.replaceState(kept, '', plainAddress(pathname, search, hash));
}
