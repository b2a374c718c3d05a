import { type RefObject, useState } from 'react';
import { t } from '#texts/common';
import { type DetailProblem, type Details, firstEmpty, firstProblem } from '../deal/details';

interface DetailsCheck {
  problem: DetailProblem | null;
  /** Forgets the problem, because something was changed. */
  clear: () => void;
  /** Whether all is well; if not, the field to look at has the focus. */
  pass: () => boolean;
}

/** Says what is wrong with the details when somebody wants to go on, not while they type. */
export function useDetailsCheck(details: Details, form: RefObject<HTMLElement | null>): DetailsCheck {
  const [problem, setProblem] = useState<DetailProblem | null>(null);
  const pass = () => {
    const empty = firstEmpty(details);
    const found = empty ? { field: empty, text: t.details.needed } : firstProblem(details);
    setProblem(found);
    if (!found) return true;
    form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
    return false;
  };
  return { problem, clear: () => setProblem(null), pass };
}
