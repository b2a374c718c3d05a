import type { Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { User } from '../api/api-types';
import { readStored, removeStored, watchStored, writeStored } from '../browser/storage';
import { parseStoredUser, UNTOLD_LOGOUT_KEYS } from './session';

const KEYS = ['adminToken', 'adminUser'] as const;

/** Administrators hold a session of their own, beside the one they may have as a user. */
export interface AdminSession {
  token: string;
  user: User;
}

const listeners = new Set<() => void>();
const administratorListeners = new Set<() => void>();
let current: AdminSession | null = null;
let isLoaded = false;

/** What the two stored texts amount to: a session only with a token and a readable user of role admin. */
export function parseAdminSession(token: string | null, userText: string | null): AdminSession | null {
  const user = parseStoredUser(userText);
  return token && user?.role === 'admin' ? { token, user } : null;
}

function load(): AdminSession | null {
  return parseAdminSession(readStored('adminToken'), readStored('adminUser'));
}

function publish(next: AdminSession | null): void {
  const isSomebodyElse = next?.user.id !== current?.user.id;
  isLoaded = true;
  current = next;
  if (isSomebodyElse) for (const listener of administratorListeners) listener();
  for (const listener of listeners) listener();
}

/** Calls back, before any screen shows it, when another administrator is signed in than before, or none any more. */
export function onAdministratorChange(listener: () => void): void {
  administratorListeners.add(listener);
}

/** The administrator's session of this browser, read from storage the first time. */
function getAdminSession(): AdminSession | null {
  if (!isLoaded) {
    isLoaded = true;
    current = load();
  }
  return current;
}

/** Stores an administrator's session that the server has just opened. */
export function startAdminSession(session: AdminSession): void {
  writeStored('adminToken', session.token);
  writeStored('adminUser', JSON.stringify(session.user));
  removeStored(UNTOLD_LOGOUT_KEYS[1]);
  publish(session);
}

/** Forgets the administrator's session in this browser; a user's session stays. */
export function endAdminSession(): void {
  removeStored(...KEYS);
  publish(null);
}

/** Whether something was read as an administrator. */
export function isAdminData({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return String(queryKey[0]).startsWith('/api/admin/') || queryKey[1] === 'admin';
}

/** Drops everything that was read as an administrator; what the user of this browser has read stays. */
export function forgetAdminData(queries: QueryClient): void {
  queries.removeQueries({ predicate: isAdminData });
}

/** Takes over what another tab has stored. */
function reread(): void {
  const stored = load();
  if (stored?.token !== current?.token) publish(stored);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = watchStored(KEYS, reread);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** The current administrator's session; follows changes in this and in other tabs. */
export function useAdminSession(): AdminSession | null {
  return useSyncExternalStore(subscribe, getAdminSession, () => null);
}
