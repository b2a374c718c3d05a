import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { type ToastMessage, toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { act, type EscrowAct, escrowKey } from './api';

const text = escrowTexts.actions;

interface Told {
  step: EscrowAct;
  done: ToastMessage;
  onDone?: () => void;
}

export interface EscrowActs {
  run: (told: Told) => void;
  /** What is being done now. */
  running: EscrowAct['do'] | null;
  /** The last step, if it was not done, and why, in a sentence. */
  failed: { step: EscrowAct['do']; why: string } | null;
  /** Whether the escrow had moved on before the step arrived. */
  hasMoved: boolean;
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unreachable') return text.unreachable;
  const first = error instanceof ApiError ? error.problems[0]?.message : undefined;
  return first ?? sentenceOf(error, text.failed);
}

/**
 * Carries steps out, one after the other; when the escrow has moved on meanwhile, reads it again instead. A second
 * press for the step on its way counts for nothing.
 */
export function useEscrowAct(agreementId: string, key: string | null): EscrowActs {
  const queries = useQueryClient();
  const [hasMoved, setMoved] = useState(false);
  const queryKey = escrowKey(agreementId, key);
  const request = useMutation({
    // Another step that is confirmed meanwhile waits its turn.
    scope: { id: queryKey[0] },
    mutationFn: ({ step }: Told) => act(agreementId, key, step),
    onMutate: () => setMoved(false),
    onSuccess: (escrow, { done, onDone }) => {
      queries.setQueryData(queryKey, escrow);
      toast(done);
      onDone?.();
    },
    onError: (error, { onDone }) => {
      if (!(error instanceof ApiError && error.code === 'held_payment_moved')) return;
      setMoved(true);
      onDone?.();
      queries.invalidateQueries({ queryKey }).catch(() => undefined);
    },
  });
  const running = request.isPending ? request.variables.step.do : null;
  return {
    run: (told) => told.step.do !== running && request.mutate(told),
    running,
    failed:
      request.isError && !hasMoved
        ? { step: request.variables.step.do, why: problemOf(request.error) }
        : null,
    hasMoved,
  };
}
