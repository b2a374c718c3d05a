import { assistantTexts as text } from '#texts/assistant';
import type { Language } from '../../i18n/languages';

const FIRST_TIP_MS = 1500;
const TIP_EVERY_MS = 30_000;
/** Both before the first suggestion of a reply and between two of them. */
const SUGGESTION_MS = 1000;
/** How many messages go with a question; tips are nobody's, and would soon push out what was asked before. */
const HISTORY = 5;
/** Longest question in characters. */
export const QUESTION_MAX = 1000;

const GENERAL_TIPS = ['parties', 'terms', 'legal', 'financial'] as const;

export interface ChatSnapshot {
  readonly isOpen: boolean;
  readonly isAsking: boolean;
  readonly messages: readonly ChatMessage[];
}

/** What the chat needs from outside: the server, a clock, and timers that answer how to stop them. */
export interface ChatPorts {
  ask: AskAssistant;
  now(): Date;
  after(ms: number, act: () => void): () => void;
}

/** The chat with the Contract Assistant: what was said, what is said by itself and when. */
export class AssistantChat {
  private snapshot: ChatSnapshot = { isOpen: false, isAsking: false, messages: [] };
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Set<() => void>();
  private tipsGiven = 0;
  private lastId = 0;
  private isQuiet = false;
  /** Answers to questions of before `stop` are not shown any more. */
  private life = 0;

  constructor(
    private context: ChatContext,
    private readonly ports: ChatPorts,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): ChatSnapshot => this.snapshot;

  /** What following questions are about. */
  setContext(context: ChatContext): void {
    this.context = context;
  }

  /** Expands the chat; the first time it greets and begins to give tips. */
  open(): void {
    this.set({ isOpen: true });
    if (this.snapshot.messages.length > 0) return;
    const { agreementType, planType } = this.context;
    const plan = text.plan(planName(planType));
    this.say('assistant', text.greeting(inSentence(agreementType.trim()) || text.agreement, plan), 'general');
    this.after(FIRST_TIP_MS, () => this.say('tip', planTip(planType), 'general'));
    this.tipLater();
  }

  close(): void {
    this.set({ isOpen: false });
  }

  /** Whether tips that nobody asked for are held back. */
  setQuiet(isQuiet: boolean): void {
    this.isQuiet = isQuiet;
  }

  /** Asks, unless it is blank or an answer is still awaited. Answers whether it was asked. */
  send(question: string): boolean {
    const query = question.trim().slice(0, QUESTION_MAX);
    if (query === '' || this.snapshot.isAsking) return false;
    const history = this.snapshot.messages.filter(({ type }) => type !== 'tip').slice(-HISTORY);
    this.say('user', query, 'general');
    this.set({ isAsking: true });
    void this.answer(query, history);
    return true;
  }

  /** Ends every timer; nothing is said any more. */
  stop(): void {
    this.life += 1;
    for (const cancel of this.timers) cancel();
    this.timers.clear();
  }

  private async answer(query: string, history: readonly ChatMessage[]): Promise<void> {
    const { life } = this;
    const reply = await this.ports.ask(query, this.context, history).catch(() => null);
    if (life !== this.life) return;
    this.set({ isAsking: false });
    if (!reply) {
      this.say('assistant', text.failed, 'general');
      return;
    }
    const { category, language } = reply;
    this.say('assistant', reply.response, category, language);
    reply.suggestions.forEach((suggestion, at) => {
      this.after(SUGGESTION_MS * (at + 1), () => this.say('tip', suggestion, category, language));
    });
  }

  private tipLater(): void {
    this.after(TIP_EVERY_MS, () => {
      if (!this.isQuiet && this.snapshot.messages.at(-1)?.type !== 'user') {
        const category = GENERAL_TIPS[this.tipsGiven % GENERAL_TIPS.length] ?? 'parties';
        this.tipsGiven += 1;
        this.say('tip', text.generalTips[category], category);
      }
      this.tipLater();
    });
  }

  private say(type: ChatMessage['type'], content: string, category: ChatCategory, language?: Language): void {
    this.lastId += 1;
    const message = {
      id: String(this.lastId),
      type,
      content,
      category,
      ...(language && { language }),
      timestamp: this.ports.now().toISOString(),
    };
    this.set({ messages: [...this.snapshot.messages, message] });
  }

  private after(ms: number, act: () => void): void {
    const cancel = this.ports.after(ms, () => {
      this.timers.delete(cancel);
      act();
    });
    this.timers.add(cancel);
  }

  private set(change: Partial<ChatSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Words that stand there as they are said, and nothing else. */
const QUOTED = /^“[^“”]+”\.?$/;

/**
 * What a tip adds to the lines to say, as one line; null where it is advice. Of “Say: “I pay on Friday.”” that is what
 * is said; what people put in their own words stays as it is.
 */
export function lineOf(tip: string, sayable = text.sayable): string | null {
  const line = tip.replace(/\s+/g, ' ').trim();
  const start = sayable.exec(line)?.[0];
  if (start === undefined) return null;
  const words = line.slice(start.length);
  if (QUOTED.test(words)) return words.replace(/\.$/, '');
  return start.endsWith(': ') ? `“${words}”` : line;
}

/** Tips that are taken over into what is said, and how. */
export interface Applying {
  /** Those that were taken over. */
  applied: readonly string[];
  apply: (line: string) => void;
}

/** Messages beyond the first, which is the greeting. */
export function countBeyondFirst({ messages }: ChatSnapshot): number {
  return Math.max(0, messages.length - 1);
}

/** “Car sale” as it is written in the middle of a sentence. */
const inSentence = (kind: string): string => kind.charAt(0).toLowerCase() + kind.slice(1);

export function planName(planType: string): string {
  return Object.hasOwn(text.plans, planType)
    ? text.plans[planType as keyof typeof text.plans]
    : planType.replaceAll('_', ' ').trim() || text.plans.basic;
}

/** Tips exist for three plans; every other one has those of basic. */
function planTip(planType: string): string {
  const tips = Object.hasOwn(text.planTips, planType)
    ? text.planTips[planType as keyof typeof text.planTips]
    : text.planTips.basic;
  return tips[0] ?? '';
}

type ChatCategory = 'legal' | 'financial' | 'parties' | 'terms' | 'general';

/** One line of the chat. A tip is what the assistant says without being asked. */
export interface ChatMessage {
  readonly id: string;
  readonly type: 'user' | 'assistant' | 'tip';
  readonly content: string;
  /** ISO time. */
  readonly timestamp: string;
  readonly category: ChatCategory;
  /** Of what the server has written, which may be another one than the page's; missing where it is the page's, or typed. */
  readonly language?: Language;
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
  /** Of both; copies of the release before do not say it. */
  language?: Language;
}

export type AskAssistant = (
  query: string,
  about: ChatContext,
  history: readonly ChatMessage[],
) => Promise<AssistantReply>;
