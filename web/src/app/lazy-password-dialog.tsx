import { lazy, Suspense } from 'react';
import { usePasswordRequest } from '../lib/session/password-request';

const PasswordDialog = lazy(() =>
  import('../features/auth/password-dialog').then((m) => ({ default: m.PasswordDialog })),
);

/** Asks for the password where a call waits for it. Loaded with the first question. */
export function LazyPasswordDialog() {
  const request = usePasswordRequest();
  return request ? (
    <Suspense fallback={null}>
      <PasswordDialog onClose={request.settle} />
    </Suspense>
  ) : null;
}
