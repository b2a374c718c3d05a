declare module 'fontkit' {
  /** A font for one document: it remembers of each glyph for which characters it was first asked. */
  export interface Font {
    /** What has been read of the file so far, by the name of the table. */
    _tables: Record<string, unknown>;
  }

  export function create(file: Uint8Array): Font;
}
