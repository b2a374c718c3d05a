import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const MARK = 'public/favicon.svg';
/** Systems cut masked icons to any shape; what lies within this share of the width is never cut. */
const SAFE_SHARE = 0.9;

interface Icon {
  fileName: string;
  /** Width and height in pixels. */
  size: number;
  /** Fills the square up to its edges, for systems that cut the shape themselves. */
  isFull: boolean;
}

const ICONS: readonly Icon[] = [
  { fileName: 'icon-192.png', size: 192, isFull: false },
  { fileName: 'icon-512.png', size: 512, isFull: false },
  { fileName: 'icon-maskable-512.png', size: 512, isFull: true },
  { fileName: 'apple-touch-icon.png', size: 180, isFull: true },
];

async function draw(mark: string, { size, isFull }: Icon): Promise<Buffer> {
  const sizeOf = (svg: string, pixels: number) =>
    sharp(Buffer.from(svg), { density: (72 * pixels) / 32 })
      .resize(pixels, pixels)
      .png();
  if (!isFull) return sizeOf(mark, size).toBuffer();
  const color = /<rect[^>]*fill="(#[0-9a-f]{6})"/i.exec(mark)?.[1];
  if (!color) throw new Error(`${MARK} has no ground of one color.`);
  const inner = Math.round(size * SAFE_SHARE);
  const drawn = await sizeOf(mark, inner).toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: color } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** Draws the icons of the installed app from the mark of the site. */
export function icons(): Plugin {
  let root = '';
  return {
    name: 'icons',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      const mark = await readFile(resolve(root, MARK), 'utf8');
      for (const icon of ICONS)
        this.emitFile({ type: 'asset', fileName: icon.fileName, source: await draw(mark, icon) });
    },
  };
}
