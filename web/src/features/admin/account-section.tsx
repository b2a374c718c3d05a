import { accountTexts } from '#texts/account';
import type { AccountCalls } from '../auth/api';
import { LoginCards } from '../auth/login-cards';
import { asAdmin } from './api';

const account: AccountCalls = { base: '/api/admin', run: asAdmin };

/** The administrator's own password, and where they are signed in. */
export function AccountSection() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <LoginCards account={account} hint={accountTexts.password.adminHint} />
    </div>
  );
}
