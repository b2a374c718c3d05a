import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { shellTexts as t } from '#texts/shell';
import { chooseTheme, readTheme, THEMES, type Theme } from '../../lib/browser/theme';
import { Mark } from '../ui/mark';
import { LanguageSwitch } from './language-switch';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or as the system is. */
function ThemeSwitch() {
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

const POLICIES = ['terms', 'privacy', 'refunds', 'about'] as const;

const LINK = 'flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline';

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-sm text-muted sm:px-6">
        <div className="flex flex-col gap-x-8 gap-y-4 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
          <div className="flex items-center gap-3">
            <Mark className="size-6 shrink-0" />
            <p>
              <span className="font-medium text-ink">{t.app.name}.</span> {t.app.footerLine}
            </p>
          </div>
          <nav aria-label={t.nav.footer} className="flex flex-wrap gap-x-6">
            <Link href="/how-it-works" className={LINK}>
              {t.nav.howItWorks}
            </Link>
            <Link href="/verify" className={LINK}>
              {t.nav.verify}
            </Link>
            <Link href="/contact" className={LINK}>
              {t.nav.support}
            </Link>
            {POLICIES.map((name) => (
              <Link key={name} href={`/${name}`} className={LINK}>
                {t.nav.policies[name]}
              </Link>
            ))}
          </nav>
          <div className="flex flex-wrap items-center gap-3">
            <LanguageSwitch className="-mx-2" />
            <ThemeSwitch />
          </div>
        </div>
        <p className="max-w-prose">{t.app.notLegalAdvice}</p>
      </div>
    </footer>
  );
}
