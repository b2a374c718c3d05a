import {
  Component,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { shellTexts as t } from '#texts/shell';
import { reportError } from '../../lib/api/api-client';
import { buttonClass } from './button-class';
import { toast } from './toast-store';

const RETRY_MS = [1000, 4000, 15_000];

interface LazyPartOptions<Props> {
  /** Drawn while the code is under way. Default: nothing. */
  waiting?: ReactNode;
  /** Drawn when the code did not arrive. Default: a line that says so, with a button that loads the page anew. */
  missing?: ComponentType<Props>;
}

interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Fetches the code beforehand; without network it is asked for again when it is needed. */
  preload(): void;
}

/**
 * A part of a screen with code of its own. Where the code cannot be fetched (no network, or a release that has replaced
 * it) only this part is missing: it is asked for again after a while and when the network is back, and the rest of the
 * page stays. An error while the part is drawn stays within it, too.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, missing: Missing = MissingPart }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchCode = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load();
    return loaded;
  };

  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => loaded);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Shown) return;
      let isOver = false;
      let tries = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = (): void => {
        clearTimeout(timer);
        fetchCode().then(
          (found) => {
            if (!isOver) setShown(() => found);
          },
          () => {
            if (isOver) return;
            setMissing(true);
            const pause = RETRY_MS[tries++];
            if (pause !== undefined) timer = setTimeout(attempt, pause);
          },
        );
      };
      attempt();
      window.addEventListener('online', attempt);
      return () => {
        isOver = true;
        clearTimeout(timer);
        window.removeEventListener('online', attempt);
      };
    }, [Shown]);
    if (!Shown) return isMissing ? <Missing {...props} /> : waiting;
    return (
      <PartBoundary instead={<Missing {...props} />}>
        <Shown {...props} />
      </PartBoundary>
    );
  }

  Part.preload = (): void => {
    fetchCode().catch(() => undefined);
  };
  return Part;
}

/** In the place of a part that did not arrive. */
function MissingPart() {
  return (
    <div role="status" className="flex flex-col items-start gap-3 rounded-control bg-warn-soft p-4">
      <p>{t.missingPart.text}</p>
      <button type="button" className={buttonClass('secondary')} onClick={() => window.location.reload()}>
        {t.missingPart.reload}
      </button>
    </div>
  );
}

interface MissingDialogProps {
  onClose: () => void;
}

/** A dialog that did not arrive is closed again, and a message says so, once each time that it was asked for. */
export function MissingDialog({ onClose }: MissingDialogProps) {
  const giveUp = useEffectEvent(() => {
    toast({ title: t.missingPart.title, text: t.missingPart.text, tone: 'destructive' });
    onClose();
  });
  useEffect(() => giveUp(), []);
  return null;
}

/** Where a part can be done without. */
export function Nothing() {
  return null;
}

interface PartBoundaryProps {
  instead: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    reportError(error, info.componentStack ?? '');
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
