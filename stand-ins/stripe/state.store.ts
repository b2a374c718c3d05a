import { readFile, rename, writeFile } from 'node:fs/promises';
import type Stripe from 'stripe';
import type {
  EndpointSecret,
  LoginLinkRecord,
  OnboardingLink,
  SavedReply,
  StoredAccount,
  StripeEventRecord,
  WebhookDelivery,
} from './state.records.js';

/** What a client can see, by collection. A new resource adds its line here. */
interface PublicCollections {
  customers: Stripe.Customer;
  payment_intents: Stripe.PaymentIntent;
  payment_methods: Stripe.PaymentMethod;
  charges: Stripe.Charge;
  events: StripeEventRecord;
  webhook_endpoints: Stripe.WebhookEndpoint;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  accounts: StoredAccount;
  transfers: Stripe.Transfer;
  transfer_reversals: Stripe.TransferReversal;
  payouts: Stripe.Payout;
  balance_transactions: Stripe.BalanceTransaction;
  products: Stripe.Product;
  prices: Stripe.Price;
  subscriptions: Stripe.Subscription;
  invoices: Stripe.Invoice;
  invoice_payments: Stripe.InvoicePayment;
  test_clocks: Stripe.TestHelpers.TestClock;
}

/** What belongs to an object but never leaves with it. */
interface PrivateCollections {
  test_methods: { id: string; token: string };
  endpoint_secrets: EndpointSecret;
  deliveries: WebhookDelivery;
  saved_replies: SavedReply;
  /** Which connected account a balance transaction or payout belongs to; the platform's own have no entry. */
  connected_owners: { id: string; account: string };
  onboarding_links: OnboardingLink;
  login_links: LoginLinkRecord;
}

interface Collections extends PublicCollections, PrivateCollections {}
type CollectionName = keyof Collections;

const PUBLIC_NAMES: readonly (keyof PublicCollections)[] = [
  'customers',
  'payment_intents',
  'payment_methods',
  'charges',
  'events',
  'webhook_endpoints',
  'refunds',
  'disputes',
  'accounts',
  'transfers',
  'transfer_reversals',
  'payouts',
  'balance_transactions',
  'products',
  'prices',
  'subscriptions',
  'invoices',
  'invoice_payments',
  'test_clocks',
];

const FORMAT = 1;
const WRITE_AFTER_MS = 100;

/** Objects by id in the order of their creation. Objects are replaced, never changed in place. */
class Collection<T extends { id: string }> {
  private readonly items: Map<string, T>;

  constructor(
    items: readonly T[],
    private readonly changed: () => void,
  ) {
    this.items = new Map(items.map((item) => [item.id, item]));
  }

  get(id: string): T | undefined {
    return this.items.get(id);
  }

  put(item: T): T {
    this.items.set(item.id, item);
    this.changed();
    return item;
  }

  delete(id: string): void {
    if (this.items.delete(id)) this.changed();
  }

  values(): IterableIterator<T> {
    return this.items.values();
  }

  newestFirst(): T[] {
    return [...this.items.values()].reverse();
  }
}

/** All state of the stand-in, in memory and, when a file is given, on disk within 200 ms of a change. */
export class StateStore {
  private readonly collections = new Map<CollectionName, Collection<{ id: string }>>();
  private timer: NodeJS.Timeout | undefined;
  private isDirty = false;
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string | undefined,
    private readonly loaded: Partial<Record<CollectionName, { id: string }[]>>,
    private readonly onWriteError: (error: unknown) => void,
  ) {}

  /** @throws Error when the file exists and is not a state file, so that it is never overwritten by an empty one */
  static async open(file: string | undefined, onWriteError: (error: unknown) => void): Promise<StateStore> {
    return new StateStore(file, file === undefined ? {} : await load(file), onWriteError);
  }

  in<N extends CollectionName>(name: N): Collection<Collections[N]> {
    const known = this.collections.get(name);
    const collection = known ?? new Collection(this.loaded[name] ?? [], () => this.changed());
    if (known === undefined) this.collections.set(name, collection);
    // The map is keyed by name, and a name has one type: the table above.
    return collection as unknown as Collection<Collections[N]>;
  }

  /** Any object a client can see, by its id. */
  find(id: string): object | undefined {
    for (const name of PUBLIC_NAMES) {
      const found = this.in(name).get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Resolves when everything changed so far is on disk. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = this.writing.then(() => this.write());
    // A failed write is the caller's to hear about; the queue itself goes on.
    this.writing = written.catch(() => undefined);
    await written;
  }

  private changed(): void {
    this.isDirty = true;
    if (this.file === undefined || this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.flush().catch(this.onWriteError);
    }, WRITE_AFTER_MS);
  }

  private async write(): Promise<void> {
    if (this.file === undefined || !this.isDirty) return;
    this.isDirty = false;
    const names = new Set([...this.collections.keys(), ...(Object.keys(this.loaded) as CollectionName[])]);
    const content = Object.fromEntries([...names].map((name) => [name, [...this.in(name).values()]]));
    const draft = `${this.file}.tmp`;
    try {
      await writeFile(draft, JSON.stringify({ format: FORMAT, collections: content }));
      await rename(draft, this.file);
    } catch (error) {
      // Not lost: the next change or the close writes all of it again.
      this.isDirty = true;
      throw error;
    }
  }
}

async function load(file: string): Promise<Partial<Record<CollectionName, { id: string }[]>>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const state = parseState(text);
  if (state === undefined) throw new Error(`${file} is not a state file of the Stripe stand-in`);
  return state;
}

function parseState(text: string): Partial<Record<CollectionName, { id: string }[]>> | undefined {
  try {
    const state = JSON.parse(text) as { format?: unknown; collections?: Record<string, { id: string }[]> };
    return state.format === FORMAT ? state.collections : undefined;
  } catch {
    return undefined;
  }
}
