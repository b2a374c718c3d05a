import { useMutation } from '@tanstack/react-query';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { Field } from '../../components/ui/field';
import { FailureNotice, Notice } from '../../components/ui/notice';
import { isEmail } from '../../lib/name-and-email';
import { withPassword } from '../../lib/session/with-password';
import { createConnectAccount, type OnboardingLink } from './api';
import { type Escrow, fitsMask, sellerOf } from './escrow';

interface Onboarding {
  /** Call it in the click itself. */
  open: () => void;
  isPending: boolean;
  hasFailed: boolean;
  /** The address, when the browser did not open a tab for it. */
  blockedUrl: string | null;
}

function webAddress(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('not a web address');
  return url.href;
}

/** Asks where payouts are set up and opens it in a new tab. */
export function useOnboarding(ask: () => Promise<OnboardingLink>): Onboarding {
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: async (opened: Window | null) => {
      let tab = opened;
      const letGo = () => {
        tab?.close();
        tab = null;
      };
      try {
        // The empty tab would stand in front of the question for the password.
        const url = webAddress((await withPassword(ask, letGo)).onboardingUrl);
        if (tab && !tab.closed) {
          tab.opener = null;
          tab.location.replace(url);
        } else setBlockedUrl(url);
      } catch (error) {
        letGo();
        throw error;
      }
    },
  });
  const open = () => {
    if (request.isPending) return;
    setBlockedUrl(null);
    // Opened before the question is asked: afterwards a browser takes it for a pop-up.
    request.mutate(window.open('', '_blank'));
  };
  return { open, isPending: request.isPending, hasFailed: request.isError, blockedUrl };
}

const onboardingText = escrowTexts.onboarding;

/** What became of the new tab: nothing, a link instead, or a failure. */
export function OnboardingOutcome({ onboarding }: { onboarding: Onboarding }) {
  return (
    <>
      {onboarding.hasFailed && (
        <FailureNotice title={onboardingText.failed}>
          <p>{onboardingText.failedText}</p>
        </FailureNotice>
      )}
      {onboarding.blockedUrl && (
        <Notice tone="warn" role="alert">
          <p>{onboardingText.blocked}</p>
          <a
            href={onboarding.blockedUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 self-start font-medium underline underline-offset-4"
          >
            {onboardingText.openLink}
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        </Notice>
      )}
    </>
  );
}

interface OnboardingPanelProps {
  escrow: Escrow;
  userId: number;
  /** The seller's whole address, where this page knows it. */
  sellerEmail: string | null;
  /** A mail to the seller came back. */
  isUnreached: boolean;
  /** It was prepared on this page a moment ago: the button that was pressed is gone. */
  hasFocus: boolean;
  isLooking: boolean;
  /** Rejects when it could not be asked. */
  onLook: () => Promise<unknown>;
}

/** The buyer waits until the seller can be paid. */
export function OnboardingPanel(props: OnboardingPanelProps) {
  const { escrow, userId, sellerEmail, isUnreached, hasFocus, isLooking, onLook } = props;
  const isKnown = sellerEmail !== null && fitsMask(sellerEmail, escrow.seller);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<'waiting' | 'notYet' | 'notAsked'>('waiting');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  const email = isKnown ? sellerEmail : typed;
  const onboarding = useOnboarding(() => createConnectAccount(userId, email));

  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isKnown && !(isEmail(email) && fitsMask(email, escrow.seller))) {
      setProblem(onboardingText.sellerProblem(escrow.seller));
      event.currentTarget.querySelector<HTMLInputElement>('input')?.focus();
      return;
    }
    onboarding.open();
  };
  const look = () => {
    onLook()
      .then(() => setFound('notYet'))
      .catch(() => setFound('notAsked'));
  };

  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          {onboardingText.title}
        </CardTitle>
        {isUnreached ? (
          <Notice tone="warn">
            <p>{onboardingText.unreached}</p>
          </Notice>
        ) : (
          <p className="font-medium wrap-anywhere">
            {onboardingText.mailed(isKnown ? sellerEmail : escrow.seller)}
          </p>
        )}
        <p className="text-muted">
          {onboardingText.text} {onboardingText.safe}
        </p>
      </div>
      <form noValidate onSubmit={start} className="flex flex-col gap-4 border-t border-line pt-4">
        <p>{onboardingText.here(sellerOf(escrow))}</p>
        {!isKnown && (
          <Field
            label={onboardingText.seller}
            name="sellerEmail"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            required
            hint={onboardingText.sellerHint(escrow.seller)}
            problem={problem}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
        <OnboardingOutcome onboarding={onboarding} />
        <Button
          type="submit"
          variant="secondary"
          className="self-start"
          busy={onboarding.isPending}
          aria-describedby="onboarding-tab"
        >
          {onboarding.isPending ? onboardingText.starting : onboardingText.start}
          <ExternalLink className="size-4" aria-hidden="true" />
        </Button>
        <p id="onboarding-tab" className="text-sm text-muted">
          {onboardingText.newTab}.
        </p>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p role="status" className="min-w-0 grow basis-48 text-sm text-muted">
          {onboardingText[isLooking ? 'waiting' : found]}
        </p>
        <Button variant="secondary" busy={isLooking} onClick={look}>
          {!isLooking && <RefreshCw className="size-4" aria-hidden="true" />}
          {onboardingText.look}
        </Button>
      </div>
    </Card>
  );
}
