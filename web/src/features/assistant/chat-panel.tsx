import { X } from 'lucide-react';
import { useId } from 'react';
import { assistantTexts as text } from '#texts/assistant';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { type AssistantChat, type ChatSnapshot, planName } from './chat';
import { ChatBody } from './chat-body';

interface ChatPanelProps {
  chat: AssistantChat;
  snapshot: ChatSnapshot;
  planType: string;
  onApply?: ((suggestion: string) => void) | undefined;
}

/** The open chat: a sheet at the lower edge of a phone, a card in the corner of larger screens. Not modal. */
export function ChatPanel({ chat, snapshot, planType, onApply }: ChatPanelProps) {
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
      <ChatBody chat={chat} snapshot={snapshot} takesFocus onApply={onApply} />
    </section>
  );
}
