import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { t } from '#texts/common';
import { confirmationTexts as text } from '#texts/confirmation';
import { LoadingPage, Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { rememberAddress } from '../../lib/browser/language';
import { ConfirmationFlow, confirmationQuery } from './confirmation-flow';
import { hideLinkParameters, readKey } from './invitation-key';

type Closed = keyof typeof text.closed;

/** Why nothing can be said, and whether trying again may help. */
function closedWords(error: unknown): { title: string; text: string; isFinal: boolean } {
  const code = error instanceof ApiError ? error.code : '';
  if (Object.hasOwn(text.closed, code)) return { ...text.closed[code as Closed], isFinal: true };
  const { title } = text.closed.agreement_not_found;
  const sentence = code === 'unreachable' ? text.unreachable : sentenceOf(error, text.unreachable);
  return { title, text: sentence, isFinal: false };
}

function Closed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = closedWords(error);
  return (
    <Page title={words.title} focusKey={words.title} width="text" className="flex flex-col gap-5 sm:py-20">
      <PageHeading>{words.title}</PageHeading>
      <p className="text-lg">{words.text}</p>
      <div className="flex flex-wrap gap-3">
        {!words.isFinal && <Button onClick={onRetry}>{t.common.tryAgain}</Button>}
        <ButtonLink href="/" variant={words.isFinal ? 'primary' : 'secondary'}>
          {text.returnHome}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** Whoever was named as party B says whether it was them: no account, no price. */
export default function Confirm() {
  const { agreementId = '' } = useParams<{ agreementId: string }>();
  const [search] = useState(() => window.location.search);
  // Kept for reloads of this tab, apart from the key of an invitation.
  const [key] = useState(() => readKey(`confirm:${agreementId}`) ?? '');
  const contract = useQuery(confirmationQuery(agreementId, key));

  // Whoever has the key can answer: it stays out of the address bar and the history.
  useEffect(() => {
    const { pathname } = window.location;
    hideLinkParameters();
    return rememberAddress(pathname + search);
  }, [search]);

  if (contract.isPending || (contract.isError && contract.isFetching)) {
    return <LoadingPage title={text.title} text={text.loading} />;
  }
  if (!contract.data) {
    return <Closed error={contract.error} onRetry={() => contract.refetch().catch(() => undefined)} />;
  }
  return <ConfirmationFlow contract={contract.data} confirmationKey={key} />;
}
