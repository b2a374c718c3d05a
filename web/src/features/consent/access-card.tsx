import { useMutation } from '@tanstack/react-query';
import { KeyRound, Mail } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { invitationTexts } from '#texts/invitation';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Field } from '../../components/ui/field';
import { Notice } from '../../components/ui/notice';
import { ApiError } from '../../lib/api/api-error';
import { confirmCode, sendCode, sendLink } from './invitation-api';

const text = invitationTexts.access;

interface AccessCardProps {
  agreementId: string;
  /** What is said about a key that opens nothing any more; null without one. */
  lost: string | null;
  onKey: (key: string) => void;
}

/** What the server said to an attempt, in words. */
function accessProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return text.failed;
  if (error.code === 'code_expired') return text.expired;
  if (error.code === 'code_wrong') {
    const left = Number(error.body.triesLeft);
    return left > 0 ? text.wrong(left) : text.expired;
  }
  return error.code === 'too_many_requests' ? text.limited : text.failed;
}

/** For whoever knows the number alone: the way to the link, or to a code, by the invited address. */
export function AccessCard({ agreementId, lost, onKey }: AccessCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const link = useMutation({
    mutationFn: () => sendLink(agreementId),
    // What became of the other way to it is not said any more.
    onSuccess: () => mailing.isError && mailing.reset(),
  });
  const mailing = useMutation({
    mutationFn: () => sendCode(agreementId),
    onSuccess: () => {
      setCode('');
      setProblem(undefined);
      confirming.reset();
      if (link.isError) link.reset();
    },
  });
  const confirming = useMutation({
    mutationFn: (digits: string) => confirmCode(agreementId, digits),
    onSuccess: ({ key }) => onKey(key),
    onError: (error) => {
      setProblem(accessProblem(error));
      input.current?.focus();
    },
  });
  const { isSuccess: isMailed } = mailing;
  // Of a code that another page asked for, or this one before it was loaded again, only the reader knows.
  const [hasCode, setHasCode] = useState(false);
  const isTyping = isMailed || hasCode;
  // The form is drawn only then.
  useEffect(() => {
    if (isTyping) input.current?.focus();
  }, [isTyping]);

  const failed = link.error ?? mailing.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirming.isPending) return;
    const digits = code.replace(/\s/g, '');
    if (/^\d{6}$/.test(digits)) confirming.mutate(digits);
    else {
      setProblem(text.codeProblem);
      input.current?.focus();
    }
  };

  return (
    <Card aria-labelledby="invitation-access" className="flex flex-col gap-5">
      <div>
        <CardTitle id="invitation-access">{text.title}</CardTitle>
        <p className="text-muted">{text.lead}</p>
      </div>
      {lost && (
        <Notice tone="warn" role="alert">
          {lost}
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button size="lg" busy={link.isPending} onClick={() => !link.isPending && link.mutate()}>
          {!link.isPending && <Mail className="size-5" aria-hidden="true" />}
          {link.isPending ? text.sending : text.send}
        </Button>
        <Button
          size="lg"
          variant="secondary"
          busy={mailing.isPending}
          onClick={() => !mailing.isPending && mailing.mutate()}
        >
          {!mailing.isPending && <KeyRound className="size-5" aria-hidden="true" />}
          {mailing.isPending ? text.sending : text.getCode}
        </Button>
      </div>
      {/* Out of sight and yet there: what appears together with its first words may not be read out. */}
      <div role="status" className="flex flex-col gap-3 empty:sr-only">
        {link.isSuccess && <Notice tone="ok">{text.linkSent}</Notice>}
        {isMailed && <Notice tone="ok">{text.codeSent}</Notice>}
      </div>
      {failed && (
        <Notice tone="warn" role="alert">
          {accessProblem(failed)}
        </Notice>
      )}
      {!isTyping && (
        <Button variant="quiet" className="self-start" onClick={() => setHasCode(true)}>
          {text.haveCode}
        </Button>
      )}
      {isTyping && (
        <form noValidate onSubmit={submit} className="flex flex-col gap-3">
          <Field
            ref={input}
            label={text.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="max-w-60"
            hint={text.codeHint}
            problem={problem}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" className="self-start" busy={confirming.isPending}>
            {confirming.isPending ? text.confirming : text.confirm}
          </Button>
        </form>
      )}
    </Card>
  );
}
