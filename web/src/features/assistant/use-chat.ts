import { useEffect, useState, useSyncExternalStore } from 'react';
import { request } from '../../lib/api/api-client';
import {
  type AskAssistant,
  AssistantChat,
  type ChatContext,
  type ChatMessage,
  type ChatPorts,
  type ChatSnapshot,
} from './chat';

/** Asks the Contract Assistant; throws ApiError. */
const askAssistant: AskAssistant = (query, about, history) =>
  request('post', '/api/contract-assistant', {
    body: {
      query,
      context: {
        agreementType: about.agreementType.slice(0, 100),
        planType: about.planType.slice(0, 100),
        parties: { partyA: about.partyA.slice(0, 200), partyB: about.partyB.slice(0, 200) },
        messageHistory: history.map(toWire),
      },
    },
  });

function toWire({ id, type, content, timestamp, category }: ChatMessage) {
  return { id, type, content, timestamp, category };
}

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
