import { readStored } from './storage';

/** Applies a stored theme choice; without one the system decides. */
export function applyStoredTheme(): void {
  const theme = readStored('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
