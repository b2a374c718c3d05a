import { request, respond } from '../../lib/api/api-client';
import type { SpeakerView, TranscriptView } from '../../lib/api/api-types';

export const EXPORT_FORMATS = ['txt', 'srt', 'vtt', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type SpeakerNaming = Pick<SpeakerView, 'name' | 'party'>;

/** The transcript as a file of the given format. */
export async function exportTranscript(agreementId: string, format: ExportFormat): Promise<Blob> {
  const params = { path: { agreementId }, query: { format } };
  return (await respond('get', '/api/agreements/{agreementId}/transcript/export', { params })).blob();
}

/** Has a draft made anew by a better engine; answers it as it is until then. */
export function renewTranscript(agreementId: string): Promise<TranscriptView> {
  return request('post', '/api/agreements/{agreementId}/transcript/renewal', {
    params: { path: { agreementId } },
  });
}

/** A voice of a transcript, and what it is to be called. */
export interface NamedVoice {
  label: string;
  naming: SpeakerNaming;
  /** Of the transcript in which it was heard; null where nobody knows. */
  sha256: string | null;
}

/** What the owner calls a speaker; answers the transcript with the new name. */
export function nameSpeaker(
  agreementId: string,
  { label, naming, sha256 }: NamedVoice,
): Promise<TranscriptView> {
  return request('put', '/api/agreements/{agreementId}/transcript/speakers/{label}', {
    params: { path: { agreementId, label } },
    body: { ...naming, ...(sha256 === null ? {} : { sha256 }) },
  });
}
