import { Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dealTexts } from '#texts/deal';
import { savedCardTexts as text } from '#texts/saved-card';
import { Button } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { Card, CardTitle } from '../../components/ui/card';
import { lazyPart, MissingDialog } from '../../components/ui/lazy-part';
import { formatAgreementId, formatDate } from '../../lib/format';
import { checkoutPath } from '../../lib/session/pending-checkout';
import { forgetPending, type PendingCheckout, usePendings } from '../../lib/session/pending-notes';

const AlertDialog = lazyPart(() => import('../../components/ui/alert-dialog').then((m) => m.AlertDialog), {
  missing: ({ open, onOpenChange }) => open && <MissingDialog onClose={() => onOpenChange(false)} />,
});

/** Between whom it is, where the device knows that; else what it is. */
function titleOf({ partyAName, partyBName }: PendingCheckout): string {
  return partyAName && partyBName ? dealTexts.parties(partyAName, partyBName) : text.contract;
}

interface SavedCardProps {
  /** Contracts that the account has: they are listed elsewhere. */
  known: ReadonlySet<string>;
  userId: number;
  /** The account has a contract that is not known yet; it must not change between two renders. */
  onUnknown: () => void;
}

/** Recordings that this device has sent and nobody has paid for: no account lists them, so this is the way to them. */
export function SavedCard({ known, userId, onUnknown }: SavedCardProps) {
  const noted = usePendings();
  const pendings = noted.filter(({ agreementId }) => !known.has(agreementId));
  const reported = useRef(new Set<string>());
  // What is sent in the background arrives while the list is shown. Once each: the account may have it no longer.
  useEffect(() => {
    const unknown = noted.filter(
      (note) =>
        note.userId === userId && !known.has(note.agreementId) && !reported.current.has(note.agreementId),
    );
    if (unknown.length === 0) return;
    for (const { agreementId } of unknown) reported.current.add(agreementId);
    onUnknown();
  }, [noted, known, userId, onUnknown]);
  const title = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<PendingCheckout | null>(null);
  const forget = ({ agreementId }: PendingCheckout) => {
    // The row with the pressed button goes, and with the last one the card.
    const next = pendings.length > 1 ? title.current : document.querySelector<HTMLElement>('main h1');
    forgetPending(agreementId);
    setTimeout(() => next?.focus());
  };
  if (pendings.length === 0) return null;
  return (
    <Card aria-labelledby="saved-contracts" className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <Save className="mt-1 size-5 shrink-0 text-warn" aria-hidden="true" />
        <div>
          <CardTitle ref={title} tabIndex={-1} id="saved-contracts">
            {text.title}
          </CardTitle>
          <p className="text-muted">{text.lead(pendings.length)}</p>
        </div>
      </div>
      <ul>
        {pendings.map((pending) => {
          const { agreementId, planType, savedAt } = pending;
          const id = formatAgreementId(agreementId);
          const name = `${titleOf(pending)} ${id}`;
          return (
            <li
              key={agreementId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 last:pb-0"
            >
              <p className="min-w-0">
                <span className="block font-medium wrap-anywhere">{titleOf(pending)}</span>
                <span className="block text-sm text-muted tabular-nums">
                  {savedAt ? `${formatDate(savedAt)} · ${id}` : id}
                </span>
                <span className="block text-sm">{text.unpaid}</span>
              </p>
              <div className="flex flex-wrap gap-2">
                <Button variant="quiet" aria-label={text.forgetNamed(name)} onClick={() => setAsked(pending)}>
                  {text.forget}
                </Button>
                {/* A full load: only the document of a payment page may talk to the payment provider. */}
                <a
                  href={checkoutPath(agreementId, planType)}
                  aria-label={text.payNamed(name)}
                  className={buttonClass('secondary')}
                >
                  {text.pay}
                </a>
              </div>
            </li>
          );
        })}
      </ul>
      {asked && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          question={text.question}
          detail={text.detail(titleOf(asked))}
          confirm={text.confirm}
          cancel={text.cancel}
          isDanger
          onConfirm={() => forget(asked)}
        />
      )}
    </Card>
  );
}
