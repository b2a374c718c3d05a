import { useEffect, useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { formatCents } from '../../../lib/format';
import { AmountLines } from '../amount-lines';
import { shareOf } from '../money';

const PAUSE_MS = 700;

interface FeePreviewProps {
  /** Null while no amount is typed. */
  cents: number | null;
  feePercent: number;
}

/** What the seller gets of the amount, while it is typed; told to listeners when typing pauses. */
export function FeePreview({ cents, feePercent }: FeePreviewProps) {
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
