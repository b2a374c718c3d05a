import { readFile } from 'node:fs/promises';
import {
  type BrowserFormat,
  recordInBrowserFormat,
} from '../../../libs/testing/src/speech/record-in-browser-format.js';
import { encoded, type GoodSound, generated, SAMPLE_SECONDS, written } from './corpus.js';
import { floatData, toneData, wav } from './corpus-wav.js';

const FRAGMENTED = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=3'];

const spoken = (name: string, output: string, encoder: readonly string[] = []): GoodSound => ({
  name,
  make: encoded(output, encoder),
  seconds: SAMPLE_SECONDS,
  speech: true,
});

const browser = (format: BrowserFormat): GoodSound => ({
  name: `${format} as a browser writes it`,
  make: async (files) => {
    await recordInBrowserFormat(files.path('sample.wav'), files.path(`browser-${format}`), format);
    return files.path(`browser-${format}`);
  },
  seconds: SAMPLE_SECONDS,
  speech: true,
});

const containers: GoodSound[] = [
  browser('webm-opus'),
  browser('mp4-opus'),
  browser('mp4-aac'),
  spoken('WebM Opus with a duration', 'duration.webm', ['-c:a', 'libopus']),
  spoken('WebM Vorbis', 'vorbis.webm', ['-c:a', 'libvorbis']),
  spoken('WebM Opus stereo, 20 ms per packet of 6 kbit/s', 'low.webm', [
    '-c:a',
    'libopus',
    '-ac',
    '2',
    '-b:a',
    '6k',
  ]),
  spoken('M4A AAC', 'plain.m4a', ['-c:a', 'aac']),
  spoken('M4A AAC, index first', 'first.m4a', ['-c:a', 'aac', '-movflags', '+faststart']),
  spoken('M4A ALAC', 'alac.m4a', ['-c:a', 'alac']),
  spoken('MP4 AAC in fragments of a frame', 'tiny.mp4', [
    '-c:a',
    'aac',
    ...FRAGMENTED,
    '-frag_duration',
    '20000',
  ]),
  spoken('MP4 AAC 5.1', 'surround.mp4', ['-c:a', 'aac', '-ac', '6']),
  spoken('3GP AAC 8 kHz', 'old.3gp', ['-c:a', 'aac', '-ar', '8000']),
  spoken('MP3 of a constant rate', 'cbr.mp3', ['-b:a', '128k']),
  spoken('MP3 of a variable rate', 'vbr.mp3', ['-q:a', '4']),
  spoken('MP3 without any header', 'bare.mp3', ['-id3v2_version', '0', '-write_xing', '0']),
  spoken('MP3 joint stereo 44.1 kHz', 'stereo.mp3', ['-ac', '2', '-ar', '44100', '-joint_stereo', '1']),
  spoken('MP3 8 kHz', 'telephone.mp3', ['-ar', '8000', '-b:a', '16k']),
  spoken('Ogg Opus', 'opus.ogg', ['-c:a', 'libopus']),
  spoken('Ogg Vorbis', 'vorbis.ogg', ['-c:a', 'libvorbis', '-ac', '2']),
  spoken('Ogg FLAC', 'flac.ogg', ['-c:a', 'flac']),
  spoken('Ogg Speex', 'speex.ogg', ['-c:a', 'libspeex', '-ar', '16000']),
  spoken('FLAC 16 bits', 'a.flac', []),
  spoken('FLAC 24 bits 96 kHz stereo', 'fine.flac', ['-sample_fmt', 's32', '-ar', '96000', '-ac', '2']),
  spoken('AIFF', 'a.aiff', []),
  spoken('AIFF-C floating point', 'float.aiff', ['-c:a', 'pcm_f32be']),
  spoken('WAV 8 bits 8 kHz', 'u8.wav', ['-c:a', 'pcm_u8', '-ar', '8000']),
  spoken('WAV 16 bits 16 kHz', 's16.wav', ['-ar', '16000']),
  spoken('WAV 24 bits 44.1 kHz', 's24.wav', ['-c:a', 'pcm_s24le', '-ar', '44100']),
  spoken('WAV 32 bits 96 kHz stereo', 's32.wav', ['-c:a', 'pcm_s32le', '-ar', '96000', '-ac', '2']),
  spoken('WAV floating point', 'f32.wav', ['-c:a', 'pcm_f32le']),
  spoken('WAV double precision', 'f64.wav', ['-c:a', 'pcm_f64le']),
  spoken('WAV A-law', 'alaw.wav', ['-c:a', 'pcm_alaw', '-ar', '8000']),
  spoken('WAV µ-law', 'mulaw.wav', ['-c:a', 'pcm_mulaw', '-ar', '8000']),
  spoken('WAV 5.1', 'surround.wav', ['-ac', '6']),
  spoken('WAV 384 kHz', 'huge-rate.wav', ['-ar', '384000']),
  spoken('WAV of a dictating machine (IMA ADPCM)', 'adpcm.wav', ['-c:a', 'adpcm_ima_wav', '-ar', '16000']),
  {
    name: 'WebM film with sound',
    make: (files) =>
      files.ffmpeg(
        [...PICTURES, '-i', files.path('sample.wav'), '-c:v', 'libvpx', '-c:a', 'libopus'],
        'film.webm',
      ),
    seconds: SAMPLE_SECONDS,
    speech: true,
  },
  {
    name: 'MP4 film with sound',
    make: (files) =>
      files.ffmpeg(
        [
          ...PICTURES,
          '-i',
          files.path('sample.wav'),
          '-c:v',
          'libx264',
          '-pix_fmt',
          'yuv420p',
          '-c:a',
          'aac',
        ],
        'film.mp4',
      ),
    seconds: SAMPLE_SECONDS,
    speech: true,
  },
  {
    name: 'MP3 with a cover picture',
    make: async (files) => {
      const cover = await generated('cover.jpg', 'testsrc=size=64x64', ['-frames:v', '1'])(files);
      const inputs = ['-i', files.path('sample.wav'), '-i', cover];
      return files.ffmpeg([...inputs, '-map', '0:a', '-map', '1:v', '-c:v', 'copy'], 'cover.mp3');
    },
    seconds: SAMPLE_SECONDS,
    speech: true,
  },
];

const named = (what: string, output: string, sentAs: GoodSound['sentAs']): GoodSound => ({
  ...spoken(`${what} sent as ${sentAs?.fileName} of type ${sentAs?.type}`, output, []),
  ...(sentAs ? { sentAs } : {}),
});

const misnamed: GoodSound[] = [
  named('WAV', 'as-text.wav', { fileName: 'notes.txt', type: 'text/plain' }),
  named('MP3', 'as-picture.mp3', { fileName: 'photo.png', type: 'image/png' }),
  named('M4A', 'as-webm.m4a', { fileName: 'recording.webm', type: 'audio/webm;codecs=opus' }),
  named('FLAC', 'as-nothing.flac', { fileName: 'x', type: '' }),
  named('WAV', 'as-path.wav', { fileName: '../../../etc/passwd', type: 'application/x-msdownload' }),
];

const odd: GoodSound[] = [
  { name: '50 ms', make: written('short.wav', wav(toneData(0.05))), seconds: 0.05, within: 0.002 },
  {
    name: 'a length that is not known yet',
    make: written('streamed.wav', wav(toneData(2), { claimedBytes: 0xffff_ffff })),
    seconds: 2,
  },
  {
    name: 'a header that says more than there is',
    make: written('boaster.wav', wav(toneData(2), { claimedBytes: 64_000_000 })),
    seconds: 2,
  },
  {
    name: 'a recorder that stopped before it wrote the length',
    make: written('stopped.wav', wav(toneData(2), { claimedBytes: 0 })),
    seconds: 2,
  },
  {
    name: 'samples that are no numbers',
    make: written(
      'nan.wav',
      wav(
        floatData(2, (i) => (i % 3 === 0 ? Number.NaN : Math.sin(i / 6) / 4)),
        { format: 3, bits: 32 },
      ),
    ),
    seconds: 2,
  },
  {
    name: 'nothing but what is no number',
    make: written(
      'all-nan.wav',
      wav(
        floatData(2, () => Number.NaN),
        { format: 3, bits: 32 },
      ),
    ),
    seconds: 2,
  },
  {
    name: 'infinite samples',
    make: written(
      'infinite.wav',
      wav(
        floatData(2, (i) => (i % 2 === 0 ? Number.POSITIVE_INFINITY : -1e38)),
        { format: 3, bits: 32 },
      ),
    ),
    seconds: 2,
  },
  {
    name: 'a sample rate of 1 kHz',
    make: written('slow.wav', wav(toneData(1), { sampleRate: 1000 })),
    seconds: 16,
    within: 0.2,
  },
  {
    name: 'silence',
    make: generated('silence.wav', 'anullsrc=r=48000:cl=mono', ['-t', '3']),
    seconds: 3,
    speech: false,
  },
  {
    name: 'white noise',
    make: generated('noise.webm', 'anoisesrc=a=0.1:d=4:seed=7', ['-c:a', 'libopus']),
    seconds: 4,
    speech: false,
  },
  { name: 'a tone', make: generated('tone.mp3', 'sine=f=440:d=3'), seconds: 3, speech: false },
  {
    name: 'a chord that swells, at full scale',
    make: generated(
      'chord.flac',
      "aevalsrc='2*abs(sin(2*t))*(sin(1382*t)+sin(1741*t)+sin(2073*t))':s=44100:d=3",
    ),
    seconds: 3,
  },
  {
    name: 'speech that is hardly there',
    make: encoded('faint.wav', ['-af', 'volume=-45dB', '-c:a', 'pcm_s24le']),
    seconds: SAMPLE_SECONDS,
  },
  {
    name: 'two recordings one behind the other (chained Ogg)',
    make: async (files) => {
      const link = await readFile(await encoded('link.ogg', ['-c:a', 'libopus'])(files));
      return files.write('chained.ogg', Buffer.concat([link, link]));
    },
    seconds: 2 * SAMPLE_SECONDS,
    within: 0.3,
    speech: true,
  },
  {
    name: 'an archive behind an MP3',
    make: async (files) => {
      const sound = await readFile(await encoded('before-zip.mp3')(files));
      return files.write(
        'zip.mp3',
        Buffer.concat([sound, Buffer.from('PK\u0003\u0004'), Buffer.alloc(3000, 7)]),
      );
    },
    seconds: SAMPLE_SECONDS,
    speech: true,
  },
  {
    name: 'ten minutes',
    make: (files) =>
      files.ffmpeg(
        ['-stream_loop', '-1', '-i', files.path('sample.wav'), '-t', '600', '-c:a', 'libopus', '-b:a', '12k'],
        'ten-minutes.webm',
      ),
    seconds: 600,
    speech: true,
  },
];

/** What is left of a file of which only a share arrived. */
const cut = (name: string, output: string, share: number, encoder: readonly string[] = []): GoodSound => ({
  name: `${name}, cut off after ${share * 100} %`,
  make: async (files) => {
    // A whole of its own for each share: they are made at the same time.
    await encoded(`whole-${share}-${output}`, encoder)(files);
    return files.cut(`whole-${share}-${output}`, `${share}-${output}`, share);
  },
  seconds: SAMPLE_SECONDS * share,
  within: 0.8,
});

const LIVE_WEBM = ['-c:a', 'libopus', '-live', '1', '-f', 'webm'];

const truncated: GoodSound[] = [
  ...[0.3, 0.6, 0.95].map((share) => cut('WebM Opus', 'cut.webm', share, LIVE_WEBM)),
  ...[0.5, 0.9].map((share) =>
    cut('fragmented MP4 AAC', 'cut.mp4', share, ['-c:a', 'aac', ...FRAGMENTED, '-frag_duration', '200000']),
  ),
  ...[0.4, 0.9].map((share) => cut('MP3', 'cut.mp3', share, ['-b:a', '96k'])),
  cut('Ogg Opus', 'cut.ogg', 0.6, ['-c:a', 'libopus', '-page_duration', '100000']),
  cut('FLAC', 'cut.flac', 0.6),
  { ...cut('WAV', 'cut.wav', 0.5), within: 0.1 },
  { ...cut('WAV in the middle of a sample', 'sample.wav', 0.500003), within: 0.1 },
  { ...cut('AIFF', 'cut.aiff', 0.5), within: 0.1 },
];

/** Recordings that must be accepted, whatever is odd about them. */
export const goodSounds: readonly GoodSound[] = [...containers, ...misnamed, ...odd, ...truncated];
