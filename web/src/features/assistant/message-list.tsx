import { Lightbulb } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { assistantTexts as text } from '#texts/assistant';
import { cn } from '../../lib/cn';
import type { ChatMessage } from './chat-message';

interface MessageListProps {
  messages: readonly ChatMessage[];
  isAsking: boolean;
  onApply?: ((suggestion: string) => void) | undefined;
}

const LOOKS: Record<ChatMessage['type'], string> = {
  user: 'ml-8 self-end bg-accent-soft',
  assistant: 'mr-8 bg-raised',
  tip: 'mr-8 border border-line',
};

const WHO: Record<ChatMessage['type'], string> = {
  user: text.you,
  assistant: text.assistant,
  tip: text.tip,
};

/** What was said so far, newest at the end and in sight. New messages are read out when nothing else is. */
export function MessageList({ messages, isAsking, onApply }: MessageListProps) {
  const log = useRef<HTMLDivElement>(null);
  const count = messages.length;

  useEffect(() => {
    const list = log.current;
    if (!list || (count === 0 && !isAsking)) return;
    // What scrolls must be within reach of the keyboard.
    list.tabIndex = list.scrollHeight > list.clientHeight ? 0 : -1;
    list.scrollTop = list.scrollHeight;
  }, [count, isAsking]);

  return (
    <div
      ref={log}
      role="log"
      aria-label={text.messages}
      className="flex min-h-0 grow flex-col gap-2 overflow-y-auto overscroll-contain p-3 focus-visible:-outline-offset-2"
    >
      {messages.map(({ id, type, content }) => (
        <div key={id} className={cn('rounded-control px-3 py-2 text-sm', LOOKS[type])}>
          <p className={type === 'tip' ? 'flex items-center gap-1.5 font-semibold' : 'sr-only'}>
            {type === 'tip' && <Lightbulb className="size-4 text-muted" aria-hidden="true" />}
            {WHO[type]}
          </p>
          <p className="whitespace-pre-line">{content}</p>
          {type === 'tip' && onApply && (
            <button
              type="button"
              onClick={() => onApply(content)}
              className="-mx-1 min-h-9 rounded-control px-1 font-medium text-accent hover:underline"
            >
              {text.apply}
            </button>
          )}
        </div>
      ))}
      {isAsking && <p className="px-3 text-sm text-muted">{text.thinking}</p>}
    </div>
  );
}
