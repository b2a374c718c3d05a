import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/** A store on this device, with one connection for the whole page. Once that is lost, the next call opens another. */
export class DeviceStore<S extends DBSchema> {
  private opened: Promise<IDBPDatabase<S>> | null = null;

  constructor(
    private readonly name: string,
    private readonly version: number,
    private readonly upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
  ) {}

  /** Rejects where the browser keeps no store. */
  open(): Promise<IDBPDatabase<S>> {
    this.opened ??= this.connect();
    return this.opened;
  }

  /** Works with the store; where the connection proves to be lost, once more with a new one. Only for work that may be done twice. */
  async use<T>(work: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    const connection = this.open();
    try {
      return await work(await connection);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.drop(connection);
      return work(await this.open());
    }
  }

  private connect(): Promise<IDBPDatabase<S>> {
    const drop = () => this.drop(connection);
    const connection = openDB<S>(this.name, this.version, {
      upgrade: this.upgrade,
      terminated: drop,
      // Another tab has a later version of the app, which waits for this connection.
      blocking: drop,
    });
    connection.catch(drop);
    return connection;
  }

  private drop(connection: Promise<IDBPDatabase<S>>): void {
    if (this.opened === connection) this.opened = null;
    connection.then((db) => db.close()).catch(() => undefined);
  }
}

/** A closed connection starts no transaction; one that is being lost aborts those that run. WebKit says UnknownError. */
function isLost(error: unknown): boolean {
  return error instanceof DOMException && /^(InvalidState|Abort|Unknown)Error$/.test(error.name);
}
