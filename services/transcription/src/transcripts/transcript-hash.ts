import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RecordedSegment } from './transcript-content.js';

/** SHA-256 of the canonical JSON of what a transcript says, of which agreement, and who heard it. */
export function hashTranscript(content: {
  agreementId: string;
  durationMs: number;
  engine: string;
  segments: RecordedSegment[];
}): string {
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
}
