import { type Browser, test } from '@playwright/test';
import { gateOn, JOURNEYS } from '../gate.js';
import { launch, look, lookClosely, required } from '../pages.js';
import { inPerson } from './in-person.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

for (const { name, width, isGate } of JOURNEYS) {
  test(`from the home page to the finished transcript (${name})`, gateOn(isGate), () =>
    inPerson(browser, width, {
      url: required('SYSTEM_URL'),
      mailboxUrl: required('MAILBOX_URL'),
      speechMs: 10_000,
      stages: [],
      see: isGate ? look : lookClosely,
    }),
  );
}
