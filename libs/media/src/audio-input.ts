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

export interface AudioInput {
  extension: AudioExtension;
  /** Arguments that open it for decoding. */
  decode: string[];
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
  const protocols = ranges ? 'file,pipe,concat,subfile' : 'file,pipe';
  return {
    extension: type.extension,
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
