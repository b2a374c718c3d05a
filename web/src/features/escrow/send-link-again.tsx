import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useId } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Notice, Told } from '../../components/ui/notice';
import { ApiError } from '../../lib/api/api-error';
import { sendSellerLink } from './api';

const text = escrowTexts.sendAgain;

const isLimited = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_requests';

/** For a seller who has lost the key: the link is mailed once more. Whether there is anybody to mail is not told. */
export function SendLinkAgain({ agreementId }: { agreementId: string }) {
  const { isPending, isSuccess, error, mutate } = useMutation({
    mutationFn: () => sendSellerLink(agreementId),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" busy={isPending} onClick={() => !isPending && mutate()}>
        {!isPending && <Mail className="size-5" aria-hidden="true" />}
        {isPending ? text.sending : text.send}
      </Button>
      <Told>{isSuccess && <Notice tone="ok">{text.sent}</Notice>}</Told>
      {error && (
        <Notice tone="warn" role="alert">
          {isLimited(error) ? text.limited : text.failed}
        </Notice>
      )}
    </div>
  );
}

/** The way of a seller to the page that the mailed link opens. */
export function SellerWayBack({ agreementId }: { agreementId: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-sans text-lg font-semibold">
        {escrowTexts.wayBack.seller}
      </h2>
      <p>{escrowTexts.wayBack.sellerText}</p>
      <SendLinkAgain agreementId={agreementId} />
    </section>
  );
}
