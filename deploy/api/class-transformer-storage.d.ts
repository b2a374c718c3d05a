/** Where class-transformer keeps what `@Type` says; its package declares no types for this file. */
declare module 'class-transformer/cjs/storage.js' {
  import type { validationMetadatasToSchemas } from 'class-validator-jsonschema';

  type Options = NonNullable<Parameters<typeof validationMetadatasToSchemas>[0]>;
  export const defaultMetadataStorage: NonNullable<Options['classTransformerMetadataStorage']>;
}
