import type { Upstream } from '../upstreams/upstreams.module.js';

/**
 * First match wins. Only what stands here can be reached from outside; the gateway's own routes (`/api/health`,
 * `/api/admin/{health,stats,system,jobs,dead-letters,queues}`) are exact and win over it.
 */
const table: readonly [RegExp, Upstream][] = [
  [/^\/api\/auth\//, 'auth'],
  [/^\/api\/admin\/(login|logout|acts|change-password)$/, 'auth'],
  [/^\/api\/admin\/sessions(\/|$)/, 'auth'],
  [/^\/api\/admin\/users(\/|$)/, 'auth'],
  [/^\/api\/admin\/agreements(\/|$)/, 'agreements'],
  [/^\/api\/admin\/download-audio\//, 'agreements'],
  [/^\/api\/admin\/payments(\/[^/]+\/refund)?$/, 'payments'],
  [/^\/api\/admin\/held-payments(\/|$)/, 'payments'],
  [/^\/api\/admin\/ledger$/, 'payments'],
  [/^\/api\/admin\/manual-transcriptions(\/|$)/, 'transcription'],
  [/^\/api\/admin\/tickets(\/|$)/, 'notifications'],
  [/^\/api\/admin\/mails$/, 'notifications'],
  [
    /^\/api\/agreements\/[^/]+\/(transcript|transcript\/export|transcript\/renewal|transcript\/speakers\/[^/]+|generate-transcript)$/,
    'transcription',
  ],
  [/^\/api\/agreements\//, 'agreements'],
  [/^\/api\/verify\//, 'agreements'],
  [/^\/\.well-known\/split-second-contract\/(keys|log-heads)\.json$/, 'agreements'],
  [/^\/api\/users\//, 'agreements'],
  [/^\/api\/recordings(\/|$)/, 'agreements'],
  [/^\/api\/transcribe$/, 'agreements'],
  [/^\/api\/request-manual-transcription$/, 'transcription'],
  [/^\/api\/(contract-assistant|speech)$/, 'transcription'],
  [/^\/api\/create-(payment-intent|subscription|escrow-intent|connect-account)$/, 'payments'],
  [/^\/api\/config$/, 'payments'],
  [
    /^\/api\/user\/(pending-payments|receipts|credits|subscription|subscription\/(cancel|resume))$/,
    'payments',
  ],
  [/^\/api\/escrow\//, 'payments'],
  [/^\/api\/payments\//, 'payments'],
  [/^\/api\/webhooks\/stripe$/, 'payments'],
  [/^\/api\/(contact|request-customer-service|page-errors|mail-language)$/, 'notifications'],
];

/** Chunks of one long recording: many, and small. */
const CHUNK = /^\/api\/recordings\/[^/]+\/chunks\/[^/]+$/;

/** Calls that take files, as the router knows them: bodies are passed on as they come, and may be large. */
export const uploads = [
  { method: 'POST', url: '/api/agreements/temporary' },
  { method: 'POST', url: '/api/agreements/remote/:agreementId/consent' },
  { method: 'PUT', url: '/api/recordings/:id/chunks/:index' },
  { method: 'POST', url: '/api/recordings/:id/finalize' },
  { method: 'POST', url: '/api/transcribe' },
  { method: 'POST', url: '/api/admin/manual-transcriptions/:id/fulfil' },
] as const;

/** Files that mails link to: people open their addresses in a browser. */
export const mailedFiles = [
  { method: 'GET', url: '/api/agreements/:agreementId/audio' },
  { method: 'GET', url: '/api/agreements/:agreementId/evidence.zip' },
  { method: 'GET', url: '/api/agreements/:agreementId/summary.pdf' },
] as const;

/** Calls that answer with files, which a player may read as slowly as it plays. */
export const streams = [
  ...mailedFiles,
  { method: 'GET', url: '/api/agreements/:agreementId/preview' },
  { method: 'GET', url: '/api/agreements/:agreementId/photo' },
  { method: 'GET', url: '/api/agreements/remote/:agreementId/audio' },
  { method: 'GET', url: '/api/agreements/remote/:agreementId/photo' },
  { method: 'GET', url: '/api/agreements/remote/:agreementId/confirmation/audio' },
  { method: 'GET', url: '/api/admin/download-audio/:agreementId' },
] as const;

/** The beginning of a long recording, which makes room for it. */
export function beginsUpload(method: string, path: string): boolean {
  return method === 'POST' && path === '/api/recordings';
}

/** Counted apart: an upload is counted when it begins and when it ends. */
export function isChunk(method: string, path: string): boolean {
  return method === 'PUT' && CHUNK.test(path);
}

/** The service that owns a path, or null. */
export function routeOf(path: string): Upstream | null {
  return table.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Calls that open an invitation, or verify, by its number: counted apart, so that nobody can try numbers. */
export function isRemoteLookup(path: string): boolean {
  return path.startsWith('/api/agreements/remote/') || path.startsWith('/api/verify/');
}

const CERTIFICATE = /^\/api\/agreements\/[^/]+\/summary\.pdf$/;

/** A certificate: drawing one of an agreement that is not sealed takes a processor for a moment. */
export function isCertificate(path: string): boolean {
  return CERTIFICATE.test(path);
}

const PACKET = /^\/api\/agreements\/[^/]+\/evidence\.zip$/;

/** An evidence packet: the checksums of all that is in it are counted while it is read. */
export function isPacket(path: string): boolean {
  return PACKET.test(path);
}

/** What asks for the password once more: whether it was given must be known as of now. */
const STEP_UP: readonly [string, RegExp][] = [
  ['PATCH', /^\/api\/auth\/profile$/],
  ['POST', /^\/api\/escrow\/[^/]+\/release$/],
  ['POST', /^\/api\/create-connect-account$/],
];

export function needsConfirmation(method: string, path: string): boolean {
  return STEP_UP.some(([verb, pattern]) => verb === method && pattern.test(path));
}

/** Stripe's own calls: signed over the bytes, which only their service reads. */
export function isWebhook(path: string): boolean {
  return path === '/api/webhooks/stripe';
}

/** Questions to the Contract Assistant: anybody may ask, and each may cost a call of a model. */
export function isAssistantQuestion(method: string, path: string): boolean {
  return method === 'POST' && path === '/api/contract-assistant';
}
