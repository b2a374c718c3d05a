import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError, validateBody } from '#platform';
import { FulfilHumanOrder, FulfilPerRecording } from './human-order.view.js';
import type { TranscriptFormat, Written } from './human-transcript.js';

const MAX_TRANSCRIPT_BYTES = 1024 * 1024;
/** Largest form in bytes: the transcript and some room for the rest. */
export const MAX_FORM_BYTES = MAX_TRANSCRIPT_BYTES + 64 * 1024;

export interface FulfilForm {
  reason: string;
  written: Written;
}

interface Parts {
  fields: Map<string, string>;
  file: { name: string; type: string; content: Buffer } | null;
}

/**
 * Reads the form with which a person's transcript comes: a reason, and the words as text or as a file, or as one text for
 * each of two recordings.
 * @throws AppError `invalid_multipart`, `invalid_input`, `file_too_large`, `body_too_large`
 */
export async function readFulfilForm(body: unknown, headers: BusboyHeaders): Promise<FulfilForm> {
  if (!Buffer.isBuffer(body)) throw new AppError('invalid_multipart');
  const { fields, file } = await parse(body, headers);
  // Forms end their lines with CRLF.
  const reason = fields.get('reason')?.replace(/\r\n?/g, '\n');
  if (PER_RECORDING.some((name) => fields.has(name))) return readApart(fields, file, reason);
  const text = fields.get('text') ?? '';
  // Browsers send an empty file for a file nobody chose.
  const hasFile = file !== null && file.content.length > 0;
  if (hasFile && text.trim() !== '') throw refused('Please give either text or a file, not both.');
  const format = hasFile ? formatOf(file.name, file.type) : 'plain';
  const transcript = hasFile ? decode(file.content) : text;
  const order = validateBody(FulfilHumanOrder, { reason, transcript });
  return { reason: order.reason, written: { content: order.transcript, format } };
}

const PER_RECORDING = ['textA', 'textB', 'silentA', 'silentB'] as const;
const KNOWN: ReadonlySet<string> = new Set(['reason', 'text', ...PER_RECORDING]);

/** What is said in each of two recordings; where nothing is, that is said too, so that no box is forgotten. */
function readApart(fields: Parts['fields'], file: Parts['file'], reason: string | undefined): FulfilForm {
  const hasWhole = (fields.get('text') ?? '').trim() !== '' || (file !== null && file.content.length > 0);
  if (hasWhole) throw refused('Please give either one text for all, or one for each recording.');
  const { textA, textB, ...order } = validateBody(FulfilPerRecording, {
    reason,
    textA: fields.get('textA') ?? '',
    textB: fields.get('textB') ?? '',
  });
  const of = (party: 'A' | 'B', text: string): string => {
    const field = `text${party}`;
    const silent = fields.get(`silent${party}`) ?? 'false';
    if (silent !== 'true' && silent !== 'false')
      throw refused('This is true or false.', { field: `silent${party}` });
    const isSilent = silent === 'true';
    if (isSilent && text !== '') {
      throw refused(`Please give either words of party ${party}, or that nothing is said.`, { field });
    }
    if (!isSilent && text === '') {
      throw refused(`Please write what is said in party ${party}'s recording, or that nothing is said.`, {
        field,
      });
    }
    return text;
  };
  const written = { a: of('A', textA), b: of('B', textB) };
  if (written.a === '' && written.b === '') {
    throw refused('Please write what is said in at least one recording.', { field: 'textA' });
  }
  return { reason: order.reason, written };
}

function parse(body: Buffer, headers: BusboyHeaders): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const invalid = (cause?: unknown) => reject(new AppError('invalid_multipart', { cause }));
    try {
      const parser = new Busboy({
        headers,
        limits: { fieldSize: MAX_TRANSCRIPT_BYTES, fileSize: MAX_TRANSCRIPT_BYTES, files: 1, parts: 8 },
      });
      const parts: Parts = { fields: new Map(), file: null };
      parser.on('field', (name: string | undefined, value, _nameCut, isCut) => {
        if (isCut) reject(new AppError('body_too_large'));
        else if (name === undefined || !KNOWN.has(name) || parts.fields.has(name)) reject(unknownField(name));
        else parts.fields.set(name, value);
      });
      parser.on('file', (name: string | undefined, stream: Readable, filename, _encoding, type) => {
        const chunks: Buffer[] = [];
        stream.on('limit', () => reject(new AppError('file_too_large')));
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          parts.file = { name: filename ?? '', type, content: Buffer.concat(chunks) };
        });
        if (name !== 'transcript') reject(unknownField(name));
      });
      parser.on('partsLimit', () => invalid());
      parser.on('filesLimit', () => invalid());
      parser.on('error', invalid);
      parser.on('finish', () => resolve(parts));
      parser.end(body);
    } catch (error) {
      invalid(error);
    }
  });
}

function formatOf(name: string, type: string): TranscriptFormat {
  const ending = extname(name).toLowerCase();
  if (ending === '.srt') return 'srt';
  if (ending === '.vtt') return 'vtt';
  if (ending === '.txt' || (ending === '' && type === 'text/plain')) return 'plain';
  throw refused('Please choose a .txt, .srt or .vtt file.');
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    throw refused('The file is not UTF-8 text.', { cause: error });
  }
}

/** The transcript was not usable. */
export function refused(
  message: string,
  { field = 'transcript', cause }: { field?: string; cause?: unknown } = {},
): AppError {
  return new AppError('invalid_input', { message, errors: [{ field, message }], cause });
}

function unknownField(name: string | undefined): AppError {
  const message = `There is no field ${JSON.stringify(name?.slice(0, 40) ?? '')}, or it came twice.`;
  return new AppError('invalid_input', { message });
}
