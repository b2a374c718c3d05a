import { callees, defineCall, json } from '../define-call.js';

/** Services that have long work to do. */
export const servicesWithJobs = ['agreements', 'payments', 'transcription', 'notifications'] as const;

export const jobStatuses = ['queued', 'running', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** What is told of a job. */
export interface JobFacts {
  id: string;
  name: string;
  key: string;
  status: JobStatus;
  attempts: number;
  lastError: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** The number of the agreement that it is about, when it names one. */
  agreementId: string | null;
}

/** Newest first; `beforeId`: the page before ended with this job; `q`: a part of the name or the key. */
export const listJobs = defineCall({
  callee: servicesWithJobs,
  askedBy: 'service',
  method: 'GET',
  path: '/internal/jobs',
  query: json<{
    limit: number;
    status?: JobStatus | undefined;
    beforeId?: string | undefined;
    q?: string | undefined;
  }>(),
  answer: json<JobFacts[]>(),
  errors: [],
});

export const getJob = defineCall({
  callee: servicesWithJobs,
  askedBy: 'service',
  method: 'GET',
  path: '/internal/jobs/:id',
  answer: json<JobFacts>(),
  errors: ['not_found'],
});

/** Begins a failed job anew. */
export const retryJob = defineCall({
  callee: servicesWithJobs,
  askedBy: 'service',
  method: 'POST',
  path: '/internal/jobs/:id/retry',
  answer: json<JobFacts>(),
  errors: ['not_found', 'nothing_to_retry'],
});

/** What is told of an event that a handler gave up: never what it says. */
export interface DeadLetterFacts {
  id: string;
  /** `<service>.<handler>`. */
  handler: string;
  routingKey: string;
  /** What the event is about; empty for a message that is no event. */
  subject: string;
  reason: string;
  attempts: number;
  diedAt: string;
  /** When it is put back by itself; null when it waits for an administrator, and after a replay. */
  retryAt: string | null;
  replayedAt: string | null;
}

export const deadLetterStates = ['waiting', 'replayed'] as const;
export type DeadLetterState = (typeof deadLetterStates)[number];

/**
 * Newest first; `beforeDiedAt` and `beforeId`: the page before ended with this one; `q`: a part of the handler, the event
 * or its subject.
 */
export const listDeadLetters = defineCall({
  callee: callees,
  askedBy: 'service',
  method: 'GET',
  path: '/internal/dead-letters',
  query: json<{
    limit: number;
    state?: DeadLetterState | undefined;
    beforeDiedAt?: string | undefined;
    beforeId?: string | undefined;
    q?: string | undefined;
  }>(),
  answer: json<DeadLetterFacts[]>(),
  errors: [],
});

/** How many were not replayed. */
export const countDeadLetters = defineCall({
  callee: callees,
  askedBy: 'service',
  method: 'GET',
  path: '/internal/dead-letters/open',
  answer: json<{ count: number }>(),
  errors: [],
});

export const getDeadLetter = defineCall({
  callee: callees,
  askedBy: 'service',
  method: 'GET',
  path: '/internal/dead-letters/:id',
  answer: json<DeadLetterFacts>(),
  errors: ['not_found'],
});

/** Gives it to its handler once more. */
export const replayDeadLetter = defineCall({
  callee: callees,
  askedBy: 'service',
  method: 'POST',
  path: '/internal/dead-letters/:id/replay',
  answer: json<DeadLetterFacts>(),
  errors: ['not_found', 'nothing_to_retry'],
});
