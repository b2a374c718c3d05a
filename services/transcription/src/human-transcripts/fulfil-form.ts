import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError, validateBody } from '#platform';
import { FulfilHumanOrder } from './human-order.view.js';
import type { TranscriptFormat } from './human-transcript.js';

const MAX_TRANSCRIPT_BYTES = 1024 * 1024;
/** Largest form in bytes: the transcript and some room for the rest. */
export const MAX_FORM_BYTES = MAX_TRANSCRIPT_BYTES + 64 * 1024;

export interface FulfilForm extends FulfilHumanOrder {
  format: TranscriptFormat;
}

interface Parts {
  fields: Map<string, string>;
  file: { name: string; type: string; content: Buffer } | null;
}

/**
 * Reads the form with which a person's transcript comes: a reason, and the words as text or as a file.
 * @throws AppError `invalid_multipart`, `invalid_input`, `file_too_large`, `body_too_large`
 */
export async function readFulfilForm(body: unknown, headers: BusboyHeaders): Promise<FulfilForm> {
  if (!Buffer.isBuffer(body)) throw new AppError('invalid_multipart');
  const { fields, file } = await parse(body, headers);
  const text = fields.get('text') ?? '';
  // Browsers send an empty file for a file nobody chose.
  const hasFile = file !== null && file.content.length > 0;
  if (hasFile && text.trim() !== '') throw refused('Please give either text or a file, not both.');
  const format = hasFile ? formatOf(file.name, file.type) : 'plain';
  const transcript = hasFile ? decode(file.content) : text;
  // Forms end their lines with CRLF.
  const reason = fields.get('reason')?.replace(/\r\n?/g, '\n');
  return { ...validateBody(FulfilHumanOrder, { reason, transcript }), format };
}

function parse(body: Buffer, headers: BusboyHeaders): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const invalid = (cause?: unknown) => reject(new AppError('invalid_multipart', { cause }));
    try {
      const parser = new Busboy({
        headers,
        limits: { fieldSize: MAX_TRANSCRIPT_BYTES, fileSize: MAX_TRANSCRIPT_BYTES, files: 1, parts: 4 },
      });
      const parts: Parts = { fields: new Map(), file: null };
      parser.on('field', (name: string | undefined, value, _nameCut, isCut) => {
        if (isCut) reject(new AppError('body_too_large'));
        else if ((name !== 'reason' && name !== 'text') || parts.fields.has(name)) reject(unknownField(name));
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
    throw refused('The file is not UTF-8 text.', error);
  }
}

/** The transcript was not usable. */
export function refused(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { message, errors: [{ field: 'transcript', message }], cause });
}

function unknownField(name: string | undefined): AppError {
  const message = `There is no field ${JSON.stringify(name?.slice(0, 40) ?? '')}, or it came twice.`;
  return new AppError('invalid_input', { message });
}
