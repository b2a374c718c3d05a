import { call } from '../../lib/api/api-client';
import type { AskAssistant, AssistantReply, ChatMessage } from './chat-message';

/** Asks the Contract Assistant; throws ApiError. */
export const askAssistant: AskAssistant = (query, about, history) =>
  call<AssistantReply>('/api/contract-assistant', {
    method: 'POST',
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
