import { readStored, removeStored, writeStored } from './storage';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
/** What the browser paints around the page; the same as `--paper`. */
const PAPER = { light: '#fbf9f5', dark: '#121615' };

/** The chosen theme; without a choice the system decides. */
export function readTheme(): Theme {
  const stored = readStored(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** The colour around the page where the system is light or dark, under a theme. */
export function paperFor(theme: Theme, system: 'light' | 'dark'): string {
  return PAPER[theme === 'system' ? system : theme];
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = paperFor(theme, meta.media.includes('dark') ? 'dark' : 'light');
  }
}

/** Applies a stored choice, before anything is drawn. */
export function applyStoredTheme(): void {
  const theme = readTheme();
  if (theme !== 'system') apply(theme);
}

/** Takes a theme over now and for later visits. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') removeStored(KEY);
  else writeStored(KEY, theme);
  apply(theme);
}
