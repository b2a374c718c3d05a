import { useEffect, useRef } from 'react';
import { escrowTexts } from '#texts/escrow';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import type { AgreementView, EscrowTerms, User } from '../../lib/api/api-types';
import { typedDollars } from '../payments/amount';
import { CreateForm } from './create-form';
import type { Escrow } from './escrow';

const text = escrowTexts.change;

interface ChangeFormProps {
  escrow: Escrow;
  /** Known to its owner only. */
  agreement: AgreementView | null;
  /** The seller's whole address, where this page knows it. */
  sellerEmail: string | null;
  user: User;
  terms: EscrowTerms;
  onPrepared: (sellerEmail: string) => void;
  onCancel: () => void;
}

/** Amount and seller of an escrow that nobody has paid, to be corrected by its buyer. */
export function ChangeForm(props: ChangeFormProps) {
  const { escrow, agreement, sellerEmail, user, terms, onPrepared, onCancel } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card aria-labelledby="escrow-change" className="flex flex-col gap-5 self-start">
      <div className="flex flex-col gap-2">
        <h2
          ref={heading}
          id="escrow-change"
          tabIndex={-1}
          className="font-sans text-lg font-semibold outline-none"
        >
          {text.title}
        </h2>
        <p className="text-muted">{text.text}</p>
      </div>
      <CreateForm
        agreementId={escrow.agreementId}
        agreement={agreement}
        user={user}
        terms={terms}
        first={{ amount: typedDollars(escrow.amount), sellerEmail: sellerEmail ?? '' }}
        onPrepared={onPrepared}
      />
      <Button variant="secondary" className="self-start" onClick={onCancel}>
        {text.keep}
      </Button>
    </Card>
  );
}
