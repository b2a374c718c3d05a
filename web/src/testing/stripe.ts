import { act, waitFor } from '@testing-library/react';

interface Confirmed {
  error?: { type?: string; message?: string; payment_intent?: { status: string } };
  paymentIntent?: { status: string };
}

type Listener = (event?: unknown) => void;

/** The provider's fields, as far as a page can see them. */
class Fields {
  private readonly listeners = new Map<string, Listener>();

  constructor(readonly options: unknown) {}

  mount(): void {}
  unmount(): void {}
  destroy(): void {}
  update(): void {}
  off(): void {}

  on(event: string, listener: Listener): this {
    this.listeners.set(event, listener);
    return this;
  }

  once(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  tell(event: string): void {
    const about = event === 'loaderror' ? { elementType: 'payment', error: { type: 'api_error' } } : this;
    this.listeners.get(event)?.(about);
  }
}

/** Stands in for the provider's script, at the edge of its module: the page's own form and its React parts are real. */
export class StripeStandIn {
  keys: string[] = [];
  options: unknown = null;
  element: Fields | null = null;
  confirmations: unknown[] = [];
  private isBlocked = false;
  private answer: Confirmed | Error | Promise<Confirmed> = { paymentIntent: { status: 'succeeded' } };

  /** Forgets the last test. */
  reset(): void {
    this.keys = [];
    this.options = null;
    this.element = null;
    this.confirmations = [];
    this.isBlocked = false;
    this.answer = { paymentIntent: { status: 'succeeded' } };
  }

  /** The script does not arrive. */
  block(): void {
    this.isBlocked = true;
  }

  /** What the provider says to a confirmation. */
  answerWith(answer: Confirmed | Error | Promise<Confirmed>): void {
    this.answer = answer;
  }

  /** The fields are there and can be filled in. */
  becomeReady(): Promise<void> {
    return this.tell('ready');
  }

  /** The fields could not be loaded. */
  failToLoad(): Promise<void> {
    return this.tell('loaderror');
  }

  private async tell(event: string): Promise<void> {
    const fields = await this.mounted();
    await act(async () => fields.tell(event));
  }

  private async mounted(): Promise<Fields> {
    return waitFor(() => {
      if (!this.element) throw new Error('the fields are not on the page yet');
      return this.element;
    });
  }

  /** In the place of `loadStripe`. */
  readonly load = async (key: string): Promise<unknown> => {
    this.keys.push(key);
    if (this.isBlocked) throw new Error('Failed to load Stripe.js');
    return {
      elements: (options: unknown) => {
        this.options = options;
        return {
          create: (_kind: string, given: unknown) => {
            this.element = new Fields(given);
            return this.element;
          },
          getElement: () => this.element,
          update: () => undefined,
        };
      },
      createToken: () => undefined,
      createPaymentMethod: () => undefined,
      confirmCardPayment: () => undefined,
      confirmPayment: async (given: unknown) => {
        this.confirmations.push(given);
        if (this.answer instanceof Error) throw this.answer;
        return this.answer;
      },
    };
  };
}
