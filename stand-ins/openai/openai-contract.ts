import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import document from './openai.openapi.json' with { type: 'json' };
import { ApiError } from './openai-errors.js';

export type SchemaName = keyof typeof document.components.schemas;

// An OpenAPI document says more than JSON Schema knows.
const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addFormat('unixtime', true);
ajv.addSchema(withoutNullable(document), 'openai');

/** What is wrong with a value under a schema of OpenAI's API description; null when nothing is. */
export function mismatch(schema: SchemaName, value: unknown): ErrorObject | null {
  const validate = validator(schema);
  return validate(value) ? null : (validate.errors?.[0] ?? null);
}

/** @throws ApiError 400 in OpenAI's words */
export function checkAgainst(schema: SchemaName, request: unknown): void {
  const error = mismatch(schema, request);
  if (error) throw refusal(error);
}

/**
 * Refuses what strict structured output cannot promise: every object lists all its properties as required and allows
 * no others. @throws ApiError 400
 */
export function checkStrictSchema(schema: unknown, name: string): void {
  if (Array.isArray(schema)) {
    for (const part of schema) checkStrictSchema(part, name);
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (isObject) {
    const names = Object.keys(properties ?? {});
    const listed = Array.isArray(required) ? required : [];
    const problem =
      additionalProperties !== false
        ? "'additionalProperties' is required to be supplied and to be false"
        : names.some((property) => !listed.includes(property))
          ? "'required' is required to be supplied and to be an array including every key in properties"
          : null;
    if (problem) {
      const message = `Invalid schema for response_format '${name}': ${problem}.`;
      throw new ApiError(400, message, 'response_format');
    }
  }
  for (const part of Object.values(schema)) checkStrictSchema(part, name);
}

/** A left-over of OpenAPI 3.0 that stands beside `anyOf` here: without a meaning in 3.1, and refused by ajv. */
function withoutNullable(description: object): object {
  return JSON.parse(JSON.stringify(description), (key, value: unknown) =>
    key === 'nullable' && typeof value === 'boolean' ? undefined : value,
  );
}

function validator(schema: SchemaName): ValidateFunction {
  const validate = ajv.getSchema(`openai#/components/schemas/${schema}`);
  if (!validate) throw new Error(`OpenAI's description has no schema ${schema}`);
  return validate;
}

function refusal({ keyword, params, instancePath, message }: ErrorObject): ApiError {
  const at = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'required') {
    const missing = [at, String(params.missingProperty)].filter(Boolean).join('.');
    return new ApiError(400, `Missing required parameter: '${missing}'.`, missing);
  }
  if (keyword === 'additionalProperties') {
    const unknown = String(params.additionalProperty);
    return new ApiError(400, `Unrecognized request argument supplied: ${unknown}`, unknown);
  }
  return new ApiError(400, `Invalid value for '${at}': ${message ?? 'not allowed'}.`, at || null);
}
