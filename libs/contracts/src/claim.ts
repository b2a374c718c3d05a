/** Cookie that lets the browser which recorded an agreement claim it. */
export function claimCookieName(agreementId: string): string {
  return `ssc_claim_${agreementId}`;
}

/** The claim of this agreement among the cookies of a request. */
export function claimFromCookies(header: string | undefined, agreementId: string): string | null {
  const name = `${claimCookieName(agreementId)}=`;
  const cookie = header?.split(/;\s*/).find((part) => part.startsWith(name));
  return cookie ? cookie.slice(name.length) : null;
}
