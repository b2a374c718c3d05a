import { type ComponentType, lazy, type ReactNode } from 'react';

/** A screen with code of its own, loaded when it is first opened. */
export interface Screen {
  (): ReactNode;
  /** Loads it beforehand: it is then drawn at once, with nothing in its place before. */
  load(): Promise<void>;
}

export function screen(load: () => Promise<{ default: ComponentType }>): Screen {
  const Later = lazy(load);
  let Loaded: ComponentType | null = null;
  const Shown = () => (Loaded ? <Loaded /> : <Later />);
  Shown.load = async () => {
    Loaded = (await load()).default;
  };
  return Shown;
}
