import { lazyPart, MissingDialog } from '../components/ui/lazy-part';
import { usePasswordRequest } from '../lib/session/password-request';

const PasswordDialog = lazyPart(
  () => import('../features/auth/password-dialog').then((m) => m.PasswordDialog),
  { missing: ({ onClose }) => <MissingDialog onClose={() => onClose(false)} /> },
);

/** Asks for the password where a call waits for it. Loaded with the first question. */
export function LazyPasswordDialog() {
  const request = usePasswordRequest();
  return request ? <PasswordDialog onClose={request.settle} /> : null;
}
