import { Send } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { assistantTexts as text } from '#texts/assistant';
import { Button } from '../../components/ui/button';
import { type AssistantChat, type ChatSnapshot, QUESTION_MAX } from './chat';
import { MessageList } from './message-list';

interface ChatBodyProps {
  chat: AssistantChat;
  snapshot: ChatSnapshot;
  /** Whether the question takes the focus as soon as it is shown. */
  takesFocus?: boolean;
  onApply?: ((suggestion: string) => void) | undefined;
}

/** What was said and the way to ask; fills the column it stands in. */
export function ChatBody({ chat, snapshot, takesFocus = false, onApply }: ChatBodyProps) {
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
      <MessageList messages={messages} isAsking={isAsking} onApply={onApply} />

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
