import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, expect, type Page } from '@playwright/test';

const shots = resolve(import.meta.dirname, '../../.local/screenshots');

/** Sizes at which every screen must look right, in CSS pixels. */
export const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } } as const;
export type Width = keyof typeof widths;

export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; the global setup sets it`);
  return value;
}

/** Chromium whose microphone plays the spoken agreement over and over. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${required('SPOKEN_WAV')}`,
    ],
  });
}

/** A picture of the screen as it is now, named by step and width. */
export async function look(page: Page, step: string, width: Width, isFullPage = false): Promise<void> {
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${step}-${widths[width].width}.png`), fullPage: isFullPage });
}

/** No accessibility problem that can be found by looking at the page's structure. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}
