import { isSameSecret, isSignatureOf, MINUTE_MS, SECOND_MS, signStatement } from '#platform';

/**
 * The keys in the links that are mailed or shown. A key is signed with LINK_SECRET over what it opens: the same
 * statement always has the same signature, so no key is stored. Whether what a key was made for still counts, is for
 * whoever reads it.
 */
export type Party = 'a' | 'b';

/** What links are made of. */
export interface LinkSettings {
  publicUrl: string;
  linkSecret: string;
}

const UUID_LENGTH = 36;

const keyed = (address: string, key: string): string => `${address}?key=${encodeURIComponent(key)}`;

/** One agreement for one party, for one purpose. */
const partyStatement = (purpose: 'audio' | 'evidence', agreementId: string, party: Party) =>
  `${purpose}:${agreementId}:${party}`;

function partyOf(
  purpose: 'audio' | 'evidence',
  secret: string,
  agreementId: string,
  key: string,
): Party | null {
  const party = key.slice(0, 1);
  if ((party !== 'a' && party !== 'b') || key[1] !== '.') return null;
  return isSignatureOf(secret, partyStatement(purpose, agreementId, party), key.slice(2)) ? party : null;
}

/** Plays one agreement's recording for one party, nothing else. */
export function audioKey(secret: string, agreementId: string, party: Party): string {
  return `${party}.${signStatement(secret, partyStatement('audio', agreementId, party))}`;
}

/** The party that the key belongs to, or null when it is not one of ours. */
export function partyOfKey(secret: string, agreementId: string, key: string): Party | null {
  return partyOf('audio', secret, agreementId, key);
}

export function audioLink(
  { publicUrl, linkSecret }: LinkSettings,
  agreementId: string,
  party: Party,
): string {
  const key = audioKey(linkSecret, agreementId, party);
  return keyed(`${publicUrl}/api/agreements/${agreementId}/audio`, key);
}

/** Opens one agreement's certificate and evidence packet for one party, nothing else. */
export function evidenceKey(secret: string, agreementId: string, party: Party): string {
  return `${party}.${signStatement(secret, partyStatement('evidence', agreementId, party))}`;
}

/** The party that the key belongs to, or null when it is not one of ours. */
export function partyOfEvidenceKey(secret: string, agreementId: string, key: string): Party | null {
  return partyOf('evidence', secret, agreementId, key);
}

export function evidenceLinks(
  { publicUrl, linkSecret }: LinkSettings,
  agreementId: string,
  party: Party,
): { certificate: string; packet: string } {
  const key = evidenceKey(linkSecret, agreementId, party);
  const address = `${publicUrl}/api/agreements/${agreementId}`;
  return { certificate: keyed(`${address}/summary.pdf`, key), packet: keyed(`${address}/evidence.zip`, key) };
}

const invitationStatement = (agreementId: string, invitationId: string) =>
  `invite:${agreementId}:${invitationId}`;

/** The key in party B's link: belongs to one invitation, and dies when the next one is issued. */
export function invitationKey(secret: string, agreementId: string, invitationId: string): string {
  return `${invitationId}.${signStatement(secret, invitationStatement(agreementId, invitationId))}`;
}

/** The invitation that the key was made for, or null when it is not one of ours. */
export function invitationOfKey(secret: string, agreementId: string, key: string): string | null {
  const invitationId = key.slice(0, UUID_LENGTH);
  if (key[UUID_LENGTH] !== '.') return null;
  const signature = key.slice(UUID_LENGTH + 1);
  return isSignatureOf(secret, invitationStatement(agreementId, invitationId), signature)
    ? invitationId
    : null;
}

export function invitationLink(
  { publicUrl, linkSecret }: LinkSettings,
  agreementId: string,
  invitationId: string,
): string {
  const key = invitationKey(linkSecret, agreementId, invitationId);
  return keyed(`${publicUrl}/remote-contract/${agreementId}`, key);
}

const CODE_PREFIX = 'c.';
const CODE_DIGITS = 6;
/** Bytes of the HMAC that make the code: far more than six digits need, so that all are as good as equally likely. */
const CODE_BYTES = 6;

const codeStatement = (agreementId: string, codeId: string) => `code-key:${agreementId}:${codeId}`;

/** The six digits of a code: made of its id when they are mailed or compared, and stored nowhere. */
export function codeDigits(secret: string, agreementId: string, codeId: string): string {
  const hmac = Buffer.from(signStatement(secret, `code:${agreementId}:${codeId}`), 'base64url');
  return String(hmac.readUIntBE(0, CODE_BYTES) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

/** Whether these are the digits of the code. Takes the same time whichever digit differs. */
export function isCode(secret: string, agreementId: string, codeId: string, given: string): boolean {
  return isSameSecret(codeDigits(secret, agreementId, codeId), given);
}

/** What whoever knew the code goes on with. It works while the code's row says so. */
export function codeKey(secret: string, agreementId: string, codeId: string): string {
  return `${CODE_PREFIX}${codeId}.${signStatement(secret, codeStatement(agreementId, codeId))}`;
}

/** The code that the key was given for, or null when it is not one of ours. */
export function codeOfKey(secret: string, agreementId: string, key: string): string | null {
  if (!key.startsWith(CODE_PREFIX)) return null;
  const end = CODE_PREFIX.length + UUID_LENGTH;
  const codeId = key.slice(CODE_PREFIX.length, end);
  if (key[end] !== '.') return null;
  return isSignatureOf(secret, codeStatement(agreementId, codeId), key.slice(end + 1)) ? codeId : null;
}

/** How long the confirmation link on party A's screen can be scanned. */
const SCREEN_MINUTES = 15;
/** How long after that whoever has scanned it in time can hear and answer. */
const ANSWER_MINUTES = 60;

const mailedStatement = (agreementId: string) => `confirm:mail:${agreementId}`;
const shownStatement = (agreementId: string, expiry: string) => `confirm:screen:${agreementId}:${expiry}`;

/** The key in party B's mails. It never runs out: whoever was not there must be able to say so for ever. */
export function mailedConfirmationKey(secret: string, agreementId: string): string {
  return `m.${signStatement(secret, mailedStatement(agreementId))}`;
}

/** The key in the code on party A's screen. It says itself until when it counts. */
export function screenConfirmationKey(
  secret: string,
  agreementId: string,
  now: Date,
): { key: string; expiresAt: Date } {
  const seconds = Math.floor((now.getTime() + SCREEN_MINUTES * MINUTE_MS) / SECOND_MS);
  const key = `s.${seconds}.${signStatement(secret, shownStatement(agreementId, String(seconds)))}`;
  return { key, expiresAt: new Date(seconds * SECOND_MS) };
}

/** What a key is brought for: to open the page, or to hear and answer on a page that was opened. */
export type ConfirmationStep = 'open' | 'go-on';

/** How whoever brings the key was reached; `expired` for a screen of a while ago, null when it is none of ours. */
export function readConfirmationKey(
  secret: string,
  agreementId: string,
  key: string,
  { now, step }: { now: Date; step: ConfirmationStep },
): 'link' | 'screen' | 'expired' | null {
  const [kind, ...rest] = key.split('.');
  if (kind === 'm')
    return isSignatureOf(secret, mailedStatement(agreementId), rest.join('.')) ? 'link' : null;
  const [expiry = '', signature = ''] = rest;
  if (kind !== 's' || rest.length !== 2 || !/^\d{1,12}$/.test(expiry)) return null;
  if (!isSignatureOf(secret, shownStatement(agreementId, expiry), signature)) return null;
  const endMs = Number(expiry) * SECOND_MS + (step === 'open' ? 0 : ANSWER_MINUTES * MINUTE_MS);
  return endMs > now.getTime() ? 'screen' : 'expired';
}

export function confirmationLink({ publicUrl, linkSecret }: LinkSettings, agreementId: string): string {
  return confirmationUrl(publicUrl, agreementId, mailedConfirmationKey(linkSecret, agreementId));
}

export function confirmationUrl(publicUrl: string, agreementId: string, key: string): string {
  return keyed(`${publicUrl}/confirm/${agreementId}`, key);
}
