/** How much of an upload is looked at. */
export const HEAD_BYTES = 65_536;

const MP3_BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MP3_LOW_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MP3_RATES = [44_100, 48_000, 32_000];

/**
 * The seconds of a WAV, FLAC or MP3 file, from its first bytes and its size; null for another format or a broken
 * file.
 */
export function readDuration(head: Buffer, bytes: number): number | null {
  const seconds = readWav(head, bytes) ?? readFlac(head) ?? readMp3(head, bytes);
  return seconds !== null && Number.isFinite(seconds) ? seconds : null;
}

function readWav(head: Buffer, bytes: number): number | null {
  if (!startsWith(head, 'RIFF')) return null;
  const format = head.indexOf('fmt ');
  const data = head.indexOf('data', format);
  if (format < 0 || data < 0 || data + 8 > head.length) return null;
  const bytesPerSecond = head.readUInt32LE(format + 16);
  // A writer that could not seek back leaves a length there that the file does not have.
  return Math.min(head.readUInt32LE(data + 4), bytes - data - 8) / bytesPerSecond;
}

function readFlac(head: Buffer): number | null {
  if (!startsWith(head, 'fLaC') || head.length < 26) return null;
  // 20 bits of sample rate, 3 of channels, 5 of depth, 36 of samples.
  const packed = head.readBigUInt64BE(18);
  const samples = Number(packed & 0xf_ffff_ffffn);
  return samples > 0 ? samples / Number(packed >> 44n) : null;
}

function readMp3(head: Buffer, bytes: number): number | null {
  const start = startsWith(head, 'ID3') ? 10 + syncSafe(head) : 0;
  if (start + 4 > head.length || head.readUInt16BE(start) < 0xffe0) return null;
  const isMpeg1 = (head.readUInt8(start + 1) & 0x18) === 0x18;
  const third = head.readUInt8(start + 2);
  const rate = (MP3_RATES[(third >> 2) & 3] ?? 0) / (isMpeg1 ? 1 : 2);
  const kilobits = (isMpeg1 ? MP3_BITRATES : MP3_LOW_BITRATES)[third >> 4] ?? 0;
  const info = ['Xing', 'Info']
    .map((tag) => head.indexOf(tag, start))
    .find((at) => at > 0 && at < start + 64);
  if (info !== undefined && (head.readUInt32BE(info + 4) & 1) === 1) {
    return (head.readUInt32BE(info + 8) * (isMpeg1 ? 1152 : 576)) / rate;
  }
  return ((bytes - start) * 8) / (kilobits * 1000);
}

/** The length of an ID3 tag: four times seven bits. */
function syncSafe(head: Buffer): number {
  return [6, 7, 8, 9].reduce((length, at) => length * 128 + ((head[at] ?? 0) & 0x7f), 0);
}

function startsWith(head: Buffer, text: string): boolean {
  return head.subarray(0, text.length).toString('latin1') === text;
}
