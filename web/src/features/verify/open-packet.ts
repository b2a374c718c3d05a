import { unzipSync } from 'fflate';
import { isUnambiguous } from './zip-directory';

/** What macOS and Windows put beside the files of a folder. */
const OF_SYSTEM = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;
/** A name that leads out of its folder, wherever it seems to be. */
const UPWARDS = /(?:^|[\\/])\.\.(?:[\\/]|$)/;
const MANIFEST = 'manifest.json';

export interface Packet {
  /** By their names in the packet, as it was handed out. */
  files: Record<string, Uint8Array>;
  /** Names that do not tell which file they are of: programs that unpack a zip file differ in what they make of these. */
  unclear: string[];
  /** Files that a system has added when the packet was unpacked and packed again. Nothing vouches for them. */
  additional: string[];
  /** Programs that unpack the zip file may find others in it than these. */
  isAmbiguous: boolean;
}

export const isZip = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x4b;

/**
 * The files of a packet, also where it was unpacked and packed again: some browsers unpack what they download, and what
 * people then make of it has entries for folders, or one folder around all. Null for a zip file of something else.
 */
export function openPacket(content: Uint8Array): Packet | null {
  try {
    const names: string[] = [];
    // Nothing is compressed in a packet as we hand it out, so this only cuts the file into pieces.
    const entries = unzipSync(content, { filter: ({ name }) => names.push(name) > 0 });
    const own = names.filter((name) => !isOfSystem(name) && !isFolder(name, entries));
    const folder = folderAround(own);
    const inPacket = (name: string) => name.slice(folder.length);
    const isClear = (name: string) =>
      own.indexOf(name) === own.lastIndexOf(name) && Object.hasOwn(entries, name);
    const clear = own.filter((name) => Object.hasOwn(entries, name));
    const files = Object.fromEntries(clear.map((name) => [inPacket(name), entries[name] as Uint8Array]));
    if (!Object.hasOwn(files, MANIFEST)) return null;
    return {
      files,
      unclear: own.filter((name) => !isClear(name)).map(inPacket),
      additional: [...new Set(names.filter(isOfSystem))].sort(),
      isAmbiguous: !isUnambiguous(content),
    };
  } catch {
    return null;
  }
}

const isOfSystem = (name: string): boolean => OF_SYSTEM.test(name) && !UPWARDS.test(name);

const isFolder = (name: string, entries: Readonly<Record<string, Uint8Array>>): boolean =>
  name.endsWith('/') && entries[name]?.length === 0;

/** With the slash at its end; empty where there is none that all files are in. */
function folderAround(names: readonly string[]): string {
  const [first = ''] = names;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return names.every((name) => name.startsWith(folder)) ? folder : '';
}
