export interface Share {
  fee: number;
  seller: number;
}

/** The platform's fee on what goes to the seller, half a cent counting up, and what the seller then gets; in cents. */
export function shareOf(releasedCents: number, feePercent: number): Share {
  const fee = Math.floor((releasedCents * feePercent + 50) / 100);
  return { fee, seller: releasedCents - fee };
}
