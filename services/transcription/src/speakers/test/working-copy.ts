import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes 16 kHz mono WAV of any sound, through filters if there are some. */
export async function asWorkingCopy(path: string, outPath: string, filter = 'anull'): Promise<void> {
  await promisify(execFile)('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', path, '-af', filter],
    ...['-ar', '16000', '-ac', '1', '-c:a', 'pcm_s16le', '-f', 'wav', outPath],
  ]);
}
