import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { assistantTexts as text } from '#texts/assistant';
import type { AssistantWidgetProps } from './assistant-widget';
import { countBeyondFirst } from './chat';
import { ChatPanel } from './chat-panel';
import { useChat } from './use-chat';

const MOST_SHOWN = 99;

/**
 * A round button that becomes a chat. The button has a place of its own at the end of the page and lies over nothing;
 * where there is room beside the page's column, it stays in sight there. On phones the open sheet has a place, too.
 */
export default function FloatingAssistant({ onApply, isAway = false, ...context }: AssistantWidgetProps) {
  const { chat, snapshot } = useChat(context);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { isOpen } = snapshot;

  useEffect(() => chat.setQuiet(isAway), [chat, isAway]);

  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isAway) return null;
  if (isOpen) {
    return (
      <>
        <div aria-hidden="true" className="h-[min(27rem,56dvh)] shrink-0 sm:h-14" />
        <ChatPanel chat={chat} snapshot={snapshot} planType={context.planType} onApply={onApply} />
      </>
    );
  }

  const count = countBeyondFirst(snapshot);
  return (
    <button
      ref={button}
      type="button"
      data-print="no"
      aria-label={text.open(count)}
      aria-expanded={false}
      onClick={() => chat.open()}
      className="z-30 ml-auto flex size-14 shrink-0 items-center justify-center rounded-full border border-line bg-accent text-on-accent shadow-lg transition-colors duration-150 hover:bg-accent-hover lg:sticky lg:bottom-4 lg:-mr-20"
    >
      <MessageCircleQuestion className="size-6" aria-hidden="true" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1 -right-1 min-w-6 rounded-full border border-line bg-surface px-1.5 text-sm font-semibold text-ink tabular-nums"
        >
          {Math.min(count, MOST_SHOWN)}
        </span>
      )}
    </button>
  );
}
