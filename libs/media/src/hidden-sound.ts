import type { AudioInput } from './audio-input.js';
import { MediaError } from './media.error.js';
import { lastLine, type MediaToolOptions, runMediaTool } from './media-tool.js';

/** Of a tenth of a second each. */
const WINDOW = { rate: 8000, samples: 800 };
/** No word is understood by what is lower, and a hum there may cancel between two microphones. */
const LOWEST_HZ = 300;
/** Quieter than that nobody hears a word. */
const HEARD_DB = -50;
/** By so much the louder of two channels may be louder than both in one: 3 dB where it has the sound alone. */
const MOST_LOST_OF_TWO_DB = 10;
/** Where there are many, each has a small part. */
const MOST_LOST_DB = 20;
/** Of windows one after the other: a short word. */
const WORD_WINDOWS = 2;

/**
 * Whether some channel of a recording holds what cannot be heard where it is heard in one, because others cancel it or
 * because it is left out, as what is meant for low notes. Decodes it twice.
 * @param layout its channels, as ffmpeg names them
 * @throws MediaError, or the signal's reason when aborted
 */
export async function hidesSound(
  input: AudioInput,
  layout: string,
  options: MediaToolOptions,
): Promise<boolean> {
  if (layout === 'mono') return false;
  const mostLostDb = layout === 'stereo' ? MOST_LOST_OF_TWO_DB : MOST_LOST_DB;
  const loudest = await levels(input, 'asetpts=N/SR/TB', options);
  const heard = await levels(input, input.mono, options);
  let hidden = 0;
  for (const [window, level] of loudest.entries()) {
    const lost = level - (heard[window] ?? Number.NEGATIVE_INFINITY);
    hidden = level > HEARD_DB && lost > mostLostDb ? hidden + 1 : 0;
    if (hidden >= WORD_WINDOWS) return true;
  }
  return false;
}

/** How loud the loudest channel is in each window, in decibels. */
async function levels(input: AudioInput, filter: string, options: MediaToolOptions): Promise<number[]> {
  const measure = [
    `highpass=f=${LOWEST_HZ},aresample=${WINDOW.rate},asetnsamples=n=${WINDOW.samples}`,
    'astats=metadata=1:reset=1:measure_perchannel=RMS_level:measure_overall=none',
    'ametadata=mode=print:file=-',
  ].join(',');
  const found: number[] = [];
  const read = (line: string) => {
    if (line.startsWith('frame:')) found.push(Number.NEGATIVE_INFINITY);
    const [, level = '-inf'] = /\.RMS_level=(\S+)/.exec(line) ?? [];
    if (level !== '-inf') found.push(Math.max(found.pop() ?? Number.NEGATIVE_INFINITY, Number(level)));
  };
  let rest = '';
  const { exitCode, stderr } = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-v', 'error', '-max_error_rate', '1', ...input.decode],
      ...['-map', '0:a:0', '-threads', '1', '-af', `${filter},${measure}`, '-f', 'null', '/dev/null'],
    ],
    {
      ...options,
      onOutput: (piece) => {
        const lines = (rest + piece.toString('latin1')).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(read);
      },
    },
  );
  if (exitCode !== 0) throw new MediaError('corrupt', lastLine(stderr) || 'no sound could be decoded');
  return found;
}
