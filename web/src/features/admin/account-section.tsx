import { accountTexts } from '#texts/account';
import { Card, CardTitle } from '../../components/ui/card';
import type { AccountCalls } from '../auth/account-calls';
import { LazySessionsList } from '../auth/lazy-sessions-list';
import { PasswordForm } from '../auth/password-form';
import { adminCall } from './api';

const account: AccountCalls = { base: '/api/admin', call: adminCall };

/** The administrator's own password, and where they are signed in. */
export function AccountSection() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card aria-labelledby="change-password" className="flex flex-col gap-5">
        <CardTitle id="change-password">{accountTexts.password.title}</CardTitle>
        <PasswordForm account={account} hint={accountTexts.password.adminHint} />
      </Card>
      <Card aria-labelledby="sessions" className="flex flex-col gap-5">
        <div>
          <CardTitle id="sessions">{accountTexts.sessions.title}</CardTitle>
          <p className="text-muted">{accountTexts.sessions.lead}</p>
        </div>
        <LazySessionsList account={account} />
      </Card>
    </div>
  );
}
