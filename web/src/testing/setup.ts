import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
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
