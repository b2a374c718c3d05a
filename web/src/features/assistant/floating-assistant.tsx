import { MessageCircleQuestion, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { assistantTexts as text } from '#texts/assistant';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import {
  type Applying,
  type AssistantChat,
  type ChatContext,
  type ChatSnapshot,
  countBeyondFirst,
  planName,
} from './chat';
import { ChatBody } from './chat-body';
import { useChat } from './use-chat';

export interface AssistantWidgetProps extends ChatContext {
  /** Left out where nothing can be taken over now: tips have no button then. */
  applying?: Applying | undefined;
  /** Not drawn and saying nothing by itself, though what was said is kept: for while somebody records or listens. */
  isAway?: boolean;
}

const MOST_SHOWN = 99;

/**
 * A round button that becomes a chat. The button has a place of its own at the end of the page and lies over nothing;
 * where there is room beside the page's column, it stays in sight there. On phones the open sheet has a place, too.
 */
export default function FloatingAssistant({ applying, isAway = false, ...context }: AssistantWidgetProps) {
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
        <ChatPanel chat={chat} snapshot={snapshot} planType={context.planType} applying={applying} />
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

interface ChatPanelProps {
  chat: AssistantChat;
  snapshot: ChatSnapshot;
  planType: string;
  applying?: Applying | undefined;
}

/** The open chat: a sheet at the lower edge of a phone, a card in the corner of larger screens. Not modal. */
function ChatPanel({ chat, snapshot, planType, applying }: ChatPanelProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      data-print="no"
      onKeyDown={(event) => {
        if (event.key === 'Escape') chat.close();
      }}
      className="stage-in fixed inset-x-0 bottom-0 z-40 flex h-[min(26rem,55dvh)] flex-col rounded-t-card border border-line bg-surface shadow-lg sm:inset-x-auto sm:right-4 sm:bottom-4 sm:h-[min(36rem,calc(100dvh-6rem))] sm:w-96 sm:rounded-card"
    >
      <header className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4">
        <div className="flex min-w-0 flex-col items-start gap-0.5 py-1">
          <h2 id={titleId} className="font-sans text-base font-semibold">
            {text.title}
          </h2>
          <Badge tone="accent" className="max-w-full text-xs!">
            <span className="min-w-0 truncate max-2xs:whitespace-normal">
              {text.plan(planName(planType))}
            </span>
          </Badge>
        </div>
        <Button
          variant="quiet"
          size="icon"
          aria-label={text.close}
          className="ml-auto shrink-0"
          onClick={() => chat.close()}
        >
          <X className="size-5" aria-hidden="true" />
        </Button>
      </header>
      <ChatBody chat={chat} snapshot={snapshot} takesFocus applying={applying} />
    </section>
  );
}
