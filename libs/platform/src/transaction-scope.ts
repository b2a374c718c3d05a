import { AsyncLocalStorage } from 'node:async_hooks';

/** What is begun inside outlives the transaction at times, so the end is marked, too. */
interface Scope {
  isOpen: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** A call over the network while a transaction is open: it holds rows, and a connection, for as long as others please. */
export class NetworkInTransactionError extends Error {
  override readonly name = 'NetworkInTransactionError';
}

let report = (error: NetworkInTransactionError): void => {
  throw error;
};

/** In production a call is carried out all the same, and told to `logError`; elsewhere it is refused. */
export function reportNetworkInTransactions(logError: (error: NetworkInTransactionError) => void): void {
  report = logError;
}

/** Runs the work of a transaction; what calls others over the network meanwhile is found out. */
export async function inTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope: Scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/**
 * Stands before every call over the network: other services, Stripe, the object store, mail, models, Redis, RabbitMQ.
 * @throws NetworkInTransactionError inside a transaction, but in production
 */
export function assertOutsideTransaction(what: string): void {
  if (scopes.getStore()?.isOpen) report(new NetworkInTransactionError(`${what} inside a transaction`));
}

/** The same object, each of whose methods is such a call. */
export function outsideTransactions<T extends object>(what: string, target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        assertOutsideTransaction(`${what}: ${String(name)}`);
        return Reflect.apply(value, object, given) as unknown;
      };
    },
  });
}
