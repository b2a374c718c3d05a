import { type Browser, test } from '@playwright/test';
import { startProduct, type TestSystem } from '#testing';
import { inPerson } from '../journeys/in-person.js';
import { launch, lookClosely } from '../pages.js';
import { ROOT } from '../start-system.js';
import { alsoWatch } from '../strict.js';

/** Long enough for the whole spoken agreement. */
const SPEECH_MS = 25_000;

let browser: Browser;
let system: TestSystem;

test.beforeAll(async () => {
  [browser, system] = await Promise.all([launch(), startProduct(ROOT)]);
  alsoWatch({ url: system.url, stripe: system.stripe.url });
});

test.afterAll(() => Promise.all([browser.close(), system.stop()]));

test('the built-in speech engine hears what was agreed, while somebody watches', () =>
  inPerson(browser, 'phone', {
    url: system.url,
    mailboxUrl: system.mailboxUrl,
    speechMs: SPEECH_MS,
    stages: ['transcribing', 'done'],
    see: lookClosely,
  }));
