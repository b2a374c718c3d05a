import { readdirSync, readFileSync } from 'node:fs';
import {
  allEvents,
  asSent,
  createEnvelope,
  escrowChanged,
  InvalidEventError,
  newAgreementId,
  parseEnvelope,
  recordingStored,
} from './index.js';

const golden = new URL('../test/golden/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, golden), 'utf8'));

describe('events', () => {
  it('has exactly one golden file for every event version, and for each former name', () => {
    const expected = allEvents.flatMap(({ routingKeys }) => routingKeys.map((key) => `${key}.json`)).sort();
    expect(readdirSync(golden).sort()).toEqual(expected);
  });

  it.each(allEvents.flatMap((event) => event.routingKeys.map((key) => [key, event] as const)))(
    '%s: the golden file parses',
    (key, event) => {
      const envelope = parseEnvelope(event, read(`${key}.json`));
      expect(envelope.subject).toBe(event.subject(envelope.data));
      expect(envelope.producer).toBe(event.producer);
    },
  );

  it('drops fields that a consumer does not know', () => {
    const raw = read('agreements.recording.stored.v1.json') as { data: object };
    const envelope = parseEnvelope(recordingStored, { ...raw, data: { ...raw.data, added: 'later' } });
    expect(envelope.data).not.toHaveProperty('added');
  });

  it('refuses to produce unknown or wrong fields', () => {
    const { data } = parseEnvelope(recordingStored, read('agreements.recording.stored.v1.json'));
    const context = { correlationId: 'c', causationId: null };
    expect(() => createEnvelope(recordingStored, { ...data, added: 1 } as typeof data, context)).toThrow(
      InvalidEventError,
    );
    expect(() => createEnvelope(recordingStored, { ...data, bytes: -1 }, context)).toThrow(/bytes/);
  });

  it('is one event under its name of today and under its former one', () => {
    const today = parseEnvelope(escrowChanged, read('payments.escrow.changed.v1.json'));
    const former = read('payments.hold.changed.v1.json');
    expect(parseEnvelope(escrowChanged, former)).toEqual(today);
    // What the copies of an earlier release have always been sent.
    expect(asSent(escrowChanged, today)).toEqual(former);
    expect(() => parseEnvelope(escrowChanged, { ...(former as object), version: 2 })).toThrow(/Expected/);
    const { formerly } = escrowChanged;
    const later = { ...escrowChanged, formerly: formerly && { ...formerly, isSent: false } };
    expect(asSent(later, today)).toBe(today);
  });

  it('refuses another type, another version and no object', () => {
    const raw = read('agreements.recording.stored.v1.json') as object;
    expect(() => parseEnvelope(recordingStored, { ...raw, version: 2 })).toThrow(/Expected/);
    expect(() => parseEnvelope(recordingStored, 'text')).toThrow(InvalidEventError);
  });
});

describe('agreement numbers', () => {
  it('are 16 digits and do not repeat', () => {
    const numbers = new Set(Array.from({ length: 2000 }, newAgreementId));
    expect(numbers.size).toBe(2000);
    for (const number of numbers) expect(number).toMatch(/^[1-9]\d{15}$/);
  });
});
