import { createContext, Fragment, type ReactNode, useContext, useEffect, useState } from 'react';
import { useUntilLeft } from '../lib/browser/leaving';
import { useSession } from '../lib/session/session';
import { useLastUser } from './guards';

const KeepShown = createContext<(isKept: boolean) => void>(() => undefined);

/**
 * While `isKept`, a screen within `OneAccount` stays when the session of its account ends, until somebody else signs in:
 * it shows what that account has to go on with.
 */
export function useShownSignedOut(isKept: boolean): void {
  const keep = useContext(KeepShown);
  useEffect(() => {
    keep(isKept);
    return () => keep(false);
  }, [keep, isKept]);
}

/**
 * Shows its children to everybody, anew once an account has gone: whoever comes next sees nothing of what it began here.
 * What a visitor began stays when they sign in. What would be lost stays as well, until it no longer would be.
 */
export function OneAccount({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const held = useUntilLeft(user?.id);
  useLastUser();
  const [isKept, setKept] = useState(false);
  const [shown, setShown] = useState({ userId: held, round: 1 });
  const userId = held ?? (isKept ? shown.userId : undefined);
  if (shown.userId !== userId) {
    setShown({ userId, round: shown.userId === undefined ? shown.round : shown.round + 1 });
  }
  return (
    <KeepShown value={setKept}>
      <Fragment key={shown.round}>{children}</Fragment>
    </KeepShown>
  );
}
