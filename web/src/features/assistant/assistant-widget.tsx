import { lazyPart, Nothing } from '../../components/ui/lazy-part';
import { useAlive } from '../../lib/browser/alive';
import type { ChatContext } from './chat-message';

export interface AssistantWidgetProps extends ChatContext {
  /** Takes over a tip; without it, tips have no button. */
  onApply?: (suggestion: string) => void;
  /** Not drawn and saying nothing by itself, though what was said is kept: for while somebody records or listens. */
  isAway?: boolean;
}

const FloatingAssistant = lazyPart(() => import('./floating-assistant').then((m) => m.default), {
  missing: Nothing,
});

/** The Contract Assistant at the end of a screen. Its code comes after the screen's own. */
export function AssistantWidget(props: AssistantWidgetProps) {
  if (!useAlive()) return null;
  return <FloatingAssistant {...props} />;
}
