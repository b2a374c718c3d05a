import 'reflect-metadata';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { IsDateString, IsInt, IsNotEmptyObject, IsString, IsUUID, Min, validateSync } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';

/** What an event was called before it was renamed, which copies of an earlier release still say (docs/adr/0057). */
export interface FormerName {
  readonly name: string;
  /** Each renamed field of its data, by its name of today, with the name that it had. */
  readonly fields: Readonly<Record<string, string>>;
  /** It is still sent so, because a copy may run that knows this name alone. The next release says false. */
  readonly isSent: boolean;
}

/** What an event is: its name, its version, the class that describes its data, and what it is about. */
export interface EventDefinition<Data extends object = object> {
  readonly name: string;
  readonly version: number;
  /** `<service>.<entity>.<past-tense>.v<n>`: the routing key on the exchange. */
  readonly routingKey: string;
  /** Every key under which it may come: this one first, then that of its former name. */
  readonly routingKeys: readonly [string, ...string[]];
  readonly formerly: FormerName | null;
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

/** Thrown when a message is not what its definition says. Trying again at once cannot help. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';

  /**
   * @param mayBeNewer it is a sound event of this type and version with values that this copy does not know: while two
   * releases run, one of the newer may
   */
  constructor(
    message: string,
    readonly mayBeNewer = false,
  ) {
    super(message);
  }
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
  formerly: FormerName | null = null,
): EventDefinition<Data> {
  if (!NAME.test(name)) throw new Error(`Event name ${name} is not <service>.<entity>.<past-tense>`);
  const producer = name.slice(0, name.indexOf('.'));
  const routingKey = `${name}.v${version}`;
  const former = formerly === null ? [] : [`${formerly.name}.v${version}`];
  const routingKeys = [routingKey, ...former] as const;
  return { name, version, routingKey, routingKeys, formerly, producer, data, subject };
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

/** An envelope as it goes onto the wire: under its former name, for as long as that is sent. */
export function asSent<Data extends object>(
  { formerly }: EventDefinition<Data>,
  envelope: EventEnvelope<Data>,
): EventEnvelope {
  if (!formerly?.isSent) return envelope;
  return { ...envelope, type: formerly.name, data: renameFields(envelope.data, formerly.fields) };
}

/** Reads an envelope, be it under its former name. The consumer is tolerant: fields that it does not know are dropped. */
export function parseEnvelope<Data extends object>(
  definition: EventDefinition<Data>,
  raw: unknown,
): EventEnvelope<Data> {
  if (typeof raw !== 'object' || raw === null) throw new InvalidEventError('The message is not an object');
  const envelope = plainToInstance(EnvelopeShape, raw);
  const problems = validateSync(envelope).map((problem) => problem.property);
  if (problems.length > 0) throw new InvalidEventError(`Bad envelope: ${problems.join(', ')}`);
  const former = envelope.type === definition.formerly?.name ? definition.formerly : null;
  if ((envelope.type !== definition.name && former === null) || envelope.version !== definition.version) {
    throw new InvalidEventError(
      `Expected ${definition.routingKey}, got ${envelope.type}.v${envelope.version}`,
    );
  }
  const today = Object.fromEntries(Object.entries(former?.fields ?? {}).map(([now, then]) => [then, now]));
  const data = check(definition, renameFields(envelope.data, today) as Data, {});
  return { ...(raw as EventEnvelope<Data>), type: definition.name, data };
}

function renameFields(data: object, names: FormerName['fields']): object {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [names[name] ?? name, value]));
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
    throw new InvalidEventError(`Bad data for ${definition.routingKey}: ${fields}`, true);
  }
  return instance;
}
