import type { Databases, Row } from './databases.js';
import type { System } from './invariant.js';
import { mailInvariants } from './mails.js';

const ESCROW = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10';
const AGREEMENT = '4207731958026614';

const step = (change: string, version: number): Row => ({
  ...{ agreement: AGREEMENT, subject: ESCROW, template: `held-payment-${change}` },
  details: { kind: change, version },
});

/** A row of the delivery log. */
const mail = (key: string, template: string, recipient: string, version: number): Row => ({
  ...{ key: `held-payment:${ESCROW}:${key}`, what: `${template} ${recipient} ${AGREEMENT}` },
  version: String(version),
});

/** What the invariant says of these steps, given these mails. */
async function look(steps: readonly Row[], mails: readonly Row[]): Promise<string[]> {
  const payments = {
    batches: async function* () {
      yield steps;
    },
  };
  const notifications = {
    read: async (_sql: string, [keys]: [string[]]) => mails.filter(({ key }) => keys.includes(String(key))),
  };
  const violations: string[] = [];
  const system = { databases: { payments, notifications } as unknown as Databases } as unknown as System;
  await mailInvariants
    .find(({ name }) => name === 'escrow-step-is-told')
    ?.check(system, {
      checked: () => undefined,
      violation: (text) => violations.push(text),
      note: () => undefined,
    });
  return violations;
}

describe('escrow-step-is-told', () => {
  const decided = (key: string, version: number) => [
    mail(`decided${key}:buyer`, 'held-payment-decided', 'buyer', version),
    mail(`decided${key}:seller`, 'held-payment-decided', 'seller', version),
  ];

  it('wants the mails of each decision', async () => {
    const both = [step('decided', 6), step('decided', 9)];
    expect(await look(both, [...decided(':6', 6), ...decided(':9', 9)])).toEqual([]);
    expect(await look(both, decided(':6', 6))).toEqual(
      ['buyer', 'seller'].map(
        (reader) =>
          `held-payment:${ESCROW}:decided:9:${reader} (held-payment-decided ${reader} ${AGREEMENT}) is owed and nobody has it to send`,
      ),
    );
  });

  it('knows a mail of before, whose key does not say of which decision it told', async () => {
    expect(await look([step('decided', 6)], decided('', 6))).toEqual([]);
    expect(await look([step('decided', 6), step('decided', 9)], decided('', 6))).toHaveLength(2);
  });
});
