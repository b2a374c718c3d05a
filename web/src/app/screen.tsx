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

/**
 * A screen with data of the server: it comes together with the code that reads and keeps them, which the first screens
 * do without.
 */
export function dataScreen(load: () => Promise<{ default: ComponentType }>): Screen {
  return screen(async () => {
    const [{ default: Content }, { ServerData }] = await Promise.all([
      load(),
      import('../lib/api/server-data'),
    ]);
    return {
      default: () => (
        <ServerData>
          <Content />
        </ServerData>
      ),
    };
  });
}

/** How Chrome, Firefox and Safari say that a part of the program could not be fetched. */
const FAILED_LOADS = [
  /failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /importing a module script failed/i,
];

/** Whether an error is a part that did not arrive: the page has to be loaded anew to ask for it again. */
export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && FAILED_LOADS.some((words) => words.test(error.message));
}
