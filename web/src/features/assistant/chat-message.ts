export type ChatCategory = 'legal' | 'financial' | 'parties' | 'terms' | 'general';

/** One line of the chat. A tip is what the assistant says without being asked. */
export interface ChatMessage {
  readonly id: string;
  readonly type: 'user' | 'assistant' | 'tip';
  readonly content: string;
  /** ISO time. */
  readonly timestamp: string;
  readonly category: ChatCategory;
}

/** What the chat is about, as far as it has been typed. */
export interface ChatContext {
  /** Such as “Car sale”; empty when it is not known. */
  agreementType: string;
  planType: string;
  partyA: string;
  partyB: string;
}

/** How the server answers a question. */
export interface AssistantReply {
  response: string;
  category: ChatCategory;
  suggestions: string[];
}

export type AskAssistant = (
  query: string,
  about: ChatContext,
  history: readonly ChatMessage[],
) => Promise<AssistantReply>;
