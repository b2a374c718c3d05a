import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { FailureNotice, Notice, Told } from '../../components/ui/notice';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { AgreementView, EscrowTerms, PaymentIntentAnswer, User } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { focusFirstProblem } from '../auth/validation';
import { parseDollars, typedDollars } from '../payments/amount';
import { AmountField } from '../payments/amount-field';
import { createEscrowIntent, escrowIntentKey, escrowIntentsKey, escrowKey } from './api';
import { checkWish, isMissing, isStranger, otherEmail, type Wish, type WishProblems } from './check';
import { shareOf } from './escrow';
import { AmountLines } from './escrow-facts';

const PAUSE_MS = 700;

interface FeePreviewProps {
  /** Null while no amount is typed. */
  cents: number | null;
  feePercent: number;
}

/** What the seller gets of the amount, while it is typed; told to listeners when typing pauses. */
function FeePreview({ cents, feePercent }: FeePreviewProps) {
  const { fee, seller } = shareOf(cents ?? 0, feePercent);
  const show = (value: number) => (cents === null ? '–' : formatCents(value));
  const sentence = cents === null ? '' : escrowTexts.spoken(formatCents(fee), formatCents(seller));
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(sentence), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div className="rounded-control bg-raised p-4">
      <AmountLines
        lines={[
          { label: escrowTexts.youPay, value: show(cents ?? 0) },
          { label: escrowTexts.fee(feePercent), value: show(fee) },
          { label: escrowTexts.sellerGets, value: show(seller), isStrong: true },
        ]}
      />
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

const text = escrowTexts.form;

interface CreateFormProps {
  /** Empty as long as none is chosen. */
  agreementId: string;
  /** Known to its owner only. */
  agreement: AgreementView | null;
  user: User;
  terms: EscrowTerms;
  onPrepared: (sellerEmail: string) => void;
  /** Somebody wants to go on without having chosen an agreement. */
  onUnchosen?: () => void;
  /** What stands there first; without it, what the agreement says. */
  first?: Wish;
  onTyped?: (change: Partial<Wish>) => void;
}

/** What an agreement says of amount and seller. */
export function firstWish(agreement: AgreementView | null, user: User): Wish {
  const cents = agreement?.amount ? parseDollars(agreement.amount) : null;
  return {
    amount: cents === null ? '' : typedDollars(cents),
    sellerEmail: agreement ? otherEmail(agreement, user.email) : '',
  };
}

/** Which field a refusal is about. */
function problemsOf(error: unknown): WishProblems {
  if (!(error instanceof ApiError)) return {};
  const sentence = error.serverMessage ?? text.failedText;
  if (error.code === 'amount_out_of_range') return { amount: sentence };
  return error.code === 'seller_is_buyer' ? { sellerEmail: sentence } : {};
}

/** Amount and seller, with the fee in sight before anything is paid. */
export function CreateForm({
  agreementId,
  agreement,
  user,
  terms,
  onPrepared,
  onUnchosen,
  first,
  onTyped,
}: CreateFormProps) {
  const queries = useQueryClient();
  const [wish, setWish] = useState(() => first ?? firstWish(agreement, user));
  const [problems, setProblems] = useState<WishProblems>({});
  /** How often an incomplete form was sent on in a row; each time is said. */
  const [incomplete, setIncomplete] = useState(0);
  const cents = parseDollars(wish.amount);
  const isInRange = cents !== null && cents >= terms.minCents && cents <= terms.maxCents;
  const reload = () => queries.invalidateQueries({ queryKey: escrowKey(agreementId, null) });
  const request = useMutation({
    mutationFn: (amountCents: number) =>
      createEscrowIntent({
        agreementId,
        amountCents,
        sellerEmail: wish.sellerEmail,
        feePercent: terms.feePercent,
      }),
    onSuccess: async ({ clientSecret, paymentIntentId }, amount) => {
      // What an earlier, closed payment of this contract left behind must not be paid.
      queries.removeQueries({ queryKey: escrowIntentsKey(agreementId) });
      if (clientSecret && paymentIntentId)
        queries.setQueryData<PaymentIntentAnswer>(escrowIntentKey(agreementId, amount), {
          clientSecret,
          paymentIntentId,
          amount,
          currency: 'usd',
          coveredBy: null,
        });
      onPrepared(wish.sellerEmail);
      await reload();
    },
    onError: (error) => {
      setProblems(problemsOf(error));
      // Somebody was faster, or this is a second tab.
      if (error instanceof ApiError && error.code === 'already_held') reload().catch(() => undefined);
    },
  });

  const set = (change: Partial<Wish>) => {
    setWish({ ...wish, ...change });
    onTyped?.(change);
    setProblems({});
    setIncomplete(0);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = checkWish(wish, terms, user.email);
    const isUnchosen = agreementId === '';
    setProblems(found);
    request.reset();
    if (isUnchosen) onUnchosen?.();
    setIncomplete(isUnchosen || isMissing(wish) ? incomplete + 1 : 0);
    if (isUnchosen) return;
    if (focusFirstProblem(event.currentTarget, found)) return;
    if (cents !== null) request.mutate(cents);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {incomplete > 0 && (
        <FailureNotice key={incomplete} title={text.missingTitle}>
          <p>{text.missingText}</p>
        </FailureNotice>
      )}
      {request.isError && (
        <FailureNotice title={text.failed}>
          <p>{text.failedText}</p>
          <p>
            {sentenceOf(request.error, '')} {text.nothingTaken}
          </p>
        </FailureNotice>
      )}
      <AmountField
        label={text.amount}
        name="amount"
        placeholder="0.00"
        required
        lead="$"
        hint={text.amountHint(formatCents(terms.minCents), formatCents(terms.maxCents, 'USD', true))}
        problem={problems.amount}
        value={wish.amount}
        onAmount={(amount) => set({ amount })}
      />
      <Field
        label={text.seller}
        name="sellerEmail"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        required
        hint={text.sellerHint}
        problem={problems.sellerEmail}
        value={wish.sellerEmail}
        onChange={(event) => set({ sellerEmail: event.target.value })}
      />
      <Told>
        {agreement && isStranger(wish.sellerEmail, agreement) && (
          <Notice tone="warn">
            <p className="wrap-anywhere">
              {text.stranger(wish.sellerEmail.trim(), agreement.partyAName, agreement.partyBName)}
            </p>
          </Notice>
        )}
      </Told>
      <FeePreview cents={isInRange ? cents : null} feePercent={terms.feePercent} />
      <Button type="submit" size="lg" busy={request.isPending}>
        {request.isPending ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
