import { useMutation } from '@tanstack/react-query';
import { t } from '#texts/common';
import { Button } from '../../components/ui/button';
import { Notice, Told } from '../../components/ui/notice';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { isEmail } from '../../lib/name-and-email';
import { forgotPassword } from './api';

function failure(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return t.auth.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, t.auth.forgotFailed);
}

interface ForgotPasswordProps {
  email: string;
  /** The e-mail field needs something; the problem to show there, if any. */
  onNeedEmail: (problem?: string) => void;
}

/** Asks for a link to choose a new password, for the e-mail that stands in the form. */
export function ForgotPassword({ email, onNeedEmail }: ForgotPasswordProps) {
  const request = useMutation({
    mutationFn: forgotPassword,
    onError: (error) => toast({ title: t.common.error, text: failure(error), tone: 'destructive' }),
  });
  const ask = () => {
    if (email.trim() === '') {
      toast({ title: t.auth.emailRequired, text: t.auth.emailRequiredText, tone: 'destructive' });
      onNeedEmail();
    } else if (isEmail(email)) {
      request.mutate(email);
    } else {
      onNeedEmail(t.auth.invalidEmail);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="quiet"
        busy={request.isPending}
        onClick={ask}
        className="-mx-2 self-start px-2! text-accent underline underline-offset-4"
      >
        {t.auth.forgot}
      </Button>
      <Told>
        {request.isSuccess && (
          <Notice tone="ok" title={t.auth.linkSentTitle}>
            <p>{t.auth.linkSent}</p>
          </Notice>
        )}
      </Told>
    </div>
  );
}
