import { useEffect, useState, useSyncExternalStore } from 'react';
import { askAssistant } from './api';
import { AssistantChat, type ChatPorts, type ChatSnapshot } from './chat';
import type { ChatContext } from './chat-message';

const browserPorts: ChatPorts = {
  ask: askAssistant,
  now: () => new Date(),
  after: (ms, act) => {
    const timer = window.setTimeout(act, ms);
    return () => window.clearTimeout(timer);
  },
};

/** One chat for the life of the component, about what is typed at the moment. */
export function useChat(context: ChatContext): { chat: AssistantChat; snapshot: ChatSnapshot } {
  const { agreementType, planType, partyA, partyB } = context;
  const [chat] = useState(() => new AssistantChat(context, browserPorts));
  const snapshot = useSyncExternalStore(chat.subscribe, chat.getSnapshot);
  useEffect(() => {
    chat.setContext({ agreementType, planType, partyA, partyB });
  }, [chat, agreementType, planType, partyA, partyB]);
  useEffect(() => () => chat.stop(), [chat]);
  return { chat, snapshot };
}
