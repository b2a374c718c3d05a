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

/** What an invariant says of these rows, given these mails. */
async function look(name: string, rows: readonly Row[], mails: readonly Row[]): Promise<string[]> {
  const database = {
    batches: async function* () {
      yield rows;
    },
  };
  const notifications = {
    read: async (_sql: string, [keys]: [string[]]) => mails.filter(({ key }) => keys.includes(String(key))),
  };
  const databases = { payments: database, agreements: database, notifications } as unknown as Databases;
  const violations: string[] = [];
  const findings = { checked: () => undefined, note: () => undefined };
  await mailInvariants
    .find((invariant) => invariant.name === name)
    ?.check({ databases } as unknown as System, {
      ...findings,
      violation: (text) => violations.push(text),
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
    expect(await look('escrow-step-is-told', both, [...decided(':6', 6), ...decided(':9', 9)])).toEqual([]);
    expect(await look('escrow-step-is-told', both, decided(':6', 6))).toEqual(
      ['buyer', 'seller'].map(
        (reader) =>
          `held-payment:${ESCROW}:decided:9:${reader} (held-payment-decided ${reader} ${AGREEMENT}) is owed and nobody has it to send`,
      ),
    );
  });

  it('knows a mail of before, whose key does not say of which decision it told', async () => {
    expect(await look('escrow-step-is-told', [step('decided', 6)], decided('', 6))).toEqual([]);
    expect(
      await look('escrow-step-is-told', [step('decided', 6), step('decided', 9)], decided('', 6)),
    ).toHaveLength(2);
  });
});

describe('objection-is-told', () => {
  const [first, second] = ['0192f5a4-0000-7000-8000-000000000001', '0192f5a4-0000-7000-8000-000000000002'];
  const rows = [first, second].map((id) => ({ id, agreement: AGREEMENT }));
  const to = (key: string, ...readers: string[]) => readers.map((recipient) => ({ key, recipient }));
  const all = ['partyA', 'partyB', 'support'];

  it('wants the mails of each objection, by the objection itself', async () => {
    const name = 'objection-is-told';
    expect(await look(name, rows, [...to(first, ...all), ...to(second, ...all)])).toEqual([]);
    expect(await look(name, rows, [...to(first, ...all), ...to(second, 'partyB')])).toEqual([
      `objection ${second} to agreement ${AGREEMENT}: nobody has its mail to partyA, support to send`,
    ]);
  });
});

describe('consent-is-told', () => {
  const told = (key: string, recipient: string): Row => ({
    ...{ key: `consented:${AGREEMENT}:${key}`, what: `consented ${recipient} ${AGREEMENT}` },
    version: null,
  });

  it('wants the mail of party A, and none of party B, who got none before', async () => {
    const consent = { agreement: AGREEMENT, subject: ESCROW };
    expect(await look('consent-is-told', [consent], [told('party-a', 'partyA')])).toEqual([]);
    expect(await look('consent-is-told', [consent], [told('party-b', 'partyB')])).toEqual([
      `consented:${AGREEMENT}:party-a (consented partyA ${AGREEMENT}) is owed and nobody has it to send`,
    ]);
  });
});
