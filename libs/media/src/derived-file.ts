import { digestOf, type FileDigest } from '#platform';

export interface DerivedFile extends FileDigest {
  path: string;
  mime: string;
}

/** What a finished file is. */
export async function describeFile(path: string, mime: string): Promise<DerivedFile> {
  return { path, mime, ...(await digestOf(path)) };
}
