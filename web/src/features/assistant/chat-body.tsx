import { Lightbulb, Send } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { assistantTexts as text } from '#texts/assistant';
import { Button } from '../../components/ui/button';
import { cn } from '../../lib/cn';
import {
  type Applying,
  type AssistantChat,
  type ChatMessage,
  type ChatSnapshot,
  lineOf,
  QUESTION_MAX,
} from './chat';

interface ChatBodyProps {
  chat: AssistantChat;
  snapshot: ChatSnapshot;
  /** Whether the question takes the focus as soon as it is shown. */
  takesFocus?: boolean;
  /** Left out where nothing can be taken over now. */
  applying?: Applying | undefined;
}

/** What was said and the way to ask; fills the column it stands in. */
export function ChatBody({ chat, snapshot, takesFocus = false, applying }: ChatBodyProps) {
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const { isAsking, messages } = snapshot;

  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const ask = (question: string) => {
    if (chat.send(question)) setDraft('');
    input.current?.focus({ preventScroll: true });
  };

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter belongs to the keyboard.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask(draft);
  };

  return (
    <>
      <MessageList messages={messages} isAsking={isAsking} applying={applying} />

      <footer className="flex flex-col gap-2 border-t border-line p-3">
        <ul aria-label={text.prompts} className="-m-1 flex gap-2 overflow-x-auto p-1 sm:flex-wrap">
          {text.quickPrompts.map((prompt) => (
            <li key={prompt} className="shrink-0">
              <button
                type="button"
                aria-disabled={isAsking || undefined}
                onClick={() => ask(prompt)}
                className="min-h-9 rounded-full border border-line bg-surface px-3 text-sm transition-colors duration-150 hover:bg-raised aria-disabled:text-muted"
              >
                {prompt}
              </button>
            </li>
          ))}
        </ul>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            ask(draft);
          }}
        >
          <textarea
            ref={input}
            rows={2}
            maxLength={QUESTION_MAX}
            aria-label={text.question}
            placeholder={text.placeholder}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKey}
            className="min-h-11 w-full resize-none rounded-control border border-field bg-surface px-3 py-2 text-base text-ink placeholder:text-muted sm:text-sm"
          />
          <Button
            type="submit"
            size="icon"
            aria-label={text.send}
            aria-disabled={draft.trim() === '' || isAsking}
            className="shrink-0"
          >
            <Send className="size-5" aria-hidden="true" />
          </Button>
        </form>
        <p className="hidden text-xs text-muted sm:block">{text.note}</p>
      </footer>
    </>
  );
}

interface ApplyButtonProps {
  applying: Applying;
  /** Null for advice, which is not taken over. */
  line: string | null;
}

/** Takes a tip over; what was taken over says so in the same place, so that nothing loses the focus. */
function ApplyButton({ applying: { applied, apply }, line }: ApplyButtonProps) {
  if (line === null) return null;
  const isApplied = applied.includes(line);
  return (
    <button
      type="button"
      aria-disabled={isApplied || undefined}
      onClick={isApplied ? undefined : () => apply(line)}
      className={cn(
        '-mx-1 min-h-9 rounded-control px-1 text-left font-medium',
        isApplied ? 'text-muted' : 'text-accent hover:underline',
      )}
    >
      {isApplied ? text.applied : text.apply}
    </button>
  );
}

interface MessageListProps {
  messages: readonly ChatMessage[];
  isAsking: boolean;
  applying?: Applying | undefined;
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
function MessageList({ messages, isAsking, applying }: MessageListProps) {
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
      {messages.map(({ id, type, content, language }) => (
        <div key={id} className={cn('rounded-control px-3 py-2 text-sm', LOOKS[type])}>
          <p className={type === 'tip' ? 'flex items-center gap-1.5 font-semibold' : 'sr-only'}>
            {type === 'tip' && <Lightbulb className="size-4 text-muted" aria-hidden="true" />}
            {WHO[type]}
          </p>
          <p lang={language} className="whitespace-pre-line">
            {content}
          </p>
          {type === 'tip' && applying && <ApplyButton applying={applying} line={lineOf(content)} />}
        </div>
      ))}
      {isAsking && <p className="px-3 text-sm text-muted">{text.thinking}</p>}
    </div>
  );
}
