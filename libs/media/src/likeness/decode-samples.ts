import { audioInput } from '../audio-input.js';
import type { MediaWorkOptions } from '../derive-audio.js';
import { MediaError } from '../media.error.js';
import { lastLine, runMediaTool, WAITED_FOR_NICENESS } from '../media-tool.js';
import { LIKENESS_RATE } from './sound-bands.js';

export interface DecodeSamplesOptions extends MediaWorkOptions {
  /** So much from the start; default all of it. */
  seconds?: number;
}

/**
 * Writes a recording's samples to a file, as `compareSounds` reads them: 8 kHz, one channel, 16 bits, no header.
 * @throws MediaError, or the signal's reason when aborted.
 */
export async function decodeSamples(
  path: string,
  outPath: string,
  { signal, timeoutMs = 60_000, niceness = WAITED_FOR_NICENESS, seconds }: DecodeSamplesOptions = {},
): Promise<void> {
  const input = await audioInput(path);
  const { exitCode, stderr } = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-max_error_rate', '1', ...input.decode],
      ...['-map', '0:a:0', '-threads', '1', '-af', input.mono],
      ...(seconds === undefined ? [] : ['-t', String(seconds)]),
      ...['-ac', '1', '-ar', String(LIKENESS_RATE), '-f', 's16le', `file:${outPath}`],
    ],
    { timeoutMs, signal, niceness },
  );
  if (exitCode !== 0) throw new MediaError('corrupt', lastLine(stderr) || 'no sound could be decoded');
}
