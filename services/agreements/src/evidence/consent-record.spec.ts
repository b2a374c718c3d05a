import type { LogRow } from '../event-log/event-log.module.js';
import { consentRecord } from './consent-record.js';

const consented = (wordingVersion: string): LogRow => ({
  ...{ seq: 2, at: '2026-11-24T10:02:00.000Z', actor: 'party-b', type: 'consented' },
  detail: { wordingVersion, isNamedPerson: true, hasHeardTerms: true, sha256: 'b'.repeat(64), isKeyed: true },
  ...{ address: '203.0.113.8', device: 'Safari', prevHash: '0'.repeat(64), hash: '1'.repeat(64) },
});

it('tells when the device began a recording, apart from when it was stored; of a file nobody tells', () => {
  const startedAt = '2026-11-19T09:58:00.000Z';
  const row = consented('2026-11');
  const recorded: LogRow = { ...row, seq: 1, type: 'recorded', detail: { startedAt } };
  const told = consentRecord([recorded, { ...row, detail: { ...row.detail, startedAt } }], 'Ben Carter');
  expect(told.partyA).toMatchObject({ recordedAt: recorded.at, startedAt });
  expect(told.partyB).toMatchObject({ consentedAt: row.at, startedAt });
  const again: LogRow = { ...recorded, seq: 3, type: 'recorded-again', detail: {} };
  const other = consentRecord([recorded, row, again], 'Ben Carter');
  expect([other.partyA.startedAt, other.partyB?.startedAt]).toEqual([null, null]);
});

it.each(['Ben Carter', 'A$$ap $& $1 Rocky', "Dollar$` and $' Sign"])(
  'what party B ticked is told with the name as it stands: %s',
  (name) => {
    expect(consentRecord([consented('2026-11')], name).partyB?.statements).toEqual([
      `I am ${name}, the person named as Party B.`,
      'I have heard or read the terms of this agreement.',
    ]);
    expect(consentRecord([consented('2026-11-es')], name).partyB?.statements[0]).toBe(
      `Soy ${name}, la persona nombrada como parte B.`,
    );
  },
);
