import { readFile } from 'node:fs/promises';
import { type BadSound, encoded, generated, type Refusal, written } from './corpus.js';
import { toneData, wav } from './corpus-wav.js';

const refused = (
  name: string,
  code: Refusal,
  make: BadSound['make'],
  sentAs?: BadSound['sentAs'],
): BadSound => ({
  name,
  code,
  make,
  ...(sentAs ? { sentAs } : {}),
});

const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n';
const FRAME = Buffer.from([0xff, 0xfb, 0x90, 0x00]);
const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>';
const asWebm = { fileName: 'recording.webm', type: 'audio/webm' };
const asMp3 = { fileName: 'recording.mp3', type: 'audio/mpeg' };
/** Bytes without any meaning, the same each time. */
const nonsense = Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * i * 31 + i * 7 + 3) & 0xff));

const notSound: BadSound[] = [
  refused('nothing', 'empty_recording', written('empty.webm', '')),
  refused(
    'a single sample',
    'empty_recording',
    written('sample.wav.one', wav(toneData(1 / 16_000), { sampleRate: 8000 })),
  ),
  refused('one byte', 'unsupported_media', written('one.webm', 'R')),
  refused('text', 'unsupported_media', written('text.webm', 'I agree to sell my car.\n'.repeat(200))),
  refused('a web page', 'unsupported_media', written('page.html', PAGE), asMp3),
  refused('JSON', 'unsupported_media', written('data.json', JSON.stringify({ audio: 'UklGRg==' })), asWebm),
  refused('SVG', 'unsupported_media', written('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), asWebm),
  refused('PNG', 'unsupported_media', generated('a.png', 'testsrc=size=32x32', ['-frames:v', '1']), asWebm),
  refused('JPEG', 'unsupported_media', generated('a.jpg', 'testsrc=size=32x32', ['-frames:v', '1']), asWebm),
  refused('GIF', 'unsupported_media', generated('a.gif', 'testsrc=size=32x32:d=1'), asWebm),
  refused(
    'ZIP',
    'unsupported_media',
    written('a.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), nonsense])),
    asMp3,
  ),
  refused(
    'a Windows program',
    'unsupported_media',
    written('a.exe', Buffer.concat([Buffer.from('MZ\u0090\0'), nonsense])),
    asMp3,
  ),
  refused(
    'a Linux program',
    'unsupported_media',
    (files) => readFile('/bin/true').then((code) => files.write('true', code)),
    asMp3,
  ),
  refused('PDF', 'unsupported_media', written('a.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), asMp3),
  refused('bytes without meaning', 'unsupported_media', written('nonsense.wav', nonsense)),
  refused('a playlist', 'unsupported_media', written('a.m3u8', PLAYLIST), asMp3),
  refused(
    'a list of files',
    'unsupported_media',
    written('a.ffconcat', "ffconcat version 1.0\nfile '/etc/hostname'\n"),
    asMp3,
  ),
  refused(
    'a session description',
    'unsupported_media',
    written('a.sdp', 'v=0\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n'),
    asMp3,
  ),
  refused(
    'a playlist that begins as an MP3',
    'broken_recording',
    written('list.mp3', Buffer.concat([FRAME, Buffer.from(PLAYLIST)])),
  ),
];

const noSound: BadSound[] = [
  refused(
    'a WebM film without sound',
    'unsupported_media',
    generated('mute.webm', 'testsrc=size=64x64:d=1', ['-c:v', 'libvpx']),
  ),
  refused(
    'an MP4 film without sound',
    'unsupported_media',
    generated('mute.mp4', 'testsrc=size=64x64:d=1', ['-c:v', 'libx264']),
  ),
  refused('WebM of which only the start arrived', 'broken_recording', async (files) => {
    await encoded('start.webm', ['-c:a', 'libopus', '-live', '1', '-f', 'webm'])(files);
    return files.cut('start.webm', 'start-only.webm', 0.015);
  }),
  refused('MP4 whose index never arrived', 'broken_recording', async (files) => {
    await encoded('index-last.m4a', ['-c:a', 'aac'])(files);
    return files.cut('index-last.m4a', 'no-index.m4a', 0.7);
  }),
  refused('a WAV header and nothing else', 'broken_recording', written('header.wav', wav(Buffer.alloc(0)))),
  refused(
    'a WAV header cut off',
    'broken_recording',
    written('half-header.wav', wav(toneData(1)).subarray(0, 30)),
  ),
  refused(
    'WAV without channels',
    'broken_recording',
    written('no-channels.wav', wav(toneData(1), { channels: 0 })),
  ),
  refused(
    'WAV of 65535 channels',
    'broken_recording',
    written('many.wav', wav(toneData(1), { channels: 65_535 })),
  ),
  refused(
    'WAV without a sample rate',
    'broken_recording',
    written('no-rate.wav', wav(toneData(1), { sampleRate: 0 })),
  ),
  refused(
    'WAV of 4 GHz',
    'broken_recording',
    written('giga.wav', wav(toneData(1), { sampleRate: 0xffff_ffff })),
  ),
  refused('WAV of no bits', 'unsupported_media', written('no-bits.wav', wav(toneData(1), { bits: 0 }))),
  refused(
    'WAV of an unknown kind',
    'unsupported_media',
    written('unknown.wav', wav(toneData(1), { format: 0x7777 })),
  ),
  ...(
    [
      ['FLAC', 'broken_recording', Buffer.from('fLaC')],
      ['Ogg', 'unsupported_media', Buffer.from('OggS\0\u0002\0\0\0\0\0\0\0\0')],
      ['MP4', 'broken_recording', Buffer.from('\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42')],
      ['AIFF', 'broken_recording', Buffer.from('FORM\0\0\u0010\0AIFF')],
    ] as const
  ).map(([name, code, magic]) =>
    refused(
      `the first bytes of ${name} and then nonsense`,
      code,
      written(`nonsense-${name}`, Buffer.concat([magic, nonsense])),
    ),
  ),
];

const otherSound: BadSound[] = [
  refused('AMR of which nothing came', 'broken_recording', written('a.amr', Buffer.from('#!AMR\n'))),
  refused('AU', 'unsupported_media', encoded('a.au')),
  refused('Core Audio', 'unsupported_media', encoded('a.caf', ['-c:a', 'pcm_s16le'])),
  refused('Windows Media', 'unsupported_media', encoded('a.wma', ['-c:a', 'wmav2'])),
  refused('AVI', 'unsupported_media', encoded('a.avi', ['-c:a', 'pcm_s16le'])),
  refused('Matroska with AC-3', 'unsupported_media', encoded('a.mkv', ['-c:a', 'ac3'])),
  refused('MP4 with AC-3', 'broken_recording', encoded('ac3.mp4', ['-c:a', 'ac3'])),
  refused(
    '606 seconds',
    'recording_too_long',
    generated('long.mp3', 'anullsrc=r=8000:cl=mono', ['-t', '606', '-b:a', '8k']),
  ),
  refused(
    'five hours in a few kilobytes',
    'recording_too_long',
    generated('bomb.flac', 'anullsrc=r=8000:cl=mono', ['-t', '18000']),
  ),
];

/** Files that must be refused before anything of them is kept. */
export const badSounds: readonly BadSound[] = [...notSound, ...noSound, ...otherSound];
