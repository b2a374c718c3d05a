import { shellTexts as t } from '#texts/shell';
import type { Language } from '../../i18n/languages';
import { choices, switchTo } from '../../lib/browser/language';
import { cn } from '../../lib/cn';
import { toast } from '../ui/toast-store';

const OPTION = 'flex min-h-11 items-center rounded-control px-2';

async function choose(language: Language): Promise<void> {
  const isDone = await switchTo(language);
  if (!isDone) toast({ title: t.nav.languageBusy, text: t.nav.languageBusyText });
}

interface LanguageSwitchProps {
  className?: string;
}

/** Every language by its own name; choosing one loads the page again. */
export function LanguageSwitch({ className }: LanguageSwitchProps) {
  return (
    <ul aria-label={t.nav.language} className={cn('flex gap-x-1', className)}>
      {choices.map(({ code, name, isCurrent }) => (
        <li key={code}>
          {isCurrent ? (
            <span lang={code} aria-current="true" className={cn(OPTION, 'font-medium text-ink')}>
              {name}
            </span>
          ) : (
            <button
              type="button"
              lang={code}
              onClick={() => choose(code).catch(() => undefined)}
              className={cn(OPTION, 'underline-offset-4 hover:text-ink hover:underline')}
            >
              {name}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
