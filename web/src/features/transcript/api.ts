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

/** What the owner calls a speaker; answers the transcript with the new name. */
export function nameSpeaker(
  agreementId: string,
  label: string,
  naming: SpeakerNaming,
): Promise<TranscriptView> {
  return request('put', '/api/agreements/{agreementId}/transcript/speakers/{label}', {
    params: { path: { agreementId, label } },
    body: naming,
  });
}
