import PDFDocument from 'pdfkit';
import encodeQR from 'qr';
import { type PdfFont, registerFonts } from './pdf-fonts.js';

const INK = '#1a1a1a';
const QUIET = '#555555';
const LINE = '#bbbbbb';
const MARGIN = 54;
const FOOT = 30;
const LABEL_WIDTH = 120;
const QR_SIZE = 96;

/** Scripts that the font has and that are written from left to right without joining. */
const NOT_DRAWN =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu;
const BOX = '□';

/** What a document says of itself, in its own language. */
interface PdfWords {
  /** Such as `en-US`. */
  locale: string;
  page: (page: number, pages: number) => string;
  /** Says what such a box stands for. */
  boxes: (box: string) => string;
  qr: (address: string) => string;
}

interface PdfDocumentOptions {
  words: PdfWords;
  title: string;
  subject: string;
  /** Stands in the document as its date, so that the same content always has the same bytes. */
  madeAt: Date;
  footer: string;
  /** Across every page, such as `DRAFT`. */
  watermark: string | null;
}

/** Which tag of a structure a text has. */
type Tag = 'H1' | 'H2' | 'P';

/**
 * A document to be read and printed: A4, its fonts in it, text that can be selected and searched, tagged in reading order
 * for screen readers (PDF/UA). The same calls make the same bytes.
 */
export class PdfDocument {
  private readonly document: PDFKit.PDFDocument;
  private readonly root: PDFKit.PDFStructureElement;
  /** What is written now is a part of this. */
  private parent: PDFKit.PDFStructureElement;
  private readonly chunks: Buffer[] = [];
  private readonly done: Promise<void>;
  private hasBoxes = false;

  constructor(private readonly options: PdfDocumentOptions) {
    const { words, title, subject, madeAt } = options;
    const made = {
      ...{ size: 'A4', margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT } },
      ...{ pdfVersion: '1.7', subset: 'PDF/UA', tagged: true, lang: words.locale, displayTitle: true },
      // Its own fonts come before its first letter; the library's default is none of them.
      ...{ bufferPages: true, font: null },
      info: {
        ...{ Title: title, Subject: subject, Author: 'Split Second Contract' },
        ...{ Creator: 'Split Second Contract', Producer: 'PDFKit', CreationDate: madeAt, ModDate: madeAt },
      },
    };
    // The types do not know PDF/UA yet.
    this.document = new PDFDocument(made as unknown as PDFKit.PDFDocumentOptions);
    registerFonts(this.document);
    this.document.font('regular');
    this.done = new Promise((resolve, reject) => {
      this.document.on('data', (chunk: Buffer) => this.chunks.push(chunk));
      this.document.on('end', () => resolve());
      this.document.on('error', reject);
    });
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
    this.parent = this.root;
  }

  /** What is drawn is in another language than the document. */
  inLanguage(locale: string, draw: () => void): void {
    const part = this.document.struct('Sect', { lang: locale });
    this.parent.add(part);
    const before = this.parent;
    this.parent = part;
    draw();
    this.parent = before;
    part.end();
  }

  newPage(): void {
    this.document.addPage();
  }

  title(text: string): void {
    this.write('H1', text, 'bold', 19, INK, 4);
  }

  heading(text: string): void {
    this.keepTogether(60);
    this.document.moveDown(0.6);
    this.rule();
    this.write('H2', text, 'bold', 12.5, INK, 5);
  }

  paragraph(text: string, tone: 'plain' | 'quiet' | 'strong' = 'plain'): void {
    const font = tone === 'strong' ? 'bold' : 'regular';
    this.write('P', text, font, tone === 'quiet' ? 8.5 : 9.5, tone === 'quiet' ? QUIET : INK, 4);
  }

  /** A fingerprint or another text to be compared letter by letter. */
  code(label: string, text: string): void {
    this.keepTogether(28);
    this.write('P', label, 'regular', 8.5, QUIET, 0);
    this.write('P', text, 'mono', 8, INK, 4);
  }

  /** Facts, one below the other: what it is on the left, what it says on the right. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void {
    const table = this.document.struct('Table');
    this.parent.add(table);
    for (const [label, value] of rows) {
      const { left, right } = this.columns(value);
      this.keepTogether(Math.min(right.height, 100) + 4);
      const top = this.document.y;
      const row = this.document.struct('TR');
      table.add(row);
      row.add(
        this.document.struct('TH', {}, () => {
          this.document
            .font('regular', 9)
            .fillColor(QUIET)
            .text(this.drawable(label), left.x, top, { width: left.width });
        }),
      );
      const labelEnd = this.document.y;
      row.add(
        this.document.struct('TD', {}, () => {
          this.document
            .font('regular', 9.5)
            .fillColor(INK)
            .text(right.text, right.x, top, { width: right.width });
        }),
      );
      row.end();
      this.document.x = MARGIN;
      this.document.y = Math.max(this.document.y, labelEnd) + 3;
    }
    table.end();
  }

  /** A code to be read by a phone, beside words that say where it leads. */
  qr(address: string, words: string): void {
    this.keepTogether(QR_SIZE + 16);
    const matrix = encodeQR(address, 'raw', { ecc: 'medium', border: 2 });
    const side = QR_SIZE / matrix.length;
    const { y: top } = this.document;
    this.parent.add(
      this.document.struct('Figure', { alt: this.options.words.qr(address) }, () => {
        this.document.fillColor('#000000');
        for (const [y, line] of matrix.entries()) {
          for (const [x, isDark] of line.entries()) {
            if (isDark) this.document.rect(MARGIN + x * side, top + y * side, side, side);
          }
        }
        this.document.fill();
      }),
    );
    this.parent.add(
      this.document.struct('P', {}, () => {
        this.document
          .font('regular', 9.5)
          .fillColor(INK)
          .text(`${words}\n`, MARGIN + QR_SIZE + 16, top + 8, { continued: false })
          .font('mono', 8.5)
          .text(address);
      }),
    );
    this.document.x = MARGIN;
    this.document.y = Math.max(this.document.y, top + QR_SIZE + 8);
  }

  /** @param beforeEnd what is added to the document that nobody sees, such as the place for a signature */
  async end(beforeEnd?: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
    if (this.hasBoxes) this.paragraph(this.options.words.boxes(BOX), 'quiet');
    this.root.end();
    const { start, count } = this.document.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.document.switchToPage(page);
      this.furnish(page - start + 1, count);
    }
    beforeEnd?.(this.document);
    this.document.end();
    await this.done;
    return Buffer.concat(this.chunks);
  }

  private write(tag: Tag, text: string, font: PdfFont, size: number, color: string, gap: number): void {
    this.parent.add(
      this.document.struct(tag, {}, () => {
        this.document.font(font, size).fillColor(color).text(this.drawable(text), { paragraphGap: gap });
      }),
    );
  }

  private columns(value: string) {
    const width = this.document.page.width - 2 * MARGIN;
    const text = this.drawable(value);
    const right = { x: MARGIN + LABEL_WIDTH + 8, width: width - LABEL_WIDTH - 8 };
    const height = this.document.font('regular', 9.5).heightOfString(text, { width: right.width });
    return { left: { x: MARGIN, width: LABEL_WIDTH }, right: { ...right, text, height } };
  }

  /** A new page, unless this much of the page is left. */
  private keepTogether(height: number): void {
    const { page, y } = this.document;
    if (y + height > page.height - page.margins.bottom) this.document.addPage();
  }

  private rule(): void {
    const { page, y } = this.document;
    this.asArtifact(() => {
      this.document
        .moveTo(MARGIN, y)
        .lineTo(page.width - MARGIN, y)
        .lineWidth(0.5)
        .stroke(LINE);
    });
    this.document.y = y + 6;
  }

  /** Footer and watermark: on every page, read by nobody twice. */
  private furnish(page: number, pages: number): void {
    const { document } = this;
    const { width, height } = document.page;
    document.page.margins.bottom = 0;
    this.asArtifact(() => {
      document
        .font('regular', 8)
        .fillColor(QUIET)
        .text(this.drawable(this.options.footer), MARGIN, height - MARGIN, { lineBreak: false })
        .text(this.options.words.page(page, pages), width - MARGIN - 100, height - MARGIN, {
          ...{ width: 100, align: 'right', lineBreak: false },
        });
    });
    const { watermark } = this.options;
    if (watermark === null) return;
    this.asArtifact(() => {
      document.save();
      document.rotate(-55, { origin: [width / 2, height / 2] });
      document.font('bold', 92).fillColor('#b00020').fillOpacity(0.13);
      const wide = document.widthOfString(watermark);
      document.text(watermark, (width - wide) / 2, height / 2 - 60, { lineBreak: false });
      document.restore();
    });
  }

  private asArtifact(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  private drawable(text: string): string {
    const drawn = text.normalize('NFC').replace(NOT_DRAWN, BOX);
    if (drawn !== text.normalize('NFC')) this.hasBoxes = true;
    return drawn;
  }
}
