import { FlaskConical, Printer } from 'lucide-react';
import { useId } from 'react';
import { t } from '#texts/common';
import { descriptionTexts } from '#texts/descriptions';
import { receiptsTexts } from '#texts/receipts';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { Fact, Facts } from '../../components/ui/facts';
import { Mark } from '../../components/ui/mark';
import type { ReceiptView } from '../../lib/api/api-types';
import { formatAgreementId, formatCents, formatDateTime } from '../../lib/format';
import { useSession } from '../../lib/session/session';
import { DealLine } from '../agreements/deal-line';
import { refundOf } from './api';

const text = receiptsTexts.view;

/** Opens the browser's print window; the file is called after the document's title. */
function print(number: string): void {
  const { title } = document;
  document.title = `receipt_${number}`;
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}

function Line({ name, children, isTotal }: { name: string; children: string; isTotal?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 border-t border-line py-3 ${isTotal ? 'font-semibold' : ''}`}
    >
      <dt>{name}</dt>
      <dd className={`whitespace-nowrap tabular-nums ${isTotal ? 'text-xl' : ''}`}>{children}</dd>
    </div>
  );
}

/** What was paid and what went back. */
function Amounts({ receipt }: { receipt: ReceiptView }) {
  const { amountCents, refundedCents, refundedAt, currency } = receipt;
  const isRefunded = refundOf(receipt) !== 'none';
  const refunded = refundedAt ? text.refundedAt(formatDateTime(refundedAt)) : text.refundedPlain;
  return (
    <dl className="border-b border-line">
      <Line name={text.amount} isTotal={!isRefunded}>
        {formatCents(amountCents, currency)}
      </Line>
      {isRefunded && <Line name={refunded}>{`−${formatCents(refundedCents, currency)}`}</Line>}
      {isRefunded && (
        <Line name={text.total} isTotal>
          {formatCents(amountCents - refundedCents, currency)}
        </Line>
      )}
    </dl>
  );
}

interface ReceiptDialogProps {
  receipt: ReceiptView;
  onClose: () => void;
}

/** One receipt as a document, to read, print or save. */
export function ReceiptDialog({ receipt, onClose }: ReceiptDialogProps) {
  const { user } = useSession();
  const hintId = useId();
  const { number, description, agreementId, paidAt, isTest, deal } = receipt;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text.title}
      description={text.description}
      className="sm:max-w-xl!"
      isPrinted
    >
      <article className="flex flex-col gap-6">
        <div className="flex items-start justify-between gap-4 max-2xs:flex-wrap">
          <div className="flex items-center gap-3">
            <Mark className="size-9 shrink-0" />
            <p className="font-serif text-xl leading-tight font-medium">{t.app.name}</p>
          </div>
          {isTest && (
            <p className="flex shrink-0 items-center gap-1.5 rounded-control border-2 border-warn px-2.5 py-0.5 text-lg font-semibold tracking-widest text-warn">
              <FlaskConical className="size-5" aria-hidden="true" />
              {text.testTitle}
            </p>
          )}
        </div>
        <Facts className="wrap-anywhere tabular-nums">
          <Fact name={text.number}>{number}</Fact>
          <Fact name={text.paidAt}>{formatDateTime(paidAt)}</Fact>
          <Fact name={text.item}>{descriptionTexts.of(description)}</Fact>
          {agreementId && (
            <Fact name={text.agreement}>
              {deal && <DealLine deal={deal} />}
              {formatAgreementId(agreementId)}
            </Fact>
          )}
          {user && (
            <Fact name={text.paidBy}>
              <span className="block">{user.username}</span>
              <span className="block text-sm text-muted">{user.email}</span>
            </Fact>
          )}
        </Facts>
        <Amounts receipt={receipt} />
        {isTest && <p className="text-sm text-muted">{text.testText}</p>}
        <div data-print="no" className="flex flex-col items-start gap-2">
          <Button aria-describedby={hintId} onClick={() => print(number)}>
            <Printer className="size-5" aria-hidden="true" />
            {text.print}
          </Button>
          <p id={hintId} className="text-sm text-muted">
            {text.printHint}
          </p>
        </div>
      </article>
    </Dialog>
  );
}
