import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { clearToasts } from '../components/ui/toast-store';
import { queryClient } from '../lib/api/server-data';
import { endAdminSession } from '../lib/session/admin-session';
import { endSession } from '../lib/session/session';
import { fetchFromTest, RequestFromTest, resetApi } from './api';
import { completeBrowser, resetBrowser } from './browser';
import { resetComplaints, watchConsole } from './complaints';
import { LIVE_MODULE, liveModule, resetLive } from './live';

// Testing Library moves jest's clock only where it finds jest as a global.
Object.assign(globalThis, { jest, fetch: fetchFromTest, XMLHttpRequest: RequestFromTest });
completeBrowser();
forgoOwnerStacks();
// Generous, as nothing waits longer than it must: the machine may be busy.
configure({ asyncUtilTimeout: 20_000 });
jest.unstable_mockModule(LIVE_MODULE, () => liveModule);

// Testing Library says so only while its own module is loaded: for the first file of a worker.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(watchConsole);

afterEach(() => {
  cleanup();
  queryClient.clear();
  jest.useRealTimers();
  clearToasts();
  endSession();
  endAdminSession();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
  resetBrowser();
  resetLive();
  expect({ unanswered: resetApi(), complaints: resetComplaints() }).toEqual({
    unanswered: [],
    complaints: [],
  });
});

/**
 * React's development build notes for ten thousand elements a second by a stack where each was made, which only its
 * own messages show. It takes a tenth of the time of these tests: here the ten thousand are always used up.
 */
function forgoOwnerStacks(): void {
  const inside: object = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
    configurable: true,
  });
}
