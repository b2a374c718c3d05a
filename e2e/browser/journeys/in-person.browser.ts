import { type Browser, test } from '@playwright/test';
import { gateOn } from '../gate.js';
import { BOTH, launch, required } from '../pages.js';
import { inPerson } from './in-person.js';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launch();
});

test.afterAll(() => browser.close());

for (const width of BOTH) {
  test(`from the home page to the finished transcript (${width})`, gateOn(width === 'phone'), () =>
    inPerson(browser, width, {
      url: required('SYSTEM_URL'),
      mailboxUrl: required('MAILBOX_URL'),
      speechMs: 10_000,
      stages: [],
    }),
  );
}
