import { useId, useState } from 'react';
import { t } from '#texts/common';
import { useAlive } from '../../../lib/browser/alive';
import { choices } from '../../../lib/browser/language';
import type { Recorder } from '../engine/recorder';
import { languageChoices, languageFrom } from '../spoken-language';

/** Which language the next recording is in. One small control: most people speak that of the page. */
export function SpokenLanguageChoice({ recorder }: { recorder: Recorder }) {
  const id = useId();
  const [chosen, setChosen] = useState(recorder.language);
  // Browsers name and sort languages each in their way, and the build in another one.
  const isAlive = useAlive();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
      <label htmlFor={id}>{t.recorder.language}</label>
      <select
        id={id}
        value={chosen}
        title={t.recorder.languageHint}
        onChange={({ target }) => {
          recorder.language = languageFrom(target.value);
          setChosen(recorder.language);
        }}
        className="min-h-11 rounded-control border border-field bg-surface px-2 text-base text-ink"
      >
        {(isAlive ? languageChoices() : choices.filter(({ isCurrent }) => isCurrent)).map(
          ({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ),
        )}
      </select>
    </p>
  );
}
