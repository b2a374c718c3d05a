import { readdirSync, readFileSync } from 'node:fs';
import {
  allEvents,
  createEnvelope,
  InvalidEventError,
  newAgreementId,
  parseEnvelope,
  recordingStored,
} from './index.js';

const golden = new URL('../test/golden/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, golden), 'utf8'));

describe('events', () => {
  it('has exactly one golden file for every event version', () => {
    const expected = allEvents.map((event) => `${event.routingKey}.json`).sort();
    expect(readdirSync(golden).sort()).toEqual(expected);
  });

  it.each(allEvents.map((event) => [event.routingKey, event] as const))(
    '%s: the golden file parses',
    (_key, event) => {
      const envelope = parseEnvelope(event, read(`${event.routingKey}.json`));
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
