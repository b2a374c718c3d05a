import { useEffect, useId } from 'react';
import { assistantTexts } from '#texts/assistant';
import { createTexts as text } from '#texts/create';
import { Badge } from '../../components/ui/badge';
import { type Applying, type ChatContext, planName } from './chat';
import { ChatBody } from './chat-body';
import { useChat } from './use-chat';

interface AssistantCardProps extends ChatContext {
  /** While something is recorded, nothing is said without being asked. */
  isQuiet: boolean;
  /** Left out where nothing can be taken over now: tips have no button then. */
  applying?: Applying | undefined;
}

/** The Contract Assistant as a card beside the form, always open. */
export default function AssistantCard({ isQuiet, applying, ...context }: AssistantCardProps) {
  const { chat, snapshot } = useChat(context);
  const titleId = useId();

  useEffect(() => chat.open(), [chat]);
  useEffect(() => chat.setQuiet(isQuiet), [chat, isQuiet]);

  return (
    <section
      aria-labelledby={titleId}
      data-print="no"
      className="flex h-[min(34rem,calc(100dvh-7rem))] min-h-96 flex-col rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-3">
        <h2 id={titleId} className="font-sans text-lg font-semibold">
          {text.assistant}
        </h2>
        <Badge tone="accent" className="max-w-full text-xs!">
          <span className="min-w-0 truncate max-2xs:whitespace-normal">
            {assistantTexts.plan(planName(context.planType))}
          </span>
        </Badge>
      </header>
      <ChatBody chat={chat} snapshot={snapshot} applying={applying} />
    </section>
  );
}
