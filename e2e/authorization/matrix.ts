import type { SystemService } from '#testing';

/**
 * Who calls. `partyB` has no account but the key of the invitation to the owner's remote agreement; a `visitor` stands
 * for party B without a key, too. `direct` goes past the gateway.
 */
export const actors = ['visitor', 'partyB', 'other', 'ended', 'expired', 'admin', 'direct', 'owner'] as const;
export type Actor = (typeof actors)[number];

export const targets = ['own', 'foreign', 'missing'] as const;
export type Target = (typeof targets)[number];

/** Status for the owner's thing, for somebody else's, and for one that does not exist. */
type Cells = readonly [own: number, foreign: number, missing: number];

export interface Route {
  service: SystemService;
  /** What stands for `{agreementId}`: the paid and completed one, or the remote one that waits for party B. */
  agreement?: 'remote';
  /** What the call must ask for in its query. */
  query?: string;
  /** The JSON body, for routes that take one. */
  body?: (id: string) => object;
  expected: Record<Actor, Cells>;
}

export const all = (status: number): Cells => [status, status, status];

/** Open to everyone; what it answers has nothing to do with who asks. */
const open = (status: number): Record<Actor, Cells> => ({
  visitor: all(status),
  partyB: all(status),
  owner: all(status),
  other: all(status),
  ended: all(status),
  expired: all(status),
  admin: all(status),
  direct: all(401),
});

/** Answers the owner; to everyone else, logged in or not, it does not exist. */
const hidden: Record<Actor, Cells> = { ...open(404), owner: [200, 404, 404] };

/** As `hidden`, and administrators may look. */
const overseen: Record<Actor, Cells> = { ...hidden, admin: [200, 200, 404] };

/** Needs a login of a user; other people's things do not exist. */
const personal = (own: number): Record<Actor, Cells> => ({
  visitor: all(401),
  partyB: all(401),
  owner: [own, 404, 404],
  other: all(404),
  ended: all(401),
  expired: all(401),
  admin: all(403),
  direct: all(401),
});

const personalOrAdmin = (own: number, missing: number): Record<Actor, Cells> => ({
  ...personal(own),
  admin: [own, own, missing],
});

/** About the caller alone. */
const self = (status: number): Record<Actor, Cells> => ({
  ...personal(status),
  owner: all(status),
  other: all(status),
});

/** For administrators; a user's token is of the wrong kind. */
const admin = (cells: Cells): Record<Actor, Cells> => ({
  visitor: all(401),
  partyB: all(401),
  owner: all(403),
  other: all(403),
  ended: all(401),
  expired: all(401),
  admin: cells,
  direct: all(401),
});

/** What the number of a remote agreement shows: to whoever has it, with the right key or none. */
const invited = (status: number): Record<Actor, Cells> => ({
  ...open(status),
  visitor: [status, status, 404],
  partyB: [status, 404, 404],
  owner: [status, status, 404],
  other: [status, status, 404],
  ended: [status, status, 404],
  expired: [status, status, 404],
  admin: [status, status, 404],
});

/** Where the number is not enough: the mailed key opens it, and nothing else does, not even the owner's session. */
const keyed = (status: number): Record<Actor, Cells> => {
  const without: Cells = [403, 403, 404];
  return {
    ...invited(status),
    ...{ visitor: without, owner: without, other: without, ended: without, expired: without, admin: without },
  };
};

/** What the seller does with the key of the mailed link; the owner pays and is not the seller. */
const sellers: Record<Actor, Cells> = { ...open(404), owner: all(404) };

const escrowIntent = (agreementId: string) => ({
  agreementId,
  amount: 100,
  sellerEmail: 'seller@example.test',
});
const payment = (agreementId: string) => ({ planType: 'split-second-contract', agreementId });
const aboutAgreement = (agreementId: string) => ({ agreementId });
const nothing = () => ({});

export const matrix: Record<string, Route> = {
  'post /api/auth/signup': { service: 'auth', body: nothing, expected: open(400) },
  'post /api/auth/login': { service: 'auth', body: nothing, expected: open(400) },
  'get /api/auth/user': { service: 'auth', expected: self(200) },
  'post /api/auth/logout': { service: 'auth', expected: self(204) },
  'patch /api/auth/profile': { service: 'auth', body: nothing, expected: self(400) },
  'delete /api/auth/profile/pending-email': { service: 'auth', expected: self(204) },
  'patch /api/auth/change-password': { service: 'auth', body: nothing, expected: self(400) },
  'post /api/auth/forgot-password': { service: 'auth', body: nothing, expected: open(400) },
  'post /api/auth/confirm-password': { service: 'auth', body: nothing, expected: self(400) },
  'post /api/mail-language': { service: 'notifications', body: nothing, expected: open(400) },
  'post /api/auth/verify-address': { service: 'auth', body: nothing, expected: open(400) },
  // Three in an hour, which is as often as each of them asks here.
  'post /api/auth/verify-address/resend': { service: 'auth', expected: self(204) },
  // A session of one's own with such a number there is not.
  'get /api/auth/sessions': { service: 'auth', expected: self(200) },
  'delete /api/auth/sessions/{id}': { service: 'auth', expected: self(400) },
  'post /api/auth/sessions/end-others': { service: 'auth', expected: self(204) },
  'post /api/auth/reset-password': { service: 'auth', body: nothing, expected: open(400) },

  'post /api/agreements/temporary': { service: 'agreements', body: nothing, expected: open(400) },
  'get /api/agreements/{agreementId}': { service: 'agreements', expected: overseen },
  'get /api/agreements/{agreementId}/audio': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/outline': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/preview': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/photo': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/events': {
    service: 'agreements',
    expected: personalOrAdmin(200, 404),
  },
  'get /api/agreements/{agreementId}/evidence.zip': { service: 'agreements', expected: hidden },
  'get /api/agreements/{agreementId}/summary.pdf': { service: 'agreements', expected: hidden },
  // Whoever has the number; what it answers tells no names.
  'get /api/verify/{agreementId}': { service: 'agreements', expected: open(200) },
  'get /api/verify/hash/{sha256}': { service: 'agreements', expected: open(400) },
  // The owner's is completed already; nobody else learns as much as that.
  'post /api/agreements/{agreementId}/resend': { service: 'agreements', expected: personal(409) },
  'post /api/agreements/{agreementId}/remind': { service: 'agreements', expected: personal(409) },
  'post /api/agreements/{agreementId}/cancel': {
    service: 'agreements',
    body: nothing,
    expected: { ...hidden, owner: [409, 404, 404] },
  },
  'patch /api/agreements/{agreementId}/party-b': {
    service: 'agreements',
    body: () => ({ email: 'new.address@example.test' }),
    expected: personal(409),
  },
  'get /api/agreements/{agreementId}/take': { service: 'agreements', expected: personal(200) },
  'get /api/agreements/{agreementId}/transcript': { service: 'transcription', expected: personal(200) },
  'post /api/agreements/{agreementId}/generate-transcript': {
    service: 'transcription',
    expected: personal(200),
  },
  'post /api/agreements/{agreementId}/transcript/renewal': {
    service: 'transcription',
    expected: personal(409),
  },
  'get /api/agreements/{agreementId}/transcript/export': {
    service: 'transcription',
    query: 'format=txt',
    expected: personal(200),
  },
  'put /api/agreements/{agreementId}/transcript/speakers/{label}': {
    service: 'transcription',
    body: () => ({ name: 'Anna', party: 'a' }),
    expected: personal(404),
  },
  'post /api/contract-assistant': { service: 'transcription', body: nothing, expected: open(400) },
  'get /api/users/{id}/stats': { service: 'agreements', expected: personalOrAdmin(200, 200) },
  'get /api/users/{id}/agreements': { service: 'agreements', expected: personalOrAdmin(200, 200) },

  'get /api/agreements/remote/{agreementId}': {
    service: 'agreements',
    agreement: 'remote',
    expected: invited(200),
  },
  'get /api/agreements/remote/{agreementId}/audio': {
    service: 'agreements',
    agreement: 'remote',
    expected: keyed(200),
  },
  'get /api/agreements/remote/{agreementId}/outline': {
    service: 'agreements',
    agreement: 'remote',
    expected: keyed(200),
  },
  'get /api/agreements/remote/{agreementId}/photo': {
    service: 'agreements',
    agreement: 'remote',
    expected: invited(200),
  },
  'post /api/agreements/remote/{agreementId}/view': {
    service: 'agreements',
    agreement: 'remote',
    body: nothing,
    expected: invited(204),
  },
  // The same for everybody and for every number: whether anybody is mailed is not told.
  'post /api/agreements/remote/{agreementId}/send-link': {
    service: 'agreements',
    agreement: 'remote',
    expected: open(204),
  },
  'post /api/agreements/remote/{agreementId}/code': {
    service: 'agreements',
    agreement: 'remote',
    expected: open(204),
  },
  'post /api/agreements/remote/{agreementId}/code/confirm': {
    service: 'agreements',
    agreement: 'remote',
    body: nothing,
    expected: open(400),
  },
  // The key of an invitation is none for a confirmation.
  'get /api/agreements/remote/{agreementId}/confirmation': {
    service: 'agreements',
    agreement: 'remote',
    expected: { ...open(400), partyB: all(404) },
  },
  'get /api/agreements/remote/{agreementId}/confirmation/audio': {
    service: 'agreements',
    agreement: 'remote',
    expected: { ...open(400), partyB: all(404) },
  },
  'get /api/agreements/remote/{agreementId}/confirmation/outline': {
    service: 'agreements',
    agreement: 'remote',
    expected: { ...open(400), partyB: all(404) },
  },
  'post /api/agreements/remote/{agreementId}/confirmation': {
    service: 'agreements',
    agreement: 'remote',
    body: () => ({ answer: 'no' }),
    expected: { ...open(400), partyB: all(404) },
  },
  'post /api/agreements/{agreementId}/confirmation-link': { service: 'agreements', expected: personal(200) },
  // A form that is none changes nothing for anybody; where nobody was invited it is not even read.
  'post /api/agreements/remote/{agreementId}/consent': {
    service: 'agreements',
    agreement: 'remote',
    body: nothing,
    expected: { ...invited(400), partyB: [400, 400, 404] },
  },
  // Whose reason is too long is refused before anybody is looked at.
  'post /api/agreements/remote/{agreementId}/decline': {
    service: 'agreements',
    agreement: 'remote',
    body: () => ({ reason: 'x'.repeat(501) }),
    expected: open(400),
  },

  'post /api/recordings': { service: 'agreements', body: nothing, expected: open(201) },
  'get /api/recordings/{recordingId}': { service: 'agreements', expected: open(404) },
  'put /api/recordings/{recordingId}/chunks/{n}': { service: 'agreements', expected: open(404) },
  'post /api/recordings/{recordingId}/finalize': { service: 'agreements', expected: open(404) },
  'post /api/transcribe': { service: 'agreements', body: nothing, expected: self(400) },

  'post /api/request-manual-transcription': {
    service: 'transcription',
    body: aboutAgreement,
    expected: personal(200),
  },
  'post /api/request-customer-service': {
    service: 'notifications',
    body: aboutAgreement,
    expected: personal(200),
  },
  'post /api/page-errors': { service: 'notifications', body: nothing, expected: open(400) },
  'post /api/contact': { service: 'notifications', body: nothing, expected: open(400) },

  // The owner has paid already; nobody else may pay, or learn that there is something to pay for.
  'post /api/create-payment-intent': { service: 'payments', body: payment, expected: personal(409) },
  // About the caller's own payments: `none` for whatever they have not paid for, whether it exists or not.
  'get /api/payments/{agreementId}': { service: 'payments', expected: self(200) },
  'post /api/create-subscription': { service: 'payments', body: nothing, expected: self(400) },
  'get /api/user/subscription': { service: 'payments', expected: self(200) },
  'post /api/user/subscription/cancel': { service: 'payments', body: nothing, expected: self(409) },
  'post /api/user/subscription/resume': { service: 'payments', body: nothing, expected: self(409) },
  'get /api/user/pending-payments': { service: 'payments', expected: self(200) },
  'get /api/user/receipts': { service: 'payments', expected: self(200) },
  'get /api/user/credits': { service: 'payments', expected: self(200) },

  'post /api/create-escrow-intent': { service: 'payments', body: escrowIntent, expected: personal(200) },
  'post /api/create-connect-account': { service: 'payments', body: nothing, expected: self(400) },
  // The buyer's, who is the owner here; with the wrong key or none there is nothing to see.
  'get /api/escrow/{agreementId}': { service: 'payments', expected: hidden },
  'post /api/escrow/{agreementId}/delivered': { service: 'payments', body: nothing, expected: sellers },
  'post /api/escrow/{agreementId}/onboarding': { service: 'payments', body: nothing, expected: sellers },
  'post /api/escrow/{agreementId}/send-link': { service: 'payments', body: nothing, expected: open(202) },
  'post /api/escrow/{agreementId}/received': { service: 'payments', body: nothing, expected: personal(409) },
  // Not without the password once more, and nobody else learns as much as that.
  'post /api/escrow/{agreementId}/release': { service: 'payments', body: nothing, expected: personal(403) },
  'post /api/escrow/{agreementId}/problem': {
    service: 'payments',
    body: () => ({ reason: 'Nothing came.' }),
    expected: personal(409),
  },
  'post /api/escrow/{agreementId}/refund': {
    service: 'payments',
    body: nothing,
    expected: { ...hidden, owner: [409, 404, 404] },
  },
  'get /api/config': { service: 'payments', expected: open(200) },
  'get /api/speech': { service: 'transcription', expected: open(200) },
  'post /api/webhooks/stripe': { service: 'payments', body: nothing, expected: open(400) },
  'get /api/health': { service: 'gateway', expected: { ...open(200), direct: all(200) } },

  'post /api/admin/login': { service: 'auth', body: nothing, expected: open(400) },
  'post /api/admin/logout': { service: 'auth', expected: admin(all(204)) },
  'patch /api/admin/change-password': { service: 'auth', body: nothing, expected: admin(all(400)) },
  'get /api/admin/sessions': { service: 'auth', expected: admin(all(200)) },
  'delete /api/admin/sessions/{id}': { service: 'auth', expected: admin(all(400)) },
  'post /api/admin/sessions/end-others': { service: 'auth', expected: admin(all(204)) },
  'get /api/admin/users': { service: 'auth', expected: admin(all(200)) },
  'post /api/admin/users/{id}/disable': { service: 'auth', body: nothing, expected: admin(all(400)) },
  'post /api/admin/users/{id}/enable': { service: 'auth', body: nothing, expected: admin(all(400)) },
  'get /api/admin/acts': { service: 'auth', expected: admin(all(200)) },
  'get /api/admin/agreements': { service: 'agreements', expected: admin(all(200)) },
  'get /api/admin/download-audio/{agreementId}': {
    service: 'agreements',
    query: 'reason=Asked+for+help',
    expected: admin([200, 200, 404]),
  },
  'post /api/admin/agreements/{agreementId}/cancel': {
    service: 'agreements',
    body: () => ({ reason: 'asked by both' }),
    expected: admin([409, 409, 404]),
  },
  'post /api/admin/agreements/{agreementId}/extend': {
    service: 'agreements',
    body: () => ({ reason: 'asked by the owner', days: 3 }),
    expected: admin([200, 200, 404]),
  },
  'post /api/admin/agreements/{agreementId}/delete-content': {
    service: 'agreements',
    body: () => ({ reason: 'asked by the owner' }),
    expected: admin([409, 409, 404]),
  },
  'get /api/admin/payments': { service: 'payments', expected: admin(all(200)) },
  'post /api/admin/payments/{id}/refund': {
    service: 'payments',
    body: () => ({ reason: 'Paid twice.' }),
    expected: admin(all(404)),
  },
  'get /api/admin/held-payments': { service: 'payments', expected: admin(all(200)) },
  'get /api/admin/held-payments/{id}': { service: 'payments', expected: admin(all(404)) },
  'post /api/admin/held-payments/{id}/decide': {
    service: 'payments',
    body: () => ({ sellerAmount: 1, reason: 'Half was delivered.' }),
    expected: admin(all(404)),
  },
  'get /api/admin/ledger': { service: 'payments', expected: admin(all(200)) },
  'get /api/admin/manual-transcriptions': { service: 'transcription', expected: admin(all(200)) },
  'post /api/admin/manual-transcriptions/{orderId}/fulfil': {
    service: 'transcription',
    expected: admin(all(400)),
  },
  'post /api/admin/manual-transcriptions/{orderId}/correct': {
    service: 'transcription',
    expected: admin(all(400)),
  },
  'get /api/admin/tickets': { service: 'notifications', expected: admin(all(200)) },
  'get /api/admin/tickets/{number}': { service: 'notifications', expected: admin(all(404)) },
  'post /api/admin/tickets/{number}/answer': {
    service: 'notifications',
    body: () => ({ message: 'We have looked at it.' }),
    expected: admin(all(404)),
  },
  'get /api/admin/mails': { service: 'notifications', expected: admin(all(200)) },
  'get /api/admin/stats': { service: 'gateway', expected: admin(all(200)) },
  'get /api/admin/health': { service: 'gateway', expected: admin(all(200)) },
  'get /api/admin/system': { service: 'gateway', expected: admin(all(200)) },
  'get /api/admin/jobs': { service: 'gateway', expected: admin(all(200)) },
  'post /api/admin/jobs/{service}/{id}/retry': {
    service: 'gateway',
    body: () => ({ reason: 'looked into it' }),
    expected: admin(all(404)),
  },
  'get /api/admin/dead-letters': { service: 'gateway', expected: admin(all(200)) },
  'post /api/admin/dead-letters/{service}/{id}/replay': {
    service: 'gateway',
    body: () => ({ reason: 'looked into it' }),
    expected: admin(all(404)),
  },
};
