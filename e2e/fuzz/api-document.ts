import { readFile } from 'node:fs/promises';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema?: Schema;
}

interface DocumentedOperation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** One call of the API as the document describes it. */
export interface Operation {
  name: string;
  method: string;
  template: string;
  parameters: Parameter[];
  contentType: string | null;
  body: Schema | null;
}

export interface Api {
  operations: Operation[];
  /** Follows a `$ref`. */
  resolve(schema: Schema): Schema;
}

export async function readApi(path: string): Promise<Api> {
  const document = JSON.parse(await readFile(path, 'utf8')) as ApiDocument;
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const [contentType = null] = Object.keys(operation.requestBody?.content ?? {});
      return {
        name: `${method} ${template}`,
        method: method.toUpperCase(),
        template,
        parameters: operation.parameters ?? [],
        contentType,
        body: contentType === null ? null : (operation.requestBody?.content[contentType]?.schema ?? null),
      };
    }),
  );
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return resolve(document.components.schemas[name] ?? {});
    const [only] = schema.allOf ?? [];
    return schema.allOf?.length === 1 && only ? resolve(only) : schema;
  };
  return { operations, resolve };
}
