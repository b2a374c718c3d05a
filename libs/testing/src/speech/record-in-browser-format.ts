import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What browsers record in: Chrome and Firefox WebM/Opus, Chrome MP4/Opus, Safari MP4/AAC. */
export type BrowserFormat = 'webm-opus' | 'mp4-opus' | 'mp4-aac';

const FRAGMENTED = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-frag_duration', '1000000'];

const ENCODERS: Record<BrowserFormat, string[]> = {
  // `-live` writes what MediaRecorder writes: clusters of unknown size, no duration, no index.
  'webm-opus': ['-c:a', 'libopus', '-b:a', '32k', '-live', '1', '-f', 'webm'],
  'mp4-opus': ['-c:a', 'libopus', '-b:a', '32k', '-strict', 'experimental', ...FRAGMENTED, '-f', 'mp4'],
  'mp4-aac': ['-c:a', 'aac', '-b:a', '64k', ...FRAGMENTED, '-f', 'mp4'],
};

/**
 * Re-encodes a sound file as a browser's MediaRecorder with a one-second timeslice would have written it:
 * mono 48 kHz, in pieces, and with no total length stored.
 */
export async function recordInBrowserFormat(
  inputPath: string,
  outputPath: string,
  format: BrowserFormat,
): Promise<void> {
  await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', inputPath, '-vn', '-ac', '1', '-ar', '48000'],
    ...ENCODERS[format],
    outputPath,
  ]);
}
