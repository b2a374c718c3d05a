/** Writes ONNX graphs: enough of the format for graphs with constants, nodes, inputs, outputs and metadata. */

type ElementType = 'float' | 'int64';

interface OnnxModel {
  nodes: Buffer[];
  /** Constants, by `tensor`. */
  constants?: Buffer[];
  inputs: Buffer[];
  outputs: Buffer[];
  metadata?: Record<string, string | number>;
}

/** As ONNX numbers them. */
const TYPES: Record<ElementType, number> = { float: 1, int64: 7 };
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
const IR_VERSION = 8;
const OPERATOR_SET = 13;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const int = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function bytes(field: number, content: Buffer | string): Buffer {
  const data = Buffer.from(content as Buffer);
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
}

export function tensor(name: string, type: ElementType, shape: number[], values: number[]): Buffer {
  const raw =
    type === 'float'
      ? Buffer.from(Float32Array.from(values).buffer)
      : Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer);
  return Buffer.concat([
    ...shape.map((size) => int(1, size)),
    int(2, TYPES[type]),
    bytes(8, name),
    bytes(9, raw),
  ]);
}

export function node(
  operator: string,
  inputs: string[],
  outputs: string[],
  attributes: Record<string, number | number[]> = {},
): Buffer {
  const named = Object.entries(attributes).map(([name, value]) =>
    Array.isArray(value)
      ? Buffer.concat([bytes(1, name), ...value.map((one) => int(8, one)), int(20, ATTRIBUTE_INTS)])
      : Buffer.concat([bytes(1, name), int(3, value), int(20, ATTRIBUTE_INT)]),
  );
  return Buffer.concat([
    ...inputs.map((input) => bytes(1, input)),
    ...outputs.map((output) => bytes(2, output)),
    bytes(4, operator),
    ...named.map((one) => bytes(5, one)),
  ]);
}

/** An input or output; a dimension with a name is as long as it happens to be. */
export function value(name: string, type: ElementType, shape: (number | string)[]): Buffer {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'string' ? bytes(2, size) : int(1, size)));
  const tensorType = Buffer.concat([int(1, TYPES[type]), bytes(2, Buffer.concat(dimensions))]);
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))]);
}

export function onnxModel({ nodes, constants = [], inputs, outputs, metadata = {} }: OnnxModel): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((one) => bytes(1, one)),
    bytes(2, 'graph'),
    ...constants.map((one) => bytes(5, one)),
    ...inputs.map((one) => bytes(11, one)),
    ...outputs.map((one) => bytes(12, one)),
  ]);
  return Buffer.concat([
    int(1, IR_VERSION),
    bytes(2, 'tones'),
    bytes(7, graph),
    bytes(8, Buffer.concat([bytes(1, ''), int(2, OPERATOR_SET)])),
    ...Object.entries(metadata).map(([key, content]) =>
      bytes(14, Buffer.concat([bytes(1, key), bytes(2, String(content))])),
    ),
  ]);
}
