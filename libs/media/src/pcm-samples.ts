/** Turns a stream of little-endian 16-bit samples, cut anywhere, into whole samples. */
export class PcmSamples {
  private oddByte: Buffer | null = null;

  read(chunk: Buffer): Int16Array {
    const bytes = this.oddByte ? Buffer.concat([this.oddByte, chunk]) : chunk;
    const even = bytes.length - (bytes.length % 2);
    this.oddByte = even < bytes.length ? Buffer.from(bytes.subarray(even)) : null;
    const samples = new Int16Array(even / 2);
    // A copy, because pieces of a stream may start at an odd address, where no typed view is allowed.
    bytes.copy(new Uint8Array(samples.buffer), 0, 0, even);
    return samples;
  }
}
