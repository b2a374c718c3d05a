import { escrowTexts } from '#texts/escrow';
import { Card, CardTitle } from '../../../components/ui/card';
import { formatCents } from '../../../lib/format';
import { AmountLines } from '../amount-lines';
import type { HeldPayment } from '../held-payment';

const text = escrowTexts.amounts;

/** Who has paid and gets what. */
export function Amounts({ held }: { held: HeldPayment }) {
  const { role, currency } = held;
  const show = (cents: number) => formatCents(cents, currency);
  return (
    <Card aria-labelledby="held-amounts" className="flex flex-col gap-4">
      <CardTitle id="held-amounts">{text.title}</CardTitle>
      <AmountLines
        lines={[
          { label: held.heldAt ? text.paid : text.toPay, value: show(held.amount), isStrong: false },
          { label: text.fee, value: show(held.platformFee) },
          { label: role === 'buyer' ? text.refundOwn : text.refund, value: show(held.buyerRefund) },
          {
            label: role === 'seller' ? text.sellerOwn : text.seller,
            value: show(held.sellerAmount),
            isStrong: true,
          },
        ]}
      />
      <p className="text-sm text-muted">{text.feeNote}</p>
    </Card>
  );
}
