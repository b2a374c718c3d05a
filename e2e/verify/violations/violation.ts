import type { systemServices } from '#testing';

type Service = (typeof systemServices)[number];

/** A violation that a test plants into a healthy system. */
export interface Violation {
  /** The invariant that must name it. */
  invariant: string;
  what: string;
  service: Service;
  /** One statement; what it returns as `id` must be named. */
  sql: string;
}

export const violation = (invariant: string, service: Service, what: string, sql: string): Violation => ({
  invariant,
  what,
  service,
  sql,
});

export const PAID = `(select o.* from orders o where o.purpose = 'contract' and o.status = 'paid' order by o.id limit 1)`;
export const escrowIn = (state: string) =>
  `(select h.* from escrows h where h.state = '${state}' order by h.id limit 1)`;
export const agreementIn = (status: string, more = 'true') =>
  `(select a.* from agreements a where a.status = '${status}' and ${more} order by a.id limit 1)`;
export const COMPLETED = agreementIn('completed', 'a.content_deleted_at is null and not a.is_remote');
export const REMOTE = agreementIn('completed', 'a.is_remote');
export const NEW_ID = `'00000000-0000-7000-8000-00000000abcd'`;
