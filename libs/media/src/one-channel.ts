import { type AudioInput, audioInput } from './audio-input.js';
import { runMediaTool } from './media-tool.js';
import type { AudioExtension } from './sniff.js';

const MONO = 'aformat=channel_layouts=mono';
/**
 * The sum of two channels loses what is opposite in them: all that a microphone on the wrong cable recorded, or words that
 * somebody hid so, which are in the sealed file and which nobody heard who consented. With a quarter of a turn between the
 * two, nothing can cancel, and what is alike in both keeps its loudness.
 */
const TWO_AS_ONE = [
  'asplit[left][right]',
  '[left]pan=mono|c0=FL,aphaseshift=shift=0[unturned]',
  '[right]pan=mono|c0=FR,aphaseshift=shift=0.5[turned]',
  `[unturned][turned]amix=inputs=2:normalize=0,volume=${Math.SQRT1_2.toFixed(4)},${MONO}`,
].join(';');

/**
 * Samples that are stored as floating-point numbers may be none: encoders abort on them, and filters would spread one
 * over all that follow. The filter forgets which channels there are.
 */
const number = (channel: number) => `if(isnan(val(${channel})),0,clip(val(${channel}),-1,1))`;
const NUMBERS = `aeval='${number(0)}':c=same`;
const TWO_NUMBERS = `aeval='${number(0)}|${number(1)}':c=same`;
const MAY_HOLD_ANY_BITS: ReadonlySet<AudioExtension> = new Set(['wav', 'aiff']);

/** Only the start is decoded. */
const LOOK_TIMEOUT_MS = 60_000;

/** A recording that is heard in one channel, wherever it is heard. */
export interface OneChannel extends AudioInput {
  /** First filter of every use: makes one channel of finite samples, in which all can be heard that is in any. */
  mono: string;
  /** The channels of what is decoded first, whatever the file says, as ffmpeg names them; null where nothing is. */
  layout: string | null;
}

/** @throws MediaError as `audioInput` does, or the signal's reason when aborted. */
export async function oneChannel(
  path: string,
  { signal, niceness }: { signal?: AbortSignal | undefined; niceness?: number | undefined } = {},
): Promise<OneChannel> {
  const input = await audioInput(path);
  const { stderr } = await runMediaTool(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'info', ...input.decode],
      ...['-map', '0:a:0', '-map_metadata', '-1', '-threads', '1', '-frames:a', '1', '-f', 'null', '-'],
    ],
    { timeoutMs: LOOK_TIMEOUT_MS, signal, ...(niceness === undefined ? {} : { niceness }) },
  );
  const [, layout = null] =
    /^Output #0[\s\S]*?^ {2}Stream #0:0[^:]*: Audio: [^\n]*? Hz, ([^,\n]+)/m.exec(stderr) ?? [];
  const isAnyBits = MAY_HOLD_ANY_BITS.has(input.extension);
  if (layout === null || layout === 'mono' || layout.startsWith('1 '))
    return { ...input, layout, mono: isAnyBits ? `${MONO},${NUMBERS},${MONO}` : MONO };
  const two = 'aformat=channel_layouts=stereo';
  const stereo = isAnyBits ? `${two},${TWO_NUMBERS},${two}` : two;
  return { ...input, layout, mono: `${stereo},${TWO_AS_ONE}` };
}

/**
 * Whether all of its channels are heard wherever it is played: more than two are not, and what is meant for low notes
 * alone is left out by most.
 */
export function isHeardEverywhere(layout: string): boolean {
  return /^(?:mono|stereo|downmix|1 channels \((?!LFE))/.test(layout);
}
