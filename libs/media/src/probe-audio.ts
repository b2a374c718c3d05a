import { audioInput } from './audio-input.js';
import { hidesSound } from './hidden-sound.js';
import { MediaError } from './media.error.js';
import { lastLine, runMediaTool } from './media-tool.js';
import type { AudioExtension } from './sniff.js';

export interface AudioProbe {
  /** Length of what can really be decoded; what the file says about itself is not used. */
  durationSeconds: number;
  codec: string;
  container: AudioExtension;
  /** Its channels, as ffmpeg names them: `mono`, `stereo`. */
  layout: string;
  sampleRate: number;
}

export interface ProbeAudioOptions {
  /** Refuse anything longer, in seconds. */
  maxSeconds?: number;
  /** Default 60 000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * Before what nobody waits for and behind what is paid. What takes longer than a minute of speech, about a quarter of a
 * second, keeps nobody waiting who brings less.
 */
const PRIORITY = { yieldAfterCpuMs: 250 };
const PCM_RATE = 8000;
/** Of a WAVE file without anything about what is in it. */
const HEADER_BYTES = 44;
/** Whole samples of two bytes. */
const pcmBytesOf = (seconds: number): number => Math.floor(seconds * PCM_RATE) * 2;

/**
 * Decodes a whole recording and reports its real length and format. A recording cut short (no stored length, half a
 * last chunk) is accepted with the length that can be played. Sound that is not heard everywhere is refused: that of
 * another track than the first, what is lost of several channels where they are heard in one, and channels whose number
 * changes on the way.
 * @throws MediaError `not_media`, `corrupt`, `several_tracks`, `too_long`, `timeout` or `failed`.
 */
export async function probeAudio(path: string, options: ProbeAudioOptions = {}): Promise<AudioProbe> {
  const { maxSeconds = Number.POSITIVE_INFINITY, timeoutMs = 60_000, signal } = options;
  const input = await audioInput(path);

  const decoded = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'info', '-max_error_rate', '1'],
      // Ends where the channels change.
      ...['-reinit_filter', '0', ...input.decode],
      // A WAVE file cannot take the second track, if there is one: what ffmpeg prints of a file can be made to hide it.
      ...['-map', '0:a:0', '-map', '0:a:1?', '-map_metadata', '-1', '-fflags', '+bitexact'],
      ...['-threads', '1', '-ac', '1', '-ar', String(PCM_RATE)],
      ...(Number.isFinite(maxSeconds) ? ['-fs', String(HEADER_BYTES + pcmBytesOf(maxSeconds) + 2)] : []),
      // ffmpeg counts the samples itself: read here, those of ten minutes cost this process a fifth of a second.
      ...['-progress', 'pipe:1', '-f', 'wav', '-y', '/dev/null'],
    ],
    { timeoutMs, signal, ...PRIORITY },
  );
  const counts = [...decoded.stdout.matchAll(/^total_size=(\d+)$/gm)];
  const pcmBytes = Math.max(0, Number(counts.at(-1)?.[1] ?? 0) - HEADER_BYTES);
  if (pcmBytes > pcmBytesOf(maxSeconds)) {
    throw new MediaError('too_long', `longer than ${maxSeconds} seconds`);
  }
  if (!/^Input #0/m.test(decoded.stderrStart)) throw new MediaError('corrupt', lastLine(decoded.stderr));
  if (decoded.exitCode !== 0 && CHANGED.test(decoded.stderr)) {
    throw new MediaError('several_tracks', 'its channels change on the way');
  }
  if (decoded.exitCode !== 0 && hasSeveralTracks(decoded)) {
    throw new MediaError('several_tracks', 'there is more than one sound track in the file');
  }
  const stream = firstSound(decoded.stderrStart);
  if (!stream) throw new MediaError('not_media', 'there is no audio in the file');
  // ffmpeg ends well on a file that was cut off, and on single broken packets.
  if (pcmBytes === 0 || decoded.exitCode !== 0) {
    throw new MediaError('corrupt', lastLine(decoded.stderr) || 'no sound could be decoded');
  }
  if (await hidesSound(input, stream.layout, { timeoutMs, signal, ...PRIORITY })) {
    throw new MediaError('several_tracks', `not all of its channels can be heard in one: ${stream.layout}`);
  }
  return { durationSeconds: pcmBytes / pcmBytesOf(1), container: input.extension, ...stream };
}

/** What ffmpeg says of sound that goes on in another form. */
const CHANGED = /Changing audio frame properties on the fly|inject frame into filter network/;
/** What the writer of WAVE files says of a second track, in ffmpeg 5 and in later ones. */
const ONE_STREAM = /exactly one stream|more than one stream/;
const SOUND = /^ {2}Stream #0:\d+[^:]*: Audio: /gm;

/** Of a file that was refused: why. The spatial sound in the films of some phones is a track that ffmpeg cannot decode. */
function hasSeveralTracks({ stderr, stderrStart }: { stderr: string; stderrStart: string }): boolean {
  const [ofInput = ''] = stderrStart.split(/^Output #0/m, 1);
  return ONE_STREAM.test(stderr) || (ofInput.match(SOUND)?.length ?? 0) > 1;
}

function firstSound(report: string): { codec: string; layout: string; sampleRate: number } | null {
  const found = /^ {2}Stream #0:\d+[^:]*: Audio: (\w+)[^,\n]*, (\d+) Hz, ([^,\n]+)/m.exec(report);
  const [, codec = '', rate = '', layout = ''] = found ?? [];
  // A kind of sound that ffmpeg has no name for.
  if (!found || codec === 'none') return null;
  return { codec, layout: layout.trim(), sampleRate: Number(rate) };
}
