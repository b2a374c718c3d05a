import 'reflect-metadata';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { IsDateString, IsInt, IsNotEmptyObject, IsString, IsUUID, Min, validateSync } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';

/** What an event is: its name, its version, the class that describes its data, and what it is about. */
export interface EventDefinition<Data extends object = object> {
  readonly name: string;
  readonly version: number;
  /** `<service>.<entity>.<past-tense>.v<n>`: the routing key on the exchange. */
  readonly routingKey: string;
  readonly producer: string;
  readonly data: ClassConstructor<Data>;
  /** The ordering key: events with the same subject are published in the order in which they were added. */
  subject(data: Data): string;
}

/** The message on the wire. Plain JSON, so that any language can read it. */
export interface EventEnvelope<Data extends object = object> {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  readonly producer: string;
  readonly subject: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly data: Data;
}

/** Thrown when a message is not what its definition says. Trying again cannot help. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

class EnvelopeShape {
  @IsUUID() id: string;
  @IsString() type: string;
  @IsInt() @Min(1) version: number;
  @IsDateString() occurredAt: string;
  @IsString() producer: string;
  @IsString() subject: string;
  @IsString() correlationId: string;
  @IsNotEmptyObject() data: object;
}

const NAME = /^[a-z]+\.[a-z]+\.[a-z]+(-[a-z]+)*$/;

/** Declares an event. `name` is `<service>.<entity>.<past-tense>`; a breaking change is a new version beside the old. */
export function defineEvent<Data extends object>(
  name: string,
  version: number,
  data: ClassConstructor<Data>,
  subject: (data: Data) => string,
): EventDefinition<Data> {
  if (!NAME.test(name)) throw new Error(`Event name ${name} is not <service>.<entity>.<past-tense>`);
  const producer = name.slice(0, name.indexOf('.'));
  return { name, version, routingKey: `${name}.v${version}`, producer, data, subject };
}

/** Builds an envelope. The producer is strict: unknown or wrong fields are refused. */
export function createEnvelope<Data extends object>(
  definition: EventDefinition<Data>,
  data: Data,
  context: { correlationId: string; causationId: string | null },
): EventEnvelope<Data> {
  const checked = check(definition, data, { forbidNonWhitelisted: true });
  return {
    id: uuidv7(),
    type: definition.name,
    version: definition.version,
    occurredAt: new Date().toISOString(),
    producer: definition.producer,
    subject: definition.subject(checked),
    correlationId: context.correlationId,
    causationId: context.causationId,
    data: checked,
  };
}

/** Reads an envelope. The consumer is tolerant: fields that it does not know are dropped. */
export function parseEnvelope<Data extends object>(
  definition: EventDefinition<Data>,
  raw: unknown,
): EventEnvelope<Data> {
  if (typeof raw !== 'object' || raw === null) throw new InvalidEventError('The message is not an object');
  const envelope = plainToInstance(EnvelopeShape, raw);
  const problems = validateSync(envelope).map((problem) => problem.property);
  if (problems.length > 0) throw new InvalidEventError(`Bad envelope: ${problems.join(', ')}`);
  if (envelope.type !== definition.name || envelope.version !== definition.version) {
    throw new InvalidEventError(
      `Expected ${definition.routingKey}, got ${envelope.type}.v${envelope.version}`,
    );
  }
  return { ...(raw as EventEnvelope<Data>), data: check(definition, envelope.data as Data, {}) };
}

function check<Data extends object>(
  definition: EventDefinition<Data>,
  data: Data,
  options: { forbidNonWhitelisted?: boolean },
): Data {
  const instance = plainToInstance(definition.data, data);
  const problems = validateSync(instance, { whitelist: true, ...options });
  if (problems.length > 0) {
    const fields = problems.map((problem) => problem.property).join(', ');
    throw new InvalidEventError(`Bad data for ${definition.routingKey}: ${fields}`);
  }
  return instance;
}
