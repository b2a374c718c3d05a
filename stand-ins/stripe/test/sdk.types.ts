import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What the SDK's type says about one field. */
export interface SdkField {
  isOptional: boolean;
  isNullable: boolean;
  /** The fields of the object in it, or of the objects in its list; undefined for plain values and free-form objects. */
  nested(): SdkFields | undefined;
}

export type SdkFields = ReadonlyMap<string, SdkField>;

const PROBE = fileURLToPath(new URL('./sdk.probe.ts', import.meta.url));

/**
 * The fields of the SDK's own types, e.g. of `Stripe.Invoice`, as the compiler sees them.
 * @param names types as written after `Stripe.`
 */
export function sdkFields(names: readonly string[]): Map<string, SdkFields> {
  const lines = names.map((name, index) => `export type T${index} = Stripe.${name};`);
  const source = ["import type Stripe from 'stripe';", ...lines].join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (file, languageVersion) =>
    file === PROBE
      ? ts.createSourceFile(file, source, languageVersion)
      : getSourceFile.call(host, file, languageVersion);
  host.fileExists = (file) => file === PROBE || fileExists.call(host, file);
  const program = ts.createProgram([PROBE], options, host);
  const checker = program.getTypeChecker();
  const probe = program.getSourceFile(PROBE);
  const symbol = probe && checker.getSymbolAtLocation(probe);
  if (symbol === undefined) throw new Error('The SDK’s types could not be read');
  const types = checker.getExportsOfModule(symbol).map((item) => checker.getDeclaredTypeOfSymbol(item));
  return new Map(
    names.map((name, index) => {
      const type = types[index];
      if (type === undefined) throw new Error(`The SDK has no type ${name}`);
      return [name, fieldsOf(type, checker)];
    }),
  );
}

function fieldsOf(type: ts.Type, checker: ts.TypeChecker): SdkFields {
  // `Stripe.Event` is a union by event type; its members have the same fields, though not the same objects in them.
  const one = type.isUnion() ? type.types[0] : type;
  return new Map(
    (one?.getProperties() ?? []).map((property) => {
      const field = checker.getTypeOfSymbol(property);
      const parts = field.isUnion() ? field.types : [field];
      return [
        property.name,
        {
          isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
          isNullable: parts.some((part) => (part.flags & ts.TypeFlags.Null) !== 0),
          nested: () => (type.isUnion() ? undefined : nestedFields(parts, checker)),
        },
      ];
    }),
  );
}

function nestedFields(parts: readonly ts.Type[], checker: ts.TypeChecker): SdkFields | undefined {
  const [list] = parts.filter((part) => checker.isArrayType(part));
  const element = list && checker.getTypeArguments(list as ts.TypeReference)[0];
  const candidates = element === undefined ? parts : element.isUnion() ? element.types : [element];
  const objects = candidates.filter((part) => (part.flags & ts.TypeFlags.Object) !== 0);
  const [first] = objects;
  // One of several kinds of object, or a hash with the caller's own keys, has no fixed fields.
  if (first === undefined || objects.length > 1 || first.getStringIndexType() !== undefined) return undefined;
  return fieldsOf(first, checker);
}
