import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

export type PdfFont = 'regular' | 'bold' | 'mono';

const FILES: Record<PdfFont, string> = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
};

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const read = new Map<PdfFont, { file: Buffer; tables: Font['_tables'] }>();

/** Lets a document draw with our fonts, by their names. Their files are read and taken apart once in a process. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const name of Object.keys(FILES) as PdfFont[]) {
    // The types do not know that a font may be given that has been opened.
    document.registerFont(name, open(name) as unknown as PDFKit.Mixins.PDFFontSource);
  }
}

/** Each document has a font of its own, or its bytes would depend on what was drawn before; the tables never change. */
function open(name: PdfFont): Font {
  let known = read.get(name);
  if (!known) {
    known = { file: readFileSync(join(folder, FILES[name])), tables: {} };
    read.set(name, known);
  }
  const font = create(known.file);
  // As the library itself does between a font and its variations.
  font._tables = known.tables;
  return font;
}
