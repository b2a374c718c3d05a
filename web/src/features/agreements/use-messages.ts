import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dashboardTexts as text } from '#texts/dashboard';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { AgreementView } from '../../lib/api/api-types';
import { formatDateTime } from '../../lib/format';
import { getSession } from '../../lib/session/session';
import { nextAllowedFrom, remind, resend } from './act';
import { ownAddress } from './agreement-words';
import { useAgreementCache } from './use-agreement-cache';

export interface Messages {
  send: (kind: 'resend' | 'remind', agreement: AgreementView) => void;
  /** The agreement a message is being sent for. */
  sendingFor: string | null;
  /** When a message may be sent again, as far as this page was told. */
  nextAllowed: (agreementId: string) => string | null;
}

function tellFailure(error: unknown): void {
  const next = nextAllowedFrom(error);
  const isTooSoon = error instanceof ApiError && error.status === 429;
  const why = next
    ? text.reminderFailed.tooMany(formatDateTime(next))
    : isTooSoon
      ? text.reminderFailed.tooManyPlain
      : sentenceOf(error, text.reminderFailed.fallback);
  // That it is too soon is no failure.
  toast({ title: text.reminderFailed.title, text: why, tone: isTooSoon ? 'plain' : 'destructive' });
}

/** Resend and Remind, with the time from which each may be used again. */
export function useMessages(userId: number): Messages {
  const change = useAgreementCache(userId);
  const [next, setNext] = useState<Readonly<Record<string, string>>>({});

  const request = useMutation({
    // A message for another agreement waits its turn.
    scope: { id: 'messages' },
    mutationFn: ({ kind, agreement }: { kind: 'resend' | 'remind'; agreement: AgreementView }) =>
      kind === 'resend' ? resend(agreement.agreementId) : remind(agreement.agreementId),
    onSuccess: (answer, { kind, agreement }) => {
      setNext((known) => ({ ...known, [agreement.agreementId]: answer.nextAllowedAt }));
      const { expiresAt, nextAllowedAt } = answer;
      change(agreement.agreementId, (old) => {
        if (kind === 'resend') return { ...old, nextResendAt: nextAllowedAt };
        return expiresAt && old.invitation
          ? { ...old, invitation: { ...old.invitation, expiresAt, nextReminderAt: nextAllowedAt } }
          : old;
      });
      if (kind === 'resend')
        toast({ title: text.resent.title, text: text.resent.text(ownAddress(agreement, getSession().user)) });
      else {
        const until = expiresAt ? formatDateTime(expiresAt) : null;
        toast({ title: text.reminded.title, text: text.reminded.text(agreement.partyBEmail, until) });
      }
    },
    onError: (error, { agreement }) => {
      const at = nextAllowedFrom(error);
      if (at) setNext((known) => ({ ...known, [agreement.agreementId]: at }));
      tellFailure(error);
    },
  });

  const { isPending, mutate } = request;
  const sendingFor = isPending ? request.variables.agreement.agreementId : null;
  // The same as before while nothing has changed, so that a long list need not be drawn again.
  return useMemo(
    () => ({
      send: (kind, agreement) => {
        if (agreement.agreementId !== sendingFor) mutate({ kind, agreement });
      },
      sendingFor,
      nextAllowed: (agreementId) => next[agreementId] ?? null,
    }),
    [mutate, sendingFor, next],
  );
}
