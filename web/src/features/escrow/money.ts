const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;
const PLAIN = /^\d{1,9}([.,]\d{1,2})?$/;

/** Cents of a typed amount such as "$1,250.50" or "250,5"; null when it is no amount of money. */
export function parseDollars(text: string): number | null {
  const typed = text.trim().replace(/^\$\s*/, '');
  const plain = GROUPED.test(typed)
    ? typed.replaceAll(',', '')
    : PLAIN.test(typed)
      ? typed.replace(',', '.')
      : null;
  if (plain === null) return null;
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Cents as one types them: "250" or "250.50". */
export function typedDollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

export interface Share {
  fee: number;
  seller: number;
}

/** The platform's fee on what goes to the seller, half a cent counting up, and what the seller then gets; in cents. */
export function shareOf(releasedCents: number, feePercent: number): Share {
  const fee = Math.floor((releasedCents * feePercent + 50) / 100);
  return { fee, seller: releasedCents - fee };
}
