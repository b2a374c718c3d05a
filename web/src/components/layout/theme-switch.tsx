import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { shellTexts as t } from '#texts/shell';
import { chooseTheme, readTheme, THEMES, type Theme } from '../../lib/browser/theme';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or as the system is. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <fieldset className="flex w-fit rounded-control border border-line p-0.5">
      <legend className="sr-only">{t.theme.label}</legend>
      {THEMES.map((name) => {
        const Icon = ICONS[name];
        return (
          <label
            key={name}
            title={t.theme.names[name]}
            className="relative flex size-10 cursor-pointer items-center justify-center rounded-md text-muted transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              value={name}
              checked={theme === name}
              aria-label={t.theme.names[name]}
              onChange={() => {
                setTheme(name);
                chooseTheme(name);
              }}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Icon className="size-4.5" aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
}
