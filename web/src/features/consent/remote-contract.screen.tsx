import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { invitationTexts as text } from '#texts/invitation';
import { LoadingPage } from '../../components/layout/page';
import { toast } from '../../components/ui/toast-store';
import { ClosedView } from './closed-view';
import { invitationQuery, noteView } from './invitation-api';
import { InvitationFlow } from './invitation-flow';
import { asksToDecline, forgetKey, hideLinkParameters, keepKey, readKey } from './invitation-key';

interface InvitationProps {
  agreementId: string;
}

function Invitation({ agreementId }: InvitationProps) {
  const [key, setKey] = useState(() => readKey(agreementId));
  const [isDeclining] = useState(() => asksToDecline(window.location.search));
  // With a key that comes later the facts are the same.
  const [firstKey] = useState(key);
  const invitation = useQuery(invitationQuery(agreementId, firstKey));
  const [ending, setEnding] = useState<unknown>(null);
  const isOpen = invitation.isSuccess && Boolean(invitation.data);

  useEffect(() => hideLinkParameters(), []);

  useEffect(() => {
    // Only the log wants to know; the page works without.
    if (isOpen) noteView(agreementId, key).catch(() => undefined);
  }, [isOpen, agreementId, key]);

  const retry = () => {
    setEnding(null);
    invitation.refetch().catch(() => undefined);
  };

  if (invitation.isPending || (invitation.isError && invitation.isFetching)) {
    return <LoadingPage title={text.title} text={text.loading} />;
  }
  if (ending) return <ClosedView error={ending} onRetry={retry} />;
  if (!invitation.data) return <ClosedView error={invitation.error} onRetry={retry} />;
  return (
    <InvitationFlow
      agreement={invitation.data}
      invitationKey={key}
      startsDeclining={isDeclining}
      onKey={(given, expiresAt) => {
        keepKey(agreementId, given, expiresAt);
        setKey(given);
        toast({ title: text.access.confirmed });
      }}
      onKeyLost={() => {
        forgetKey(agreementId);
        setKey(null);
      }}
      onEnded={setEnding}
    />
  );
}

/** The invitation of party B: no account, no price. */
export default function RemoteContract() {
  const { agreementId = '' } = useParams<{ agreementId: string }>();
  return <Invitation key={agreementId} agreementId={agreementId} />;
}
