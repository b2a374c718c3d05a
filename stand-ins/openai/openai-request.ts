import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { HEAD_BYTES, readDuration } from './audio-duration.js';
import { checkAgainst } from './openai-contract.js';
import { ApiError, STATUS_ERRORS } from './openai-errors.js';

export interface TranscriptionRequest {
  /** Form fields in the order sent; `name[]` may repeat. */
  fields: [name: string, value: string][];
  file: UploadedAudio | null;
}

interface UploadedAudio {
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  /** Null when the format is none of WAV, FLAC and MP3. */
  durationSeconds: number | null;
}

const MAX_FILE_BYTES = 26_214_400;
const FILE_TYPES = ['.flac', '.mp3', '.mp4', '.mpeg', '.mpga', '.m4a', '.ogg', '.wav', '.webm'];
const MODELS = [
  ...['whisper-1', 'gpt-transcribe', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'],
  ...['gpt-4o-mini-transcribe-2025-12-15', 'gpt-4o-transcribe-diarize'],
];
/** Longer recordings need a chunking strategy when speakers are told apart. */
const UNCHUNKED_SECONDS = 30;

/** Reads the form as a stream: the file is counted, measured and hashed, never kept. */
export async function readTranscriptionRequest(request: IncomingMessage): Promise<TranscriptionRequest> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    throw new ApiError(
      415,
      `Unsupported content type: '${type}'. This API method only accepts multipart forms.`,
    );
  }
  const received: TranscriptionRequest = { fields: [], file: null };
  const form = new Busboy({ headers: request.headers as BusboyHeaders });
  form.on('field', (name, value) => {
    received.fields.push([name, value]);
  });
  form.on('file', (_field, stream, name, _encoding, mime) => {
    const hash = createHash('sha256');
    let head = Buffer.alloc(0);
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      bytes += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]);
    });
    stream.on('end', () => {
      const durationSeconds = readDuration(head, bytes);
      received.file = { name, mime, bytes, sha256: hash.digest('hex'), durationSeconds };
    });
  });
  await pipeline(request, form);
  return received;
}

/** The value of a field, or undefined. */
export function fieldOf(request: TranscriptionRequest, name: string): string | undefined {
  return request.fields.find(([field]) => field === name)?.[1];
}

/** Refuses what OpenAI refuses. @throws ApiError */
export function checkRequest(request: TranscriptionRequest, durationSeconds: number): void {
  checkAgainst('CreateTranscriptionRequest', bodyOf(request));
  checkFile(request);
  checkModel(request, durationSeconds);
}

/** The form as the object it stands for: `name[]` is a list, `name[key]` an object. */
export function bodyOf({ fields, file }: TranscriptionRequest): Record<string, unknown> {
  const body: Record<string, unknown> = file ? { file: file.name } : {};
  for (const [field, text] of fields) {
    const [, name = field, key] = /^(\w+)\[(\w*)\]$/.exec(field) ?? [];
    const value = typed(name, text);
    if (key === undefined) body[name] = value;
    else if (key === '') body[name] = [...(Array.isArray(body[name]) ? body[name] : []), value];
    else body[name] = { ...(body[name] as object | undefined), [key]: value };
  }
  return body;
}

/** A form knows text only. */
function typed(name: string, text: string): unknown {
  if (name === 'temperature' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (name === 'stream' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function checkFile({ file }: TranscriptionRequest): void {
  if (!file) throw invalid("Missing required parameter: 'file'.", 'file');
  if (file.bytes > MAX_FILE_BYTES) throw new ApiError(413, STATUS_ERRORS[413] ?? '');
  if (file.bytes === 0 || !FILE_TYPES.includes(extname(file.name).toLowerCase())) {
    throw invalid('Invalid file format.', 'file', 'unsupported_value');
  }
}

function checkModel(request: TranscriptionRequest, durationSeconds: number): void {
  const model = fieldOf(request, 'model');
  if (!model) throw invalid("Missing required parameter: 'model'.", 'model');
  if (!MODELS.includes(model))
    throw new ApiError(404, `The model '${model}' does not exist.`, null, 'model_not_found');
  const format = fieldOf(request, 'response_format') ?? 'json';
  if (!formatsOf(model).includes(format)) {
    throw invalid(
      `response_format '${format}' is not compatible with model '${model}'.`,
      'response_format',
      'unsupported_value',
    );
  }
  const isDiarizing = model === 'gpt-4o-transcribe-diarize';
  if (isDiarizing && durationSeconds > UNCHUNKED_SECONDS && !fieldOf(request, 'chunking_strategy')) {
    throw invalid('chunking_strategy is required for diarization models', 'chunking_strategy');
  }
  const forbidden = isDiarizing ? ['prompt', 'include[]', 'timestamp_granularities[]'] : [];
  const refused = forbidden.find((name) => fieldOf(request, name) !== undefined);
  if (refused) throw invalid(`${refused} is not supported by '${model}'.`, refused);
  if (fieldOf(request, 'timestamp_granularities[]') && format !== 'verbose_json') {
    throw invalid("timestamp_granularities needs response_format 'verbose_json'.", 'timestamp_granularities');
  }
}

function formatsOf(model: string): string[] {
  if (model === 'gpt-4o-transcribe-diarize') return ['json', 'text', 'diarized_json'];
  return model === 'whisper-1' ? ['json', 'text', 'verbose_json'] : ['json'];
}

function invalid(message: string, param: string, code: string | null = null): ApiError {
  return new ApiError(400, message, param, code);
}
