import { resolve } from 'node:path';
import { MediaError } from './media.error.js';
import { type ByteRange, withoutRepeatedBoxes } from './repeated-boxes.js';
import { type AudioExtension, sniffFile } from './sniff.js';

const DEMUXERS: Record<AudioExtension, string> = {
  webm: 'matroska',
  mp4: 'mov',
  wav: 'wav',
  ogg: 'ogg',
  mp3: 'mp3',
  flac: 'flac',
  aiff: 'aiff',
  aac: 'aac',
  amr: 'amr',
};

/** Everything browsers and phones record in. A video stream beside it is never decoded. */
const DECODERS = [
  ...['opus', 'libopus', 'vorbis', 'libvorbis', 'aac', 'mp3float', 'mp3', 'flac', 'alac'],
  ...[
    'amrnb',
    'amrwb',
    'libspeex',
    'speex',
    'pcm_u8',
    'pcm_s8',
    'pcm_s16le',
    'pcm_s16be',
    'pcm_s24le',
    'pcm_s24be',
  ],
  ...['pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_alaw', 'pcm_mulaw'],
  // Dictating machines.
  ...['adpcm_ima_wav', 'adpcm_ms'],
].join(',');

/** As they were recorded, but no more than two. */
const CHANNELS = 'aformat=channel_layouts=mono|stereo';
/**
 * Samples that are stored as floating-point numbers may be none: encoders abort on them, and filters would spread one
 * over all that follow. The filter forgets which channels there are.
 */
const NUMBERS = "aeval='if(isnan(val(ch)),0,clip(val(ch),-1,1))':c=same";
const MAY_HOLD_ANY_BITS: ReadonlySet<AudioExtension> = new Set(['wav', 'aiff']);
/**
 * The sum of two channels loses what is opposite in them: all that a microphone on the wrong cable recorded, or words that
 * somebody hid so, which are in the sealed file and which nobody heard who consented. With a quarter of a turn between the
 * two, neither what is alike nor what is opposite cancels; what is turned against that is found at the upload
 * (`hidesSound`). What was recorded in one channel stays as it is.
 */
const AS_ONE = [
  'asplit=3[one][left][right]',
  '[one]pan=mono|c0=FC[alone]',
  '[left]pan=mono|c0=FL,aphaseshift=shift=0:order=4[unturned]',
  '[right]pan=mono|c0=FR,aphaseshift=shift=0.5:order=4[turned]',
  `[alone][unturned][turned]amix=inputs=3:normalize=0:weights=1 ${Math.SQRT1_2} ${Math.SQRT1_2}`,
].join(';');

export interface AudioInput {
  extension: AudioExtension;
  /** Arguments that open it for decoding. */
  decode: string[];
  /** First filter of every use: makes one channel of finite samples, in which all can be heard that is in any of two. */
  mono: string;
}

/**
 * The arguments that open an untrusted audio file. The demuxer comes from the file's own first bytes and is
 * forced, so a playlist or a list of other files can never be taken for audio and nothing but this file is opened.
 * @throws MediaError `not_media` when the first bytes are not those of an accepted audio type.
 */
export async function audioInput(path: string): Promise<AudioInput> {
  const type = await sniffFile(path);
  if (type?.kind !== 'audio') throw new MediaError('not_media', 'not an audio file');
  const format = DEMUXERS[type.extension];
  const ranges = type.extension === 'mp4' ? await withoutRepeatedBoxes(path) : null;
  const channels = MAY_HOLD_ANY_BITS.has(type.extension) ? `${CHANNELS},${NUMBERS},${CHANNELS}` : CHANNELS;
  const protocols = ranges ? 'file,pipe,concat,subfile' : 'file,pipe';
  return {
    extension: type.extension,
    // Branches are put together by their times, which a file may have holes in.
    mono: `asetpts=N/SR/TB,${channels},${AS_ONE},aformat=channel_layouts=mono`,
    decode: [
      ...['-protocol_whitelist', protocols, '-format_whitelist', format, '-f', format],
      ...['-codec_whitelist', DECODERS],
      ...['-i', ranges ? rangesOf(resolve(path), ranges) : `file:${resolve(path)}`],
    ],
  };
}

/** How ffmpeg is told to read parts of a file as one. */
function rangesOf(path: string, ranges: ByteRange[]): string {
  return `concat:${ranges.map(({ start, end = 0 }) => `subfile,,start,${start},end,${end},,:${path}`).join('|')}`;
}
