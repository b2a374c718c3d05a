import type { ErrorCode } from './errors.js';

/** The services that answer calls of others. */
export const callees = ['auth', 'agreements', 'payments', 'transcription', 'notifications'] as const;
export type Callee = (typeof callees)[number];

/** A type of JSON in a definition. At run time there is nothing: both sides are held to it by the compiler. */
export interface Json<Type> {
  readonly read?: () => Type;
}

export function json<Type>(): Json<Type> {
  return {};
}

/** Where a person was who did something; null where nobody knows. */
export interface PersonOrigin {
  address: string | null;
  device: string | null;
}

/** What one service asks of another, over HTTP. */
export interface CallDefinition {
  /** Who answers it; several where a library does, in each service that uses it. */
  readonly callee: Callee | readonly Callee[];
  /** In whose name it is asked: that of the asking service, or of a person whom the gateway let in. */
  readonly askedBy: 'service' | 'user' | 'admin';
  /** The services that may ask, where what is answered is not for all whom the callee hears. */
  readonly askers?: readonly Callee[];
  readonly method: 'GET' | 'POST';
  /** With a leading slash, and its parameters as `:name`. */
  readonly path: `/${string}`;
  readonly query?: Json<unknown>;
  readonly body?: Json<unknown>;
  /** A time is text, ISO 8601. What is added later is optional: while services are replaced, an older one may answer. */
  readonly answer: Json<unknown>;
  /** Refusals that belong to it, besides those of any call (`unavailable`, `invalid_input`, a wrong login). */
  readonly errors: readonly ErrorCode[];
}

const PATH = /^(\/(:[a-z]+|[a-z]+(-[a-z]+)*))+$/i;

/** Declares a call: the asking service and the answering one use the same definition. */
export function defineCall<const Definition extends CallDefinition>(definition: Definition): Definition {
  if (!PATH.test(definition.path)) throw new Error(`The path ${definition.path} of a call is malformed`);
  return definition;
}

type TypeOf<Part> = Part extends Json<infer Type> ? Type : never;

type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Who can be asked. */
export type CalleeOf<Definition extends CallDefinition> =
  Definition['callee'] extends readonly (infer Service)[] ? Service : Definition['callee'];

export type AnswerOf<Definition extends CallDefinition> = TypeOf<Definition['answer']>;

export type BodyOf<Definition extends CallDefinition> = Definition extends { body: Json<infer Body> }
  ? Body
  : never;

/** What the asking service brings. */
export type RequestOf<Definition extends CallDefinition> = ([ParametersOf<Definition['path']>] extends [never]
  ? unknown
  : { params: Record<ParametersOf<Definition['path']>, string | number> }) &
  (Definition extends { query: Json<infer Query> } ? { query: Query } : unknown) &
  (Definition extends { body: Json<infer Body> } ? { body: Body } : unknown);

/** The address of a call below that of its service. */
export function addressOf(
  { path }: CallDefinition,
  { params = {}, query = {} }: { params?: Record<string, string | number>; query?: object } = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}
