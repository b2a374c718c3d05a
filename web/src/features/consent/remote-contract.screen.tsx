import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { t } from '#texts/common';
import { invitationTexts as text } from '#texts/invitation';
import { LoadingPage } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { Skeleton } from '../../components/ui/skeleton';
import { toast } from '../../components/ui/toast-store';
import { sentenceOf } from '../../lib/api/api-error';
import { useSignOfPerson } from '../../lib/browser/hooks';
import { ClosedView, closedState } from './closed-view';
import { invitationQuery, isOfInvitation, noteView } from './invitation-api';
import { InvitationFlow } from './invitation-flow';
import {
  asksToDecline,
  forgetKey,
  hideLinkParameters,
  type KeyLoss,
  keepKey,
  keyLossOf,
  readKey,
} from './invitation-key';

interface InvitationProps {
  agreementId: string;
}

/** In place of the recording and the statements, until what the key tells about the agreement is there. */
function Reading({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">{text.loading}</span>
        <Skeleton className="h-64" />
      </div>
    );
  }
  return (
    <Notice tone="warn" role="alert">
      <p>{sentenceOf(error, text.unreachable)}</p>
      <Button variant="secondary" className="mt-2 self-start" onClick={onRetry}>
        {t.common.tryAgain}
      </Button>
    </Notice>
  );
}

function Invitation({ agreementId }: InvitationProps) {
  const queries = useQueryClient();
  const [key, setKey] = useState(() => readKey(agreementId));
  const [isDeclining] = useState(() => asksToDecline(window.location.search));
  const [firstKey, setFirstKey] = useState(key);
  const [keyLoss, setKeyLoss] = useState<KeyLoss | null>(null);
  const invitation = useQuery(invitationQuery(agreementId, firstKey));
  // With a key that comes later the server says more: what party A calls it. What was read before stays meanwhile.
  const keyed = useQuery({
    ...invitationQuery(agreementId, key),
    enabled: invitation.isSuccess && key !== null,
  });
  const [ending, setEnding] = useState<unknown>(null);
  const [isAnswered, setAnswered] = useState(false);
  // The number opens it without the key, and leads to a new link or a code.
  const isFirstKeyReplaced = firstKey !== null && keyLossOf(invitation.error) === 'replaced';
  const isKeyReplaced = key !== null && (isFirstKeyReplaced || keyLossOf(keyed.error) === 'replaced');
  const closing = ending ?? (!isKeyReplaced && closedState(keyed.error) ? keyed.error : null);
  const isOver = isAnswered || closing !== null;
  const isOpen = invitation.isSuccess && Boolean(invitation.data);
  const isSomebodyHere = useSignOfPerson();
  // That the mailed link was opened is told to party A and ends the correcting of the address, and programs that check
  // mails load the page of a link as well.
  const isSeen = isOpen && (key === null || isSomebodyHere);

  useEffect(() => hideLinkParameters(), []);

  useEffect(() => {
    // Only the log wants to know; the page works without.
    if (isSeen) noteView(agreementId, key).catch(() => undefined);
  }, [isSeen, agreementId, key]);

  // This screen goes on showing what it read; whoever comes back reads how it ended.
  useEffect(() => {
    if (!isOver) return;
    return () =>
      queries.removeQueries({ predicate: ({ queryKey }) => isOfInvitation(queryKey, agreementId) });
  }, [queries, agreementId, isOver]);

  const loseKey = useCallback(
    (loss: KeyLoss) => {
      forgetKey(agreementId);
      setKey(null);
      setKeyLoss(loss);
    },
    [agreementId],
  );

  useEffect(() => {
    if (isKeyReplaced) loseKey('replaced');
    if (isFirstKeyReplaced) setFirstKey(null);
  }, [isKeyReplaced, isFirstKeyReplaced, loseKey]);

  const retry = () => {
    setEnding(null);
    invitation.refetch().catch(() => undefined);
  };

  if (invitation.isPending || isFirstKeyReplaced || (invitation.isError && invitation.isFetching)) {
    return <LoadingPage title={text.title} text={text.loading} />;
  }
  if (closing) return <ClosedView agreementId={agreementId} error={closing} onRetry={retry} />;
  if (!invitation.data)
    return <ClosedView agreementId={agreementId} error={invitation.error} onRetry={retry} />;
  const readKeyed = () => {
    keyed.refetch().catch(() => undefined);
  };
  return (
    <InvitationFlow
      agreement={keyed.data ?? invitation.data}
      invitationKey={key}
      keyLoss={keyLoss}
      reading={
        key === null || keyed.isSuccess ? null : (
          <Reading error={keyed.isFetching ? null : keyed.error} onRetry={readKeyed} />
        )
      }
      startsDeclining={isDeclining}
      onKey={(given) => {
        keepKey(agreementId, given);
        setKey(given);
        setKeyLoss(null);
        toast({ title: text.access.confirmed });
      }}
      onKeyLost={loseKey}
      onAnswered={() => setAnswered(true)}
      onEnded={setEnding}
    />
  );
}

/** The invitation of party B: no account, no price. */
export default function RemoteContract() {
  const { agreementId = '' } = useParams<{ agreementId: string }>();
  return <Invitation key={agreementId} agreementId={agreementId} />;
}
