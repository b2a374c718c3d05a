/** Signatures of the records of a zip file, and the lengths of those of their fields that are always there. */
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const LISTED = { signature: 0x02014b50, bytes: 46 };
const END = { signature: 0x06054b50, bytes: 22 };
const ZIP64_LOCATOR = { signature: 0x07064b50, bytes: 20 };
/** Flag of a file whose size follows its content, in a record of at most so many bytes. */
const SIZE_FOLLOWS = 8;
const MOST_AFTER_CONTENT = 24;
/** An extra field with another name of the file, which some programs take for the true one; names of ours need none. */
const UNICODE_PATH = 0x7075;

interface Entry {
  name: Uint8Array;
  method: number;
  bytes: number;
  offset: number;
}

/**
 * Whether all programs unpack the same files from a zip file: its directory at the end lists all that is in it, one file
 * after the other, and each under one name. Otherwise programs differ: some believe the number of entries, some the
 * length of the directory, and some read from the beginning.
 */
export function isUnambiguous(content: Uint8Array): boolean {
  try {
    const zip = new ZipReader(content);
    const entries = zip.listed();
    return entries?.every((entry) => zip.isClear(entry)) === true && zip.areOneAfterTheOther(entries);
  } catch (error) {
    // A place that a record names is outside of the file.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

class ZipReader {
  private readonly view: DataView;
  private readonly end: number;

  constructor(private readonly content: Uint8Array) {
    this.view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    this.end = content.length - END.bytes;
  }

  /** Null where the directory is not all that stands between the files and the end. */
  listed(): Entry[] | null {
    const { end } = this;
    const isEnd = this.long(end) === END.signature && this.short(end + 20) === 0;
    // Packets are too small to need the fields of ZIP64, which not all programs look for in the same place.
    const isZip64 = this.long(end - ZIP64_LOCATOR.bytes) === ZIP64_LOCATOR.signature;
    const count = this.short(end + 10);
    if (!isEnd || isZip64 || this.long(end + 4) !== 0 || this.short(end + 8) !== count) return null;
    const entries: Entry[] = [];
    let at = this.directory;
    for (; entries.length < count; at = this.afterListed(at)) {
      if (this.long(at) !== LISTED.signature) return null;
      entries.push({
        name: this.bytes(at + LISTED.bytes, this.short(at + 28)),
        method: this.short(at + 10),
        bytes: this.long(at + 20),
        offset: this.long(at + 42),
      });
      if (this.hasOtherName(at + LISTED.bytes + this.short(at + 28), this.short(at + 30))) return null;
    }
    return at === end ? entries : null;
  }

  /** Whether what stands before the content of a file says of it what the directory does. */
  isClear({ name, method, bytes, offset }: Entry): boolean {
    const given = this.bytes(offset + LOCAL.bytes, this.short(offset + 26));
    const isSameSize = (this.short(offset + 6) & SIZE_FOLLOWS) !== 0 || this.long(offset + 18) === bytes;
    return (
      this.long(offset) === LOCAL.signature &&
      given.length === name.length &&
      // Where a name has a zero byte, some programs take what is before it.
      given.every((byte, index) => byte === name[index] && byte >= 0x20) &&
      this.short(offset + 8) === method &&
      isSameSize &&
      !this.hasOtherName(offset + LOCAL.bytes + given.length, this.short(offset + 28))
    );
  }

  /** Whether no file can hide between two, before the first or after the last. */
  areOneAfterTheOther(entries: readonly Entry[]): boolean {
    let reached = 0;
    const follows = (place: number) => place >= reached && place - reached <= MOST_AFTER_CONTENT;
    for (const { offset, bytes } of [...entries].sort((one, other) => one.offset - other.offset)) {
      if (!follows(offset)) return false;
      reached = offset + LOCAL.bytes + this.short(offset + 26) + this.short(offset + 28) + bytes;
    }
    return follows(this.directory);
  }

  private get directory(): number {
    return this.long(this.end + 16);
  }

  private afterListed(at: number): number {
    return at + LISTED.bytes + this.short(at + 28) + this.short(at + 30) + this.short(at + 32);
  }

  private hasOtherName(from: number, bytes: number): boolean {
    for (let at = from; at + 4 <= from + bytes; at += 4 + this.short(at + 2)) {
      if (this.short(at) === UNICODE_PATH) return true;
    }
    return false;
  }

  private short(at: number): number {
    return this.view.getUint16(at, true);
  }

  private long(at: number): number {
    return this.view.getUint32(at, true);
  }

  private bytes(at: number, length: number): Uint8Array {
    return this.content.subarray(at, at + length);
  }
}
