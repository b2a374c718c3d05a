import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { recordTexts } from '#texts/record';
import { CheckRow } from '../../../components/ui/check-row';
import type { SpokenLanguage } from '../../../lib/api/api-types';
import { speechQuery } from '../../../lib/api/server-data';
import { choices } from '../../../lib/browser/language';
import { useAlive } from '../../../lib/browser/start-up';
import { type LivePreview, spokenLanguage } from '../engine/live-preview';
import type { Recorder } from '../engine/recorder';
import { languageChoices, languageFrom, nameOf } from '../spoken';

/**
 * What somebody can expect of a recording in this language; null where its transcript is made like any other. Every
 * engine understands English; which others one does, an installation decides.
 */
export function useLanguageNote(language: SpokenLanguage): string | null {
  const speech = useQuery({ ...speechQuery, enabled: language !== 'en' });
  if (language === 'en') return null;
  if (speech.isError) return recordTexts.recorder.languageOther;
  const understood = speech.data?.languages;
  return understood && !understood.includes(language)
    ? recordTexts.recorder.languageMissing(nameOf(language))
    : null;
}

interface SpokenLanguageProps {
  recorder: Recorder;
  /** Where the note of {@link useLanguageNote} stands when the caller shows it. */
  noteId?: string;
  onLanguage?: (language: SpokenLanguage) => void;
}

/** Which language the next recording is in. One small control: most people speak that of the page. */
export function SpokenLanguageChoice({ recorder, noteId, onLanguage }: SpokenLanguageProps) {
  const id = useId();
  const [chosen, setChosen] = useState(recorder.language);
  const note = useLanguageNote(chosen);
  // Browsers name and sort languages each in their way, and the build in another one.
  const isAlive = useAlive();
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
      <label htmlFor={id}>{recordTexts.recorder.language}</label>
      <select
        id={id}
        aria-describedby={note === null ? undefined : (noteId ?? `${id}-note`)}
        value={chosen}
        title={recordTexts.recorder.languageHint}
        onChange={({ target }) => {
          recorder.language = languageFrom(target.value);
          setChosen(recorder.language);
          onLanguage?.(recorder.language);
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
      {note !== null && noteId === undefined && (
        <p id={`${id}-note`} className="w-full max-w-md text-pretty">
          {note}
        </p>
      )}
    </div>
  );
}

const text = recordTexts.recorder.preview;

/** Switches the live preview on for the next recording, where this browser makes it on the device alone. */
export function PreviewChoice({ preview }: { preview: LivePreview }) {
  const [isOffered, setOffered] = useState(false);
  const [isWanted, setWanted] = useState(preview.isWanted);

  useEffect(() => {
    let isGone = false;
    const language = spokenLanguage(document.documentElement.lang, navigator.languages);
    const isPhone = !window.matchMedia('(hover: hover) and (pointer: fine)').matches;
    preview
      .isOffered(language, isPhone)
      .then((yes) => !isGone && setOffered(yes))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [preview]);

  if (!isOffered) return null;
  return (
    <div className="flex max-w-md flex-col gap-1">
      <CheckRow
        name="live-preview"
        checked={isWanted}
        onChange={(isOn) => {
          preview.isWanted = isOn;
          setWanted(isOn);
        }}
      >
        {text.label}
      </CheckRow>
      <p className="text-sm text-muted">{text.hint}</p>
    </div>
  );
}

/** The last words that the device believes to have heard. Not read out: it would be recorded. */
export function PreviewLine({ preview }: { preview: LivePreview }) {
  const words = useSyncExternalStore(preview.subscribe, preview.read);
  if (!preview.isWanted) return null;
  return (
    <div className="w-full max-w-xl text-center text-sm">
      <p className="text-muted">{text.label}</p>
      <p className="line-clamp-2 min-h-10" dir="auto">
        {words.slice(-160)}
      </p>
    </div>
  );
}
