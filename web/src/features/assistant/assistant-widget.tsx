import { lazyPart, Nothing } from '../../components/ui/lazy-part';
import { useAlive } from '../../lib/browser/start-up';
import type { AssistantWidgetProps } from './floating-assistant';

const FloatingAssistant = lazyPart(() => import('./floating-assistant').then((m) => m.default), {
  missing: Nothing,
});

/** The Contract Assistant at the end of a screen. Its code comes after the screen's own. */
export function AssistantWidget(props: AssistantWidgetProps) {
  if (!useAlive()) return null;
  return <FloatingAssistant {...props} />;
}
