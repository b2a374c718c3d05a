import { accountTexts } from '#texts/account';
import { Card, CardTitle } from '../../components/ui/card';
import type { AccountCalls } from './account-calls';
import { LazySessionsList } from './lazy-sessions-list';
import { PasswordForm } from './password-form';

const { password, sessions } = accountTexts;

interface LoginCardsProps {
  account: AccountCalls;
  /** What a new password must be, and what follows. */
  hint: string;
}

/** How somebody signs in: another password, and where they are signed in now. */
export function LoginCards({ account, hint }: LoginCardsProps) {
  return (
    <>
      <Card aria-labelledby="change-password" className="flex flex-col gap-5">
        <CardTitle id="change-password">{password.title}</CardTitle>
        <PasswordForm account={account} hint={hint} />
      </Card>
      <Card aria-labelledby="sessions" className="flex flex-col gap-5">
        <div>
          <CardTitle id="sessions">{sessions.title}</CardTitle>
          <p className="text-muted">{sessions.lead}</p>
        </div>
        <LazySessionsList account={account} />
      </Card>
    </>
  );
}
